"""Once a day, what is of no use any more is forgotten."""

from __future__ import annotations

import structlog

from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic

EVERY = 24 * 3600.0

log = structlog.get_logger(__name__)


class UpkeepTasks(PeriodicCog):
    """Prunes the database when the bot has started, and once a day from then on."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Forget old requests, deliveries that were given up, old rolls, and cards that nobody plays with."""
        pruned = await self.bot.upkeep.prune()
        if any(pruned):
            log.info("old rows are forgotten", **pruned._asdict())


class CardTasks(PeriodicCog):
    """Lets the memory of each process be free of cards that were not asked for within a day."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @periodic(seconds=EVERY, everywhere=True)
    async def task(self) -> None:
        """Forget cards that no match at hand is played with and nobody has asked for since the last round."""
        self.bot.card_sets.forget_readings()
        self.bot.service.forget_idle_cards()


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(UpkeepTasks(bot))
    await bot.add_cog(CardTasks(bot))
