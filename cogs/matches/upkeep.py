"""Deletes data without further use once a day, and packs ended matches."""

from __future__ import annotations

import structlog

from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic

EVERY = 24 * 3600.0

log = structlog.get_logger(__name__)


class UpkeepTasks(PeriodicCog):
    """Prunes the database when the bot has started, and once a day from then on."""

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Delete old requests, parked deliveries, and cards that no match needs."""
        pruned = await self.bot.upkeep.prune()
        if any(pruned):
            log.info("old rows are forgotten", **pruned._asdict())


class PackingTasks(PeriodicCog):
    """Packs the rows of ended matches, a few every minute."""

    @periodic(seconds=60.0)
    async def task(self) -> None:
        """Pack matches that ended a day ago or before."""
        number = await self.bot.packing.run()
        if number:
            log.info("ended matches are packed", number=number)


class CardTasks(PeriodicCog):
    """Drops cards from the memory of each process that were not requested within a day."""

    @periodic(seconds=EVERY, everywhere=True)
    async def task(self) -> None:
        """Drop cards that no cached match uses and that were not requested since the last run."""
        self.bot.service.forget_idle_cards()


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(UpkeepTasks(bot))
    await bot.add_cog(PackingTasks(bot))
    await bot.add_cog(CardTasks(bot))
