"""Migrations: from nothing to the present tables, again and again, and never backwards by surprise."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from bot.storage import migrations
from bot.storage.engine import database_url, opened
from bot.storage.faults import BadDatabase
from bot.storage.migrate import check_schema, migrate
from bot.storage.schema import metadata
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table, TestClock

MADE_UP = Path(__file__).parent / "steps" / "s9000_made_up.py"
"""A step that a later version might bring: a table that is filled from those there are."""
STEPS = sorted(path.name[1:5] for path in (Path(migrations.__file__).parent / "versions").glob("s*.py"))
"""The steps by the names of their files."""
NEWEST = STEPS[-1]


@pytest.fixture
def fresh(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/new/folder/matches.db"


def is_there(url: str) -> bool:
    return Path(str(database_url(url).database)).exists()


async def test_an_empty_database_is_brought_up_to_date_in_a_folder_that_is_made(fresh: str) -> None:
    sentence = (await check_schema(fresh)).sentence
    assert sentence == f"The database is empty; migrating takes it to step {NEWEST}."
    before = await migrate(fresh)
    assert (before.found, before.newest) == (None, NEWEST)
    after = await check_schema(fresh)
    assert after.current
    assert after.sentence == f"The database is up to date (step {NEWEST})."


async def test_looking_at_a_database_that_is_not_there_does_not_make_it(fresh: str) -> None:
    await check_schema(fresh)
    assert not is_there(fresh)


async def test_migrating_again_changes_nothing_and_keeps_all_matches(fresh: str) -> None:
    await migrate(fresh)
    table = Table(fresh, TestClock())
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    assert (await migrate(fresh)).current
    assert (await table.service.match_view(info.id, ANN.user)).view.dice == (2, 0)
    await table.close()


async def test_the_migrations_make_exactly_the_tables_of_the_schema(fresh: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    await migrate(fresh)
    async with opened(fresh) as database:
        assert await database.read(differences) == []


@pytest.fixture
def next_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what changes between the present program and one that has the made-up step as well."""
    folder = tmp_path / "next" / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder)
    shutil.copy(MADE_UP, folder / "versions")
    folders = itertools.cycle([folder, Path(migrations.__file__).parent])
    return lambda: monkeypatch.setattr("bot.storage.migrate._FOLDER", next(folders))


async def test_the_next_step_changes_the_tables_and_keeps_what_is_in_them(
    fresh: str, next_program: Callable[[], None]
) -> None:
    await migrate(fresh)
    table = Table(fresh, TestClock())
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    next_program()
    found = await check_schema(fresh)
    assert found.sentence == f"The database is at step {NEWEST}; migrating takes it to step 9000."
    assert (await migrate(fresh)).found == NEWEST
    assert (await check_schema(fresh)).current
    assert (await table.service.match_view(info.id, ANN.user)).view.dice == (2, 0)

    def hosts(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT told FROM made_up")).scalars())

    assert await table.store.database.read(hosts) == [f"{info.id} is hosted by {ANN.user}"]
    await table.close()


async def test_an_older_program_refuses_the_database_of_a_newer_one(
    fresh: str, next_program: Callable[[], None]
) -> None:
    next_program()
    await migrate(fresh)
    next_program()
    with pytest.raises(BadDatabase, match="step 9000, which this program does not know"):
        await migrate(fresh)
    assert not (await check_schema(fresh)).known


async def test_several_processes_may_migrate_at_once(fresh: str) -> None:
    Path(str(database_url(fresh).database)).parent.mkdir(parents=True)
    # Each in a thread with a loop of its own, as each process has one.
    before = await asyncio.gather(*[asyncio.to_thread(asyncio.run, migrate(fresh)) for _ in range(3)])
    assert sorted(str(each.found) for each in before) == [NEWEST, NEWEST, "None"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("not an address", "cannot be read"),
        ("mysql://somewhere/matches", "begins with mysql; use sqlite.aiosqlite or postgresql"),
        ("sqlite://", "in memory would forget every match"),
        ("sqlite+aiosqlite:///:memory:", "in memory would forget every match"),
    ],
)
def test_an_address_that_cannot_be_used_gets_a_sentence(written: str, sentence: str) -> None:
    with pytest.raises(BadDatabase, match=sentence):
        database_url(written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sqlite:///data/t.db", "sqlite+aiosqlite:///data/t.db"),
        ("postgres://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
        ("postgresql://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
    ],
)
def test_usual_ways_to_write_an_address_are_understood(written: str, meant: str) -> None:
    assert database_url(written).render_as_string(hide_password=False) == meant
