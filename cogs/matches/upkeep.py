"""Once a day, what is of no use any more is forgotten."""

from __future__ import annotations

import structlog

from cogs.kit.client import Client
from cogs.kit.rounds import RoundsCog, in_rounds

EVERY = 24 * 3600.0

log = structlog.get_logger(__name__)


class UpkeepRounds(RoundsCog):
    """Prunes the database when the bot has started, and once a day from then on."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @in_rounds(seconds=EVERY)
    async def rounds(self) -> None:
        """Forget old requests, deliveries that were given up, and old rolls."""
        pruned = await self.bot.upkeep.prune()
        if any(pruned):
            log.info("old rows are forgotten", **pruned._asdict())


async def setup(bot: Client) -> None:
    """Add the rounds to the bot."""
    await bot.add_cog(UpkeepRounds(bot))
