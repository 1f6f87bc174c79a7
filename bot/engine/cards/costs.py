"""Whether a price can be paid, and with which cards. Who cannot pay all costs pays none."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.filters import fitting as all_fitting
from bot.engine.cards.filters import is_any, matches
from bot.engine.cards.nodes import Cost, DiscardCost, Filter, HaveCost, MillCost
from bot.engine.cards.table import Look
from bot.engine.contract import Seat
from bot.engine.decks import Card


def discards(costs: Sequence[Cost]) -> tuple[Filter, ...]:
    """Return, for each card of the hand that is to be discarded, which it may be."""
    return tuple([cost.which for cost in costs if isinstance(cost, DiscardCost) for _ in range(cost.count)])


def milled(costs: Sequence[Cost]) -> int:
    """Return how many cards are to be discarded from the top of the deck."""
    return sum([cost.count for cost in costs if isinstance(cost, MillCost)])


def payable(look: Look, seat: Seat, costs: Sequence[Cost]) -> bool:
    """Whether a seat can pay all of it now. What it must have is looked for before anything is paid."""
    return (
        openly_payable(look, seat, costs)
        and all(_has(look, seat, cost) for cost in costs if isinstance(cost, HaveCost))
        and covers(look, look.cards("hand", seat), discards(costs))
    )


def openly_payable(look: Look, seat: Seat, costs: Sequence[Cost]) -> bool:
    """Whether a seat can pay all of it, as far as everybody at the table can tell.

    That is: by the numbers of cards, and by the cards that lie open. The discard pile counts for cards to be
    discarded from the deck, which is refilled from it (ARC-12).
    """
    return (
        len(discards(costs)) <= len(look.cards("hand", seat))
        and milled(costs) <= len(look.cards("deck", seat)) + len(look.cards("discard", seat))
        and all(_openly_has(look, seat, cost) for cost in costs if isinstance(cost, HaveCost))
    )


def covers(look: Look, cards: Sequence[Card], wanted: Sequence[Filter]) -> bool:
    """Whether a different one of the cards can be found for each that is wanted."""
    if len(wanted) > len(cards):
        return False
    narrow = [which for which in wanted if not is_any(which)]
    used_for: dict[Card, int] = {}
    return all(_find(look, cards, narrow, place, used_for, set()) for place in range(len(narrow)))


def fitting(look: Look, cards: Sequence[Card], wanted: Sequence[Filter]) -> list[Card]:
    """Return the cards that can be the first of those wanted, so that the others can still be found."""
    return [
        card
        for card in all_fitting(look, cards, wanted[0])
        if covers(look, [other for other in cards if other != card], wanted[1:])
    ]


def _has(look: Look, seat: Seat, cost: HaveCost) -> bool:
    return len(all_fitting(look, look.cards(cost.cards.zone, seat), cost.cards.which)) >= cost.count


def _openly_has(look: Look, seat: Seat, cost: HaveCost) -> bool:
    if cost.cards.zone in ("hand", "deck"):
        return len(look.cards(cost.cards.zone, seat)) >= cost.count
    return _has(look, seat, cost)


def _find(
    look: Look,
    cards: Sequence[Card],
    wanted: Sequence[Filter],
    place: int,
    used_for: dict[Card, int],
    tried: set[Card],
) -> bool:
    """Find a card for one that is wanted, if need be by finding others for those found before.

    Called for each in turn it finds cards for all, if that can be done at all (augmenting paths).
    """
    for card in cards:
        if card in tried or not matches(look.face(card), wanted[place]):
            continue
        tried.add(card)
        before = used_for.get(card)
        if before is None or _find(look, cards, wanted, before, used_for, tried):
            used_for[card] = place
            return True
    return False
