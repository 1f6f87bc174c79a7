"""Each command as a person meets it: what it prints, and how it ends."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from bot.__main__ import COMMANDS, main

Run = Callable[..., "CompletedProcess[str]"]


def test_help_names_every_command(program: Run) -> None:
    told = program("--help")
    assert told.returncode == 0
    first_words = [line.split()[:1] for line in told.stdout.splitlines()]
    for name in COMMANDS:
        assert [name] in first_words


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m bot {name}")


def test_an_unknown_command_is_told_with_those_there_are(bot: Run) -> None:
    told = bot("play")
    assert told.returncode == 2
    assert "invalid choice: 'play'" in told.stderr
    assert "local" in told.stderr


def test_a_setting_that_cannot_be_used_is_a_sentence_and_not_a_traceback(program: Run) -> None:
    told = program("run", LOCAL_PORT="many")
    assert told.returncode == 1
    assert told.stderr.startswith("LOCAL_PORT cannot be used")
    assert "Traceback" not in told.stderr


def test_migrate_makes_the_database_and_a_second_time_finds_it_up_to_date(
    bot: Run, program: Run, tmp_path: Path
) -> None:
    first = bot("migrate")
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("The database was empty.")
    assert (tmp_path / "tablepost.sqlite3").exists()
    second = program("migrate")
    assert second.returncode == 0
    assert second.stdout.startswith("The database is up to date")


def test_a_database_of_a_newer_program_is_left_alone(bot: Run, tmp_path: Path) -> None:
    assert bot("migrate").returncode == 0
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute(
            "UPDATE operator_state SET content = CAST('9.0.0' AS BLOB) WHERE name = 'least version'"
        )
    for command in ("migrate", "run", "local"):
        told = bot(command)
        assert told.returncode == 1
        assert "A newer version has used the database" in told.stderr
        assert "Traceback" not in told.stderr


def test_backup_writes_a_copy_that_is_a_database(bot: Run, tmp_path: Path) -> None:
    assert bot("migrate").returncode == 0
    told = bot("backup", "kept/copy.sqlite3")
    assert told.returncode == 0, told.stderr
    assert "kept/copy.sqlite3 holds a checked copy" in told.stdout
    with closing(sqlite3.connect(tmp_path / "kept" / "copy.sqlite3")) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "matches" in tables


def test_backup_never_writes_over_a_file(bot: Run, tmp_path: Path) -> None:
    assert bot("migrate").returncode == 0
    (tmp_path / "precious.txt").write_text("mine")
    told = bot("backup", "precious.txt")
    assert told.returncode == 1
    assert "exists already" in told.stderr
    assert (tmp_path / "precious.txt").read_text() == "mine"


def test_backup_without_a_database_says_so(bot: Run) -> None:
    told = bot("backup", "copy.sqlite3")
    assert told.returncode == 1
    assert "There is no database at tablepost.sqlite3" in told.stderr


def test_without_simcord_the_local_table_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert main(["local"]) == 1
    assert "-e '.[local]'" in capsys.readouterr().err
