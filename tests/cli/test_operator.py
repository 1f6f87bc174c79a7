"""`operator` on the machine: the commands of `/operator`, for a running or a stopped bot."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.base.clock import wall_clock
from bot.database.migrate import migrate
from bot.database.sqlite import sole_bot
from bot.host.settings import Settings
from bot.host.wiring import open_bot
from bot.matches.store import SqlMatchStore
from bot.processes.register import ProcessRegister
from bot.processes.store import Fault, LimitHit, ProcessMemory, SqlRegisterStore
from tests.cli.conftest import Run
from tests.matches.table import BEN, Table, TestClock

Order = Callable[[str], str]


@pytest.fixture
async def match(tmp_path: Path) -> str:
    """Return the id of a match in play, in the default database."""
    url = f"sqlite:///{tmp_path / 'tablepost.sqlite3'}"
    await migrate(url)
    store = SqlMatchStore.at(url)
    found = await Table(url, TestClock(), "cli", store=store).started(BEN)
    await store.close()
    return found.id


@pytest.fixture
def operator(bot: Run) -> Callable[[str], str]:
    """Run an operator command that succeeds; return its output."""

    def order(line: str) -> str:
        done = bot(f"operator {line}")
        assert done.returncode == 0, done.stderr
        return done.stdout

    return order


def test_another_process_tells_uptime_errors_and_limits_of_the_one_that_runs(
    operator: Order, match: str, tmp_path: Path
) -> None:
    """The bot stores what it remembers, without the id of anybody; a killed one runs no more."""
    url, now = f"sqlite:///{tmp_path / 'tablepost.sqlite3'}", wall_clock()
    faults = (
        Fault("aaaaaa", now - timedelta(hours=2), "", "KeyError"),
        Fault("bbbbbb", now, match, "RuntimeError"),
    )
    limits = (LimitHit("openings", 77, 3), LimitHit("dice", 0, 1))

    async def note() -> None:
        store = SqlMatchStore.at(url)
        memory = ProcessMemory(now - timedelta(days=3), faults, limits)
        await ProcessRegister(SqlRegisterStore(store.database), wall_clock).note("all", 0, memory=memory)
        await store.close()

    asyncio.run(note())
    assert "No process of the bot runs." in operator("status")
    with sole_bot(tmp_path / "tablepost.sqlite3"):
        status = operator("status")
    assert f"runs since {now - timedelta(days=3):%Y-%m-%d %H:%M} UTC" in status
    assert "In the last hour: 1 error (bbbbbb)." in status
    assert "Limit openings: server 77, 3 times." in status
    assert "Limit dice: in DMs, 1 times." in status
    assert f"RuntimeError, in match {match}." in operator("find --error bbbbbb")
    assert "No process remembers an error" in operator("find --error cccccc")


@pytest.mark.usefixtures("match")
def test_a_server_without_the_bot_cannot_be_left(
    bot: Run, operator: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is asked; where it does not say, the sentence says less."""
    answers: dict[int, BaseException | None] = {5: None, 6: aiohttp.ClientConnectionError()}
    missing: Any = SimpleNamespace(status=404, reason="Not Found")

    async def login(_client: discord.Client, _token: str) -> None:
        return

    async def fetch(_client: discord.Client, guild: int, **_: object) -> None:
        if (fault := answers.get(guild, discord.NotFound(missing, "Unknown Guild"))) is not None:
            raise fault

    monkeypatch.setattr(discord.Client, "login", login)
    monkeypatch.setattr(discord.Client, "fetch_guild", fetch)
    done = bot("operator leave 99", DISCORD_TOKEN="a.b.c")
    assert (done.returncode, done.stderr) == (1, "The bot is not on this server. Nothing was done.\n")
    assert bot("operator leave 5", DISCORD_TOKEN="a.b.c").stdout.startswith("If the bot runs, it leaves")
    assert "and is on this server" in bot("operator leave 6", DISCORD_TOKEN="a.b.c").stdout
    assert operator("log").count("leave server") == 2


