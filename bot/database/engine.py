"""The connection to the database: transactions that a cancellation cannot interrupt, one writer on SQLite."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import structlog
from msgspec import Struct
from sqlalchemy import Column, Connection, Executable, Row, Select, Table, bindparam, func, select, tuple_
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.base.clock import unhurried
from bot.base.language import N_, gettext
from bot.base.metrics import DATABASE, DATABASE_FAILURES
from bot.database.coordination import News, Topic
from bot.database.faults import BadDatabase, breaks, described, kind_of, remedy
from bot.database.sqlite import BUSY_SECONDS, SqliteFile, sole_bot
from bot.engine.errors import Unavailable

# Inserts rows in place of those with the same primary key, on SQLite and PostgreSQL alike.


StructT = TypeVar("StructT", bound=Struct)

Rows: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""The values of one row, or of several."""


def replace_rows(connection: Connection, table: Table, rows: Rows, *columns: str) -> None:
    """Insert one row or several, each in place of the one with its primary key.

    With `columns`, only these are changed in a row that is there.
    """
    connection.execute(_replacing(table, connection.dialect.name, columns), rows)


def insert_into(table: Table, dialect: str) -> Any:
    """Return an INSERT that can say what happens to a row that is there; of a dialect that is in use."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


@cache
def _replacing(table: Table, dialect: str, columns: tuple[str, ...]) -> Executable:
    inserted, keys = insert_into(table, dialect), list(table.primary_key.columns)
    changed = columns or [column.name for column in table.columns if column not in set(keys)]
    values = {name: inserted.excluded[name] for name in changed}
    replacing: Executable = inserted.on_conflict_do_update(index_elements=keys, set_=values)
    return replacing


def of_row(kind: type[StructT], row: Row[Any], **read: Any) -> StructT:
    """Return a struct with the columns of its fields' names; `read` are fields that are stored otherwise."""
    plain = [name for name in kind.__struct_fields__ if name not in read]
    return kind(**{name: getattr(row, name) for name in plain}, **read)


log = structlog.get_logger(__name__)

T = TypeVar("T")

NEWS_CHANNEL = "tablepost"
"""PostgreSQL's NOTIFY channel for announcements of committed changes between processes."""
_NOTIFY = select(func.pg_notify(NEWS_CHANNEL, bindparam("payload")))

_SIZE = select(func.pg_database_size(func.current_database()))
ANSWER_SECONDS = 5.0
"""Seconds that PostgreSQL has to accept a connection, and to answer a statement."""
MOST_REMEMBERED = 10_000
"""The most users whose settings are cached."""
MOST_PICTURED = 1_000
"""The most servers whose lists of card pictures are cached."""
MOST_PENDING = 1_000
"""The most matches of which it is known what is pending."""
AT_ONCE = 200
"""The most rows that are read at once where there can be thousands."""
USERS_AT_ONCE = 500
"""The most users in one query."""

_TIMES = {True: DATABASE.labels("read"), False: DATABASE.labels("write")}

SORRY = N_("The database does not answer at the moment. Please try again in a minute.")


class DatabaseDown(Unavailable):
    """The database cannot be used at the moment. `remedy` has the reason and the remedy for the operator."""

    def __init__(self, sentence: str, remedy: str, kind: str = "other") -> None:
        super().__init__(sentence)
        self.remedy = remedy
        self.kind = kind
        """One of `bot.base.metrics.DATABASE_FAULTS`."""


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


def sole_use(url: str) -> AbstractContextManager[None]:
    """Lock out every other bot from an SQLite file for a block; PostgreSQL can be shared. Raises
    `BadDatabase`.
    """
    address = database_url(url)
    sqlite = address.get_backend_name() == "sqlite"
    return sole_bot(Path(str(address.database))) if sqlite else nullcontext()


