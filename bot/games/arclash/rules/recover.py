"""The Recover phase: Supports and Level 4 are discarded, hands refilled, stacks renewed (ARC-12, ARC-13)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.opening import HAND_SIZE
from bot.games.arclash.rules.state import NO_CARD, moved_last
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.turns import all_ready, begin_turn, end_by_points, nobody_ready


def recover(table: ArclashTable) -> bool:
    """Discard the cards of the battle, draw, and let all choose whether to renew their stacks.

    After the agreed last turn the match ends instead (ARC-14).
    """
    _discard_supports(table)
    for seat in table.seats:
        if table.level(seat) == 4:
            table.go_down(seat, "level-4")
    _end_turn_effects(table)
    state = table.state
    if state.turn == state.options.rounds:
        end_by_points(table)
        return False
    for seat in table.seats:
        missing = HAND_SIZE - len(table.side(seat).hand)
        if missing > 0:
            table.draw_cards(seat, missing, table.rng)
    state.phase = "renew"
    return False


def _discard_supports(table: ArclashTable) -> None:
    played = 0
    for seat in table.seats:
        side = table.side(seat)
        if side.supports:
            played += len(side.supports)
            table.change(seat, supports=(), deck=side.deck.discarded(side.supports))
    if played:
        table.record(facts.Recovered(played))


def _end_turn_effects(table: ArclashTable) -> None:
    """End the effects that last to the end of this turn."""
    state = table.state
    state.boosts = tuple([one for one in state.boosts if one.ends != state.turn])
    state.guards = tuple([one for one in state.guards if one.ends != state.turn])


def choose(table: ArclashTable, seat: Seat, card: Card = NO_CARD) -> None:
    """Put a Level 1 face down to renew the stack, or nothing to keep it (ARC-13)."""
    hand = table.side(seat).hand
    table.change(seat, ready=True, placed=card, hand=hand if card == NO_CARD else moved_last(hand, card))
    seen = None if card == NO_CARD else table.shown(card)
    table.record(facts.Chose(seat, "renew"), {seat: facts.Chose(seat, "renew", own=True, shown=seen)})


def after_renewing(table: ArclashTable) -> bool:
    """When all have chosen, reveal together, and begin the next turn."""
    if not all_ready(table):
        return False
    placed = [side.placed for side in table.state.sides]
    table.record(
        facts.Revealed("renew", tuple([None if card == NO_CARD else table.shown(card) for card in placed]))
    )
    nobody_ready(table)
    for seat, card in enumerate(placed):
        if card != NO_CARD:
            _renew(table, seat, card)
    begin_turn(table)
    return True


def _renew(table: ArclashTable, seat: Seat, card: Card) -> None:
    side = table.side(seat)
    gone = side.deck.discarded(side.stack)
    table.change(seat, hand=without(side.hand, (card,)), stack=(card,), deck=gone)
    table.end_with(side.stack)
    table.record(facts.Renewed(seat, table.all_shown(side.stack), table.shown(card)))
