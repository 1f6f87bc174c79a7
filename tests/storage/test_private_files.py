"""The database has the seeds of running matches: only its owner can read it and its copies."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.database.backup import backup
from bot.database.engine import opened
from bot.database.migrate import check_schema, migrate
from bot.database.sqlite import keep_private
from bot.host.cli import check

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")


@pytest.fixture(autouse=True)
def _generous() -> Iterator[None]:
    """Let this process make files that all can read, the usual default."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the modes of all files of a folder."""
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir() if each.is_file()}


def open_to_all(folder: Path) -> None:
    """Make all files of a folder readable for everybody."""
    for each in folder.iterdir():
        each.chmod(0o664)


async def test_a_new_database_its_journal_and_its_backup_are_private(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    await migrate(url)
    async with opened(url) as database:
        await database.write(lambda connection: connection.exec_driver_sql("CREATE TABLE seeds (seed)"))
        assert modes(tmp_path) == dict.fromkeys(("new.db", "new.db-wal", "new.db-shm"), 0o600)
    await backup(url, tmp_path / "copies" / "copy.db")
    assert modes(tmp_path / "copies") == {"copy.db": 0o600}


async def test_a_database_of_an_earlier_version_becomes_private_when_opened(tmp_path: Path) -> None:
    """The files that a crash has left beside it are closed too."""
    url, file = f"sqlite:///{tmp_path}/old.db", tmp_path / "old.db"
    await migrate(url)
    with closing(sqlite3.connect(file)) as crashed, crashed:
        crashed.execute("PRAGMA journal_mode = WAL")
        crashed.execute("CREATE TABLE seeds (seed)")
        crashed.commit()
        open_to_all(tmp_path)
        await check_schema(url)
        assert modes(tmp_path) == dict.fromkeys(("old.db", "old.db-wal", "old.db-shm"), 0o600)


async def test_a_database_opened_by_a_link_becomes_private(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    file = tmp_path / "real" / "table.db"
    (tmp_path / "table.db").symlink_to(file)
    await migrate(f"sqlite:///{file}")
    file.chmod(0o644)
    await migrate(f"sqlite:///{tmp_path}/table.db")
    assert set(modes(file.parent).values()) == {0o600}


async def test_a_file_that_cannot_be_made_private_is_used_and_reported_by_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system without modes, or when the file belongs to another user."""
    url, file = f"sqlite+aiosqlite:///{tmp_path}/table.db", tmp_path / "table.db"
    await migrate(url)
    assert list(check._readers(url)) == []
    file.chmod(0o644)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refused)
    assert (await migrate(url)).current
    (finding,) = check._readers(url)
    assert str(file) in finding.found
    assert "open to others" in finding.found
    assert f"chmod 600 {file}" in finding.remedy


async def test_without_file_modes_check_reports_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.db"
    file.touch(0o644)
    monkeypatch.setattr("bot.database.sqlite.HAS_MODES", False)
    keep_private(file)
    assert modes(tmp_path) == {"table.db": 0o644}
    assert list(check._readers(f"sqlite:///{file}")) == []
