"""Backups: the consistent state of one instant, complete or not at all, while the bot continues."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database.backup import backup
from bot.database.faults import BadDatabase
from bot.database.migrate import check_schema
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, CHANNEL, Table


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
    with pytest.raises(BadDatabase, match="There is no database at"):
        await backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "other.db")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database" * 100)
    with pytest.raises(BadDatabase, match="cannot be copied"):
        await backup(f"sqlite:///{broken}", tmp_path / "other.db")
    assert not [name for name in names_in(tmp_path) if "other" in name]


async def test_postgresql_is_copied_with_pg_dump(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="pg_dump"):
        await backup("postgresql://u@host/name", tmp_path / "copy")
