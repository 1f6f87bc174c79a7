"""Stories of ratings are played at the table of those of matches, on each database it is made for."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.matches.table import TestClock
from tests.ratings.league import League
from tests.storage.conftest import address, clock, url

__all__ = ["address", "clock", "url"]


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
