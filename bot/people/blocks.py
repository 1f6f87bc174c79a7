"""Blocks: one person does not want to play with another. Nobody is told of a block."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from bot.clock import Clock
from bot.engine.errors import Refusal

MOST: Final = 200
"""Persons that one person can block."""


class Block(NamedTuple):
    """A block of one person by another."""

    user: int
    blocked: int

    @property
    def pair(self) -> frozenset[int]:
        """Both of them."""
        return frozenset(self)


class BlockStore(Protocol):
    """Where blocks are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def among(self, users: Collection[int]) -> frozenset[Block]:
        """Return the blocks of which both persons are among these."""

    async def of(self, user: int) -> list[int]:
        """Return whom a person has blocked, in the order in which they did."""

    async def block(self, block: Block, at: datetime) -> bool:
        """Keep a block; False where it was kept before."""

    async def unblock(self, block: Block) -> bool:
        """Forget a block; False where there was none."""


class Blocks:
    """The blocks of all people."""

    def __init__(self, store: BlockStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def block(self, user: int, blocked: int) -> bool:
        """Let a person block another; False where they had. Raises `Refusal`."""
        if len(await self._store.of(user)) >= MOST:
            raise Refusal.translated("You have blocked {number} people, which is the most.", number=MOST)
        return await self._store.block(Block(user, blocked), self._clock())

    async def unblock(self, user: int, blocked: int) -> bool:
        """Let a person block another no more; False where they did not."""
        return await self._store.unblock(Block(user, blocked))

    async def blocked(self, user: int) -> list[int]:
        """Return whom a person has blocked."""
        return await self._store.of(user)

    async def apart(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return the pairs of these people between whom a block stands."""
        return pairs_of(await self._store.among(users))


def pairs_of(blocks: Iterable[Block]) -> frozenset[frozenset[int]]:
    """Return the pairs of persons that blocks keep apart."""
    return frozenset([block.pair for block in blocks])
