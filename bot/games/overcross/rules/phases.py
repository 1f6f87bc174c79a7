"""The course of a match: each phase leads to the next when no seat has to act; and resignations (OVC-28b)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.cards.program import Due
from bot.engine.contract import Seat
from bot.engine.facts import Resigned
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import objectives, opening, turns
from bot.games.overcross.rules.changing import Doing
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.steps import IDLE, Judge, Perish, Redeploy
from bot.games.overcross.rules.table import Table


def go_on(table: Table) -> None:
    """Continue until a player has to act, or the match is over."""
    state = table.state
    while state.outcome is None:
        if not state.program.idle:
            state.program = machine.run(state.program, table, table.rng)
            if state.question is not None:
                return
        elif left := _left_over(table):
            state.program = machine.begin_all(state.program, left)
        elif state.current >= 0 and state.sides[state.current].out:
            turns.next_turn(table)
        elif not _NEXT[state.phase](table):
            return
    state.program, state.answers = IDLE, ()


def _left_over(table: Table) -> list[Due]:
    """Return the remaining steps after a chain of effects was cut short and the rest dropped."""
    found: list[Due] = []
    if not table.field.unsettled:
        return found
    standing: set[int] = set()
    for piece in table.state.pieces:
        if piece.counters >= DEADLY:
            found.append((piece.card, piece.seat, Doing(then=(Perish(piece.card, piece.card), Judge()))))
        elif piece.square != OFF and piece.square in standing:
            found.append((piece.card, piece.seat, Doing(then=(Redeploy(piece.card),))))
        standing.add(piece.square)
    return found


def _wait(table: Table) -> bool:  # noqa: ARG001
    """Wait for the seat in turn."""
    return False


_NEXT: Mapping[str, Callable[[Table], bool]] = {
    "decks": opening.after_decks,
    "first": _wait,
    "hands": opening.after_hands,
    "start": turns.start,
    "cards": _wait,
    "minor": _wait,
    "major": _wait,
    "discard": turns.ending,
}
"""The next step of each phase when no effect is left; each returns whether it changed anything."""


def resign(table: Table, seat: Seat) -> None:
    """Remove a seat: its Characters and edits leave, and their effects in progress are dropped."""
    state = table.state
    table.record(Resigned(seat))
    table.change(seat, out="resigned")
    if state.phase == "decks":
        opening.forget(table, seat)
    else:
        objectives.leave_play(table, seat)
        state.lasting = tuple([one for one in state.lasting if one.seat != seat])
    if len(table.seats) == 1:
        objectives.end(table, table.seats, N_("Everybody else is out"))
        return
    if state.phase == "first" and state.first == seat:
        state.first = turns.clockwise(table, seat)
    if not state.program.idle:
        state.answers = ()
        state.program = machine.leave(state.program, seat, table, table.rng)
