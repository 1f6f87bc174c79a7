"""The Recover phase: Supports and Level 4 are discarded, hands refilled, stacks renewed (ARC-12, ARC-13)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.games.arclash.cards.cards import HAND_SIZE
from bot.games.arclash.rules import facts
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
    state = table.state
    table.end_effects(lambda one: one.ends == state.turn)
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


def choose(table: ArclashTable, seat: Seat, card: Card = NO_CARD) -> None:
    """Put a Level 1 face down to renew the stack, or nothing to keep it (ARC-13)."""
    if card != NO_CARD:
        table.change(seat, placed=card, hand=moved_last(table.side(seat).hand, card))
    table.finish_choice(seat, "renew", card)


def after_renewing(table: ArclashTable) -> bool:
    """When all have chosen, reveal together, and begin the next turn."""
    if not all_ready(table):
        return False
    placed = [side.placed for side in table.state.sides]
    table.reveal("renew", placed)
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
