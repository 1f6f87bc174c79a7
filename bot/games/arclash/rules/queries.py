"""The queries of cards on a match of Arclash (`bot.engine.cards.table.TableQueries`)."""

from __future__ import annotations

from typing import Any

from bot.engine.contract import Seat
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.power import (
    OpenTable,
    StaticPower,
    ZoneQueries,
    leaves_of,
    leaves_of_standing,
    open_table,
    standing,
)
from bot.games.arclash.rules.state import ArclashState


class Memory:
    """The last results, reused while the values they depend on are unchanged."""

    def __init__(self) -> None:
        self._last: tuple[tuple[Any, ...], OpenTable] | None = None
        self._standing: tuple[tuple[Any, ...], StaticPower] | None = None

    def open_table(self, zones: ZoneQueries) -> OpenTable:
        """Return the current powers and guards of a match."""
        leaves, last = leaves_of(zones), self._last
        if last is not None and last[0] == leaves:
            return last[1]
        table = open_table(zones, self.standing(zones))
        self._last = leaves, table
        return table

    def standing(self, zones: ZoneQueries) -> StaticPower:
        """Return the results of all `always` abilities for the cards in play."""
        leaves, last = leaves_of_standing(zones), self._standing
        if last is not None and last[0] == leaves:
            return last[1]
        power = standing(zones)
        self._standing = leaves, power
        return power


class ArclashQueries(ZoneQueries):
    """A match and its cards; powers are computed on demand."""

    def __init__(self, state: ArclashState, pool: Pool, memory: Memory | None = None) -> None:
        super().__init__(state, pool)
        self.memory = memory or Memory()

    @property
    def open(self) -> OpenTable:
        """The current powers and guards of all Characters."""
        return self.memory.open_table(self)

    def power(self, seat: Seat) -> int:
        """Return the current power, never below 0 (ARC-11)."""
        return self.open.powers[seat]
