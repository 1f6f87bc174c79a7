"""The host's faults before the bot is on Discord: each is told by `check` and by the start, none in silence.

Those of the running bot are tested elsewhere: alerts in `tests/test_monitoring.py`, words to the host in
`tests/parts/operator`, files and disks in `tests/storage/test_trouble.py` and `test_check_tries.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TOKEN = {"DISCORD_TOKEN": "never.sent.anywhere"}
LASTING = 78


def nothing(_folder: Path) -> None:
    """Leave the folder empty."""


def a_letter(folder: Path) -> None:
    (folder / "tablepost.sqlite3").write_text("I am a letter, not a database. " * 100)


def a_folder(folder: Path) -> None:
    (folder / "tablepost.sqlite3").mkdir()


def a_lock_folder(folder: Path) -> None:
    (folder / "tablepost.sqlite3.lock").mkdir()


def bad_text(folder: Path) -> None:
    (folder / ".env").write_bytes(b"HOST_NAME=\xff\n")


FAULTS: dict[str, tuple[dict[str, str], Callable[[Path], None], str, int]] = {
    "a port that is no number": ({"METRICS_PORT": "many"}, nothing, "METRICS_PORT cannot be used", LASTING),
    "a level that is none": ({"LOG_LEVEL": "LOUD"}, nothing, "LOG_LEVEL cannot be used", LASTING),
    "a form that is none": ({"LOG_FORMAT": "xml"}, nothing, "LOG_FORMAT cannot be used", LASTING),
    "shards alone": ({"DISCORD_SHARD_IDS": "0"}, nothing, "DISCORD_SHARD_IDS cannot be", LASTING),
    "a server that is no id": ({"OPERATOR_SERVER": "club"}, nothing, "OPERATOR_SERVER cannot be", LASTING),
    "an address that is none": ({"HOST_TERMS": "TERMS.md"}, nothing, "HOST_TERMS cannot be used", LASTING),
    "a timeout of nothing": ({"DATABASE_TIMEOUT": "0"}, nothing, "DATABASE_TIMEOUT cannot be", LASTING),
    "settings that are no text": ({}, bad_text, ".env cannot be read", LASTING),
    "an id for a token": ({"DISCORD_TOKEN": "118765"}, nothing, "does not look like a bot's token", LASTING),
    "a folder that is not there": (
        {"DATABASE_URL": "sqlite:///no/x.db"},
        nothing,
        "There is no folder no",
        1,
    ),
    "a database in memory": ({"DATABASE_URL": "sqlite://"}, nothing, "would forget every match", 1),
    "another kind of database": ({"DATABASE_URL": "mysql://x/y"}, nothing, "address begins with mysql", 1),
    "no address": ({"DATABASE_URL": "tablepost.db"}, nothing, "address cannot be read", 1),
    "no server": ({"DATABASE_URL": "postgresql://u@127.0.0.1:9/x"}, nothing, "does not answer", 1),
    "a file that is no database": ({}, a_letter, "is not a database", 1),
    "a folder for a file": ({}, a_folder, "cannot be opened", 1),
    "a lock that cannot be made": ({}, a_lock_folder, "tablepost.sqlite3", 1),
    "metrics on a strange address": (
        {"METRICS_PORT": "9330", "METRICS_HOST": "192.0.2.1"},
        nothing,
        "The metrics cannot be served at 192.0.2.1",
        1,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_check_and_start_tell_each_fault_in_the_same_words(
    bot: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    settings, prepare, words, code = FAULTS[fault]
    prepare(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")

    async def not_asked(*_: object) -> list[object]:
        return []

    monkeypatch.setattr("bot.host.cli.check.look_at_discord", not_asked)
    monkeypatch.setattr("bot.host.cli.output.WIDTH", 600)
    checked = bot("check", **{**TOKEN, **settings})
    assert checked.returncode == 1
    assert words in checked.stdout
    started = bot("run", **{**TOKEN, **settings})
    assert started.returncode == code
    assert words in started.stderr
    assert "Traceback" not in checked.stdout + checked.stderr + started.stderr
