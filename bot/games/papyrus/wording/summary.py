"""The summary of a match of Papyrus: HP over the rounds, luck, the strongest unit, the bloodiest round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.base.language import gettext, ngettext
from bot.engine.facts import Resigned
from bot.engine.summary import Figure, Summary, course, hit_streak, luck_figure, most_figure
from bot.games.papyrus.rules import facts
from bot.games.papyrus.rules.weapons import FULL_HP
from bot.games.papyrus.wording.names import marked
from bot.games.papyrus.wording.sentences import Talk


def summary(talk: Talk, told: Sequence[Any]) -> Summary:
    """Return the chart of HP and the figures."""
    view = talk.view
    points = _points(talk, told)
    chart = course(
        gettext("HP left"),
        points,
        view.seats,
        gettext("Round {round}", round=view.round),
    )
    shots = [fact for fact in told if isinstance(fact, facts.Shot)]
    tries = [(view.units[shot.unit].seat, shot.grade != "miss") for shot in shots]
    figures = [*_luck(talk, shots), *_hardest(talk, shots), *_bloodiest(told)]
    return Summary(chart, tuple(figures), hit_streak(tries, talk.names))


def _points(talk: Talk, told: Sequence[Any]) -> list[list[int]]:
    """Return each seat's HP at the beginning of each round, and at the end."""
    units = talk.view.units
    hp, gone = [FULL_HP] * len(units), set[int]()
    points, begun = list[list[int]](), 0

    def sums() -> list[int]:
        return [
            0 if seat in gone else sum(hp[at] for at, unit in enumerate(units) if unit.seat == seat)
            for seat in range(talk.view.seats)
        ]

    for fact in told:
        if isinstance(fact, facts.TurnBegan) and fact.round > begun:
            begun = fact.round
            points.append(sums())
        elif isinstance(fact, facts.Shot):
            for hurt in fact.hurt:
                hp[hurt.unit] = hurt.hp
        elif isinstance(fact, facts.Healed):
            hp[fact.target] = fact.hp
        elif isinstance(fact, Resigned):
            gone.add(fact.seat)
    return [*points, sums()] if points else []


def _luck(talk: Talk, shots: Sequence[facts.Shot]) -> list[Figure]:
    hits, chances = Counter[int](), dict[int, list[float]]()
    for shot in shots:
        seat = talk.view.units[shot.unit].seat
        hits[seat] += shot.grade != "miss"
        chances.setdefault(seat, []).append(min(shot.chances, 6) / 6)
    return luck_figure(hits, chances, talk.names)


def _hardest(talk: Talk, shots: Sequence[facts.Shot]) -> list[Figure]:
    dealt = Counter[int]()
    for shot in shots:
        dealt[shot.unit] += sum(hurt.damage for hurt in shot.hurt)
    return most_figure(
        dealt, lambda unit, _: gettext("HP shot away by {unit}", unit=marked(talk.view.units[unit]))
    )


def _bloodiest(told: Sequence[Any]) -> list[Figure]:
    fallen, current = Counter[int](), 0
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            current = fact.round
        elif isinstance(fact, facts.Shot):
            fallen[current] += sum(not hurt.hp for hurt in fact.hurt)
    return most_figure(
        fallen,
        lambda at, units: ngettext(
            "unit fell in round {round}", "units fell in round {round}", units, round=at
        ),
    )
