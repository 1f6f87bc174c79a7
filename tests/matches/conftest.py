from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database.migrate import migrate
from tests.matches.dicey import HurriedRules
from tests.matches.gambler import Gambler
from tests.matches.table import Mail, Table, TestClock, database_like


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
def mail() -> Mail:
    return Mail()


@pytest.fixture
async def url(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> str:
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await migrate(f"sqlite:///{template}")
    return database_like(template, tmp_path)


@pytest.fixture
async def table(url: str, clock: TestClock) -> AsyncIterator[Table]:
    opened = Table(url, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def other(table: Table, shared: None) -> Table:
    """A second process: a service with its own memory and connection on the same database."""
    return table.again("other")


@pytest.fixture
async def hurried(table: Table) -> Table:
    """Return a table of Dicey in which each roll is a window of an hour and may have standing orders."""
    return table.again("hurried", games={"dicey": HurriedRules()})


@pytest.fixture
def gambler() -> Gambler:
    return Gambler()


@pytest.fixture
async def casino(table: Table, gambler: Gambler) -> Table:
    """Return a table with the computer player Gambler."""
    return table.again("casino", computers={"gambler": gambler})
