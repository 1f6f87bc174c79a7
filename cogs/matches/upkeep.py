"""Periodic work on lobbies and on what is stored: due lobbies, old rows, ended matches, idle cards."""

from __future__ import annotations

import structlog

from bot.matches.model import Waiting
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.publishing.reach import Reach

EVERY = 24 * 3600.0

log = structlog.get_logger(__name__)


class LobbyTasks(PeriodicCog):
    """Releases reserved seats, and closes lobbies without new players."""

    @periodic(seconds=60.0)
    async def task(self) -> None:
        """Do the due work of each lobby; an error in one does not stop the others."""
        for match in await self.bot.service.lobby_hours.due():
            try:
                info = await self.bot.service.info(match)
                if info.guild in self.bot.service.gate.standing_still():
                    continue
                if info.present_rest is None and await self.bot.cog(Reach).rests(match):
                    continue  # nobody can join it now; it waits for some days
                if await self.bot.service.lobby_hours.pass_by(match):
                    # the parts hear which people did not take the seats reserved for their wishes
                    after, waiting = await self.bot.service.info(info.id), info.match_terms.waiting
                    if isinstance(waiting, Waiting):
                        over = after.stage.ended
                        gone = [user for user in waiting.wished if over or after.seat_of(user) is None]
                        for unseated in self.bot.hooks.unseated:
                            await unseated(info, gone)
                    await self.bot.publish_pending(match)
            except Exception as fault:
                self.bot.note_fault(fault, match)


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
    """Add the periodic tasks to the bot."""
    await bot.add_cog(LobbyTasks(bot))
    await bot.add_cog(UpkeepTasks(bot))
    await bot.add_cog(PackingTasks(bot))
    await bot.add_cog(CardTasks(bot))
