"""Test tables, on a database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    LargeBinary,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from bot.database.engine import Stored
from bot.database.schema import UtcDateTime, new_table

try_tables = new_table(
    "try_tables",
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Index("ix_try_tables_at", "at"),
)
"""The test table of a user (`bot.parts.workshop.test_table`), as JSON. `at`: when it was laid."""

_OF = select(try_tables.c.content).where(try_tables.c.user == bindparam("user"))
_NEXT = (
    update(try_tables)
    .where(try_tables.c.user == bindparam("who"), try_tables.c.version == bindparam("before"))
    .values(content=bindparam("content"), at=bindparam("at"), version=bindparam("version"))
)
_FORGET = delete(try_tables).where(try_tables.c.user == bindparam("who"))
_PRUNE = delete(try_tables).where(try_tables.c.at <= bindparam("before"))


class SqlTryTables(Stored):
    """Implements `bot.parts.workshop.test_table.ports.TryStore`; see its docstrings."""

    async def load(self, user: int) -> bytes | None:
        """Return the table of a person."""
        return await self._bytes(_OF, user=user)

    async def keep(self, user: int, content: bytes, at: datetime, version: int, before: int | None) -> bool:
        """Replace version `before` of a person's table."""
        values = {"content": content, "at": at, "version": version}

        def work(connection: Connection) -> bool:
            if before is None:
                connection.execute(insert(try_tables), {"user": user, **values})
                return True
            return connection.execute(_NEXT, {"who": user, "before": before, **values}).rowcount == 1

        return await self._unless_taken(work, taken=False)  # one was laid at the same moment

    async def forget(self, user: int) -> None:
        """Delete a user's table."""
        await self._execute(_FORGET, who=user)

    async def prune(self, before: datetime) -> int:
        """Delete the tables that were laid before an instant."""
        return await self._execute(_PRUNE, before=before)
