"""The story of a match of Papyrus: HP over the rounds, luck, the hardest unit, the bloodiest round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.language import gettext, ngettext
from bot.engine.summary import (
    Chart,
    Figure,
    Summary,
    curves_of,
    longest_run,
    luck_figure,
    most,
    plain_player,
)
from bot.games.papyrus.rules import facts
from bot.games.papyrus.rules.weapons import FULL_HP
from bot.games.papyrus.wording.names import marked
from bot.games.papyrus.wording.sentences import Talk


def summary(talk: Talk, told: Sequence[Any]) -> Summary:
    """Return the chart of HP and the figures."""
    view = talk.view
    points = _points(talk, told)
    chart = Chart(
        gettext("HP left"),
        curves_of(points, [(seat,) for seat in range(view.seats)]),
        gettext("start"),
        gettext("Round {round}", round=view.round),
    )
    shots = [fact for fact in told if isinstance(fact, facts.Shot)]
    figures = [*_luck(talk, shots), *_hardest(talk, shots), *_bloodiest(told)]
    return Summary(chart, tuple(figures), _streak(talk, shots))


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
    unit, damage = most(dealt)
    if not damage:
        return []
    return [Figure(str(damage), gettext("HP shot away by {unit}", unit=marked(talk.view.units[unit])))]


def _bloodiest(told: Sequence[Any]) -> list[Figure]:
    fallen, current = Counter[int](), 0
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            current = fact.round
        elif isinstance(fact, facts.Shot):
            fallen[current] += sum(not hurt.hp for hurt in fact.hurt)
    round_, units = most(fallen)
    if not units:
        return []
    words = ngettext("unit fell in round {round}", "units fell in round {round}", units, round=round_)
    return [Figure(str(units), words)]


def _streak(talk: Talk, shots: Sequence[facts.Shot]) -> str:
    seat, hits = longest_run((talk.view.units[shot.unit].seat, shot.grade != "miss") for shot in shots)
    if hits < 2:
        return ""
    return gettext("{player} hit {number} times in a row", player=plain_player(seat, talk.names), number=hits)
