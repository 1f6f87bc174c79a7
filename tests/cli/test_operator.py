"""`operator` on the machine: what `/operator` does, for a bot that runs or does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from bot.storage.migrate import migrate
from bot.storage.store import SqlMatchStore
from tests.matches.table import BEN, Table, TestClock

Run = Callable[..., "CompletedProcess[str]"]


@pytest.fixture
async def match(tmp_path: Path) -> str:
    """The id of a match in play, on the usual database."""
    url = f"sqlite:///{tmp_path / 'tablepost.sqlite3'}"
    await migrate(url)
    store = SqlMatchStore.at(url)
    found = await Table(url, TestClock(), "cli", store=store).started(BEN)
    await store.close()
    return found.id


def said(done: CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_in_force_is_told_with_the_status_and_each_act_is_logged(bot: Run, match: str) -> None:
    said(bot("operator", "notice", "The bot restarts at 20:00 UTC", "--for", "3 hours"))
    said(bot("operator", "block", "server", "77", "A test of blocks"))
    assert "Server 77 since" in said(bot("operator", "blocked"))
    status = said(bot("operator", "status"))
    assert "Matches: 1 in play, 0 in the lobby." in status
    assert "The bot restarts at 20:00 UTC" in status
    assert "1 block is in force." in status
    said(bot("operator", "unblock", "server", "77"))
    assert said(bot("operator", "blocked")) == "Nobody is blocked.\n"
    assert said(bot("operator", "notice")) == "The notice is taken away.\n"
    log = said(bot("operator", "log"))
    for act in ("notice taken down", "server 77 unblocked", "block of server 77: A test of blocks."):
        assert f"(machine) · {act}" in log


def test_a_match_is_found_and_what_is_hidden_in_it_is_not_told(bot: Run, match: str, tmp_path: Path) -> None:
    found = said(bot("operator", "find", match))
    assert "dicey, playing." in found
    assert "Ann" in found
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as connection:
        ((seed,),) = connection.execute("SELECT seed FROM matches")
    assert seed.hex() not in found
    missing = bot("operator", "find", "nothing")
    assert missing.returncode == 2
    assert missing.stderr.startswith("There is no such match")


def test_draining_ends_when_nothing_is_in_hand_and_errands_wait_for_the_bot(bot: Run, tmp_path: Path) -> None:
    assert bot("operator", "drain").returncode == 1  # no database yet: nothing is made
    assert bot("migrate").returncode == 0
    assert said(bot("operator", "drain")).endswith(
        "All work in progress is done: the bot can be stopped and started.\n"
    )
    assert bot("operator", "drain").stderr == "The bot is draining already.\n"
    assert said(bot("operator", "drain", "--off")) == "Matches can be opened again.\n"
    said(bot("operator", "leave", "99"))
    assert said(bot("operator", "broadcast", "Hello")) == "It goes to 0 servers.\n"
    assert said(bot("operator", "parked")) == "No delivery was given up.\n"
    assert said(bot("operator", "retry")) == "Deliveries that are tried again: 0.\n"
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as connection:
        assert connection.execute("SELECT kind, guild FROM errands").fetchall() == [("leave", 99)]


def test_bad_words_are_answered_by_a_sentence(bot: Run) -> None:
    assert bot("migrate").returncode == 0
    assert bot("operator", "notice", "x" * 201).stderr == "Write 1 to 200 characters.\n"
    assert (
        bot("operator", "notice", "x", "--for", "20 days").stderr == "A notice stands for 14 days at most.\n"
    )
    assert bot("operator", "unblock", "person", "5").stderr == "Nothing with this id is blocked.\n"
