"""Makes a consistent copy of a database that is in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select

from bot.database.engine import database_url, opened
from bot.database.faults import BadDatabase
from bot.database.replacing import replace_rows
from bot.database.schema import operator_state
from bot.database.sqlite import keep_private

_BACKUP = select(operator_state.c.content).where(operator_state.c.name == "backup")


def last_backup(connection: Connection) -> datetime | None:
    """Return when the last backup was made; None if none is known."""
    kept = connection.execute(_BACKUP).scalar_one_or_none()
    return None if kept is None else msgspec.json.decode(kept, type=datetime)


async def note_backup(url: str, now: datetime) -> None:
    """Store in a database that a backup of it was made. Raises `bot.matches.errors.Unavailable`."""
    row = {"name": "backup", "content": msgspec.json.encode(now)}
    async with opened(url) as database:
        await database.write(lambda connection: replace_rows(connection, operator_state, row))


async def backup(url: str, target: Path) -> int:
    """Copy an SQLite database in use to a new file, and return the copy's size in bytes.

    The copy is a checked snapshot of one moment, complete or absent. Raises `BadDatabase` with a sentence
    when the target exists, the source does not, or the database is PostgreSQL.
    """
    address = database_url(url)
    if address.get_backend_name() != "sqlite":
        raise BadDatabase(
            "A PostgreSQL database is copied with its own tool: pg_dump --format=custom --file=FILE DATABASE."
        )
    return await asyncio.to_thread(_copy, Path(str(address.database)), target)


def _copy(source: Path, target: Path) -> int:
    if not source.exists():
        raise BadDatabase(f"There is no database at {source}, so there is nothing to copy.")
    if target.exists():
        raise BadDatabase(f"{target} exists already; name a file that does not.")
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        keep_private(unfinished)
        _copy_pages(source, unfinished)
        unfinished.rename(target)
    except sqlite3.Error as error:
        raise BadDatabase(f"{source} cannot be copied ({error}); nothing was kept.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def _copy_pages(source: Path, unfinished: Path) -> None:
    address = f"{source.resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=30)) as reading,
        closing(sqlite3.connect(unfinished)) as writing,
    ):
        # All pages in one step: one read transaction, so one moment; in WAL mode it holds up no writer.
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BadDatabase(f"The copy is damaged ({verdict}), and so may be the database; nothing was kept.")
    with unfinished.open("rb+") as copied:
        os.fsync(copied.fileno())
