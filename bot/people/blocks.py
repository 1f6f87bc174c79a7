"""Blocks: two persons of whom one does not want to play with the other. Who is blocked is never told."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from bot.clock import Clock
from bot.engine.errors import Refusal
from bot.people.service import People

MOST: Final = 200
"""Persons that one person can block."""


class Block(NamedTuple):
    """One person who has blocked another."""

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
    """The blocks of all people; implements `bot.matches.company.Company`."""

    def __init__(self, store: BlockStore, people: People, clock: Clock) -> None:
        self._store = store
        self._people = people
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
        """Return the pairs of these people of whom one has blocked the other."""
        return pairs_of(await self._store.among(users))

    async def welcomes(self, user: int, others: Collection[int]) -> bool:
        """Whether nobody of the others has blocked a person, or is blocked by them."""
        return not any(user in pair for pair in await self.apart((user, *others)))

    async def invitable(self, by: int, users: Collection[int]) -> frozenset[int]:
        """Return those who take invitations, and take them from this person."""
        apart = await self.apart((by, *users))
        takes = {user: (await self._people.preferences(user)).invitations for user in users}
        return frozenset([user for user in users if takes[user] and frozenset((by, user)) not in apart])


def pairs_of(blocks: Iterable[Block]) -> frozenset[frozenset[int]]:
    """Return the pairs of persons that blocks keep apart."""
    return frozenset([block.pair for block in blocks])
