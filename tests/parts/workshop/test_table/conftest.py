from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database.migrate import migrate
from bot.games.registry import GAMES
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.test_table.service import TestTableService
from bot.parts.workshop.test_table.store import SqlTestTables
from tests.matches.table import TestClock, database_like, fixed_entropy


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
async def store(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> AsyncIterator[SqlMatchStore]:
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await migrate(f"sqlite:///{template}")
    opened = SqlMatchStore.at(database_like(template, tmp_path))
    yield opened
    await opened.close()


@pytest.fixture
def tables(store: SqlMatchStore, clock: TestClock) -> TestTableService:
    return TestTableService(SqlTestTables(store.database), store, GAMES, clock, fixed_entropy("test tables"))
