"""The Battle: its initial effects, the Support stage, the damage (ARC-09 to ARC-11)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.table import REACHED, ArclashTable
from bot.games.arclash.rules.triggers import (
    from_the_lowest,
    queue,
    set_off,
    set_off_fallen,
    tie_winner,
    waiting,
)
from bot.games.arclash.rules.view import NOBODY


def begin_battle(table: ArclashTable) -> None:
    """Begin the battle with the abilities that trigger then (ARC-09)."""
    table.state.phase = "battle"
    set_off(table, "start-of-battle")


def begin_support(table: ArclashTable) -> bool:
    """Fix the order of the Support stage and give the turn to the first seat (ARC-10).

    A card may already have forbidden Supports to that seat; then `after_support` gives the turn to the next.
    """
    state = table.state
    state.phase = "support"
    state.order = from_the_lowest(table, table.seats, "support")
    state.current, state.acted = state.order[0], False
    table.record(facts.SupportStage(state.order))
    return True


def play(table: ArclashTable, seat: Seat, card: Card) -> None:
    """Play a Support; its effects follow at once (ARC-10)."""
    side = table.side(seat)
    table.change(seat, hand=without(side.hand, (card,)), supports=(*side.supports, card))
    table.state.acted = True
    table.record(facts.Played(seat, table.shown(card)))
    queue(table, waiting(table, (card,), "played"))
    set_off(table, "support-played")


def pass_on(table: ArclashTable, seat: Seat) -> None:
    """Stop playing Supports in this battle."""
    table.change(seat, done=True)
    table.state.acted = True
    table.record(facts.Passed(seat))


def after_support(table: ArclashTable) -> bool:
    """Give the turn to the next seat that has not passed; when all have passed, begin the damage."""
    state = table.state
    side = table.side(state.current)
    if not (state.acted or side.out or side.done):
        return False
    following = _next_of(table)
    if following == NOBODY:
        _damage(table)
        return True
    state.current, state.acted = following, False
    return False


def _next_of(table: ArclashTable) -> Seat:
    """Return the next seat in turn, clockwise (ARC-10); `NOBODY` when all have passed."""
    order = table.state.order
    place = order.index(table.state.current)
    for seat in (*order[place + 1 :], *order[: place + 1]):
        if not table.side(seat).done and not table.side(seat).out:
            return seat
    return NOBODY


def _damage(table: ArclashTable) -> None:
    """Resolve the battle: the highest power wins and scores, the others lose a level (ARC-11, ARC-14)."""
    state = table.state
    for seat in table.seats:
        table.change(seat, done=False)
    state.order, state.current, state.acted = (), NOBODY, False
    winner = _score(table)
    if table.score(winner) >= state.options.score:
        table.end((winner,), REACHED)
        return
    for seat in table.seats:
        if seat != winner:
            table.go_down(seat, "battle")
    state.phase = "end"
    set_off_fallen(table)
    set_off(table, "end-of-battle")


def _score(table: ArclashTable) -> Seat:
    """Determine the winner of the battle, and count the current levels of the defeated seats."""
    power = table.open.powers
    highest = max([power[seat] for seat in table.seats])
    winner = tie_winner(table, [seat for seat in table.seats if power[seat] == highest], "battle")
    levels = tuple([0 if side.out else table.level(seat) for seat, side in enumerate(table.state.sides)])
    points = sum(levels) - levels[winner]
    for seat in table.seats:
        table.change(seat, last="won" if seat == winner else "lost")
    score = table.score(winner) + points
    table.change(winner, score=score)
    table.record(facts.Beaten(winner, power, levels, points, score))
    return winner
