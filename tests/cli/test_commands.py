"""Each command as a user sees it: its output and its exit code."""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.__main__ import COMMANDS, keep_compiled
from bot.base.version import VERSION
from bot.host.cli import run
from bot.host.cli.commands import LASTING, CannotStart, with_sentences
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
    assert told.returncode == LASTING
    assert told.stderr.startswith("LOCAL_PORT cannot be used")
    assert "Traceback" not in told.stderr


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (discord.LoginFailure("Improper token has been passed."), "DISCORD_TOKEN was refused"),
        (closed(4004), "DISCORD_TOKEN was refused"),
        (discord.PrivilegedIntentsRequired(0), "does not allow an intent"),
        (closed(4011), "more shards"),
        (CannotStart("A newer version runs.", lasting=True), "A newer version runs."),
    ],
)
def test_what_another_start_cannot_solve_has_an_exit_code_of_its_own(
    fault: Exception, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """systemd does not start again after it, so a refused token is one log-in at Discord."""

    def command(_args: argparse.Namespace) -> int:
        raise fault

    assert with_sentences(command, argparse.Namespace(command="run")) == LASTING
    assert words in capsys.readouterr().err
    unit = (Path(__file__).parents[2] / "hosting" / "tablepost.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={LASTING}\n" in unit


def test_what_may_get_better_is_started_again(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    def command(_args: argparse.Namespace) -> int:
        raise discord.GatewayNotFound

    assert with_sentences(command, argparse.Namespace(command="run")) == 1
    assert "Discord cannot be reached" in capsys.readouterr().err
    with pytest.raises(CannotStart) as shape:
        run.check_token("not a token")
    assert shape.value.code == LASTING


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_is_hardened() -> None:
    unit = Path(__file__).parents[2] / "hosting" / "tablepost.service"
    asked = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


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
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as kept:
        (made,) = kept.execute("SELECT content FROM operator_state WHERE name = 'backup'").fetchone()
    assert datetime.now(UTC) - datetime.fromisoformat(made.decode().strip('"')) < timedelta(minutes=5)
    assert told("backup --made") == (0, "Noted: a backup was made now.\n")
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


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], ["cards", "check", "data/neo-combat/sets/core.toml"]]
)
def test_a_small_command_loads_neither_discord_nor_the_database(words: list[str]) -> None:
    """They took 1.5 s, a service's or a designer's every call."""
    program = (
        "import sys; from bot.__main__ import main\n"
        f"try: main({words!r})\n"
        "except SystemExit: pass\n"
        "dear = {'discord', 'sqlalchemy', 'aiohttp', 'alembic', 'rich', 'bot.games.papyrus.game',\n"
        "        'bot.games.arclash.cardgame', 'bot.games.overcross.cardgame'}\n"
        "assert not dear & {*sys.modules}, dear & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], check=True, timeout=60)


def test_a_start_on_sqlite_loads_what_it_needs_alone() -> None:
    """What is named here took 34 MB and a third of the time of a start."""
    program = (
        "import sys, bot.host.cli.run, bot.processes.workers\n"
        "assert not {'bot.games.registry', 'PIL', 'sqlalchemy', 'discord'} & {*sys.modules}\n"
        "import bot.host.wiring, bot.host.client\n"
        "from importlib import import_module\n"
        "from bot.parts import PARTS\n"
        "for name in (*bot.host.client.EXTENSIONS, *[cog for part in PARTS for cog in part.cogs]):\n"
        "    import_module(name)\n"
        "from bot.base.languages.catalogues import language, native_name\n"
        "assert (native_name('de'), language('de').decimal_mark) == ('Deutsch', ',')\n"
        "games = 'arclash crossfire freetable neocombat overcross papyrus'.split()\n"
        "dear = {'pydantic', 'rich', 'aiohttp.web', 'alembic', 'sqlalchemy.orm', 'sqlalchemy.ext.asyncio',\n"
        "        'sqlalchemy.dialects.postgresql', 'openpyxl', 'icepool', 'openskill', 'rustworkx',\n"
        "        'babel', 'rapidfuzz', 'regex', 'bot.parts.workshop.lab.study', 'cogs.workshop.lab_posts',\n"
        "        *[f'renderers.{each}' for each in games], 'multiprocessing', 'PIL.PdfParser',\n"
        "        'bot.games.arclash.cards.checks.guide', 'bot.games.arclash.cards.checks.references'}\n"
        "LATE = 'players', 'wording', 'menus', 'rules.position'\n"
        "of_games = [each for each in sys.modules if each.startswith('bot.games.')]\n"
        "dear |= {each for each in of_games for late in LATE if f'.{late}' in each}\n"
        "assert not dear & {*sys.modules}, dear & {*sys.modules}\n"
        "from bot.processes.workers import _read_all\n"
        "_read_all()  # before a worker is forked, which then shares it\n"
        "assert {f'renderers.{each}' for each in games} <= {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], check=True, timeout=60)


def test_compiled_modules_are_kept_where_python_keeps_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr("bot.__main__.cache_from_source", lambda _file: str(tmp_path / "core.pyc"))
    (tmp_path / "core.pyc").touch()
    keep_compiled()
    assert (sys.pycache_prefix, sys.dont_write_bytecode) == (None, True), "it is compiled beside the source"
    (tmp_path / "core.pyc").unlink()
    (tmp_path / "cache").touch()
    keep_compiled()
    assert (sys.pycache_prefix, sys.dont_write_bytecode) == (None, True), "there can be no folder"
    (tmp_path / "cache").unlink()
    keep_compiled()
    kept = tmp_path / "cache" / "tablepost" / "modules"
    assert (sys.pycache_prefix, sys.dont_write_bytecode) == (str(kept), False)
    assert kept.stat().st_mode & 0o77 == 0
