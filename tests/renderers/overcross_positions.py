"""Tables of Overcross to draw, laid out by hand, to show everything a table can show."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from bot.engine.cardgames import PoolLibrary
from bot.engine.contract import Outcome, Viewer
from bot.engine.grid import grid_of
from bot.engine.facts import MatchOver, Resigned, SeatOut
from bot.games.overcross.cards.statics import Nearer
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import OvercrossView
from tests.games.overcross.chance import POOL, RULES

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LIBRARY = PoolLibrary(POOL)
_DUEL = """
now: seat 1, round 4, {phase}
terrain: CST-47 at C6, 2 counters
terrain: CST-50 at H7, of seat 2
terrain: CST-51 at G4
terrain: CST-48 at J4, of seat 2
terrain: CST-52 at F10
terrain: CST-57 at A5
seat 1: {first}
CST-15 at F1: 2 counters
CST-14 at G6: 3 counters, moved, CST-33, CST-30 of seat 2
CST-09 at E5: moved, acted
CST-06 at D8: 1 counter, CST-34
CST-10 at B3:
CST-13 at H4: 4 counters{carries}
hand: CST-05 2xCST-60 CST-50 CST-31 CST-08 CST-58 CST-35
deck: 9xCST-02
discard: CST-11 CST-59
seat 2: {second}
CST-27 at F11: 5 counters
CST-20 at G7: 2 counters
CST-17 at I8:
CST-25 at E9: CST-36 of seat 1
CST-26 at K6: 1 counter
CST-03 at D9:
hand: CST-02 CST-06 CST-06
deck: 12xCST-02
discard: CST-11
"""


def duel(objective: str = "invasion", phase: str = "major", **options: Any) -> OvercrossState:
    """Two seats on 11x11 in the middle of a match."""
    scoring = objective in ("invasion", "deathmatch")
    said = " ".join([f"{key}={value}" for key, value in options.items()])
    return RULES.position(
        f"options: objective={objective} width=11 height=11 {said}\n"
        + _DUEL.format(
            phase=phase,
            first="6 points, 12 kills" if scoring else "12 kills",
            second="4 points, 7 kills" if scoring else "7 kills",
            carries=", carries 2" if objective == "flag" else "",
        )
    )


def crowd(seats: int = 4, objective: str = "flag", size: int = 21) -> OvercrossState:
    """As many Characters for each seat as can be told apart, on a large grid."""
    numbers = (
        "CST-01",
        "CST-02",
        "CST-03",
        "CST-05",
        "CST-09",
        "CST-10",
        "CST-12",
        "CST-14",
        "CST-17",
        "CST-19",
    )
    lines = [f"options: objective={objective} width={size} height={size}", "now: seat 2, round 9, cards"]
    lines += ["terrain: CST-49 at F10", "terrain: CST-50 at N13, 3 counters", "terrain: CST-47 at J6"]
    for seat in range(seats):
        lines.append(f"seat {seat + 1}: {seat * 3} points, {seat * 5} kills")
        for at, number in enumerate(numbers):
            column, row = 2 + (at * 5 + seat * 2) % (size - 4), 2 + (at * 7 + seat * 5) % (size - 4)
            more = [f"{at % 6} counters"] if at % 6 else []
            more += ["CST-33"] if at % 4 == 1 else []
            more += ["moved"] if at % 3 == 0 else []
            more += [f"carries {(seat + 1) % seats + 1}"] if objective == "flag" and at == 0 else []
            lines.append(f"{number} at {chr(65 + column)}{row + 1}: {', '.join(more)}")
        lines += ["hand: CST-60 CST-61", "deck: 4xCST-02", "discard: CST-11"]
    return RULES.position("\n".join(lines))


def seen(state: OvercrossState, viewer: Viewer = None, **changes: Any) -> OvercrossView:
    """Return what a viewer sees, with changes."""
    return replace(RULES.view(state, viewer), **changes)


def card_at(state: OvercrossState, square: str) -> int:
    """Return who stands on a square."""
    return next(
        piece.card
        for piece in state.pieces
        if grid_of(state.options.width, state.options.height).name(piece.square) == square
    )
