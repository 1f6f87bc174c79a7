"""The engine's `Wording` for Papyrus, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from bot.base.language import gettext, ngettext
from bot.engine.contract import Fact, Seat
from bot.engine.facts import Resigned
from bot.engine.sentences import listed
from bot.engine.summary import Figure, Summary, course, hit_streak, luck_figure, most_figure
from bot.engine.wording import Joined, Parts, Weigher, Weight, Wording, weights_of
from bot.games.papyrus.menus.menu import orders_menu, screen, unavailable, waiting_text
from bot.games.papyrus.menus.turn_plans import Planner, no_plan
from bot.games.papyrus.rules import facts
from bot.games.papyrus.rules.options import Options
from bot.games.papyrus.rules.squads import Squad
from bot.games.papyrus.rules.view import PapyrusView, unit_name
from bot.games.papyrus.rules.weapons import arsenal_of
from bot.games.papyrus.wording.board_text import board_text
from bot.games.papyrus.wording.sentences import (
    DESCRIBERS,
    Talk,
    aim,
    marked,
    moment,
    place,
    status,
    tally,
)
from bot.games.papyrus.wording.typed import commands

# The summary of a match of Papyrus: HP over the rounds, luck, the strongest unit, the bloodiest round.


def summary(talk: Talk, told: Sequence[Any], start: PapyrusView | None) -> Summary:
    """Return the chart of HP and the figures."""
    view = talk.view
    points = _points(talk, told, start)
    chart = course(
        gettext("HP left"),
        points,
        view.seats,
        gettext("Round {round}", round=view.round),
    )
    shots = [fact for fact in told if isinstance(fact, facts.Shot)]
    tries = [(view.units[shot.unit].seat, shot.grade != "miss") for shot in shots]
    figures = [*_hardest(talk, shots), *_bloodiest(told, start.round if start else 0)]
    if start:  # its dice were prepared, too
        return Summary(chart, tuple(figures))
    return Summary(chart, (*_luck(talk, shots), *figures), hit_streak(tries, talk.names))


def _points(talk: Talk, told: Sequence[Any], start: PapyrusView | None) -> list[list[int]]:
    """Return each seat's HP at the start of a prepared position, at the beginning of each round, and at the
    end.
    """
    units = talk.view.units
    hp = [unit.hp for unit in start.units] if start else [arsenal_of(talk.view.options).full_hp] * len(units)
    gone = {seat for seat, out in enumerate(start.out) if out} if start else set[int]()
    begun = start.round if start else 0

    def sums() -> list[int]:
        return [
            0 if seat in gone else sum(hp[at] for at, unit in enumerate(units) if unit.seat == seat)
            for seat in range(talk.view.seats)
        ]

    points = [sums()] if start else []
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


def _bloodiest(told: Sequence[Any], begun: int) -> list[Figure]:
    """Return the round in which most units fell, in a match that began in this round."""
    fallen, current = Counter[int](), begun
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


def _shot_weight(fact: facts.Shot, _talk: Talk) -> Weight:
    if any(not hurt.hp for hurt in fact.hurt):
        return Weight.LOSS
    return Weight.HARM if fact.hurt else Weight.ACT


WEIGHTS: Mapping[type[Fact], Weigher] = {
    **weights_of(
        {
            Weight.FRAME: (facts.SquadPicked, facts.SquadPlaced, facts.Deployed, facts.TurnBegan),
            Weight.MOVE: (facts.Moved,),
            Weight.ACT: (facts.SquadsRevealed, facts.FirstPlayer, facts.Healed),
        }
    ),
    facts.Shot: _shot_weight,
}


def _side(fact: facts.Moved | facts.Shot, talk: Talk) -> Seat:
    return talk.view.units[fact.unit].seat


def _all_moved(moved: Sequence[facts.Moved], talk: Talk) -> str:
    units, ends = talk.view.units, {fact.unit: fact.path[-1] for fact in moved}
    moves = [
        gettext("{unit} to {square}", unit=marked(units[unit]), square=place(talk.view, end))
        for unit, end in ends.items()
    ]
    who = talk.who(_side(moved[0], talk))
    return gettext("{player} moves {moves}.", player=who, moves=listed(moves))


def _all_missed(shots: Sequence[facts.Shot], talk: Talk) -> str:
    units = talk.view.units
    pairs = [f"{marked(units[shot.unit])} → {marked(units[shot.target])}" for shot in shots]
    return gettext("{number} shots miss: {shots}.", number=len(shots), shots=", ".join(pairs))


JOINED: Mapping[type[Fact], Joined] = {
    facts.SquadPicked: Joined(
        lambda fact, _talk: fact.seat, lambda picked, talk: DESCRIBERS[facts.SquadPicked](picked[-1], talk)
    ),
    facts.Moved: Joined(_side, _all_moved),
    facts.Shot: Joined(lambda fact, talk: None if fact.hurt else _side(fact, talk), _all_missed),
}


_NONE: Mapping[str, Squad] = MappingProxyType({})


class PapyrusWording(Wording[PapyrusView]):
    """The wording of Papyrus, with the ready-made squads whose titles players may read and type.

    `plan` suggests the moves of a turn on the panel.
    """

    def __init__(self, squads: Mapping[str, Squad] = _NONE, plan: Planner = no_plan) -> None:
        self.parts = Parts(
            DESCRIBERS,
            tally,
            status,
            board_text,
            waiting_text,
            partial(screen, squads, plan),
            commands(squads),
            moment,
            aim,
            WEIGHTS,
            JOINED,
            summary,
            unavailable=unavailable,
            square=lambda talk, square: place(talk.view, square),
            piece=lambda talk, number: unit_name(talk.view.units[number]),
            orders=lambda _talk, orders, _path: orders_menu(orders),
        )

    def usual(self, options: Options) -> str:
        """Return the size of a match, and its map if that is not the map for two seats."""
        if options.map != Options().map:
            return gettext(
                "{width} × {height} squares (map {map}), squads of {squad}",
                width=options.width,
                height=options.height,
                map=options.map,
                squad=options.squad,
            )
        return gettext(
            "{width} × {height} squares, squads of {squad}",
            width=options.width,
            height=options.height,
            squad=options.squad,
        )
