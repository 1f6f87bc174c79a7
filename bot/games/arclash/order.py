"""Who comes first: the lowest power, then clockwise; a die settles ties (ARC-06, ARC-10, ARC-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.engine.contract import Seat
from bot.games.arclash.facts import TieRolled
from bot.games.arclash.table import ArclashTable


def from_the_lowest(
    table: ArclashTable, seats: Sequence[Seat], why: Literal["order", "support"]
) -> tuple[Seat, ...]:
    """Return these seats clockwise from the one with the lowest current power."""
    powers = {seat: table.power(seat) for seat in seats}
    lowest = min(powers.values())
    first = settled(table, [seat for seat in seats if powers[seat] == lowest], why)
    place = list(seats).index(first)
    return (*seats[place:], *seats[:place])


def settled(table: ArclashTable, tied: Sequence[Seat], why: Literal["order", "support", "battle"]) -> Seat:
    """Return the one seat, or of several that are tied the one that rolls highest; dice are told."""
    rolling, rolls = list(tied), list[tuple[int, ...]]()
    while len(rolling) > 1:
        dice = dict(zip(rolling, table.rng.roll(f"tie for {why}", 6, len(rolling)), strict=True))
        rolls.append(tuple([dice.get(seat, 0) for seat in tied]))
        rolling = [seat for seat in rolling if dice[seat] == max(dice.values())]
    if rolls:
        table.tell(TieRolled(why, tuple(tied), tuple(rolls), rolling[0]))
    return rolling[0]
