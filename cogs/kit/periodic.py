"""Periodic work of cogs, for as long as the bot runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any, TypeAlias

import structlog
from discord.ext import commands, tasks

from bot.database.coordination import GrantLost
from cogs.kit.client import Client

log = structlog.get_logger(__name__)

Work: TypeAlias = Callable[[Any], Awaitable[None]]
"""A method of a cog that does its periodic work once."""


class PeriodicCog(commands.Cog):
    """A cog whose `task` starts when it is loaded and stops when it is unloaded."""

    task: tasks.Loop[Any]

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Start the task."""
        self.task.start()

    async def cog_unload(self) -> None:
        """Stop the task."""
        self.task.cancel()


def periodic(*, seconds: float, everywhere: bool = False) -> Callable[[Work], tasks.Loop[Any]]:
    """Make a method the `task` of its cog, run at this interval.

    It first runs once the bot is connected. A fault is recorded and stops no later run. It runs in the
    process that leads, while other processes wait for the lead, unless it runs `everywhere`.
    """

    def made(work: Work) -> tasks.Loop[Any]:
        @wraps(work)
        async def run_once(cog: PeriodicCog) -> None:
            try:
                async with nullcontext() if everywhere else cog.bot.coordination.leading():
                    await work(cog)
            except GrantLost:
                log.warning("a periodic task was cut off: this process leads no more", cog=cog.qualified_name)
            except Exception as fault:
                cog.bot.note_fault(fault)

        task: tasks.Loop[Any] = tasks.loop(seconds=seconds)(run_once)

        @task.before_loop
        async def _connected(cog: PeriodicCog) -> None:
            await cog.bot.wait_until_ready()

        return task

    return made
