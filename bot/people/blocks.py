"""Blocks: a user does not want to play with another. The blocked user is not notified."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.base.clock import Clock
from bot.engine.errors import Refusal
from bot.people.block_store import Block, SqlBlockStore

MOST: Final = 200
"""The most users that one user can block."""


class Blocks:
    """The blocks of all users."""

    def __init__(self, store: SqlBlockStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock

    async def block(self, user: int, blocked: int) -> bool:
        """Block a user; False where they were blocked already. Raises `Refusal`."""
        if len(await self.store.of(user)) >= MOST:
            raise Refusal.translated("You have blocked {number} people, which is the most.", number=MOST)
        return await self.store.block(Block(user, blocked), self._clock())

    async def unblock(self, user: int, blocked: int) -> bool:
        """Unblock a user; False where they were not blocked."""
        return await self.store.unblock(Block(user, blocked))

    async def apart(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return the pairs of these users with a block between them."""
        return frozenset([frozenset(block) for block in await self.store.among(users)])
