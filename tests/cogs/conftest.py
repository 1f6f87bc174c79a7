from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from pathlib import Path

import discord
import pytest
from simcord import MemberActor
from sqlalchemy import Connection
from structlog.testing import capture_logs

from bot.database.engine import Database
from bot.database.migrate import migrate
from bot.engine.errors import Refusal
from bot.host import client
from cogs.kit import languages, replies
from cogs.kit.client import Interaction
from cogs.kit.refusals import OF_DISCORD, Does, meaning_of
from cogs.matches import game_commands
from tests.cogs import wire
from tests.cogs.club import PATIENCE, Club, commands_of
from tests.cogs.league import keeper
from tests.matches.table import database_like


def _of_discord(error: BaseException) -> bool:
    """Whether an error is trouble of Discord or the network, which is no fault of the bot."""
    if not isinstance(error, OF_DISCORD):
        return False
    return not isinstance(error, discord.HTTPException) or meaning_of(error).does in (
        Does.LATER,
        Does.TOO_LATE,
    )


@pytest.fixture
async def database(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> str:
    """Return the address of a new database."""
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await migrate(f"sqlite:///{template}")
    return database_like(template, tmp_path)


@pytest.fixture
def faults_expected() -> list[str]:
    """Return the list of error types that the log of this test may have."""
    return []


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a longer database timeout, for busy machines."""
    monkeypatch.setattr(client, "LOOKING_UP", PATIENCE)
    monkeypatch.setattr(game_commands, "LOOKING_UP", PATIENCE)
    monkeypatch.setattr(languages, "ANSWER_SECONDS", PATIENCE)


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the commands of a game between all bots."""
    monkeypatch.setattr(game_commands, "game_commands", commands_of)


@pytest.fixture(autouse=True)
def nothing_before_a_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse each transaction of a handler that has put its promise off and not made it: `defer_if_slow`."""
    asked = ContextVar[Interaction | None]("asked", default=None)
    promise, write = replies._promise, Database.write

    async def promised(interaction: Interaction, owed: str, *, if_slow: bool = False) -> None:
        await promise(interaction, owed, if_slow=if_slow)
        asked.set(interaction)

    async def written(database: Database, work: Callable[[Connection], object]) -> object:
        interaction = asked.get()
        owed = None if interaction is None else interaction.extras.get(replies.PROMISE)
        assert owed is None or owed._making is not None, "nothing may be changed before `defer_now`"
        return await write(database, work)

    monkeypatch.setattr(replies, "_promise", promised)
    monkeypatch.setattr(Database, "write", written)


@pytest.fixture
async def club(
    database: str, faults_expected: list[str], caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Club]:
    """A server with people and the bot. The test fails if the bot logs an unexpected error."""
    caplog.set_level(logging.ERROR)
    with capture_logs() as told:
        club = Club(database)
        await club.open()
        try:
            yield club
        finally:
            await club.close()
    assert wire.faults(club.env.http_requests) == []
    faults = [type(each["exc_info"]).__name__ for each in told if each["event"] == "something went wrong"]
    faults += [each["event"] for each in told if each["event"] == "a delivery failed unexpectedly"]
    assert sorted(faults) == sorted(faults_expected)
    assert [record.message for record in caplog.records if record.name.startswith("discord")] == []
    raised = [getattr(each, "original", each) for each in club.env.errors]
    unexpected = [each for each in raised if not isinstance(each, Refusal) and not _of_discord(each)]
    assert [type(each).__name__ for each in unexpected if type(each).__name__ not in faults_expected] == []


@pytest.fixture
def max_(club: Club) -> MemberActor:
    """A member who may manage the server."""
    return keeper(club)
