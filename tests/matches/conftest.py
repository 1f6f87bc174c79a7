from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.migrate import migrate
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
async def other(table: Table, url: str, shared: None) -> AsyncIterator[Table]:
    """A second process: its own service, memory and connection on the same database."""
    opened = Table(url, table.clock, "other")
    yield opened
    await opened.close()
