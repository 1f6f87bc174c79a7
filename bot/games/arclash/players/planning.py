"""How far to advance in a turn of Arclash, and which cards to pay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.cards import costs
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.words.counting import HaveCost
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import Character, fits
from bot.games.arclash.players.judgement import PER_POWER, Judgement
from bot.games.arclash.players.tableau import Tableau
from bot.games.arclash.rules.power import HIDDEN

STEPS = 4
"""The maximum number of advancements in sequence that are considered, while the budget lasts."""

MILLED = 0.05
"""The value of a card that is discarded unseen from the deck."""

PER_POINT = 0.08
"""The increase in the chance to win for each point, in the middle of a match."""


def best_plan(judgement: Judgement, tableau: Tableau, steps: int = STEPS) -> float:
    """Return the value of the best plan of advancing from here."""
    judgement.budget.left -= 1
    best = judgement.standing(tableau)
    for card in tableau.hands[judgement.seat] if steps and judgement.budget.left > 0 else ():
        after = advanced(judgement, tableau, card)
        if after is not None:
            best = max(best, best_plan(judgement, after, steps - 1) + _bonus(judgement, after, card))
    return best


def worth_of_placing(judgement: Judgement, card: Card) -> float | None:
    """Return the value of the best plan that begins with this card; None for a card that does not fit."""
    after = advanced(judgement, judgement.tableau, card)
    if after is None:
        return None
    return best_plan(judgement, after, STEPS - 1) + _bonus(judgement, after, card)


def _bonus(judgement: Judgement, after: Tableau, card: Card) -> float:
    """Return the value of a Character's effects when it comes into play."""
    return PER_POINT * PER_POWER * judgement.on_advance(after, card)


def advanced(judgement: Judgement, tableau: Tableau, card: Card) -> Tableau | None:
    """Return the table with this card on the own stack, paid with the least valuable cards."""
    seat, face = judgement.seat, tableau.face(card)
    stack = tableau.stacks[seat]
    if card == HIDDEN or not stack or not isinstance(face, Character):
        return None
    cheapest = cheapest_way(judgement, tableau, card, range(len(face.advances)))
    if cheapest is None:
        return None
    way, paid = cheapest
    after = tableau.copy()
    after.put_on(seat, card, paid)
    after.mill(seat, costs.milled(face.advances[way].costs))
    return after


def cheapest_way(
    judgement: Judgement, tableau: Tableau, card: Card, ways: Iterable[int]
) -> tuple[int, tuple[Card, ...]] | None:
    """Return the cheapest way of a card that fits, and the cards to discard."""
    face, stack = tableau.face(card), tableau.stacks[judgement.seat]
    if not isinstance(face, Character) or not stack:
        return None
    current, payments = tableau.face(stack[-1]), list[tuple[float, int, tuple[Card, ...]]]()
    for place in ways:
        way = face.advances[place]
        paid = _paid(judgement, tableau, card, way.costs) if fits(face, way, current) else None
        if paid is not None:
            price = sum([judgement.card_value(tableau, each) for each in paid]) + MILLED * costs.milled(
                way.costs
            )
            payments.append((price, place, paid))
    return min(payments)[1:] if payments else None


def _paid(
    judgement: Judgement, tableau: Tableau, card: Card, price: Sequence[Cost]
) -> tuple[Card, ...] | None:
    """Return the cards to discard; None if the price cannot be paid."""
    seat = judgement.seat
    left = [other for other in tableau.hands[seat] if other != card]
    for cost in price:
        if isinstance(cost, HaveCost) and not costs.payable(tableau, seat, (cost,)):
            return None
    wanted, paid = costs.discards(price), list[Card]()
    for place in range(len(wanted)):
        options = costs.fitting(tableau, left, wanted[place:])
        if not options:
            return None
        paid.append(min(options, key=lambda each: judgement.card_value(tableau, each)))
        left.remove(paid[-1])
    return tuple(paid)