class Database:
    """An open database. Close it, or its thread outlives the program.

    The work given to it is a plain function of a SQLAlchemy connection, the same for SQLite and PostgreSQL.
    It may run in another thread, with the current language.
    """

    def __init__(self, url: URL, *, busy: float | None = None, answer: float | None = ANSWER_SECONDS) -> None:
        """`busy` is how many seconds to wait for another process that writes, or for a free connection.

        `answer` is the limit for each answer of PostgreSQL, None for no limit.
        """
        sqlite, patience = url.get_backend_name() == "sqlite", BUSY_SECONDS if busy is None else busy
        self._engine: _Engine = SqliteFile(url, patience) if sqlite else _server(url, patience, answer)
        self._file = Path(str(url.database)) if sqlite else None
        self.url = url
        self.answer = answer
        """Seconds that PostgreSQL has for an answer; None for no limit."""
        self.name = secrets.token_hex(4)
        """The name of this process among those on the same database."""
        self.shared = not sqlite
        """Whether other processes may change the stored data."""
        self.preferences = Remembered(trusted=sqlite)
        self.notes = Remembered(trusted=sqlite)
        self.pictures = Remembered(trusted=sqlite, most=MOST_PICTURED)
        self.remembered = (self.preferences, self.notes, self.pictures)
        """The caches, by the ids of users and servers. A change drops all entries of its owner."""
        self.servers = Remembered(trusted=sqlite)
        """Settings of servers. With PostgreSQL they are not kept: 1.6.0 and older announce no change."""
        self.muted = Remembered(trusted=sqlite)
        """The matches that each user has muted, kept under the same condition."""
        self.held = Remembered(trusted=sqlite)
        """The matches about whose turns each user may have held notices, kept under the same condition."""
        self.watched = Remembered(trusted=sqlite)
        """The matches that anybody may watch, under the one key 0, kept under the same condition."""
        self.pending = Remembered(trusted=sqlite, most=MOST_PENDING)
        """What is pending of a match after its last change, under the same condition.

        Each is taken once; all are dropped when deliveries were altered or deleted.
        """
        self.silent = asyncio.Event()
        """Set from work that got no answer until the server answers again."""
        self._answered = time.monotonic()
        self._running: set[asyncio.Future[Any]] = set()
        self._over = partial(let_go, self._running)
        self._closed = False

    def size(self, connection: Connection) -> int:
        """Return the bytes of the database, with its log."""
        if self._file is None:
            return int(connection.execute(_SIZE).scalar_one())
        parts = (self._file, self._file.with_name(f"{self._file.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

    def free(self) -> int:
        """Return the free bytes on its disk; with PostgreSQL on that of the bot."""
        return shutil.disk_usage(self._file.absolute().parent if self._file else Path.cwd()).free

    def drop(self, owner: int) -> None:
        """Drop the cached data of a user or a server."""
        for each in (*self.remembered, self.muted):
            each.drop(owner)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries that change nothing. Raises `Unavailable`."""
        return await self._to_the_end(work, reading=True)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction: committed when the work returns, rolled back when it raises.

        Once begun it is completed, even when the caller is cancelled meanwhile. Raises `Unavailable`.
        """
        return await self._to_the_end(work, reading=False)

    async def write_cached(self, topic: Topic, owner: int, work: Callable[[Connection], T]) -> T:
        """Run a transaction that changes cached data of a user or a server; drop these in all processes."""

        def announced(connection: Connection) -> T:
            self.tell(connection, News(topic, number=owner))
            return work(connection)

        try:
            return await self.write(announced)
        finally:
            self.drop(owner)  # also where the caller was cancelled meanwhile: the transaction was completed

    def tell(self, connection: Connection, news: News) -> None:
        """Announce something to the other processes when the transaction of this connection is committed."""
        if self.shared:
            payload = f"{self.name} {news.topic} {news.match or '-'} {news.number}"
            connection.execute(_NOTIFY, {"payload": payload})

    async def close(self) -> None:
        """Wait for running work, which is limited, and close all connections. Later work is refused."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def _to_the_end(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        if self._closed:
            raise DatabaseDown(gettext(SORRY), "This program has closed the database.")
        begun = time.monotonic()
        running = asyncio.ensure_future(self._engine.run(work, reading=reading))
        self._running.add(running)
        running.add_done_callback(self._over)
        try:
            with _TIMES[reading].time():
                done = await asyncio.shield(running)
        except asyncio.CancelledError:
            # The caller goes, but not before its transaction is over: it still holds the match's lock.
            if not running.done():
                await asyncio.wait({running})
            raise
        except IntegrityError:
            raise
        except (DBAPIError, sqlite3.Error, PoolTimeout, OSError) as error:
            # The error's own text repeats the statement with its parameters: states, seeds. Its type must do.
            kind, cure = kind_of(error, unanswered=unanswered(error)), remedy(error, self._file)
            log.error("the database does not answer", error=described(error), kind=kind, remedy=cure)
            DATABASE_FAILURES.labels(kind).inc()
            if unanswered(error) and self._answered < begun:
                self.silent.set()
            raise DatabaseDown(gettext(SORRY), cure, kind) from None
        self._answered = time.monotonic()
        self.silent.clear()
        return done


def let_go(running: set[Any], done: asyncio.Future[Any]) -> None:
    """Drop finished work and its exception, which no task may await any more."""
    running.discard(done)
    if not done.cancelled():
        done.exception()


class Stored:
    """A store: the queries of one part, on an open database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _all(self, query: Select[Any], **bounds: Any) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query, bounds).all())

    async def _all_of(self, query: Select[Any], users: Collection[int], **bounds: Any) -> list[Row[Any]]:
        """Return the rows of a query about `users`, asked for `USERS_AT_ONCE` of them at a time."""
        wanted = list(dict.fromkeys(users))
        parts = [wanted[at : at + USERS_AT_ONCE] for at in range(0, len(wanted), USERS_AT_ONCE)]
        return [row for part in parts for row in await self._all(query, users=part, **bounds)]

    async def _each(self, read: Callable[[Row[Any]], T], query: Select[Any], **bounds: Any) -> list[T]:
        """Return what `read` makes of each row; others run meanwhile, because there can be thousands."""
        return [read(row) async for row in unhurried(await self._all(query, **bounds))]

    async def _paged(self, read: Callable[[Row[Any]], T], query: Select[Any], *order: Column[Any]) -> list[T]:
        """Return what `read` makes of each row, in the order of these columns, which no two rows share.

        `AT_ONCE` rows are read at a time, so that thousands of them hold up nothing: the driver of PostgreSQL
        makes the rows of an answer in one go.
        """
        found: list[T] = []
        page = query.order_by(None).order_by(*order).limit(AT_ONCE)
        last = tuple_(*[bindparam(f"last_{each.name}", type_=each.type) for each in order])
        rows = await self._all(page)
        while True:
            found += [read(row) async for row in unhurried(rows)]
            if len(rows) < AT_ONCE:
                return found
            bounds = {f"last_{each.name}": rows[-1]._mapping[each] for each in order}
            rows = await self._all(page.where(tuple_(*order) > last), **bounds)

    async def _first(self, query: Select[Any], **bounds: Any) -> Row[Any] | None:
        found = await self._all(query, **bounds)
        return found[0] if found else None

    async def _one(self, read: Callable[[Row[Any]], T], query: Select[Any], **bounds: Any) -> T | None:
        """Return what `read` makes of the first row; None where there is none."""
        row = await self._first(query, **bounds)
        return None if row is None else read(row)

    async def _bytes(self, query: Select[Any], **bounds: Any) -> bytes | None:
        """Return the first column of the first row; None where there is none."""
        return await self._one(lambda row: bytes(row[0]), query, **bounds)

    async def _strings(self, query: Select[Any], **bounds: Any) -> list[str]:
        """Return the first column of all rows."""
        return [str(row[0]) for row in await self._all(query, **bounds)]

    async def _execute(self, statement: Executable, **values: Any) -> int:
        """Run a statement and return how many rows it changed."""
        return await self._database.write(
            lambda connection: int(connection.execute(statement, values).rowcount)
        )

    async def _unless_taken(self, work: Callable[[Connection], T], taken: T, *constraint: str) -> T:
        """Run a transaction; return `taken` where it breaks this constraint, or any if none is named."""
        try:
            return await self._database.write(work)
        except IntegrityError as error:
            if constraint and not breaks(error, *constraint):
                raise
            return taken

    async def _replace(self, table: Table, row: Mapping[str, Any]) -> None:
        """Insert a row, in place of the one with its primary key."""
        await self._database.write(lambda connection: replace_rows(connection, table, row))


