"""Fixtures of storage tests: the table of the match tests, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection

from bot.database.engine import opened
from bot.database.migrate import migrate
from bot.matches.store import SqlMatchStore
from tests.matches.conftest import clock, mail, url
from tests.matches.conftest import table as sqlite_table
from tests.matches.table import Table, TestClock
from tests.storage.tables import every_table

__all__ = ["clock", "mail", "sqlite_table", "url"]


def empty_all_tables(connection: Connection) -> None:
    """Delete every row of all tables, children before the rows they refer to."""
    for each in reversed(every_table().sorted_tables):
        connection.execute(each.delete())


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, url: str) -> str:
    """Return the address of an empty database with the current schema."""
    if request.param == "sqlite":
        return url
    return await emptied(str(request.getfixturevalue("postgres")))


_migrated = set[str]()


async def emptied(postgres: str) -> str:
    """Return the address of a PostgreSQL database that was migrated once, and emptied."""
    if postgres not in _migrated:
        await migrate(postgres)
        _migrated.add(postgres)
    async with opened(postgres) as database:
        await database.write(empty_all_tables)
    return postgres


@pytest.fixture
async def table(address: str, clock: TestClock) -> AsyncIterator[Table]:
    opened_table = Table(address, clock)
    yield opened_table
    await opened_table.close()


@pytest.fixture
async def other(table: Table) -> Table:
    """Return another process on the same database."""
    return table.again("other")


@pytest.fixture
def store(table: Table) -> SqlMatchStore:
    return table.store


@pytest.fixture
def other_store(other: Table) -> SqlMatchStore:
    return other.store
