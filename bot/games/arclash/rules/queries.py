"""What cards may ask of a match of Arclash (`bot.engine.cards.table.Look`)."""

from __future__ import annotations

from typing import Any

from bot.engine.contract import Seat
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.power import OpenTable, leaves_of, open_table
from bot.games.arclash.rules.state import ArclashState
from bot.games.arclash.rules.zones import Ground


class Memory:
    """The powers worked out last, to be used again while nothing they follow from has changed."""

    def __init__(self) -> None:
        self._last: tuple[tuple[Any, ...], OpenTable] | None = None

    def open_table(self, ground: Ground) -> OpenTable:
        """Return the powers and guards of a match as it stands."""
        leaves, last = (ground.pool, *leaves_of(ground.state)), self._last
        if last is not None and last[0] == leaves:
            return last[1]
        found = open_table(ground)
        self._last = leaves, found
        return found


class ArclashLook(Ground):
    """A match and the cards it is played with; powers are worked out where they are needed."""

    def __init__(self, state: ArclashState, pool: Pool, memory: Memory | None = None) -> None:
        super().__init__(state, pool)
        self._memory = memory or Memory()

    @property
    def open(self) -> OpenTable:
        """The powers of all Characters and what guards them, as the match stands now."""
        return self._memory.open_table(self)

    def power(self, seat: Seat) -> int:
        """Return the current power, never below 0 (ARC-11)."""
        return self.open.powers[seat]
