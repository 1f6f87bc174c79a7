"""The movement: Specials before it, then the steps, lowest speed first (NEO-05, NEO-06)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Seat
from bot.games.neocombat.rules import facts, knowledge
from bot.games.neocombat.rules.actions import NEW
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import NOBODY

STEPS = ((False, 1), (False, 2), (False, 3), (True, 1), (True, 2), (True, 3))
"""The steps: whether the cloaked move, and the minimum speed (NEO-05)."""


def begin_specials(table: Table) -> None:
    """Let each seat play one Special before the first step, in one round (NEO-05a)."""
    table.state.phase = "specials"
    _next_special(table, table.round())


def may_play_special(queries: NeoCombatQueries, seat: Seat) -> bool:
    """Whether a seat is to act before the first step: it has cards and sees a revealed enemy (NEO-05a)."""
    return bool(queries.state.hands[seat]) and any(its.revealed for _, its in queries.enemies(seat))


def special_done(table: Table, seat: Seat) -> None:
    """Continue after a seat has played its Special, passed, or left."""
    _next_special(table, table.round(after=seat))


def _next_special(table: Table, seats: Sequence[Seat]) -> None:
    """Wait for the first of these seats that may play a Special; without one the movement itself begins."""
    state = table.state
    state.current = next((seat for seat in seats if may_play_special(table, seat)), NOBODY)
    if state.current == NOBODY:
        state.phase = "movement"
        _begin_step(table, 0)


def _begin_step(table: Table, number: int) -> None:
    """Begin the next step, from this one on, that has a seat to act (NEO-05b).

    After the last step comes the combat, which `combat.begin_if_due` begins.
    """
    state = table.state
    for cloaked, step in STEPS[number:]:
        state.cloaked, state.step = cloaked, step
        state.current = _next_mover(table, table.round())
        if state.current != NOBODY:
            table.record(facts.StepBegan(cloaked, step))
            return
    state.cloaked, state.step = False, 0
    state.phase = "combat"


def _next_mover(table: Table, seats: Sequence[Seat]) -> Seat:
    """Return the first of these seats that is to act in this step, or `NOBODY`."""
    return next((seat for seat in seats if moves_on(table, seat)), NOBODY)


def moves_on(queries: NeoCombatQueries, seat: Seat) -> bool:
    """Whether a seat is to act in this step, independent of the speeds of cloaked varans (NEO-05b)."""
    state = queries.state
    if seat in state.stopped:
        return False
    for token, its in queries.own(seat):
        if its.revealed == state.cloaked or its.moved or its.sideways:
            continue
        if state.cloaked or queries.varan(token).speed >= state.step:
            return True
    return False


def move(table: Table, seat: Seat, token: int, to: int) -> None:
    """Move a varan to another sector or a new one (NEO-06)."""
    state, origin = table.state, table.state.tokens[token].sector
    to = table.new_sector() if to == NEW else to
    table.put(token, moved=True)
    table.leave_sector(token, to)
    table.record(facts.Moved(token, origin, to))
    if not state.tokens[token].revealed:
        known = state.knowledge[seat]
        table.know(seat, knowledge.moved(known, token % table.team, state.step, table.pool.roster))
    if not moves_on(table, seat):
        step_done(table, seat)


def stop(table: Table, seat: Seat) -> None:
    """Make no more moves in this turn (NEO-05b)."""
    table.state.stopped = (*table.state.stopped, seat)
    table.record(facts.Stopped(seat))
    step_done(table, seat)


def step_done(table: Table, seat: Seat) -> None:
    """Continue after a seat has finished this step, or left."""
    state = table.state
    state.current = _next_mover(table, table.round(after=seat))
    if state.current == NOBODY:
        _begin_step(table, STEPS.index((state.cloaked, state.step)) + 1)
