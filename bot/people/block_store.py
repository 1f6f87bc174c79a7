"""Blocks, on a database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.database.engine import Stored
from bot.database.schema import blocks


class Block(NamedTuple):
    """A block of one user by another."""

    user: int
    blocked: int


_BY = select(blocks.c.user, blocks.c.blocked).where(blocks.c.user.in_(bindparam("users", expanding=True)))
_OF = (
    select(blocks.c.blocked).where(blocks.c.user == bindparam("who")).order_by(blocks.c.at, blocks.c.blocked)
)
_KEEP = insert(blocks)
_FORGET = delete(blocks).where(blocks.c.user == bindparam("who"), blocks.c.blocked == bindparam("whom"))


class SqlBlockStore(Stored):
    """Stores blocks. Every method may raise `bot.matches.errors.Unavailable`."""

    async def among(self, users: Collection[int]) -> frozenset[Block]:
        """Return the blocks between these users."""
        found, among = await self._all_of(_BY, users), set(users)
        return frozenset([Block(row.user, row.blocked) for row in found if row.blocked in among])

    async def of(self, user: int) -> list[int]:
        """Return the users that a user has blocked, the oldest block first."""
        return [row.blocked for row in await self._all(_OF, who=user)]

    async def block(self, block: Block, at: datetime) -> bool:
        """Store a block; False where it was stored before."""

        def work(connection: Connection) -> bool:
            connection.execute(_KEEP, {**block._asdict(), "at": at})
            return True

        return await self._unless_taken(work, taken=False)

    async def unblock(self, block: Block) -> bool:
        """Delete a block; False where there was none."""
        return bool(await self._execute(_FORGET, who=block.user, whom=block.blocked))
