"""Seats that resign (OVC-28b)."""

from __future__ import annotations

from bot.engine.cards import machine
from bot.engine.contract import Seat
from bot.engine.facts import Resigned
from bot.engine.language import N_
from bot.games.overcross.rules import objectives, opening, turns
from bot.games.overcross.rules.table import Table


def resign(table: Table, seat: Seat) -> None:
    """Let a seat be out: its Characters and edits leave, and what they were doing is dropped."""
    state = table.state
    table.tell(Resigned(seat))
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