@pytest.mark.usefixtures("match")
def test_the_status_lists_active_measures_and_each_command_is_logged(operator: Order) -> None:
    operator("notice 'The bot restarts at 20:00 UTC' --for '3 hours'")
    operator("block server 77 'A test of blocks'")
    assert "Server 77 since" in operator("blocked")
    status = operator("status")
    assert "Matches: 1 in play, 0 in the lobby." in status
    assert "The bot restarts at 20:00 UTC" in status
    assert "1 block is in force." in status
    operator("unblock server 77")
    assert operator("blocked") == "Nobody is blocked.\n"
    assert operator("notice") == "The notice is taken away.\n"
    log = operator("log")
    for act in ("notice taken down", "server 77 unblocked", "block of server 77: A test of blocks."):
        assert f"(machine) · {act}" in log


def test_a_match_is_shown_without_its_hidden_data(
    operator: Order, bot: Run, match: str, tmp_path: Path
) -> None:
    found = operator(f"find {match}")
    assert "dicey, playing." in found
    assert "Ann" in found
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as connection:
        ((seed,),) = connection.execute("SELECT seed FROM matches")
    assert seed.hex() not in found
    missing = bot("operator find nothing")
    assert missing.returncode == 2
    assert missing.stderr.startswith("There is no such match")


def test_draining_ends_without_work_and_errands_wait_for_the_bot(
    operator: Order, bot: Run, tmp_path: Path
) -> None:
    assert bot("operator drain").returncode == 1  # no database yet: none is made
    assert bot("migrate").returncode == 0
    done = "All work in progress is done: the bot can be stopped and started.\n"
    assert operator("drain").endswith(done)
    assert bot("operator drain").stderr == "The bot is draining already.\n"
    operator("leave 99")
    for order, answer in (
        ("drain --off", "Matches can be opened again."),
        ("broadcast Hello", "It goes to 0 servers."),
        ("parked", "No delivery was given up."),
        ("retry", "Deliveries that are tried again: 0."),
    ):
        assert operator(order) == f"{answer}\n"
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as connection:
        assert connection.execute("SELECT kind, guild FROM errands").fetchall() == [("leave", 99)]
    for order, sentence in (
        (f"notice {'x' * 201}", "Write 1 to 200 characters."),
        ("notice x --for '20 days'", "A notice stands for 14 days at most."),
        ("unblock person 5", "Nothing with this id is blocked."),
    ):
        assert bot(f"operator {order}").stderr == f"{sentence}\n"


def test_a_person_who_has_left_discord_is_exported_and_deleted_also_from_a_restored_backup(
    operator: Order, bot: Run, match: str, tmp_path: Path
) -> None:
    database = tmp_path / "tablepost.sqlite3"
    assert bot("backup before.db").returncode == 0
    assert operator(f"export {BEN.user} ben.json").startswith("ben.json holds all that is stored")
    written = json.loads((tmp_path / "ben.json").read_text())
    assert written["user"] == BEN.user
    assert [each["match"] for each in written["matches"]] == [match]
    assert bot(f"operator export {BEN.user} ben.json").returncode == 1
    assert "playing 1" in operator(f"delete {BEN.user}")
    with sole_bot(database):
        running = bot(f"operator delete {BEN.user} --yes")
        assert (running.returncode, "Another Tablepost runs" in running.stderr) == (1, True)
    assert operator(f"delete {BEN.user} --yes").startswith("Deleted, and on the list of deletions.")
    assert operator(f"delete {BEN.user}") == "Nothing is stored about this person.\n"
    assert str(BEN.user) not in operator("log")
    for old in tmp_path.glob("tablepost.sqlite3*"):
        old.unlink()
    (tmp_path / "before.db").rename(database)
    assert (tmp_path / "tablepost.deletions").exists()
    assert "playing 1" in operator(f"delete {BEN.user}")
    settings = Settings(database_url=f"sqlite:///{database}")

    async def start() -> int:
        async def nothing(_match: str) -> None: ...

        async with open_bot(settings) as started:
            return await started.privacy.delete_again(nothing)

    assert asyncio.run(start()) == 1
    assert operator(f"delete {BEN.user}") == "Nothing is stored about this person.\n"
