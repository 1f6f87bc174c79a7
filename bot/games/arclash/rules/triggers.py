"""Triggering abilities at a moment of the turn; their order, with ties decided by dice (ARC-06, ARC-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.engine.cards import machine
from bot.engine.cards.program import Running
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.abilities import Trigger
from bot.games.arclash.rules.facts import TieRolled
from bot.games.arclash.rules.table import ArclashTable


def set_off_fallen(table: ArclashTable) -> None:
    """Queue the abilities of the seats that have just lost a level."""
    fallen = [seat for seat in table.seats if seat in table.fallen]
    table.fallen.clear()
    if fallen:
        set_off(table, "level-lost", fallen)


def set_off(table: ArclashTable, trigger: Trigger, among: Sequence[Seat] = ()) -> None:
    """Queue the abilities with this trigger of the cards in play of these seats, by default of all.

    Their order is fixed now; their conditions are checked when each is carried out.
    """
    doing = {seat: waiting(table, table.cards("play", seat), trigger) for seat in among or table.seats}
    seats = [seat for seat, cards in doing.items() if cards]
    if not seats:
        return
    for seat in from_the_lowest(table, seats, "order") if len(seats) > 1 else seats:
        queue(table, doing[seat])


def waiting(table: ArclashTable, cards: Sequence[Card], trigger: Trigger) -> list[Running]:
    """Return the abilities of these cards with this trigger that are not used up."""
    return [running for card in cards for running in table.waiting(card, trigger)]


def queue(table: ArclashTable, abilities: Sequence[Running]) -> None:
    """Append abilities to the program's queue."""
    table.state.program = machine.begin_all(table.state.program, abilities)


def from_the_lowest(
    table: ArclashTable, seats: Sequence[Seat], why: Literal["order", "support"]
) -> tuple[Seat, ...]:
    """Return these seats clockwise from the one with the lowest current power."""
    powers = {seat: table.power(seat) for seat in seats}
    lowest = min(powers.values())
    first = tie_winner(table, [seat for seat in seats if powers[seat] == lowest], why)
    place = list(seats).index(first)
    return (*seats[place:], *seats[:place])


def tie_winner(table: ArclashTable, tied: Sequence[Seat], why: Literal["order", "support", "battle"]) -> Seat:
    """Return the only seat, or the tied seat with the highest roll; the dice are reported."""
    rolling, rolls = list(tied), list[tuple[int, ...]]()
    while len(rolling) > 1:
        dice = dict(zip(rolling, table.rng.roll(f"tie for {why}", 6, len(rolling)), strict=True))
        rolls.append(tuple([dice.get(seat, 0) for seat in tied]))
        rolling = [seat for seat in rolling if dice[seat] == max(dice.values())]
    if rolls:
        table.record(TieRolled(why, tuple(tied), tuple(rolls), rolling[0]))
    return rolling[0]
