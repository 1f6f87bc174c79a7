"""Exports and deletes the stored data of one user."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Table,
    delete,
    func,
    literal,
    select,
    tuple_,
)

from bot.database.coordination import Topic
from bot.database.engine import Database, Stored
from bot.database.schema import blocks, followers, metadata, notes, notices_due, operator_state, people

ROWS_AT_ONCE = 1000
"""The most rows of an export that are read and held at a time."""


class PersonalRows(Stored):
    """Implements `bot.people.privacy.ports.PersonalData` for tables whose rows belong to one user."""

    def __init__(self, database: Database, name: str, tables: Sequence[Table]) -> None:
        super().__init__(database)
        self.name = name
        """The name of the data in the export file."""
        self.tables = tuple(tables)

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of rows about a user, by table."""

        def work(connection: Connection) -> dict[str, int]:
            return {table.name: _count(connection, table, user) for table in self.tables}

        return await self._database.read(work)

    def export(self, user: int) -> Mapping[str, AsyncIterator[dict[str, Any]]]:
        """Return the rows of each table, read in parts."""
        return {str(table.name): self._rows(table, user) for table in self.tables}

    async def _rows(self, table: Table, user: int) -> AsyncIterator[dict[str, Any]]:
        # Columns that order the rows of a user, by an index where there is one.
        indexes = [list(index.columns) for index in table.indexes if next(iter(index.columns)).name == "user"]
        ordered = dict.fromkeys([*next(iter(indexes), []), *table.primary_key.columns])
        order = [column for column in ordered if column.name != "user"] or [table.c.user]
        query = select(table).where(table.c.user == user).order_by(*order).limit(ROWS_AT_ONCE)
        rows = await self._all(query)
        while rows:
            for row in rows:
                # A row as JSON-compatible values; stored JSON is decoded.
                plain = {
                    key: msgspec.json.decode(value) if isinstance(value, bytes) else value
                    for key, value in row._mapping.items()
                }
                yield plain
            last = [rows[-1]._mapping[column.name] for column in order]
            later = tuple_(*order) > tuple_(*[literal(v, c.type) for v, c in zip(last, order, strict=True)])
            rows = await self._all(query.where(later)) if len(rows) == ROWS_AT_ONCE else ()

    async def delete(self, user: int) -> None:
        """Delete the rows."""

        def work(connection: Connection) -> None:
            for table in self.tables:
                connection.execute(delete(table).where(table.c.user == user))

        await self._database.write_cached(Topic.PERSON, user, work)


class SqlDeletionStore(Stored):
    """The list of deletions, in the database. Every method may raise `bot.engine.errors.Unavailable`."""

    async def contained(self, key: str) -> datetime | None:
        """Return until when the database contains the deletions of a list."""
        content = select(operator_state.c.content).where(operator_state.c.name == _contained(key))
        at = await self._bytes(content)
        return None if at is None else msgspec.json.decode(at, type=datetime)

    async def contain(self, key: str, until: datetime) -> None:
        """Store until when it contains them."""
        await self._replace(operator_state, {"name": _contained(key), "content": msgspec.json.encode(until)})

    async def users(self) -> Collection[int]:
        """Return all ids in a column `user`."""
        ids: set[int] = set()
        for table in metadata.sorted_tables:
            if "user" in table.c:
                ids |= {int(row[0]) for row in await self._all(select(table.c.user).distinct())}
        return ids - {0}


def _contained(key: str) -> str:
    return f"deletions {key}"


def personal_data(database: Database) -> tuple[PersonalRows, ...]:
    """Return the core's stored data about users, except for their seats in matches."""
    return (
        PersonalRows(database, "settings", (people, notices_due, followers)),
        PersonalRows(database, "notes", (notes,)),
        PersonalRows(database, "blocks", (blocks,)),
    )


def _count(connection: Connection, table: Table, user: int) -> int:
    query = select(func.count()).select_from(table).where(table.c.user == user)
    return int(connection.execute(query).scalar_one())
