"""Migrates a database to the present schema, and reports its state."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, column, inspect, select, table, text
from sqlalchemy.engine import URL

from bot.base.clock import wall_clock
from bot.base.version import THIS, Release, numbers
from bot.database.coordination import SEEN_WITHIN
from bot.database.engine import DatabaseDown, database_url, opened, replace_rows
from bot.database.faults import BadDatabase
from bot.database.schema import operator_state, processes
from bot.database.sqlite import check_folder, try_folder

# Which program versions may use a database: the row "least version" of `operator_state`.


LEAST: Final = "least version"
_LEAST = select(operator_state.c.content).where(operator_state.c.name == LEAST)


def least_version(connection: Connection) -> str:
    """Return the oldest version that may run; "" where none is stored."""
    kept = connection.execute(_LEAST).scalar_one_or_none()
    return "" if kept is None else kept.decode()


def least_for(connection: Connection, release: Release) -> str:
    """Return the oldest version that may run; "" where none is stored or there are no tables.

    Raises `BadDatabase` for a release that is older.
    """
    there = inspect(connection).has_table(operator_state.name)
    least = least_version(connection) if there else ""
    if least and numbers(release.version) < numbers(least):
        raise BadDatabase(
            f"This is version {release.version}. A newer version has used the database, beside which versions"
            f" from {least} on may run. Run one of these, or restore a backup."
        )
    return least


def is_noted(least: str, release: Release) -> bool:
    """Whether this least version excludes all versions that cannot run beside a release."""
    return bool(least) and numbers(least) >= numbers(release.beside)


def check_others(connection: Connection, release: Release) -> None:
    """Raise `BadDatabase` while processes run that are too old to run beside a release."""
    if not inspect(connection).has_table(processes.name):
        return
    running = connection.execute(
        select(processes.c.version).where(processes.c.at > wall_clock() - SEEN_WITHIN)
    ).scalars()
    older = [each for each in running if numbers(each) < numbers(release.beside)]
    if older:
        raise BadDatabase(
            f"A process of version {older[0]} runs, and version {release.version} runs beside versions from"
            f" {release.beside} on. Stop it first, or update it to one of these; who was killed counts as"
            f" running for {int(SEEN_WITHIN.total_seconds())} seconds."
        )


def note(connection: Connection, release: Release) -> None:
    """Exclude from now on all versions that cannot run beside a release."""
    if is_noted(least_version(connection), release):
        return
    replace_rows(connection, operator_state, {"name": LEAST, "content": release.beside.encode()})


_FOLDER = Path(__file__).parent / "migrations"
_REVISION: Final = re.compile(r'^revision = "(.+)"$', re.MULTILINE)
_DONE: Final = table("alembic_version", column("version_num"))
BUSY_SECONDS = 60.0
"""Seconds to wait at start for another process that migrates; enough for a busy machine."""
_LOCK = 0x7461626C65  # the same in every process; nothing else asks for this number


class SchemaState(msgspec.Struct, frozen=True):
    """How the tables of a database compare to those the program needs."""

    found: str | None
    """The last migration that was run; None in an empty database."""
    newest: str
    """The newest migration that the program knows."""
    known: bool
    """Whether the program knows the migration found."""
    admitted: bool = False
    """Whether the version that ran an unknown migration allows this one to run beside it."""

    @property
    def current(self) -> bool:
        """Whether the database can be used as it is."""
        return self.found == self.newest or self.admitted

    @property
    def sentence(self) -> str:
        """Return the state as a sentence for a person, with what to do."""
        if self.admitted:
            return (
                f"The database is at step {self.found} of a newer version, beside which this one may run"
                " until it is updated."
            )
        if self.current:
            return f"The database is up to date (step {self.newest})."
        if self.found is None:
            return f"The database is empty; migrating takes it to step {self.newest}."
        if self.known:
            return f"The database is at step {self.found}; migrating takes it to step {self.newest}."
        return (
            f"The database is at step {self.found}, which this program does not know: a newer one has used"
            " it. Run that version, or restore a backup."
        )


def _is_missing(address: URL) -> bool:
    return address.get_backend_name() == "sqlite" and not Path(str(address.database)).exists()


async def migrate(url: str, release: Release = THIS) -> SchemaState:
    """Run all missing migrations in one transaction; return the state before. Raises `BadDatabase`.

    Changes that are incompatible with a version older than `Release.beside` are made once none of these runs,
    and none can run from then on. This version is refused where a newer one has done so before.

    Creates the file of an SQLite database, in a folder that exists. Several processes may call it at once:
    one runs the migrations, and the others wait for it. Without missing migrations nothing is locked or
    written.
    """
    return await _migrate(url, release)


async def migrate_aside(url: str) -> SchemaState:
    """Migrate as `migrate` does, but in a process of its own: what is loaded for it would stay in this one.

    That is 13 MB, at a first start and after an update. Where the process fails this one tries, and raises
    the fault.
    """
    return await _migrate(url, THIS, aside=True)


async def _migrate(url: str, release: Release, *, aside: bool = False) -> SchemaState:
    address = database_url(url)
    with _in_sentences():
        if address.get_backend_name() == "sqlite" and address.database is not None:
            check_folder(Path(address.database))
        async with opened(address, busy=BUSY_SECONDS, answer=None) as database:
            state, noted = await database.read(partial(_looked_at, release))
            _check(state)
            if state.current and noted:
                return state
            if state.current or not aside:
                return await database.write(partial(_upgrade, release))
    if not await _in_another_process(url):
        await _migrate(url, release)
    return state


async def _in_another_process(url: str) -> bool:
    """Migrate in a fork, which loads little, or a new program; return whether that worked.

    It is no fork where this process has threads, whose locks a fork would keep for ever.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        child = os.fork()
        if not child:
            failed = 1
            try:
                asyncio.run(migrate(url))
                failed = 0
            finally:
                os._exit(failed)  # whatever was raised: two bots must not go on from here
        return (await asyncio.to_thread(os.waitpid, child, 0))[1] == 0
    words = (sys.executable, "-c", f"import asyncio, {__name__} as it; asyncio.run(it.migrate(input()))")
    process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
    await process.communicate(url.encode())
    return process.returncode == 0


