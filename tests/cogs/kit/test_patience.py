"""A database that does not answer keeps nobody waiting longer than Discord does."""

from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import in_time
from cogs.matches import game_commands as play
from tests.cogs.club import Club


async def soon() -> str:
    return "here"


async def refused() -> str:
    raise KeyError


async def test_what_comes_in_time_is_given_and_what_goes_wrong_is_raised() -> None:
    assert await in_time(soon(), 5.0) == "here"
    with pytest.raises(KeyError):
        await in_time(refused(), 5.0)


async def test_what_takes_too_long_is_not_waited_for_and_goes_on_by_itself() -> None:
    released, finished = asyncio.Event(), asyncio.Event()

    async def slow() -> str:
        await released.wait()
        finished.set()
        return "late"

    assert await in_time(slow(), 0.01) is None
    assert not finished.is_set()
    released.set()
    await asyncio.wait_for(finished.wait(), 60.0)


async def test_a_match_is_not_waited_for_by_an_autocomplete_while_the_database_is_busy(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one connection waits for another program that writes, and lets go of nobody before it is over."""
    match = await club.started(club.ben)
    club.service._repository.cache.drop(match.id)  # as one that nobody has looked at for long
    asking: Any = SimpleNamespace(
        client=club.bot, channel_id=club.channel.id, user=SimpleNamespace(id=club.ann.id)
    )
    other = sqlite3.connect(club.url.removeprefix("sqlite+aiosqlite:///"))
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(club.bot.people._store.hear(club.cleo.id, "de"))
    monkeypatch.setattr(play, "LOOKING_UP", 0.01)
    assert await play._glance(asking) is None
    assert not writing.done()
    other.rollback()
    other.close()
    await writing
    monkeypatch.setattr(play, "LOOKING_UP", 30.0)
    match_view = await play._glance(asking)
    assert match_view.match.id == match.id
