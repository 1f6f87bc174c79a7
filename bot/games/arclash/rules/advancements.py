"""The Advancements that fit a stack, whether their costs can be paid, and with which cards (ARC-07).

Discards are chosen one after another, in the order of the card's costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import costs as language
from bot.engine.cards import matching
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.words.counting import HaveCost
from bot.engine.cards.words.hands import MillCost
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import Advancement, Character, fits
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED


def ways(queries: ArclashQueries, seat: Seat, card: Card) -> list[int]:
    """Return the indexes of a card's Advancements that fit the seat's current Character."""
    face, current = queries.face(card), queries.current(seat)
    if not isinstance(face, Character):
        return []
    return [place for place, way in enumerate(face.advances) if fits(face, way, current)]


def ways_open(queries: ArclashQueries, seat: Seat, card: Card) -> list[int]:
    """Return the indexes of a hand card's Advancements that fit and whose costs can be paid.

    Of Advancements with equal costs only the first: they are one choice (ARC-07).
    """
    first_ways: dict[tuple[Cost, ...], int] = {}
    fitting = ways(queries, seat, card)
    others = [other for other in queries.side(seat).hand if other != card] if fitting else []
    for place in fitting:
        costs = advancement(queries, card, place).costs
        if costs not in first_ways and payable(queries, seat, costs, others):
            first_ways[costs] = place
    return list(first_ways.values())


def advancement(queries: ArclashQueries, card: Card, place: int) -> Advancement:
    """Return an Advancement of a card by index."""
    face = queries.face(card)
    if not isinstance(face, Character):
        raise TypeError(f"{face.number} is no Character")
    return face.advances[place]


def undecided(queries: ArclashQueries, seat: Seat) -> list[int]:
    """Return the Advancements among which a seat must still choose for its face-down card."""
    side = queries.side(seat)
    return ways_open(queries, seat, side.placed) if side.way == UNDECIDED else []


def owed(queries: ArclashQueries, seat: Seat) -> int:
    """Return the number of discards that a seat must still choose for its face-down card."""
    side = queries.side(seat)
    if side.placed == NO_CARD or side.way == UNDECIDED or queries.state.phase != "advance":
        return 0
    return cards_owed(advancement(queries, side.placed, side.way).costs) - len(side.paying)


def cards_owed(costs: Sequence[Cost]) -> int:
    """Return the number of hand cards to discard."""
    return len(language.discards(costs))


def payable(queries: ArclashQueries, seat: Seat, costs: Sequence[Cost], hand: Sequence[Card]) -> bool:
    """Whether a seat can pay all these costs; `hand` is its hand without the card that has the costs."""
    if lacking(queries, seat, costs, hand) is not None:
        return False
    return language.covers(queries, hand, language.discards(costs))


def lacking(queries: ArclashQueries, seat: Seat, costs: Sequence[Cost], hand: Sequence[Card]) -> Cost | None:
    """Return the first cost, except discards from the hand, that a seat with this hand cannot pay."""
    left = in_deck_and_discard(queries, seat)
    for cost in costs:
        if isinstance(cost, HaveCost) and held(queries, seat, cost, hand) < cost.count:
            return cost
        if isinstance(cost, MillCost):
            left -= cost.count
            if left < 0:
                return cost
    return None


def in_deck_and_discard(queries: ArclashQueries, seat: Seat) -> int:
    """Return the number of cards that can be discarded from a deck, including a refill."""
    deck = queries.side(seat).deck
    return len(deck.order) + len(deck.discard)


def held(queries: ArclashQueries, seat: Seat, cost: HaveCost, hand: Sequence[Card]) -> int:
    """Return the number of cards that a requirement counts; hand cards are counted in `hand`."""
    if cost.cards.zone != "hand":
        return cost.cards.had(queries, seat)
    return len(matching.fitting(queries, hand, cost.cards.which))


def next_payments(
    queries: ArclashQueries, costs: Sequence[Cost], hand: Sequence[Card], paying: Sequence[Card]
) -> list[Card]:
    """Return the hand cards that can be chosen next, so that the remaining costs can still be paid."""
    wanted = language.discards(costs)[len(paying) :]
    return language.fitting(queries, hand, wanted) if wanted else []
