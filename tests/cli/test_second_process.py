"""One bot at a time on an SQLite file: a second one is refused, and other commands still work."""

from __future__ import annotations

import signal
from pathlib import Path
from subprocess import Popen

import pytest

from bot.database.faults import BadDatabase
from bot.database.sqlite import HAS_MODES, sole_bot
from tests.cli.conftest import Run, Start
from tests.cli.test_shutdown import end, first_lines


def open_table(start_bot: Start) -> Popen[str]:
    """Start a bot, and return when it has the database."""
    process = start_bot("local --port 0 --no-browser")
    address, _ = first_lines(process, 2)
    assert address.startswith("The local table is open at http://127.0.0.1:"), process.communicate()[1]
    return process


def test_a_second_bot_is_refused_while_the_first_runs_and_other_commands_work(
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
    for command in ("backup copy.sqlite3", "migrate", "ratings check"):
        assert bot(command).returncode == 0
    checked = bot("check")
    assert "The database is up to date" in checked.stdout
    first.send_signal(signal.SIGKILL)
    first.wait(15)
    assert (tmp_path / "tablepost.sqlite3.lock").exists()
    end(open_table(start_bot), signal.SIGTERM, tmp_path)


def test_a_bot_on_another_file_is_accepted_and_the_lock_file_is_private(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    refused = pytest.raises(BadDatabase, match=r"Another Tablepost runs on .*one\.db already")
    with sole_bot(one), sole_bot(other), refused:
        sole_bot(one).__enter__()
    with sole_bot(one):
        mode = one.with_name("one.db.lock").stat().st_mode & 0o777
    assert mode == 0o600 or not HAS_MODES


def test_a_lock_that_cannot_be_made_has_a_sentence_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "one.db.lock").mkdir()
    with pytest.raises(BadDatabase, match=r"one\.db\.lock, which keeps a second bot off .* cannot be locked"):
        sole_bot(tmp_path / "one.db").__enter__()