async def check_schema(url: str) -> SchemaState:
    """Return the state of a database's tables, without changes. Raises `BadDatabase`."""
    address = database_url(url)
    if _is_missing(address):
        return _state(None)
    with _in_sentences():
        async with opened(address) as database:
            return (await database.read(partial(_looked_at, THIS)))[0]


async def try_write(url: str) -> None:
    """Do what a start does to a database, without a change of it. Raises `BadDatabase`, with the remedy.

    With SQLite something is written beside the file. Then, if there are tables, one row is written as it is
    and committed; if there are none or old ones, a table is made and dropped, which needs another right.
    """
    address = database_url(url)
    if address.get_backend_name() == "sqlite":
        try_folder(Path(str(address.database)))
        if _is_missing(address):
            return
    with _in_sentences():
        async with opened(address) as database:
            await database.write(_tried)


def _tried(connection: Connection) -> None:
    found = _found(connection)
    if found is not None:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    if not _state(found).current:
        connection.execute(text("CREATE TABLE tablepost_tried (n INTEGER)"))
        connection.execute(text("DROP TABLE tablepost_tried"))


async def check_pages(url: str) -> tuple[str, ...]:
    """Return the errors that SQLite finds in the pages of a database.

    Reads the whole file. Returns nothing for a missing database and for PostgreSQL, which checks its own
    pages. Raises `BadDatabase`.
    """
    address = database_url(url)
    if address.get_backend_name() != "sqlite" or _is_missing(address):
        return ()
    with _in_sentences():
        async with opened(address) as database:
            found = await database.read(
                lambda connection: connection.exec_driver_sql("PRAGMA quick_check(5)").scalars().all()
            )
    return () if list(found) == ["ok"] else tuple(str(line) for line in found)


@contextmanager
def _in_sentences() -> Iterator[None]:
    """Convert errors of a database that does not answer to a sentence for the operator."""
    try:
        yield
    except DatabaseDown as down:
        raise BadDatabase(down.remedy) from None


def _found(connection: Connection) -> str | None:
    """Return the revision of a database; None for one without tables."""
    there = inspect(connection).has_table(_DONE.name)
    return connection.scalar(select(_DONE.c.version_num)) if there else None


def _looked_at(release: Release, connection: Connection) -> tuple[SchemaState, bool]:
    """Return the state, and whether the release needs no note. Raises `BadDatabase`."""
    least = least_for(connection, release)
    return _state(_found(connection), bool(least)), is_noted(least, release)


def _check(state: SchemaState) -> None:
    if not state.known and not state.admitted:
        raise BadDatabase(state.sentence)


def _upgrade(release: Release, connection: Connection) -> SchemaState:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    state, _ = _looked_at(release, connection)
    _check(state)
    check_others(connection, release)
    if not state.current:
        from alembic import command  # a start seldom has anything to migrate
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    note(connection, release)
    return state


def _state(found: str | None, admits: bool = False) -> SchemaState:
    revisions = _revisions(_FOLDER)
    known = found is None or found in revisions
    return SchemaState(found, revisions[-1], known, admits and not known)


@cache
def _revisions(folder: Path) -> tuple[str, ...]:
    """Return the revisions of all migrations, in the order of their files' names, which Alembic's is too.

    Alembic would take a tenth of a second to say so, at each start.
    """
    files = sorted((folder / "versions").glob("s[0-9]*.py"))
    return tuple([_REVISION.findall(file.read_text(encoding="utf-8"))[0] for file in files])
