"""One lock for each match. A lock that no task holds or awaits is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.base.ids import MatchId


class MatchLocks:
    """Lets one task of this process at a time change a match.

    This only avoids needless races: between processes the compare-and-swap of the store decides.
    """

    def __init__(self) -> None:
        self._locks: dict[MatchId, asyncio.Lock] = {}
        self._users: dict[MatchId, int] = {}

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[None]:
        """Hold the match's lock within the block."""
        lock = self._locks.setdefault(match, asyncio.Lock())
        self._users[match] = self._users.get(match, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._users[match] -= 1
            if not self._users[match]:
                del self._users[match], self._locks[match]
