"""The simulated Discord behind the local table keeps ids, time and order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.base.clock import wall_clock
from bot.host.local import world as worlds
from bot.host.local.world import World
from tests.local.greeter import Greeter

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@asynccontextmanager
async def opened(names: Iterable[str] = NAMES, channels: Iterable[int] = ()) -> AsyncIterator[World]:
    world = World(Greeter(), names)
    world.restore_channels(channels)
    await world.start()
    try:
        yield world
    finally:
        await world.close()


async def ids(names: Iterable[str] = NAMES) -> tuple[list[int], list[int], list[int]]:
    async with opened(names) as world:
        return (
            [channel.id for channel in world.channels],
            [person.id for person in world.people],
            [person.user.dm_channel.id for person in world.people],
        )


async def test_people_and_channels_keep_their_ids_when_a_person_is_added() -> None:
    channels, people, dms = await ids()
    assert await ids() == (channels, people, dms)
    more_channels, more_people, more_dms = await ids((*NAMES, "Eve"))
    assert (more_channels, more_people[:4], more_dms[:4]) == (channels, people, dms)


async def test_a_former_thread_exists_again_under_its_id() -> None:
    async with opened(channels=[1234567890123, 1234567890123]) as world:
        assert world.channel(1234567890123) is not None
        names = [channel.name for channel in world.channels]
        with_it = [channel.id for channel in world.channels[:-1]], [person.id for person in world.people]
    assert names == ["table", "side-table", "tavern", "tournament", "table-0123"]
    assert with_it == (await ids())[:2]


async def test_time_passes_without_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "TICK", 0.01)
    async with opened() as world:
        greeter = world.env.bot
        assert isinstance(greeter, Greeter)
        await asyncio.wait_for(greeter.third_beat.wait(), timeout=60)


async def test_simultaneous_actions_are_done_in_sequence() -> None:
    async with opened() as world:
        table = world.channels[0]

        async def greet(person: worlds.Person) -> None:
            async with world.turn():
                await person.member.slash(table, "hello")

        await asyncio.gather(*(greet(person) for person in world.people))
        said = {message.content for message in table.history()}
        assert said == {f"Hello, {name}!" for name in NAMES}


async def test_messages_of_the_bot_are_immediate_changes_and_private_ones_are_seen_by_their_owner() -> None:
    async with opened() as world:
        ann, ben = world.people[:2]
        table = world.channels[0]
        before = world.changes
        async with world.turn():
            await ann.member.slash(table, "hello")
        assert world.changes > before
        message = table.history(viewer=ann.member)[-1]
        assert abs(message.created_at - wall_clock()) < timedelta(minutes=1)
        assert world.latest(table, ben) == message.id
        assert world.latest(ann.user.dm_channel, ann) > 0
        assert world.latest(ben.user.dm_channel, ben) == 0
