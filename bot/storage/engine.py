"""The connection to the database: whole transactions that no cancellation tears, one writer on SQLite."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.engine.language import N_, gettext
from bot.matches.errors import Unavailable

log = structlog.get_logger(__name__)

T = TypeVar("T")

BUSY_SECONDS = 5
"""How long to wait for another process that writes, or for a free connection."""

HAS_MODES = os.name == "posix"
"""Whether the mode of a file tells who may read it."""

_READING = "reading"
_OWNER_ALONE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_SORRY = N_("The database does not answer at the moment. Please try again in a minute.")


class BadDatabase(Exception):  # noqa: N818 - it reads as a sentence
    """The database cannot be used as it is; the message says why and what to do."""


def database_url(written: str) -> URL:
    """Return the address of a database, of SQLite or PostgreSQL. Raises `BadDatabase` with a sentence."""
    try:
        url = make_url(written)
    except ArgumentError:
        raise BadDatabase(
            "The database's address cannot be read. Write sqlite+aiosqlite:///path/to/file.db or"
            " postgresql+asyncpg://user:password@host/name."
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+asyncpg")
    if kind != "sqlite":
        raise BadDatabase(
            f"The database's address begins with {url.drivername};"
            " use sqlite+aiosqlite or postgresql+asyncpg."
        )
    if url.database in (None, "", ":memory:"):
        raise BadDatabase(
            "A database in memory would forget every match. Write sqlite+aiosqlite:///path/to/file.db."
        )
    return url.set(drivername="sqlite+aiosqlite")


class Database:
    """An open database. Close it, or its thread outlives the program.

    The work handed to it is a plain function of a SQLAlchemy connection, the same for SQLite and PostgreSQL.
    """

    def __init__(self, url: URL) -> None:
        self._engine = _sqlite_engine(url) if url.get_backend_name() == "sqlite" else _postgres_engine(url)
        self._readers = self._engine.execution_options(**{_READING: True})
        self._running: set[asyncio.Task[Any]] = set()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries that change nothing. Raises `Unavailable`."""
        return await self._to_the_end(work, reading=True)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction: committed when the work returns, rolled back when it raises.

        Once begun it is carried through, even when the caller is cancelled meanwhile. Raises `Unavailable`.
        """
        return await self._to_the_end(work, reading=False)

    async def close(self) -> None:
        """Wait for what is running, and close all connections."""
        if self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def _to_the_end(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        task = asyncio.create_task(self._translated(work, reading=reading))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            # The caller goes, but not before its transaction is over: it still holds the match's lock.
            if not task.done():
                await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
            raise

    async def _translated(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        try:
            async with (self._readers.connect if reading else self._engine.begin)() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, OSError) as error:
            # The error's own text repeats the statement with its parameters: states, seeds. Its type must do.
            kind = type(getattr(error, "orig", None) or error).__name__
            log.error("the database does not answer", error=kind)
            raise Unavailable(gettext(_SORRY)) from None


def open_database(url: str | URL) -> Database:
    """Return the database at an address; it connects when first used. Raises `BadDatabase`."""
    return Database(database_url(url) if isinstance(url, str) else url)


@asynccontextmanager
async def opened(url: str | URL) -> AsyncIterator[Database]:
    """Open a database for a block."""
    database = open_database(url)
    try:
        yield database
    finally:
        await database.close()


def _postgres_engine(url: URL) -> AsyncEngine:
    """Return the engine of a PostgreSQL server, which several bot processes may share."""
    return create_async_engine(
        url, pool_size=5, pool_timeout=BUSY_SECONDS, pool_pre_ping=True, hide_parameters=True
    )


def _sqlite_engine(url: URL) -> AsyncEngine:
    """Return the engine of a file of SQLite, with one connection for reading and writing.

    SQLite has one writer anyway, and some of its versions have a fault when several connections write to
    one WAL.
    """
    engine = create_async_engine(
        url,
        pool_size=1,
        max_overflow=0,
        pool_timeout=2 * BUSY_SECONDS,
        hide_parameters=True,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    file = Path(str(url.database))
    event.listen(engine.sync_engine, "do_connect", lambda *_: keep_private(file))
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def keep_private(file: Path) -> None:
    """Let the owner alone read a database, which holds the seeds of running matches; make it if need be.

    The files that SQLite keeps beside it take its mode when they are made. Where the system knows no such
    modes, or the file is somebody else's, all stays as it is: `open_to_others` tells of it.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, _OWNER_ALONE))
    for each in open_to_others(file):
        with suppress(OSError):
            each.chmod(stat.S_IMODE(each.stat().st_mode) & ~_OTHERS)


def open_to_others(file: Path) -> list[Path]:
    """Return those files of a database that are there and open to others than their owner."""
    real = file.resolve()
    found = []
    for each in [real.with_name(real.name + end) for end in ("", "-wal", "-shm", "-journal")]:
        with suppress(OSError):
            if HAS_MODES and each.stat().st_mode & _OTHERS:
                found.append(each)
    return found


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    _write_ahead(connection)
    # secure_delete: what people have deleted is overwritten, not only left out of the tables.
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: Any) -> None:
    """Turn the WAL on. For this alone SQLite does not wait by itself while another process holds the file.

    It happens when the first connection is made, before the bot is awake, so waiting holds up nobody.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError:
            if time.monotonic() >= patience:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once where something will be written: a later upgrade could lose an update.

    What only reads is one statement, which SQLite sees whole without a transaction around it.
    """
    if not connection.get_execution_options().get(_READING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
