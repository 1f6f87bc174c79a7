"""The beginning of a turn, the end of the match, and resignation."""

from __future__ import annotations

from msgspec import UNSET

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.contract import Seat
from bot.engine.facts import Resigned
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.state import owner_of
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import set_off


def begin_turn(table: ArclashTable) -> None:
    """Begin the next turn with the abilities that trigger then (ARC-06)."""
    state = table.state
    state.phase, state.turn, state.used, state.spent = "start", state.turn + 1, (), UNSET
    table.record(facts.TurnBegan(state.turn))
    set_off(table, "start-of-turn")


def nobody_ready(table: ArclashTable) -> None:
    """Clear all choices of a phase that ends or restarts."""
    for seat in range(table.state.seats):
        table.clear_choice(seat)


def all_ready(table: ArclashTable) -> bool:
    """Whether every seat that must choose in this phase has chosen (ARC-15)."""
    return all(side.ready or side.done or side.out for side in table.state.sides)


def end_by_points(table: ArclashTable) -> None:
    """End the match after its last turn: the most points win; equal points are a draw (ARC-14)."""
    scores = {seat: table.score(seat) for seat in table.seats}
    leaders = tuple([seat for seat, score in scores.items() if score == max(scores.values())])
    if len(leaders) > 1:
        table.end((), N_("All turns are played: a tie"))
    else:
        table.end(leaders, N_("The most points after the last turn"))


def resign(table: ArclashTable, seat: Seat) -> None:
    """Remove a seat from the match: its cards are out, and their effects in progress are dropped."""
    table.record(Resigned(seat))
    side = table.side(seat)
    gone = side.deck.discarded((*side.stack, *side.supports))
    table.change(seat, out=True, done=False, stack=(), supports=(), deck=gone)
    table.clear_choice(seat)
    table.end_effects(lambda one: seat in (owner_of(one.card), one.target))
    if len(table.seats) == 1:
        table.end(table.seats, N_("Everybody else has resigned"))
    elif not table.state.program.idle:
        table.state.answers = ()
        table.state.program = machine.leave(table.state.program, seat, table, table.rng)
