"""Whether the costs of an Advancement can be paid, and with what (ARC-07).

The discards are chosen one after another, in the order in which the card asks for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import costs as language
from bot.engine.cards import filters
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.look import ArclashLook
from bot.games.arclash.words import Cost, HaveCost, MillCost


def cards_owed(costs: Sequence[Cost]) -> int:
    """Return how many cards of the hand are to be discarded."""
    return len(language.discards(costs))


def payable(look: ArclashLook, seat: Seat, costs: Sequence[Cost], hand: Sequence[Card]) -> bool:
    """Whether a seat can pay all these costs; `hand` is its hand without the card that costs it."""
    if lacking(look, seat, costs, hand) is not None:
        return False
    return language.covers(look, hand, language.discards(costs))


def lacking(look: ArclashLook, seat: Seat, costs: Sequence[Cost], hand: Sequence[Card]) -> Cost | None:
    """Return the first cost, discards from the hand aside, that a seat with this hand cannot meet."""
    left = in_deck_and_discard(look, seat)
    for cost in costs:
        if isinstance(cost, HaveCost) and held(look, seat, cost, hand) < cost.count:
            return cost
        if isinstance(cost, MillCost):
            left -= cost.count
            if left < 0:
                return cost
    return None


def in_deck_and_discard(look: ArclashLook, seat: Seat) -> int:
    """Return how many cards can be discarded from a deck, which is refilled from the discard pile."""
    deck = look.side(seat).deck
    return len(deck.order) + len(deck.discard)


def held(look: ArclashLook, seat: Seat, cost: HaveCost, hand: Sequence[Card]) -> int:
    """Return how many of the cards there are that one must have; of a hand, in this one."""
    if cost.cards.zone != "hand":
        return cost.cards.had(look, seat)
    return len(filters.fitting(look, hand, cost.cards.which))


def payments(
    look: ArclashLook, costs: Sequence[Cost], hand: Sequence[Card], paying: Sequence[Card]
) -> list[Card]:
    """Return the cards of a hand that can be chosen next, so that the rest can still be paid."""
    wanted = language.discards(costs)[len(paying) :]
    return language.fitting(look, hand, wanted) if wanted else []
