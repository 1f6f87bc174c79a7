"""Periodic work on lobbies: releases reserved seats, closes lobbies without new players."""

from __future__ import annotations

from bot.matches.model import Waiting
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.publishing.reach import Reach

EVERY = 60.0
"""Seconds between two checks of the lobbies."""


class LobbyTasks(PeriodicCog):
    """Does the due work of each lobby."""

    @periodic(seconds=EVERY)
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


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(LobbyTasks(bot))
