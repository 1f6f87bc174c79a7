"""The database layer: clean close, atomic under cancellation, clear errors if the database is unavailable."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection, Dialect, text
from sqlalchemy.dialects import sqlite

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.database import engine
from bot.database import sqlite as sqlite_file
from bot.database.coordination import Topic
from bot.database.engine import database_url, opened
from bot.database.schema import UtcDateTime
from bot.engine.errors import Unavailable
from tests.matches.table import ANN, Table


def pragmas(connection: Connection) -> tuple[object, ...]:
    names = ("journal_mode", "synchronous", "foreign_keys")
    return tuple(connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names)


async def test_sqlite_uses_wal_full_sync_and_immediate_locks(url: str) -> None:
    def try_to_write(connection: Connection) -> str:
        with closing(sqlite3.connect(str(database_url(url).database), timeout=0)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                return str(error)
        return "nobody holds the lock"

    async with opened(url) as database:
        assert await database.read(pragmas) == ("wal", 2, 1)
        assert await database.write(try_to_write) == "database is locked"
        assert await database.read(try_to_write) == "nobody holds the lock"


async def test_a_failed_transaction_changes_nothing(url: str) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("DELETE FROM alembic_version"))
        raise ValueError("in the middle")

    async with opened(url) as database:
        with pytest.raises(ValueError, match="in the middle"):
            await database.write(half)
        rows = await database.read(lambda c: c.execute(text("SELECT * FROM alembic_version")).all())
        assert len(rows) == 1


async def test_a_cancelled_change_of_cached_data_drops_what_is_cached(url: str) -> None:
    """Its transaction is completed, so what was read before is no longer true."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(_connection: Connection) -> None:
        begun.set()
        go_on.wait()

    async with opened(url) as database:
        database.preferences.keep({ANN.user: "as before"}, database.preferences.changes)
        task = asyncio.create_task(database.write_cached(Topic.PERSON, ANN.user, slow))
        await asyncio.to_thread(begun.wait)
        task.cancel()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert database.preferences.found == {}


async def test_a_cancelled_transaction_is_completed_and_its_caller_waits(url: str) -> None:
    begun, go_on, finished = asyncio.Event(), threading.Event(), threading.Event()
    here = asyncio.get_running_loop()

    def long(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = 'long'"))
        here.call_soon_threadsafe(begun.set)
        assert go_on.wait(30)
        connection.execute(text("SELECT 1"))
        finished.set()

    async with opened(url) as database:
        task = asyncio.create_task(database.write(long))
        await begun.wait()
        task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert finished.is_set()
        found = await database.read(
            lambda c: c.execute(text("SELECT version_num FROM alembic_version")).scalar()
        )
        assert found == "long"


async def test_a_transaction_is_one_call_to_the_database_thread(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hops = []
    there = sqlite_file._hop

    def counted(connection: aiosqlite.Connection, *work: Any) -> asyncio.Future[Any]:
        hops.append(threading.current_thread())
        return there(connection, *work)

    def many(connection: Connection) -> threading.Thread:
        for _ in range(20):
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        return threading.current_thread()

    async with opened(url) as database:
        await database.read(lambda connection: None)
        monkeypatch.setattr(sqlite_file, "_hop", counted)
        thread = await database.write(many)
        assert hops == [threading.main_thread()]
        assert thread is not threading.main_thread()
        assert await database.read(lambda _connection: threading.current_thread()) is thread


async def test_a_caller_is_refused_after_too_long_a_wait_for_the_connection(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(url) as database:
        await database.read(lambda connection: None)
        monkeypatch.setattr(sqlite_file, "QUEUE_SECONDS", -1.0)
        with pytest.raises(Unavailable):
            await database.read(lambda _connection: "too late")
        monkeypatch.undo()
        assert await database.read(lambda _connection: "in time") == "in time"


async def test_closing_waits_for_running_work(url: str) -> None:
    database = engine.open_database(url)
    writing = asyncio.create_task(
        database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = 'last'")))
    )
    await asyncio.sleep(0)
    await database.close()
    await writing
    with closing(sqlite3.connect(str(database_url(url).database))) as other:
        assert other.execute("SELECT version_num FROM alembic_version").fetchone() == ("last",)


async def test_a_lock_held_too_long_by_another_process_makes_the_match_unavailable(
    sqlite_table: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0)
    waiting = sqlite_table.again("waiting")
    info = await sqlite_table.open()
    with closing(sqlite3.connect(str(database_url(url).database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="does not answer at the moment"):
            await waiting.join(info.id, ANN, word="later", request="1")
        with speaking(language("de")), pytest.raises(Unavailable, match="Die Datenbank antwortet"):
            await waiting.join(info.id, ANN, word="later", request="1")
        other.execute("ROLLBACK")
    joined = await waiting.join(info.id, ANN, word="later", request="1")
    assert joined.seats[0].word == "later"


async def test_a_database_error_logs_no_values(
    sqlite_table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(text("UPDATE nothing SET seed = :seed"), {"seed": "the secret seed"})

    with pytest.raises(Unavailable) as failure:
        await sqlite_table.store._database.write(fail)
    assert "secret" not in str(failure.value) + capsys.readouterr().out
    assert failure.value.__cause__ is None


def test_a_program_that_does_not_close_the_database_still_ends(url: str) -> None:
    program = (
        "import asyncio, sys\n"
        "from bot.matches.store import SqlMatchStore\n"
        "store = SqlMatchStore.at(sys.argv[1])\n"
        "print(asyncio.run(store.load_channel(1)))\n"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", program, url],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout == "None\n"


def test_instants_are_stored_in_utc_and_refused_without_a_zone() -> None:
    kind, dialect = UtcDateTime(), sqlite.dialect()
    assert isinstance(dialect, Dialect)
    berlin = datetime(2026, 5, 1, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    stored = kind.process_bind_param(berlin, dialect)
    assert stored == datetime(2026, 5, 1, 18, 0)  # noqa: DTZ001 - SQLite keeps no zone
    assert kind.process_result_value(stored, dialect) == datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
    with pytest.raises(ValueError, match="without a time zone"):
        kind.process_bind_param(stored, dialect)
