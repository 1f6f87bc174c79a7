"""Makes a consistent copy of a database that is in use."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.engine import URL

from bot.base.logs import redact
from bot.database.engine import database_url, opened, replace_rows
from bot.database.faults import BadDatabase
from bot.database.schema import operator_state
from bot.database.sqlite import keep_private

OLD_BACKUP = timedelta(days=2)
"""How old the last backup may be until those who run the bot are told."""
NAME = "tablepost-"
"""How the names of copies in a folder begin; then comes their time."""
_NAMED = re.compile(rf"{NAME}\d{{4}}(-\d\d){{2}}-\d{{6}}")
_BACKUP = select(operator_state.c.content).where(operator_state.c.name == "backup")


def last_backup(connection: Connection) -> datetime | None:
    """Return when the last backup was made; None if none is known."""
    kept = connection.execute(_BACKUP).scalar_one_or_none()
    return None if kept is None else msgspec.json.decode(kept, type=datetime)


async def known_backup(url: str) -> datetime | None:
    """Return when the last backup of a database was made. Raises `bot.matches.errors.Unavailable`."""
    async with opened(url) as database:
        return await database.read(last_backup)


async def note_backup(url: str, now: datetime) -> None:
    """Store in a database that a backup of it was made. Raises `bot.matches.errors.Unavailable`."""
    row = {"name": "backup", "content": msgspec.json.encode(now)}
    async with opened(url) as database:
        await database.write(lambda connection: replace_rows(connection, operator_state, row))


async def backup(url: str, target: Path) -> int:
    """Copy a database in use to a new file, and return the copy's size in bytes.

    The copy is of one moment, checked, and complete or absent: SQLite's a database, PostgreSQL's an archive
    of `pg_dump`, which has to be installed. Raises `BadDatabase` with a sentence when the target exists, the
    source does not, or it cannot be copied.
    """
    address = database_url(url)
    copy = partial(_copy, Path(str(address.database))) if _is_file(address) else partial(_dump, address)
    return await asyncio.to_thread(_whole, copy, target)


async def backup_in(url: str, folder: Path, keep: int, now: datetime) -> tuple[Path, list[Path]]:
    """Copy a database into a folder, and delete all but the newest copies there.

    Return the copy and the deleted ones. Other files of the folder are left alone. Raises `BadDatabase`.
    """
    ending = ".sqlite3" if _is_file(database_url(url)) else ".dump"
    target = folder / f"{NAME}{now:%Y-%m-%d-%H%M%S}{ending}"
    await backup(url, target)
    return target, await asyncio.to_thread(_without_old, folder, ending, keep)


def _without_old(folder: Path, ending: str, keep: int) -> list[Path]:
    copies = sorted(each for each in folder.glob(f"{NAME}*{ending}") if _NAMED.fullmatch(each.stem))
    old = copies[: max(len(copies) - keep, 0)]
    for each in old:
        each.unlink()
    return old


def _is_file(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def _whole(copy: Callable[[Path], None], target: Path) -> int:
    if target.exists():
        raise BadDatabase(f"{target} exists already; name a file that does not.")
    unfinished = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadDatabase(f"{target} is not in a folder: a file has that name. Name another place.") from None
    except OSError as fault:
        raise BadDatabase(f"{target.parent} cannot be made ({fault.strerror}). Name another place.") from None
    try:
        unfinished.unlink(missing_ok=True)
        keep_private(unfinished)
        copy(unfinished)
        with unfinished.open("rb+") as copied:
            os.fsync(copied.fileno())
        unfinished.rename(target)
    except OSError as fault:
        raise BadDatabase(f"{target} cannot be written ({fault.strerror}); nothing was kept.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def _dump(address: URL, unfinished: Path) -> None:
    """Let `pg_dump` write an archive, and `pg_restore` read its list of contents."""
    secret = {"PGPASSWORD": address.password} if address.password else {}
    where = address.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    _run(["pg_dump", "--format=custom", f"--file={unfinished}", f"--dbname={where}"], secret)
    _run(["pg_restore", "--list", str(unfinished)], {})


def _run(command: list[str], secret: dict[str, str]) -> None:
    try:
        done = subprocess.run(
            command,
            env=os.environ | secret,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BadDatabase(
            f"A PostgreSQL database is copied with {command[0]}, which is not installed here. Install the"
            " programs of PostgreSQL, of the server's version or a newer one (Debian: postgresql-client)."
        ) from None
    if done.returncode:
        why = " ".join(redact(done.stderr).split())
        raise BadDatabase(f"{command[0]} has failed, and nothing was kept: {why}")


def _copy(source: Path, unfinished: Path) -> None:
    if not source.exists():
        raise BadDatabase(f"There is no database at {source}, so there is nothing to copy.")
    try:
        _copy_pages(source, unfinished)
    except sqlite3.Error as error:
        raise BadDatabase(f"{source} cannot be copied ({error}); nothing was kept.") from None


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
