"""Fixtures of rating tests: the table of the match tests.

They use SQLite; tests marked `ON_EACH_DATABASE`, whose subject is SQL, use PostgreSQL too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.matches.table import TestClock
from tests.parts.ratings.league import League
from tests.storage.conftest import clock, emptied, url

__all__ = ["clock", "url"]


@pytest.fixture
async def address(request: pytest.FixtureRequest, url: str) -> str:
    """Return the address of an empty database."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return url
    return await emptied(str(request.getfixturevalue("postgres")))


@pytest.fixture
async def league(address: str, clock: TestClock) -> AsyncIterator[League]:
    opened_league = League(address, clock)
    yield opened_league
    await opened_league.close()


@pytest.fixture
async def other(address: str, clock: TestClock) -> AsyncIterator[League]:
    """Return another process on the same database."""
    opened_league = League(address, clock, "other")
    yield opened_league
    await opened_league.close()
