"""The other processes of the bot: their messages, and the register of those that run."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from discord.ext import commands

from bot.base.ids import MatchId
from bot.database.coordination import News, Topic
from bot.engine.errors import Refusal, Unavailable
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.publishing.publisher import Publisher

EVERY = 30.0
"""Seconds between two records of this process."""


class OtherProcesses(commands.Cog):
    """Listens to the other processes. On SQLite there are none."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._under_way: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        """Start to listen."""
        self.bot.coordination.listen(self.heard)

    async def cog_unload(self) -> None:
        """Start nothing new, and cancel the rest."""
        for task in self._under_way:
            task.cancel()

    def heard(self, news: News) -> None:
        """Drop at once what has changed, then do what is requested."""
        match news.topic:
            case Topic.MATCH:
                self._begin(self._changed(news.match))
            case Topic.POST:
                self.bot.cog(Publisher).turns.forget(news.match)
                self.bot.shown.take(news.number)
            case Topic.PERSON:
                self.bot.languages.forget(news.number)
            case Topic.PUBLISH:
                self._begin(self._publish(news.match))
            case Topic.ANYTHING:
                self.bot.service.forget()
                self.bot.cog(Publisher).turns.forget_all()
                self.bot.shown.clear()
                self.bot.languages.forget()
                self._begin(self._warm())

    async def _warm(self) -> None:
        """Load the open matches into memory again, for autocomplete."""
        try:
            await self.bot.service.warm()
        except Exception as fault:
            self.bot.note_fault(fault)

    async def _changed(self, match: MatchId) -> None:
        try:
            await self.bot.service.changed_elsewhere(match)
        except Refusal:
            return  # whoever uses the match is told why
        except Exception as fault:
            self.bot.note_fault(fault, match)

    async def _publish(self, match: MatchId) -> None:
        """Publish a match that this process serves."""
        try:
            hears = await self.bot.hears_of(match)
        except Exception as fault:
            self.bot.note_fault(fault, match)
            return
        if hears:
            await self.bot.publish_here(match)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


class RegisterTask(PeriodicCog):
    """Records that this process runs, and stops it where a newer version excludes it."""

    @periodic(seconds=EVERY, everywhere=True)
    async def task(self) -> None:
        """Stop where this version may not run any more; else record this process."""
        if await self.bot.register.is_outdated():
            self.bot.stop_as_outdated()
        else:
            await note_process(self.bot)

    async def cog_load(self) -> None:
        """Remember the bugs of the process before this one: people quote their ids."""
        self.bot.begun = self.bot.clock()
        with suppress(Unavailable):
            before = (await self.bot.register.store.memories()).get(self.bot.coordination.shards.key)
            if before is not None:
                self.bot.faults.extend(before.faults)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Record that this process ends."""
        await super().cog_unload()
        with suppress(Unavailable):  # it counts as running for a while
            await self.bot.register.store.forget_process(self.bot.coordination.shards.key)


async def note_process(bot: Client) -> None:
    """Record that this process runs, and the number of jobs in memory that a stop would lose."""
    busy = sum([busy() for busy in bot.hooks.busy])
    await bot.register.note(bot.coordination.shards.key, busy, memory=bot.memory())


async def setup(bot: Client) -> None:
    """Add the listener and the register to the bot."""
    await bot.add_cog(OtherProcesses(bot))
    await bot.add_cog(RegisterTask(bot))
