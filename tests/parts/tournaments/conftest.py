from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.matches.conftest import clock, url
from tests.matches.table import TestClock
from tests.parts.tournaments.office import Office

__all__ = ["clock", "url"]


@pytest.fixture
async def office(url: str, clock: TestClock) -> AsyncIterator[Office]:
    office = Office(url, clock)
    yield office
    await office.close()
