"""One bot at a time on a file of SQLite: a second one is refused, and all else can still be done with it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess, Popen

import pytest

from bot.storage.faults import BadDatabase
from bot.storage.sqlite import HAS_MODES, sole_bot

Run = Callable[..., "CompletedProcess[str]"]
Start = Callable[..., "Popen[str]"]


def open_table(start_bot: Start) -> Popen[str]:
    """Start a bot, and return once it has the database."""
    process = start_bot("local", "--port", "0", "--no-browser")
    assert process.stdout is not None
    assert process.stdout.readline() == "Tablepost is starting …\n", process.communicate()[1]
    assert process.stdout.readline().startswith("The local table is open"), process.communicate()[1]
    return process


def test_a_second_bot_is_refused_until_the_first_is_dead_and_all_else_works(
    start_bot: Start, bot: Run, tmp_path: Path
) -> None:
    first = open_table(start_bot)
    (tmp_path / "alias.sqlite3").symlink_to("tablepost.sqlite3")
    refused = bot("run", LOCAL_PORT="0", DATABASE_URL="sqlite:///alias.sqlite3")
    assert (refused.returncode, refused.stdout) == (1, "Tablepost is starting …\n")
    assert refused.stderr == (
        "Another Tablepost runs on alias.sqlite3 already, and one file serves one bot. Stop that one first,"
        " name another file in DATABASE_URL, or use PostgreSQL.\n"
    )
    for command in (["backup", "copy.sqlite3"], ["migrate"], ["ratings", "check"]):
        assert bot(*command).returncode == 0
    checked = bot("check")
    assert "The database is up to date" in checked.stdout
    first.send_signal(signal.SIGKILL)
    first.wait(15)
    assert (tmp_path / "tablepost.sqlite3.lock").exists()
    open_table(start_bot)


def test_a_bot_on_another_file_is_not_refused(tmp_path: Path) -> None:
    refused = pytest.raises(BadDatabase, match=r"Another Tablepost runs on .*one\.db already")
    with sole_bot(tmp_path / "one.db"), sole_bot(tmp_path / "other.db"), refused:
        sole_bot(tmp_path / "one.db").__enter__()
    with sole_bot(tmp_path / "one.db"):
        pass


@pytest.mark.skipif(not HAS_MODES, reason="this system knows no modes of files")
def test_the_lock_is_its_owners_alone(tmp_path: Path) -> None:
    with sole_bot(tmp_path / "new" / "one.db"):
        assert (tmp_path / "new" / "one.db.lock").stat().st_mode & 0o777 == 0o600


def test_a_lock_that_cannot_be_made_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "one.db.lock").mkdir()
    with pytest.raises(BadDatabase, match=r"one\.db\.lock, which keeps a second bot off .* cannot be locked"):
        sole_bot(tmp_path / "one.db").__enter__()
