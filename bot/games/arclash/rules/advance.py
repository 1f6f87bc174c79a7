"""The Advance phase: cards are put face down, revealed together, paid for, and put on stacks (ARC-07)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.costs import milled
from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.games.arclash.cards.cards import Advancement
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.advancements import advancement, owed, payable
from bot.games.arclash.rules.battle import begin_battle
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED, Side, moved_last
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import from_the_lowest, queue, waiting
from bot.games.arclash.rules.turns import all_ready


def begin(table: ArclashTable) -> bool:
    """Begin the Advance phase, in which all seats choose."""
    table.state.phase = "advance"
    return False


def way_taken(table: ArclashTable, side: Side) -> Advancement:
    """Return the Advancement chosen for a seat's face-down card."""
    return advancement(table, side.placed, side.way)


def place(table: ArclashTable, seat: Seat, card: Card, ways: Sequence[int]) -> None:
    """Put a Character face down. The seat is not ready while it has an Advancement or discards to choose."""
    several = len(ways) > 1
    table.change(
        seat,
        placed=card,
        way=UNDECIDED if several else ways[0],
        hand=moved_last(table.side(seat).hand, card),
    )
    if several:
        table.record(None, {seat: facts.WayAsked(seat, table.shown(card))})
    else:
        _prepare(table, seat)


def take_way(table: ArclashTable, seat: Seat, way: int) -> None:
    """Choose the Advancement of the face-down card, which also stays secret (ARC-07)."""
    table.change(seat, way=way)
    _prepare(table, seat)


def _prepare(table: ArclashTable, seat: Seat) -> None:
    placed, left = table.side(seat).placed, owed(table, seat)
    if left:
        table.record(None, {seat: facts.Prepared(seat, table.shown(placed), left)})
    else:
        table.finish_choice(seat, "advance", placed)


def pay(table: ArclashTable, seat: Seat, card: Card) -> None:
    """Choose a card to discard for the face-down card."""
    side = table.side(seat)
    table.change(seat, paying=(*side.paying, card), hand=moved_last(side.hand, card))
    left = owed(table, seat)
    table.record(None, {seat: facts.PaymentChosen(seat, table.shown(card), left)})
    if not left:
        table.finish_choice(seat, "advance", side.placed)


def after_round(table: ArclashTable) -> bool:
    """Reveal when all seats have chosen; when all stand, begin the battle."""
    if all(table.side(seat).done for seat in table.seats):
        for seat in table.seats:
            table.change(seat, done=False)
        begin_battle(table)
        return True
    if not all_ready(table):
        return False
    _reveal(table)
    return True


def _reveal(table: ArclashTable) -> None:
    """Reveal the face-down cards. A seat without one stands for the rest of the phase."""
    choosing = [seat for seat in table.seats if not table.side(seat).done]
    placed = {seat: table.side(seat).placed for seat in choosing}
    table.reveal("advance", [placed.get(seat, NO_CARD) for seat in range(table.state.seats)])
    for seat, card in placed.items():
        if card == NO_CARD:
            table.clear_choice(seat)
            table.change(seat, done=True)
    _advance_all(table, [seat for seat, card in placed.items() if card != NO_CARD])


def _advance_all(table: ArclashTable, seats: Sequence[Seat]) -> None:
    """Pay the costs, put the cards on their stacks, then trigger their abilities (ARC-06).

    Abilities are ordered by the power with the new cards on the stacks (ARC-07).
    """
    cards = {seat: table.side(seat).placed for seat in seats}
    advanced = [seat for seat in seats if _advance(table, seat)]
    doing = {seat: waiting(table, (cards[seat],), "advance") for seat in advanced}
    acting = [seat for seat in advanced if doing[seat]]
    for seat in from_the_lowest(table, acting, "order") if len(acting) > 1 else acting:
        queue(table, doing[seat])


def _advance(table: ArclashTable, seat: Seat) -> bool:
    """Put a seat's card on its stack if its costs can still be paid; else discard it."""
    side = table.side(seat)
    costs = way_taken(table, side).costs
    rest = without(side.hand, (side.placed, *side.paying))
    can = payable(table, seat, costs, without(side.hand, (side.placed,)))
    table.clear_choice(seat)
    if not can:
        table.change(seat, hand=without(side.hand, (side.placed,)), deck=side.deck.discarded((side.placed,)))
        table.record(facts.AdvanceFailed(seat, table.shown(side.placed)))
        return False
    table.refill(seat, milled(costs))
    table.change(seat, hand=rest, deck=table.side(seat).deck.discarded(side.paying))
    gone = table.pay_from_deck(seat, milled(costs))
    table.change(seat, stack=(*side.stack, side.placed))
    table.record(
        facts.Advanced(seat, table.shown(side.placed), table.all_shown(side.paying), table.all_shown(gone))
    )
    return True
