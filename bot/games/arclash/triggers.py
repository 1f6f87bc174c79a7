"""Setting off what cards do at a moment of the turn, in the order of ARC-06."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import machine
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.order import from_the_lowest
from bot.games.arclash.table import ArclashTable
from bot.games.arclash.words import Ability, Trigger


def set_off(table: ArclashTable, trigger: Trigger) -> None:
    """Queue the abilities of all cards in play for which the moment has come.

    Whose come first is fixed now, whether its conditions hold is seen when each comes to be carried out.
    """
    doing = {seat: with_ability(table, table.cards("play", seat), trigger) for seat in table.seats}
    seats = [seat for seat, cards in doing.items() if cards]
    if not seats:
        return
    for seat in from_the_lowest(table, seats, "order") if len(seats) > 1 else seats:
        queue(table, seat, doing[seat], trigger)


def with_ability(table: ArclashTable, cards: Sequence[Card], trigger: Trigger) -> list[Card]:
    """Return those of the cards that do something then, and have not done it this turn if once is all."""
    return [card for card in cards if _abilities(table, card, trigger)]


def queue(table: ArclashTable, seat: Seat, cards: Sequence[Card], trigger: Trigger) -> None:
    """Let the program carry out these cards' abilities after what it has to do already."""
    for card in cards:
        for ability in _abilities(table, card, trigger):
            if ability.once:
                table.used(card)
            table.state.program = machine.begin(table.state.program, card, seat, ability)


def _abilities(table: ArclashTable, card: Card, trigger: Trigger) -> tuple[Ability, ...]:
    found = table.pool.doing[table.state.number_of(card)].get(trigger, ())
    if found and card in table.state.used:
        return tuple([ability for ability in found if not ability.once])
    return found
