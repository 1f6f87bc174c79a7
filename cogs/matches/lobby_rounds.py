"""Looks at the lobbies: frees seats that were kept long enough, closes lobbies that nobody joins."""

from __future__ import annotations

from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic

EVERY = 60.0
"""Seconds between two looks at the lobbies."""


class LobbyRounds(PeriodicCog):
    """Does in each lobby what is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @periodic(seconds=EVERY)
    async def rounds(self) -> None:
        """Do what is due in each lobby; a fault in one keeps the others waiting for nothing."""
        for match in await self.bot.service.lobby_hours.due():
            try:
                if await self.bot.service.lobby_hours.pass_by(match):
                    await self.bot.publish_pending(match)
            except Exception as fault:
                self.bot.note_fault(fault, match)


async def setup(bot: Client) -> None:
    """Add the rounds to the bot."""
    await bot.add_cog(LobbyRounds(bot))
