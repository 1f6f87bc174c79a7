"""Backups: the consistent state of one instant, complete or not at all, while the bot continues."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.base.clock import wall_clock
from bot.database.backup import backup, backup_in, last_backup
from bot.database.engine import opened
from bot.database.faults import BadDatabase
from bot.database.migrate import check_schema
from bot.database.schema import operator_state
from bot.host.wiring import make_bot
from bot.people.preferences import Preferences
from bot.people.privacy.deletions import DeletionList
from bot.people.store import SqlPeopleStore
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, Table
from tests.storage.conftest import emptied


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_copy_made_during_play_is_consistent_and_playable(
    sqlite_table: Table, tmp_path: Path
) -> None:
    info = await sqlite_table.started(BEN)
    target = tmp_path / "copies" / "copy.db"
    enough = asyncio.Event()

    async def play_on() -> int:
        count = 0
        while not enough.is_set():
            await sqlite_table.act(info.id, ANN, Choose(1 + count % 3))
            count += 1
        return count

    playing = asyncio.create_task(play_on())
    sizes = [await backup(sqlite_table.url, target.with_name(f"{n}.db")) for n in range(5)]
    enough.set()
    played = await playing
    assert played > 0
    assert min(sizes) > 0
    for n in range(5):
        with closing(sqlite3.connect(target.with_name(f"{n}.db"))) as copy:
            (seq,) = copy.execute("SELECT seq FROM matches").fetchone()
            assert copy.execute("SELECT count(*), max(seq) FROM actions").fetchone() == (seq, seq or None)
            assert copy.execute("SELECT count(*) FROM events").fetchone() == (seq,)
    assert names_in(target.parent) == [f"{n}.db" for n in range(5)], "each is one file"
    address = f"sqlite:///{target.with_name('4.db')}"
    assert (await check_schema(address)).current
    copied = Table(address, sqlite_table.clock, "copy")
    await copied.act(info.id, BEN, Choose(2))
    assert (await copied.service.in_channel(CHANNEL)).id == info.id
    await copied.close()


async def test_a_backup_overwrites_no_file_and_leaves_no_partial_one(
    sqlite_table: Table, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    target.write_text("something else")
    with pytest.raises(BadDatabase, match="exists already"):
        await backup(sqlite_table.url, target)
    assert target.read_text() == "something else"
    for inside in (target / "copy.db", target / "folder" / "copy.db"):
        with pytest.raises(BadDatabase, match="is not in a folder: a file has that name"):
            await backup(sqlite_table.url, inside)
    with pytest.raises(BadDatabase, match="There is no database at"):
        await backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "other.db")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database" * 100)
    with pytest.raises(BadDatabase, match="cannot be copied"):
        await backup(f"sqlite:///{broken}", tmp_path / "other.db")
    assert not [name for name in names_in(tmp_path) if "other" in name]


async def test_postgresql_is_copied_with_pg_dump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadDatabase, match=r"copied with pg_dump, which is not installed here"):
        await backup("postgresql://u@host/name", tmp_path / "copy")
    assert names_in(tmp_path) == []


async def test_a_folder_keeps_the_newest_copies_and_all_other_files(address: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None and address.startswith("postgres"):
        pytest.skip("pg_dump is not installed")
    folder, begun = tmp_path / "backups", datetime(2026, 5, 1, 4, 10, tzinfo=UTC)
    folder.mkdir()
    (folder / "tablepost-of-grandmother.sqlite3").write_text("mine")
    made = []
    for day in range(4):
        copy, old = await backup_in(address, folder, 2, begun + timedelta(days=day))
        made.append(copy)
        assert old == made[day - 2 : day - 1][:1] if day > 1 else old == []
    assert names_in(folder) == sorted([*[each.name for each in made[2:]], "tablepost-of-grandmother.sqlite3"])
    assert made[3].stat().st_mode & 0o077 == 0
    with pytest.raises(BadDatabase, match="exists already"):
        await backup_in(address, folder, 2, begun + timedelta(days=3))


async def test_the_script_of_compose_dumps_rotates_and_notes_it(postgres: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    address = await emptied(postgres)
    where = make_url(address)
    (tmp_path / "tablepost-2020-01-01-000000.dump").touch()
    (tmp_path / "tablepost.txt").touch()
    around = {"PGHOST": str(where.query["host"]), "PGUSER": "postgres", "PGDATABASE": "postgres"}
    around |= {"BACKUPS": str(tmp_path), "KEEP": "1", "PATH": os.environ["PATH"]}
    script = Path(__file__).parents[2] / "hosting" / "backup.sh"
    done = await asyncio.to_thread(
        subprocess.run, ["sh", script, "once"], env=around, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    dump, other = names_in(tmp_path)
    assert other == "tablepost.txt"
    assert dump.endswith(".dump")
    assert dump > "tablepost-2026"
    async with opened(address) as database:
        made = await database.read(last_backup)
    assert made is not None
    assert abs(made - wall_clock()) < timedelta(minutes=1)


ANNS_ID = 1456074443980800101
"""As long as Discord's: three digits may stand in a hash by chance."""


async def test_a_restored_backup_brings_nobody_back(table: Table, tmp_path: Path) -> None:
    """Deletions are kept outside of the database, and are carried out again in an older one.

    Who came back after a deletion stays: the database in use contains it.
    """
    book, settings = DeletionList(tmp_path / "x.deletions"), SqlPeopleStore(table.store.database)
    bot = make_bot(table.store, table.clock, deletions=book)

    async def nothing(_match: str) -> None: ...

    async def known(user: int) -> bool:
        return bool(await bot.privacy.counts(user))

    for user in (ANNS_ID, BEN.user, CLEO.user):
        await settings.keep(user, Preferences(reminder=3), None)
    assert await bot.privacy.delete_again(nothing) == 0
    table.clock.pass_by(hours=1)
    await bot.privacy.delete(ANNS_ID, "r1", nothing)
    written = book.path.read_text()
    assert str(ANNS_ID) not in written
    assert book.path.stat().st_mode & 0o077 == 0
    await settings.keep(ANNS_ID, Preferences(reminder=5), None)  # Ann is back
    assert await bot.privacy.delete_again(nothing) == 0
    assert await known(ANNS_ID)
    table.clock.pass_by(hours=1)
    await bot.privacy.delete(BEN.user, "r2", nothing)
    # The state of before both deletions, as a backup has it.
    await settings.keep(BEN.user, Preferences(reminder=3), None)
    async with opened(table.url) as database:
        await database.write(lambda connection: connection.execute(operator_state.delete()))
    assert await bot.privacy.delete_again(nothing) == 2
    assert (await known(ANNS_ID), await known(BEN.user), await known(CLEO.user)) == (False, False, True)
    assert await bot.privacy.delete_again(nothing) == 0
    # Lines go when no backup is as old; a file that is no list never stops a start or a deletion.
    table.clock.pass_by(days=500)
    await bot.privacy.delete(CLEO.user, "r3", nothing)
    assert len(book.path.read_text().splitlines()) == 2
    book.path.write_text("something else")
    assert await bot.privacy.delete_again(nothing) == 0
    await settings.keep(ANNS_ID, Preferences(reminder=3), None)
    await bot.privacy.delete(ANNS_ID, "r4", nothing)
    assert not await known(ANNS_ID)
    assert book.path.read_text() == "something else"
    await bot.close()