class Remembered:
    """A cache of rows by the id of their owner, a user or a server.

    It is empty while the changes of other processes cannot be received.
    """

    def __init__(self, *, trusted: bool, most: int = MOST_REMEMBERED) -> None:
        self._trusted, self._most = trusted, most
        self.found: dict[Any, Any] = {}
        self.changes = 0
        """Incremented by each change, so that data read before a change is not cached after it."""

    def keep(self, found: Mapping[Any, Any], changes: int) -> None:
        """Cache a value read at this number of changes, unless there were more since."""
        if self._trusted and changes == self.changes:
            if len(self.found) + len(found) > self._most:
                self.found.clear()
            self.found.update(found)

    async def of(self, owner: int, read: Callable[[], Awaitable[T]]) -> T:
        """Return the value of an owner, which is read where it is not cached."""
        if owner not in self.found:
            changes = self.changes
            value = await read()
            self.keep({owner: value}, changes)
            return value
        known: T = self.found[owner]
        return known

    def drop(self, owner: int) -> None:
        """Drop the rows of an owner."""
        self.changes += 1
        self.found.pop(owner, None)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Drop the rows of all owners after the block, which changes some; others may read them meanwhile."""
        try:
            yield
        finally:
            self._drop_all()

    def _drop_all(self) -> None:
        self.changes += 1
        self.found.clear()

    def trust(self) -> None:
        """Start to cache: from now on `drop` is called for changes by other processes."""
        self._trusted = True

    def distrust(self) -> None:
        """Drop everything and stop caching: changes by other processes are no longer received."""
        self._trusted = False
        self._drop_all()


def _server(url: URL, patience: float, answer: float | None) -> _Engine:
    from bot.database.postgres import PostgresServer  # SQLAlchemy's asyncio brings its ORM along: 6 MB

    return PostgresServer(url, patience, answer)


def unanswered(error: Exception) -> bool:
    """Whether an error means that the server did not answer, and not that it refused."""
    return not isinstance(error, DBAPIError) or error.connection_invalidated


class _Engine(Protocol):
    """Runs the work of a database; connects when first used."""

    def run(self, work: Callable[[Connection], T], *, reading: bool) -> Awaitable[T]:
        """Run work on a connection, in a transaction of its own; begun or not when this returns."""

    async def dispose(self) -> None:
        """Close all connections."""


def open_database(
    url: str | URL, *, busy: float | None = None, answer: float | None = ANSWER_SECONDS
) -> Database:
    """Return the database at an address; it connects when first used. Raises `BadDatabase`."""
    return Database(database_url(url) if isinstance(url, str) else url, busy=busy, answer=answer)


@asynccontextmanager
async def opened(
    url: str | URL, *, busy: float | None = None, answer: float | None = ANSWER_SECONDS
) -> AsyncIterator[Database]:
    """Open a database for a block."""
    database = open_database(url, busy=busy, answer=answer)
    try:
        yield database
    finally:
        await database.close()


def read_news(payload: str) -> tuple[str, News | None]:
    """Return the process of an announcement and its content; None if another version of the bot sent it."""
    process, _, told = payload.partition(" ")
    try:
        topic, match, number = told.split(" ")
        return process, News(Topic(topic), "" if match == "-" else match, int(number))
    except ValueError:
        return process, None
