"""Once a day, what is of no use any more is forgotten."""

from __future__ import annotations

import structlog
from discord.ext import commands, tasks

from bot.client import Tablepost

EVERY_HOURS = 24.0

log = structlog.get_logger(__name__)


class UpkeepRounds(commands.Cog):
    """Prunes the database when the bot has started, and once a day from then on."""

    def __init__(self, bot: Tablepost) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Start the daily rounds."""
        self.rounds.start()

    async def cog_unload(self) -> None:
        """Stop them."""
        self.rounds.cancel()

    @tasks.loop(hours=EVERY_HOURS)
    async def rounds(self) -> None:
        """Forget old requests and deliveries that were given up."""
        try:
            requests, deliveries = await self.bot.upkeep.prune()
        except Exception as fault:
            self.bot.note_fault(fault)
            return
        if requests or deliveries:
            log.info("old rows are forgotten", requests=requests, deliveries=deliveries)

    @rounds.before_loop
    async def _before_rounds(self) -> None:
        await self.bot.wait_until_ready()


async def setup(bot: Tablepost) -> None:
    """Add the rounds to the bot."""
    await bot.add_cog(UpkeepRounds(bot))
