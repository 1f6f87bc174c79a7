"""Work that a cog does again and again for as long as the bot runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeAlias

from discord.ext import commands, tasks

from cogs.kit.client import Client

Round: TypeAlias = Callable[[Any], Awaitable[None]]
"""A method of a cog that does one round of its work."""


class RoundsCog(commands.Cog):
    """A cog whose `rounds` begin when it is loaded, and end when it is unloaded."""

    bot: Client
    rounds: tasks.Loop[Any]

    async def cog_load(self) -> None:
        """Let the rounds begin."""
        self.rounds.start()

    async def cog_unload(self) -> None:
        """Let them end."""
        self.rounds.cancel()


def in_rounds(*, seconds: float) -> Callable[[Round], tasks.Loop[Any]]:
    """Make a method the `rounds` of its cog, this many seconds apart.

    The first is made once the bot is connected. A fault in one is noted, and the next is made all the same.
    """

    def made(work: Round) -> tasks.Loop[Any]:
        @wraps(work)
        async def one_round(cog: RoundsCog) -> None:
            try:
                await work(cog)
            except Exception as fault:
                cog.bot.note_fault(fault)

        rounds: tasks.Loop[Any] = tasks.loop(seconds=seconds)(one_round)

        @rounds.before_loop
        async def _connected(cog: RoundsCog) -> None:
            await cog.bot.wait_until_ready()

        return rounds

    return made
