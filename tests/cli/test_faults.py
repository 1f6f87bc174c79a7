"""The host's faults before the bot is on Discord: each is told by `check` and by the start, none in silence.

`tests/faults.py` has the table of all faults; those of the running bot are tried in
`tests/cogs/test_faults_in_play.py`.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.faults import STOPPED

TOKEN = {"DISCORD_TOKEN": "never.sent.anywhere"}
Prepared = Callable[[Path], Any]


def a_letter(folder: Path) -> None:
    (folder / "tablepost.sqlite3").write_text("I am a letter, not a database. " * 100)


def a_folder(folder: Path) -> None:
    (folder / "tablepost.sqlite3").mkdir()


def a_lock_folder(folder: Path) -> None:
    (folder / "tablepost.sqlite3.lock").mkdir()


def bad_text(folder: Path) -> None:
    (folder / ".env").write_bytes(b"HOST_NAME=\xff\n")


@contextmanager
def a_port_in_use(folder: Path) -> Iterator[None]:
    """Listen on a port, and let the settings name it."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        (folder / ".env").write_text(f"METRICS_PORT={taken.getsockname()[1]}\n")
        yield


MADE: Mapping[str, dict[str, str] | Prepared] = {
    "METRICS_PORT is no number": {"METRICS_PORT": "many"},
    "LOG_LEVEL is none": {"LOG_LEVEL": "LOUD"},
    "LOG_FORMAT is none": {"LOG_FORMAT": "xml"},
    "shards without their number": {"DISCORD_SHARD_IDS": "0"},
    "OPERATOR_SERVER is no id": {"OPERATOR_SERVER": "club"},
    "HOST_TERMS is no address": {"HOST_TERMS": "TERMS.md"},
    "a timeout of nothing": {"DATABASE_TIMEOUT": "0"},
    ".env is no text": bad_text,
    "an id in place of the token": {"DISCORD_TOKEN": "118765"},
    "the folder of the database does not exist": {"DATABASE_URL": "sqlite:///no/x.db"},
    "a database in memory": {"DATABASE_URL": "sqlite://"},
    "another kind of database": {"DATABASE_URL": "mysql://x/y"},
    "DATABASE_URL is no address": {"DATABASE_URL": "tablepost.db"},
    "the database's server is away": {"DATABASE_URL": "postgresql://u@127.0.0.1:9/x"},
    "the file is no database": a_letter,
    "a folder in the place of the file": a_folder,
    "the lock file cannot be made": a_lock_folder,
    "METRICS_HOST is of another machine": {"METRICS_PORT": "9330", "METRICS_HOST": "192.0.2.1"},
    "METRICS_PORT is taken": a_port_in_use,
}
"""The settings of each fault of the table, or what makes it."""


@pytest.mark.parametrize("fault", STOPPED)
def test_check_and_start_tell_each_fault_in_the_same_words(
    bot: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    words, code = STOPPED[fault]
    made = MADE[fault]
    settings = TOKEN | (made if isinstance(made, dict) else {})
    monkeypatch.setenv("COLUMNS", "400")

    async def not_asked(*_: object) -> list[object]:
        return []

    monkeypatch.setattr("bot.host.cli.check.look_at_discord", not_asked)
    monkeypatch.setattr("bot.host.cli.output.WIDTH", 600)
    with (made(tmp_path) if callable(made) else None) or nullcontext():
        checked, started = bot("check", **settings), bot("run", **settings)
    assert checked.returncode == 1
    assert words in checked.stdout
    assert started.returncode == code
    assert words in started.stderr
    assert "Traceback" not in checked.stdout + checked.stderr + started.stderr
