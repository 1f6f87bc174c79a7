"""Fixtures of dice tests: the databases of the match tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.matches.model import Person
from bot.matches.store import SqlMatchStore
from bot.parts.dice.notation import read
from bot.parts.dice.ports import Roll, RollPlace, Seed, Visibility
from bot.parts.dice.service import Asked, RollService
from bot.parts.dice.store import SqlRollStore
from tests.matches.conftest import clock, url
from tests.matches.table import ANN, TestClock, fixed_entropy

__all__ = ["clock", "url"]

TABLE = RollPlace(5, shared=True)


class Dice:
    """A roll service on a database, and short methods to roll."""

    def __init__(self, url: str, clock: TestClock, label: str = "dice") -> None:
        self.store = SqlMatchStore.at(url)
        self.service = RollService(SqlRollStore(self.store.database), clock, fixed_entropy(label))
        self.label, self.count = label, 0

    async def roll(
        self,
        text: str,
        who: Person = ANN,
        place: RollPlace = TABLE,
        visibility: Visibility = Visibility.PUBLIC,
        request: str = "",
    ) -> tuple[Roll, Seed]:
        self.count += 1
        request = request or f"{self.label} {self.count}"
        return await self.service.roll(Asked(read(text), who, place, request, visibility))

    async def close(self) -> None:
        await self.store.close()


@pytest.fixture
async def dice(url: str, clock: TestClock) -> AsyncIterator[Dice]:
    opened = Dice(url, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def other(url: str, clock: TestClock) -> AsyncIterator[Dice]:
    """Return another process on the same database."""
    opened = Dice(url, clock, "other")
    yield opened
    await opened.close()
