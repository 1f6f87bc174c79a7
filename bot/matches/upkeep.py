"""Deletes data without further use: old requests, parked deliveries, cards. Packs ended matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.base.clock import Clock
from bot.matches.packing import SqlPackingStore
from bot.matches.upkeep_store import SqlUpkeepStore

KEPT = timedelta(days=30)
"""How long deliveries are kept, and requests of tournaments and the like, which a stop may repeat."""
REPEATED = timedelta(days=1)
"""How long a press or a command is kept as a request: Discord repeats none after a quarter of an hour."""
BATCH = 500
"""Rows deleted at a time, so that players do not wait for it."""


class Pruned(NamedTuple):
    """The numbers of deleted rows."""

    requests: int
    deliveries: int
    cards: int
    """Pools of cards."""


class Upkeep:
    """Prunes the tables that would grow without limit."""

    def __init__(self, store: SqlUpkeepStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def prune(self) -> Pruned:
        """Delete data older than `KEPT`, presses and commands older than `REPEATED`."""
        prune, now = self._store.prune, self._clock()
        before = now - KEPT
        return Pruned(
            await in_batches(partial(prune, "interactions"), now - REPEATED)
            + await in_batches(partial(prune, "requests"), before),
            await in_batches(partial(prune, "parked"), before),
            await in_batches(partial(prune, "cards"), before),
        )


REST = timedelta(days=1)
"""How long a match keeps its rows after its end: on that day it is looked at most."""
GRACE = timedelta(days=1)
"""How long after the last older version nothing is packed, so that the operator can go back to it."""
PAUSE = 0.05
"""Seconds between two matches, for others."""


class Packing:
    """Packs ended matches, the oldest first."""

    def __init__(self, store: SqlPackingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def run(self, most: int = 50, pause: float = PAUSE) -> int:
        """Pack matches that ended before `REST`; return the number. It can be cancelled at any time."""
        now = self._clock()
        if not await self._store.may_pack(now, GRACE):
            return 0
        done = 0
        for match, revision in await self._store.not_packed(now - REST, most):
            done += await self._store.pack(match, revision)
            await asyncio.sleep(pause)
        return done


async def in_batches(prune: Callable[[datetime, int], Awaitable[int]], before: datetime) -> int:
    """Prune until nothing older is left; return the number of deleted rows."""
    pruned = 0
    while deleted := await prune(before, BATCH):
        pruned += deleted
    return pruned
