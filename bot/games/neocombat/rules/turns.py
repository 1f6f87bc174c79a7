"""The course of a match: the turn, its draw, who is on turn in a round (NEO-03, NEO-04)."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.neocombat.rules import facts, movement
from bot.games.neocombat.rules.table import Table


def begin_turn(table: Table) -> None:
    """Begin the next turn with its draw (NEO-04)."""
    state = table.state
    state.turn += 1
    state.stopped = state.passed = state.freed = ()
    state.named = (0,) * state.seats
    state.hurt = False
    state.tokens = tuple([replace(token, moved=False, used=(), spared=False) for token in state.tokens])
    table.record(facts.TurnBegan(state.turn, state.first))
    _draw(table)
    movement.begin_specials(table)


def _draw(table: Table) -> None:
    """Let all draw one card after another, round from the First player, until each has their number."""
    order = table.round()
    due = {seat: table.alive(seat) + any(its.sector == 0 for _, its in table.own(seat)) for seat in order}
    drawn: dict[int, list[int]] = {seat: [] for seat in order}
    for i in range(max(due.values())):
        for seat in order:
            if i < due[seat]:
                drawn[seat] += table.draw_one()
    for seat, cards in drawn.items():
        if cards:
            table.take_in(seat, tuple(cards), "turn")


def end_turn(table: Table) -> None:
    """End a turn behind Repair: the marker goes on to the next living seat (NEO-15, NEO-16c)."""
    state = table.state
    state.quiet = 0 if state.hurt else state.quiet + 1
    state.first = table.clockwise(state.first)
    begin_turn(table)
