"""Migrations: from nothing to the present tables, again and again, and never backwards by surprise."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from bot.matches.ports import Beat
from bot.matches.shards import ALL, Shards
from bot.storage import migrations
from bot.storage.engine import database_url, opened
from bot.storage.faults import BadDatabase
from bot.storage.migrate import _config, check_schema, migrate
from bot.storage.schema import metadata
from tests.matches.dicey import Choose, HurriedRules, Orders
from tests.matches.table import ANN, BEN, Table, TestClock

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


async def test_deliveries_from_before_are_kept_and_none_of_them_is_doubtful(
    fresh: str,
) -> None:
    await migrate(fresh)
    table = Table(fresh, TestClock())
    info = await table.started(BEN)
    waiting = await table.store.pending()
    await table.close()

    def step_back(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0009")
        tables = inspect(connection).get_table_names()
        assert "stale_posts" not in tables

    async with opened(fresh) as database:
        await database.write(step_back)
    await migrate(fresh)
    table = Table(fresh, TestClock())
    assert {row.delivery.match for row in waiting} == {info.id}
    assert await table.store.pending() == waiting
    assert not any(row.delivery.doubtful for row in waiting)
    assert await table.store.stale_posts(table.clock.now) == []
    await table.close()


async def test_a_match_from_before_standing_orders_goes_on_without_any(fresh: str) -> None:
    await migrate(fresh)
    games = {"dicey": HurriedRules()}
    table = Table(fresh, TestClock(), games=games)
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    await table.close()

    def step_back(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0010")
        assert "orders" not in [each["name"] for each in inspect(connection).get_columns("matches")]

    async with opened(fresh) as database:
        await database.write(step_back)
    await migrate(fresh)
    table = Table(fresh, TestClock(), games=games)
    assert (await table.service.match_view(info.id, ANN.user)).orders is None
    given = await table.service.play.order(info.id, ANN.user, Orders(ready=True), request="order")
    assert (given.match_view.orders, given.match_view.answer_waits) == (Orders(ready=True), True)
    await table.close()


async def test_when_the_bot_was_running_last_is_known_after_beats_are_kept_by_shards(fresh: str) -> None:
    await migrate(fresh)
    table = Table(fresh, TestClock())
    await table.store.beat(Shards((0,), 2), table.clock.now - timedelta(hours=1))
    await table.store.beat(ALL, table.clock.now)
    await table.close()

    def step_back(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0011")
        assert connection.execute(text("SELECT id FROM heartbeat")).scalars().all() == [1]

    async with opened(fresh) as database:
        await database.write(step_back)
    await migrate(fresh)
    table = Table(fresh, TestClock())
    assert await table.store.beats() == [Beat(ALL, table.clock.now)]
    await table.close()


async def test_several_processes_may_migrate_at_once(fresh: str) -> None:
    Path(str(database_url(fresh).database)).parent.mkdir(parents=True)
    # Each in a thread with a loop of its own, as each process has one.
    before = await asyncio.gather(*[asyncio.to_thread(asyncio.run, migrate(fresh)) for _ in range(3)])
    assert sorted(str(each.found) for each in before) == [NEWEST, NEWEST, "None"]


async def test_a_database_of_a_newer_program_is_refused_in_a_sentence(fresh: str) -> None:
    await migrate(fresh)
    async with opened(fresh) as database:
        await database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(BadDatabase, match="step 9999, which this program does not know"):
        await migrate(fresh)
    assert not (await check_schema(fresh)).known


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
