"""Whether costs can be paid, and with which cards. A seat that cannot pay all costs pays none."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.matching import fitting as all_fitting
from bot.engine.cards.nodes import CostNode, FilterNode
from bot.engine.cards.table import TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card


def discards(costs: Sequence[CostNode]) -> tuple[FilterNode, ...]:
    """Return, for each card of the hand to be discarded, the filter it must match."""
    return tuple([which for cost in costs for which in cost.from_hand])


def milled(costs: Sequence[CostNode]) -> int:
    """Return the number of cards to be discarded from the top of the deck."""
    return sum([cost.from_deck for cost in costs])


def payable(queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
    """Whether a seat can pay all costs now. This is checked before anything is paid."""
    wanted = discards(costs)
    return (
        openly_payable(queries, seat, costs)
        and all(cost.payable(queries, seat, costs) for cost in costs)
        and (not wanted or covers(queries, queries.cards("hand", seat), wanted))
    )


def openly_payable(queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
    """Whether a seat can pay all costs, by public knowledge: the numbers of cards, and open cards."""
    return all(cost.openly_payable(queries, seat, costs) for cost in costs)


def covers(queries: TableQueries, cards: Sequence[Card], wanted: Sequence[FilterNode]) -> bool:
    """Whether a different card can be assigned to each wanted one."""
    if len(wanted) > len(cards):
        return False
    narrow = [which for which in wanted if not which.is_any]
    fits = {which: all_fitting(queries, cards, which) for which in narrow}
    places, used_for = [fits[which] for which in narrow], dict[Card, int]()
    return all(_find(places, place, used_for, set()) for place in range(len(places)))


def fitting(queries: TableQueries, cards: Sequence[Card], wanted: Sequence[FilterNode]) -> list[Card]:
    """Return the cards that can be the first of the wanted ones, so that the others can still be assigned."""
    return [
        card
        for card in all_fitting(queries, cards, wanted[0])
        if covers(queries, [other for other in cards if other != card], wanted[1:])
    ]


def _find(fits: Sequence[Sequence[Card]], place: int, used_for: dict[Card, int], tried: set[Card]) -> bool:
    """Assign a card to a wanted one, reassigning earlier cards if necessary (augmenting paths).

    Called for each wanted one in turn, it assigns cards to all if that is possible at all.
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
