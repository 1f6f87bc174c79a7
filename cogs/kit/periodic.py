"""Periodic work of cogs, for as long as the bot runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any, TypeAlias

import structlog
from discord.ext import commands, tasks

from bot.matches.coordination import GrantLost
from cogs.kit.client import Client

log = structlog.get_logger(__name__)

Round: TypeAlias = Callable[[Any], Awaitable[None]]
"""A method of a cog that does its periodic work once."""


class PeriodicCog(commands.Cog):
    """A cog whose `rounds` start when it is loaded and end when it is unloaded."""

    bot: Client
    rounds: tasks.Loop[Any]

    async def cog_load(self) -> None:
        """Start the rounds."""
        self.rounds.start()

    async def cog_unload(self) -> None:
        """Stop the rounds."""
        self.rounds.cancel()


def periodic(*, seconds: float, everywhere: bool = False) -> Callable[[Round], tasks.Loop[Any]]:
    """Make a method the `rounds` of its cog, this many seconds apart.

    The first is made once the bot is connected. A fault in one is noted, and the next is made all the same.
    They are made in the process that leads, and the others wait until they do, unless they are `everywhere`.
    """

    def made(work: Round) -> tasks.Loop[Any]:
        @wraps(work)
        async def one_round(cog: PeriodicCog) -> None:
            try:
                async with nullcontext() if everywhere else cog.bot.coordination.leading():
                    await work(cog)
            except GrantLost:
                log.warning("a round was cut off: this process leads no more", cog=cog.qualified_name)
            except Exception as fault:
                cog.bot.note_fault(fault)

        rounds: tasks.Loop[Any] = tasks.loop(seconds=seconds)(one_round)

        @rounds.before_loop
        async def _connected(cog: PeriodicCog) -> None:
            await cog.bot.wait_until_ready()

        return rounds

    return made
