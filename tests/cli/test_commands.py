"""Each command as a user sees it: its output and its exit code."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.base.version import VERSION
from tests.cli.conftest import Run, Told


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_a_help_text_and_is_listed_in_the_help(name: str, bot: Run) -> None:
    told = bot(f"{name} --help")
    assert told.returncode == 0
    assert told.stdout.startswith(f"usage: python -m bot {name}")
    assert [name] in [line.split()[:1] for line in bot("--help").stdout.splitlines()]


def test_an_unknown_command_is_refused_with_a_list_of_commands(bot: Run) -> None:
    told = bot("play")
    assert told.returncode == 2
    assert "invalid choice: 'play'" in told.stderr
    assert "local" in told.stderr


def test_the_version_is_printed_alone(bot: Run) -> None:
    told = bot("--version")
    assert (told.returncode, told.stdout, told.stderr) == (0, f"Tablepost {VERSION}\n", "")


def test_an_invalid_setting_is_a_sentence_and_not_a_traceback(program: Run) -> None:
    told = program("run", LOCAL_PORT="many")
    assert told.returncode == 1
    assert told.stderr.startswith("LOCAL_PORT cannot be used")
    assert "Traceback" not in told.stderr


def test_migrate_creates_the_database_and_then_finds_it_up_to_date(
    bot: Run, program: Run, tmp_path: Path
) -> None:
    first = bot("migrate")
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("The database was empty.")
    assert (tmp_path / "tablepost.sqlite3").exists()
    assert "│ ok " in next(line for line in bot("check").stdout.splitlines() if "Database" in line)
    second = program("migrate")
    assert second.returncode == 0
    assert second.stdout.startswith("The database is up to date")


@pytest.mark.parametrize("command", ["migrate", "run", "local", "check"])
@pytest.mark.usefixtures("of_a_newer_program")
def test_a_database_of_a_newer_program_is_not_changed(command: str, told: Told) -> None:
    code, words = told(command)
    assert code == 1
    assert "A newer version has used the database" in " ".join(words.replace("│", "").split())
    assert "Traceback" not in words


def test_backup_writes_a_checked_copy_and_never_overwrites_a_file(told: Told, tmp_path: Path) -> None:
    code, words = told("backup copy.sqlite3")
    assert (code, "There is no database at tablepost.sqlite3" in words) == (1, True)
    told("migrate")
    code, words = told("backup kept/copy.sqlite3")
    assert code == 0, words
    assert "kept/copy.sqlite3 holds a checked copy" in words
    with closing(sqlite3.connect(tmp_path / "kept" / "copy.sqlite3")) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "matches" in tables
    (tmp_path / "precious.txt").write_text("mine")
    code, words = told("backup precious.txt")
    assert (code, "exists already" in words) == (1, True)
    assert (tmp_path / "precious.txt").read_text() == "mine"


def test_without_simcord_the_local_table_shows_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    code, words = told("local")
    assert (code, "-e '.[local]'" in words) == (1, True)
