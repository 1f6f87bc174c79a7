"""An SQLite file: one connection in one thread; a transaction is one call to that thread."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from filelock import FileLock, Timeout
from sqlalchemy import Connection, StaticPool, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from bot.database.faults import BadDatabase

T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long to wait for another process that writes."""
QUEUE_SECONDS = 10.0
"""The maximum number of seconds that work waits for other work of this process; then its result is dropped.
"""

TRIED_BYTES = 65_536
"""Bytes that `try_folder` writes."""

HAS_MODES = os.name == "posix"
"""Whether file modes control who may read a file."""

_OWNER_ALONE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class SqliteFile:
    """One connection for reading and writing, which aiosqlite owns together with its thread.

    SQLite has one writer anyway, and some of its versions have a bug when several connections write to one
    WAL. In that thread a plain SQLAlchemy connection runs on it, so that a transaction needs one round trip,
    whatever its number of statements. It stays checked out: to take it from a pool and give it back for each
    call takes a third of the thread's time.
    """

    def __init__(self, url: URL, busy: float) -> None:
        self.path = Path(str(url.database))
        self._busy = busy
        self._engine = create_engine(
            url.set(drivername="sqlite"), creator=self._raw, poolclass=StaticPool, hide_parameters=True
        )
        self._connection: aiosqlite.Connection | None = None
        self._kept: Connection | None = None
        """Used in the thread alone; a new one is made after a failure."""
        self._opening = asyncio.Lock()

    def run(self, work: Callable[[Connection], T], *, reading: bool) -> Awaitable[T]:
        """Run work in the thread, in its turn; in a transaction unless it only reads."""
        if self._connection is None:
            return self._run_first(work, reading=reading)
        patience = time.monotonic() + QUEUE_SECONDS
        return _hop(self._connection, copy_context().run, self._run, work, reading, patience)

    async def _run_first(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        await self._opened()
        return await self.run(work, reading=reading)

    async def dispose(self) -> None:
        """Close the connection and end its thread."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await _hop(connection, self._give_up)
            await connection.close()
            connection._thread.join()  # it has done all: this process may be forked now

    async def _opened(self) -> aiosqlite.Connection:
        async with self._opening:
            if self._connection is None:
                (path,), given = self._engine.dialect.create_connect_args(self._engine.url)
                given = {**given, "timeout": self._busy, "isolation_level": None, "check_same_thread": True}
                keep_private(self.path)
                opening = aiosqlite.connect(path, **given)
                opening._thread.daemon = True  # a program that forgets to close still ends
                try:
                    connection = await opening
                except BaseException:
                    await asyncio.to_thread(opening._thread.join)  # it reports its end to a loop that is open
                    raise
                try:
                    await _hop(connection, _set_up, connection._conn, self._busy)
                except BaseException:
                    await connection.close()
                    raise
                self._connection = connection
            return self._connection

    def _raw(self) -> sqlite3.Connection:
        assert self._connection is not None, "work is run on an open connection"
        return self._connection._conn

    def _run(self, work: Callable[[Connection], T], reading: bool, patience: float) -> T:
        if time.monotonic() > patience:
            raise WaitedTooLong("others have kept the connection for too long")
        kept = self._kept
        if kept is None:
            kept = self._kept = self._engine.connect()
        try:
            # Work that only reads is one statement, which is consistent in SQLite without a transaction. What
            # writes takes the lock at once: a later upgrade could lose an update. No listener of the engine
            # does this, because with one SQLAlchemy looks for others at each statement.
            if reading:
                done = work(kept)
                kept.rollback()  # of nothing: the driver has begun no transaction
                return done
            with kept.begin():
                kept.exec_driver_sql("BEGIN IMMEDIATE")
                return work(kept)
        except BaseException:
            self._kept = None
            kept.close()
            raise

    def _give_up(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()
        self._engine.dispose()


@contextmanager
def sole_bot(file: Path) -> Iterator[None]:
    """Lock out other bots from a database for a block. Raises `BadDatabase`.

    The lock is on a file beside the database, which stays there. The system releases it however the process
    ends. Only bots take it: programs that copy or check a database can do so meanwhile.
    """
    check_folder(file)
    beside = _lock_of(file)
    lock = FileLock(beside, timeout=0, mode=_OWNER_ALONE, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise BadDatabase(
            f"Another Tablepost runs on {file} already, and one file serves one bot. Stop that one first,"
            " name another file in DATABASE_URL, or use PostgreSQL."
        ) from None
    except OSError as fault:
        raise BadDatabase(
            f"{beside}, which keeps a second bot off the database, cannot be locked ({fault.strerror}). Let"
            " the user who runs the bot write the file and its folder, and keep it on a disk of this machine."
        ) from None
    try:
        yield
    finally:
        lock.release()


def _lock_of(file: Path) -> Path:
    real = file.resolve()  # by whatever name the bots know it
    return real.with_name(real.name + ".lock")


def check_folder(file: Path) -> None:
    """Raise `BadDatabase` where the folder of a database does not exist.

    It is not made: a typing error in its name would give an empty bot, and the matches would seem lost.
    """
    if not file.parent.is_dir():
        raise BadDatabase(
            f"There is no folder {file.parent} for the database. Correct DATABASE_URL, or make the folder if"
            " the database is to be a new one."
        )


def try_folder(file: Path) -> None:
    """Write and delete a small file beside a database, as SQLite does. Raises `BadDatabase`.

    Where a lock file is there, it has to be writable too, as for `sole_bot`.
    """
    check_folder(file)
    lock = _lock_of(file)
    try:
        with tempfile.TemporaryFile(dir=file.resolve().parent) as tried:
            tried.write(bytes(TRIED_BYTES))
            tried.flush()
            os.fsync(tried.fileno())
        if lock.exists():
            os.close(os.open(lock, os.O_RDWR))
    except OSError as fault:
        if fault.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BadDatabase(
                f"The disk that holds {file} is full. Make room there; what was acknowledged before is kept."
            ) from None
        raise BadDatabase(
            f"Nothing can be written beside {file} ({fault.strerror}). Let the user who runs the bot write"
            " the file and its folder, or name another file in DATABASE_URL."
        ) from None


def _hop(connection: aiosqlite.Connection, work: Callable[..., Any], *given: object) -> asyncio.Future[Any]:
    """Queue work for the thread of a connection; it is done whoever waits for its result.

    As `Connection._execute`, which would need a task that goes on when the one who waits is cancelled.
    """
    result = asyncio.get_running_loop().create_future()
    connection._tx.put_nowait((result, partial(work, *given)))
    return result


def keep_private(file: Path) -> None:
    """Make a database readable for its owner only; create it if missing. It has the seeds of running matches.

    SQLite's other files take its mode when they are created. Where the system has no such modes, or another
    user owns the file, nothing changes: `open_to_others` reports it.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, _OWNER_ALONE))
    for each in open_to_others(file):
        with suppress(OSError):
            each.chmod(stat.S_IMODE(each.stat().st_mode) & ~_OTHERS)


def open_to_others(file: Path) -> list[Path]:
    """Return the existing files of a database that others than its owner can read."""
    real = file.resolve()
    open_files = []
    for path in [real.with_name(real.name + end) for end in ("", "-wal", "-shm", "-journal")]:
        with suppress(OSError):
            if HAS_MODES and path.stat().st_mode & _OTHERS:
                open_files.append(path)
    return open_files


def _set_up(connection: sqlite3.Connection, busy: float) -> None:
    _write_ahead(connection, busy)
    # secure_delete: what people have deleted is overwritten, not only left out of the tables.
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: sqlite3.Connection, busy: float) -> None:
    """Turn the WAL on. For this alone SQLite does not wait by itself while another process locks the file."""
    patience = time.monotonic() + busy
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= patience:
                raise
            time.sleep(0.01)
        else:
            return
