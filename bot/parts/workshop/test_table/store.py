"""Test tables and their cards, on a database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from bot.database.engine import Stored, replace_rows
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

try_cards = new_table(
    "try_cards",
    Column("user", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("cards", LargeBinary, nullable=False),
    PrimaryKeyConstraint("user", "hash"),
    Index("ix_try_cards_hash", "hash"),
)
"""The cards of a user's test table and of the one that it replaced, where they do not come with the bot."""

_OF = select(try_tables.c.content).where(try_tables.c.user == bindparam("user"))
_NEXT = (
    update(try_tables)
    .where(try_tables.c.user == bindparam("who"), try_tables.c.version == bindparam("before"))
    .values(content=bindparam("content"), at=bindparam("at"), version=bindparam("version"))
)
_FORGET = delete(try_tables).where(try_tables.c.user == bindparam("who"))
_PRUNE = delete(try_tables).where(try_tables.c.at <= bindparam("before"))
_CARDS = select(try_cards.c.cards).where(try_cards.c.hash == bindparam("hash")).limit(1)
_FORGET_CARDS = delete(try_cards).where(
    try_cards.c.user == bindparam("who"), try_cards.c.hash.not_in(bindparam("needed", expanding=True))
)
_PRUNE_CARDS = delete(try_cards).where(try_cards.c.user.not_in(select(try_tables.c.user)))


class SqlTestTables(Stored):
    """Where test tables are kept, one a person. Every method may raise `bot.matches.errors.Unavailable`."""

    async def load(self, user: int) -> bytes | None:
        """Return the table of a person."""
        return await self._bytes(_OF, user=user)

    async def keep(self, user: int, content: bytes, at: datetime, version: int, before: int | None) -> bool:
        """Store the table of a person, replacing version `before`; None if there was no table.

        Returns False and stores nothing if another version is stored.
        """
        return await self._unless_taken(  # one was laid at the same moment
            lambda connection: _replaced(connection, user, content, at, version, before), taken=False
        )

    async def lay(
        self,
        user: int,
        content: bytes,
        at: datetime,
        version: int,
        before: int | None,
        cards: tuple[str, bytes] | None,
        needed: Collection[str],
    ) -> bool:
        """Store a new table like `keep`, with the hash and the bytes of its cards; None for the bot's own.

        All other cards of the person are deleted but the `needed` ones.
        """

        def work(connection: Connection) -> bool:
            if not _replaced(connection, user, content, at, version, before):
                return False
            connection.execute(_FORGET_CARDS, {"who": user, "needed": list(needed)})
            if cards is not None:
                row = {"user": user, "hash": cards[0], "cards": cards[1]}
                replace_rows(connection, try_cards, row)
            return True

        return await self._unless_taken(work, taken=False)

    async def cards(self, cards: str) -> bytes | None:
        """Return the cards with this hash that were stored with a table."""
        return await self._bytes(_CARDS, hash=cards)

    async def forget(self, user: int) -> None:
        """Delete the table of a person and its cards."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET, {"who": user})
            connection.execute(_FORGET_CARDS, {"who": user, "needed": []})

        await self._database.write(work)

    async def prune(self, before: datetime) -> int:
        """Delete the tables that were laid before an instant with their cards; return how many tables."""

        def work(connection: Connection) -> int:
            pruned = connection.execute(_PRUNE, {"before": before}).rowcount
            connection.execute(_PRUNE_CARDS)
            return pruned

        return await self._database.write(work)


def _replaced(
    connection: Connection, user: int, content: bytes, at: datetime, version: int, before: int | None
) -> bool:
    values = {"content": content, "at": at, "version": version}
    if before is None:
        connection.execute(insert(try_tables), {"user": user, **values})
        return True
    return connection.execute(_NEXT, {"who": user, "before": before, **values}).rowcount == 1
