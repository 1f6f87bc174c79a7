"""The combat: one card after another until all pass in succession (NEO-07)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.games.neocombat.rules import ends, facts, repair
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import NOBODY


def begin_if_due(table: Table) -> None:
    """Begin the combat with the First player, once the movement is over."""
    state = table.state
    if state.phase != "combat" or state.current != NOBODY:
        return
    state.passed = ()
    state.current = table.round()[0]
    table.record(facts.CombatBegan())
    go_on(table)


def pass_on(table: Table, seat: Seat) -> None:
    """Let a seat pass, which is not final (NEO-07)."""
    _pass(table, seat, empty=False)
    go_on(table)


def next_seat(table: Table, seat: Seat) -> None:
    """Go on with the seat after this one, which has played or left."""
    table.state.current = table.clockwise(seat)
    go_on(table)


def go_on(table: Table) -> None:
    """Wait for the seat on turn; an empty hand passes by itself, and all passes end the combat."""
    state = table.state
    while not set(table.seats) <= set(state.passed):
        if state.hands[state.current]:
            return
        _pass(table, state.current, empty=True)
    state.current, state.passed = NOBODY, ()
    if not ends.after_combat(table):
        repair.begin(table)


def _pass(table: Table, seat: Seat, *, empty: bool) -> None:
    table.state.passed = (*table.state.passed, seat)
    table.record(facts.Passed(seat, empty))
    table.state.current = table.clockwise(seat)
