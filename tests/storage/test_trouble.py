"""Faults of the storage: each has its own sentence with what to do, and `check` detects it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, make_url, text

from bot.base.clock import wall_clock
from bot.database import engine
from bot.database.engine import Database, DatabaseDown, database_url, opened
from bot.database.faults import BadDatabase, remedy
from bot.database.migrate import check_pages, check_schema, migrate, try_write
from bot.host.cli import check
from bot.host.cli.output import CheckStatus
from bot.matches.store import SqlMatchStore


def file_of(url: str) -> Path:
    return Path(str(database_url(url).database))


def damage(file: Path) -> None:
    """Overwrite the middle of a page that is not one of the first."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as pages:
        for page in range(8, 16):
            pages.seek(page * size)
            pages.write(b"\xff" * (size // 2))


async def test_check_reports_a_damaged_page(url: str) -> None:
    assert await check_pages(url) == ()
    damage(file_of(url))
    assert await check_pages(url)
    finding = await check._database(url)
    assert finding.status is CheckStatus.WRONG
    assert "Damaged pages" in finding.found or "is damaged" in finding.found
    assert "backup" in finding.remedy + finding.found


async def test_a_file_that_is_no_database_has_its_own_sentence(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("I am a letter, not a database. " * 100)
    with pytest.raises(BadDatabase, match=r"letter\.db is not a database.*Name another file"):
        await migrate(f"sqlite:///{file}")
    with pytest.raises(BadDatabase, match="is not a database"):
        await check_schema(f"sqlite:///{file}")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("", r"cannot be opened\. Is its folder there"),
        ("file/below/matches.db", r"There is no folder .*file/below for the database"),
    ],
    ids=["a folder in the place of the file", "a folder that does not exist"],
)
async def test_a_file_that_cannot_be_created_has_its_own_sentence(
    tmp_path: Path, path: str, sentence: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadDatabase, match=sentence):
        await migrate(f"sqlite:///{tmp_path / path}")


@pytest.mark.parametrize(
    ("pragma", "sentence"),
    [
        ("query_only = ON", "cannot be written. Let the user who runs the bot write"),
        ("max_page_count = 1", "The disk that holds .* is full. Make room"),
    ],
)
async def test_read_only_and_full_have_different_sentences(url: str, pragma: str, sentence: str) -> None:
    async with opened(url) as database:
        await database.read(lambda connection: connection.exec_driver_sql(f"PRAGMA {pragma}"))
        await _written(database, sentence, url)


async def _written(database: engine.Database, sentence: str, url: str) -> None:
    with pytest.raises(engine.DatabaseDown, match="does not answer at the moment") as down:
        await database.write(
            lambda connection: connection.execute(
                text("INSERT INTO card_pools (hash, cards, at) VALUES (:hash, :cards, CURRENT_TIMESTAMP)"),
                [{"hash": f"{n}", "cards": bytes(5_000)} for n in range(99)],
            )
        )
    assert str(file_of(url)) in down.value.remedy
    assert re.search(sentence, down.value.remedy)


async def test_a_file_locked_by_another_program_is_busy(url: str) -> None:
    async with opened(url, busy=0) as database:
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await _written(database, "is held by another program that writes to it", url)


async def test_check_reports_a_database_in_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the start does."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(file_of(url), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadDatabase, match="is held by another program"):
            await try_write(url)
        finding = await check._database(url)
    assert finding.status is CheckStatus.WRONG
    assert "is held by another program" in finding.found


def test_errors_of_the_disk_have_their_sentence() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    assert "its disk answers with an error" in remedy(error, Path("matches.db"))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("53100", "server is full"),
        ("25006", "takes no writes"),
        ("58030", "with an error"),
        ("XX001", "damaged"),
    ],
)
def test_faults_of_postgresql_have_their_own_sentences(state: str, words: str) -> None:
    """They were told as if the server did not answer."""
    error = OSError()
    error.sqlstate = state  # type: ignore[attr-defined]
    assert words in remedy(error, None)


async def test_a_start_without_migrations_needs_no_write_lock(url: str) -> None:
    with closing(sqlite3.connect(file_of(url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert (await migrate(url)).current


async def test_a_write_is_tried_on_either_database(address: str) -> None:
    """With tables one row is written as it is; without, a table is made and dropped."""
    await try_write(address)
    assert (await check_schema(address)).current
    newest = (await check_schema(address)).newest
    async with opened(address) as database:

        async def at(step: str) -> None:
            stamp = text("UPDATE alembic_version SET version_num = :step")
            await database.write(lambda connection: connection.execute(stamp, {"step": step}))

        await at("0001")
        try:
            await try_write(address)
        finally:
            await at(newest)
        tables = await database.read(lambda connection: inspect(connection).get_table_names())
    assert "tablepost_tried" not in tables


async def test_a_bot_without_a_login_can_be_closed(url: str) -> None:
    from bot.host.wiring import make_bot

    store = SqlMatchStore.at(url)
    bot = make_bot(store, wall_clock)
    await bot.close()
    await store.close()


async def test_work_that_comes_while_a_database_is_closed_is_refused(url: str) -> None:
    """A connection that it opened would never be closed. What has begun is completed."""
    database, begun, going_on = Database(make_url(url)), threading.Event(), threading.Event()

    def slow_work(_connection: Connection) -> bool:
        begun.set()
        return going_on.wait(10)

    slow = asyncio.create_task(database.read(slow_work))
    assert await asyncio.to_thread(begun.wait, 10)
    closing_it = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    with pytest.raises(DatabaseDown):
        await database.write(lambda connection: connection.scalar(text("SELECT 7")))
    going_on.set()
    assert await slow
    await closing_it


def test_an_unreachable_server_has_a_sentence_with_what_to_check() -> None:
    told = remedy(ConnectionRefusedError(), None)
    assert told.startswith("The database does not answer (ConnectionRefusedError). Does the server run")
