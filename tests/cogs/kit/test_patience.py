"""A wait for a silent database is shorter than Discord's limit."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from bot.base.clock import in_time
from cogs.matches import game_commands as play
from tests.cogs.club import Club


async def soon() -> str:
    return "here"


async def refused() -> str:
    raise KeyError


async def test_a_result_in_time_is_returned_and_an_error_is_raised() -> None:
    assert await in_time(soon(), 5.0) == "here"
    with pytest.raises(KeyError):
        await in_time(refused(), 5.0)


async def test_slow_work_is_not_awaited_and_continues() -> None:
    released, finished = asyncio.Event(), asyncio.Event()

    async def slow() -> str:
        await released.wait()
        finished.set()
        return "late"

    assert await in_time(slow(), 0.01) is None
    assert not finished.is_set()
    released.set()
    await asyncio.wait_for(finished.wait(), 60.0)


async def test_an_autocomplete_does_not_wait_for_a_match_while_the_database_is_busy(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one connection waits for another program that writes, and is not released before it is done."""
    match = await club.started(club.ben)
    club.service._repository.cache.drop(match.id)  # as if it was not read for a long time
    asking: Any = SimpleNamespace(
        client=club.bot,
        guild_id=club.guild.id,
        channel_id=club.channel.id,
        user=SimpleNamespace(id=club.ann.id),
    )
    with closing(sqlite3.connect(club.url.removeprefix("sqlite+aiosqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(club.bot.people.store.hear(club.cleo.id, "de"))
        monkeypatch.setattr(play, "LOOKING_UP", 0.01)
        assert await play._glance(asking) is None
        assert not writing.done()
    await writing
    monkeypatch.setattr(play, "LOOKING_UP", 30.0)
    match_view = await play._glance(asking)
    assert match_view.match.id == match.id
