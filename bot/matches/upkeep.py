"""Forgetting what is of no use any more: requests that nobody repeats, and deliveries that were given up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from bot.clock import Clock

KEPT = timedelta(days=30)
"""How long both are kept. Discord repeats no interaction after a quarter of an hour."""
BATCH = 500
"""Rows that are deleted at a time, so that nobody who plays waits for it."""


class UpkeepStore(Protocol):
    """Where these rows are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def prune_requests(self, before: datetime, limit: int) -> int:
        """Forget requests carried out before an instant, the oldest first; return how many."""

    async def prune_parked(self, before: datetime, limit: int) -> int:
        """Forget deliveries given up that were due before an instant; return how many."""


class Upkeep:
    """Prunes the tables that would grow for ever."""

    def __init__(self, store: UpkeepStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def prune(self) -> tuple[int, int]:
        """Forget what is older than `KEPT`; return how many requests and how many deliveries that were."""
        before = self._clock() - KEPT
        requests = deliveries = 0
        while found := await self._store.prune_requests(before, BATCH):
            requests += found
        while found := await self._store.prune_parked(before, BATCH):
            deliveries += found
        return requests, deliveries
