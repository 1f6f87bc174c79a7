"""Whether costs can be paid, and with which cards. A seat that cannot pay all costs pays none."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.matching import fitting as all_fitting
from bot.engine.cards.nodes import CostNode, FilterNode
from bot.engine.cards.table import TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card


def discards(costs: Sequence[CostNode]) -> tuple[FilterNode, ...]:
    """Return, for each card of the hand that is to be discarded, which it may be."""
    return tuple([which for cost in costs for which in cost.from_hand])


def milled(costs: Sequence[CostNode]) -> int:
    """Return how many cards are to be discarded from the top of the deck."""
    return sum([cost.from_deck for cost in costs])


def payable(queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
    """Whether a seat can pay all costs now. This is checked before anything is paid."""
    return (
        openly_payable(queries, seat, costs)
        and all(cost.payable(queries, seat, costs) for cost in costs)
        and _covered(queries, seat, discards(costs))
    )


def openly_payable(queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
    """Whether a seat can pay all costs, by public knowledge: the numbers of cards, and open cards."""
    return all(cost.openly_payable(queries, seat, costs) for cost in costs)


def _covered(queries: TableQueries, seat: Seat, wanted: Sequence[FilterNode]) -> bool:
    return not wanted or covers(queries, queries.cards("hand", seat), wanted)


def covers(queries: TableQueries, cards: Sequence[Card], wanted: Sequence[FilterNode]) -> bool:
    """Whether a different one of the cards can be found for each that is wanted."""
    if len(wanted) > len(cards):
        return False
    narrow = [which for which in wanted if not which.is_any]
    fits = {which: all_fitting(queries, cards, which) for which in narrow}
    places, used_for = [fits[which] for which in narrow], dict[Card, int]()
    return all(_find(places, place, used_for, set()) for place in range(len(places)))


def fitting(queries: TableQueries, cards: Sequence[Card], wanted: Sequence[FilterNode]) -> list[Card]:
    """Return the cards that can be the first of those wanted, so that the others can still be found."""
    return [
        card
        for card in all_fitting(queries, cards, wanted[0])
        if covers(queries, [other for other in cards if other != card], wanted[1:])
    ]


def _find(fits: Sequence[Sequence[Card]], place: int, used_for: dict[Card, int], tried: set[Card]) -> bool:
    """Find a card for one that is wanted, if need be by finding others for those found before.

    Called for each in turn it finds cards for all, if that can be done at all (augmenting paths).
    """
    for card in fits[place]:
        if card in tried:
            continue
        tried.add(card)
        before = used_for.get(card)
        if before is None or _find(fits, before, used_for, tried):
            used_for[card] = place
            return True
    return False
