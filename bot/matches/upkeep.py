"""Forgetting what is of no use any more: old requests, deliveries given up, old rolls, cards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from bot.clock import Clock

KEPT = timedelta(days=30)
"""How long requests and deliveries are kept. Discord repeats no interaction after a quarter of an hour."""
BATCH = 500
"""Rows that are deleted at a time, so that nobody who plays waits for it."""


class UpkeepStore(Protocol):
    """Where these rows are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def prune_requests(self, before: datetime, limit: int) -> int:
        """Forget requests carried out before an instant, the oldest first; return how many."""

    async def prune_rolls(self, before: datetime, limit: int) -> int:
        """Forget rolls made on days before that of an instant, with the seeds of those days, and rolls that
        were to be revealed later and made before it; return how many rows."""

    async def prune_parked(self, before: datetime, limit: int) -> int:
        """Forget deliveries given up that were due before an instant; return how many."""

    async def prune_cards(self, before: datetime, limit: int) -> int:
        """Forget cards that no match was opened with since an instant, and that none is played with, or was
        before it ended; return how many pools."""


class Pruned(NamedTuple):
    """How many rows were forgotten."""

    requests: int
    deliveries: int
    rolls: int
    """Seeds of rolls among them."""
    cards: int
    """Pools of cards."""


class Upkeep:
    """Prunes the tables that would grow for ever."""

    def __init__(self, store: UpkeepStore, clock: Clock, rolls_kept_days: int = 0) -> None:
        """Keep rolls of dice for so many days, 0 for ever."""
        self._store = store
        self._clock = clock
        self._rolls_kept = timedelta(days=rolls_kept_days)

    async def prune(self) -> Pruned:
        """Forget what is older than `KEPT`, and rolls that cannot be verified any more."""
        before = self._clock() - KEPT
        requests = deliveries = rolls = cards = 0
        while found := await self._store.prune_requests(before, BATCH):
            requests += found
        while found := await self._store.prune_parked(before, BATCH):
            deliveries += found
        while self._rolls_kept and (
            found := await self._store.prune_rolls(self._clock() - self._rolls_kept, BATCH)
        ):
            rolls += found
        while found := await self._store.prune_cards(before, BATCH):
            cards += found
        return Pruned(requests, deliveries, rolls, cards)
