"""Deletes data without further use: old requests, parked deliveries, cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from bot.base.clock import Clock

KEPT = timedelta(days=30)
"""How long requests and deliveries are kept. Discord repeats no interaction after a quarter of an hour."""
BATCH = 500
"""Rows deleted at a time, so that players do not wait for it."""


class UpkeepStore(Protocol):
    """Stores these rows. Every method may raise `bot.matches.errors.Unavailable`."""

    async def prune_requests(self, before: datetime, limit: int) -> int:
        """Delete the oldest requests carried out before an instant; return the number."""

    async def prune_parked(self, before: datetime, limit: int) -> int:
        """Delete parked deliveries that were due before an instant; return the number."""

    async def prune_cards(self, before: datetime, limit: int) -> int:
        """Delete cards with which no match was opened since an instant; return the number of pools.

        Cards with which a stored match is or was played stay.
        """


class Pruned(NamedTuple):
    """The numbers of deleted rows."""

    requests: int
    deliveries: int
    cards: int
    """Pools of cards."""


class Upkeep:
    """Prunes the tables that would grow without limit."""

    def __init__(self, store: UpkeepStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def prune(self) -> Pruned:
        """Delete data older than `KEPT`."""
        store, before = self._store, self._clock() - KEPT
        return Pruned(
            await in_batches(store.prune_requests, before),
            await in_batches(store.prune_parked, before),
            await in_batches(store.prune_cards, before),
        )


async def in_batches(prune: Callable[[datetime, int], Awaitable[int]], before: datetime) -> int:
    """Prune until nothing older is left; return the number of deleted rows."""
    pruned = 0
    while found := await prune(before, BATCH):
        pruned += found
    return pruned
