"""Stories of ratings are played at the table of those of matches, on each database it is made for."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import delete

from bot.storage.engine import opened
from bot.storage.migrate import migrate
from bot.storage.rating_tables import ratings, seasons
from bot.storage.schema import matches
from tests.matches.conftest import clock, url
from tests.matches.table import TestClock
from tests.ratings.league import League

__all__ = ["clock", "url"]


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, url: str) -> str:
    if request.param == "sqlite":
        return url
    postgres = os.environ.get("TABLEPOST_TEST_POSTGRES")
    if not postgres:
        pytest.skip("TABLEPOST_TEST_POSTGRES names no PostgreSQL database to try")
    await migrate(postgres)
    async with opened(postgres) as database:
        for table in (matches, ratings, seasons):  # results and steps go with their matches
            await database.write(lambda connection, table=table: connection.execute(delete(table)))
    return postgres


@pytest.fixture
async def league(address: str, clock: TestClock) -> AsyncIterator[League]:
    opened_league = League(address, clock)
    yield opened_league
    await opened_league.close()


@pytest.fixture
async def other(address: str, clock: TestClock) -> AsyncIterator[League]:
    """Another process on the same database."""
    opened_league = League(address, clock, "other")
    yield opened_league
    await opened_league.close()
