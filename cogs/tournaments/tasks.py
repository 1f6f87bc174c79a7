"""Periodic work on tournaments, in the process that leads."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from discord.ext import commands

from bot.base.ids import MatchId
from bot.database.coordination import GrantLost
from bot.engine.errors import Unavailable
from bot.parts.tournaments.model import TournamentId
from bot.parts.tournaments.running import Runner
from bot.parts.tournaments.service import Competitions
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.tournaments.venue import DiscordVenue

EVERY = 30.0
"""Seconds between two checks of all tournaments."""
LONGEST_DELAY = 5.0
"""The most seconds for which one tournament delays the others."""

log = structlog.get_logger(__name__)


class TournamentTasks(PeriodicCog):
    """Does the due work of tournaments: every half a minute, and at once when a match of one has ended."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.venue = DiscordVenue(bot)
        self._working: set[asyncio.Task[Any]] = set()
        self._looking: dict[TournamentId, asyncio.Task[None]] = {}
        rules = {key: game.rules for key, game in bot.games.items()}
        self.runner = Runner(bot.services.of(Competitions), bot.service, rules, bot.clock, self.venue)

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Do the due work of all tournaments, unless no match may be opened now."""
        if self.bot.service.gate.is_closed:
            return
        still = self.bot.service.gate.standing_still()
        for tournament in await self.bot.services.of(Competitions).store.going_on(but=still):
            await self._look(tournament)

    async def _look(self, tournament: TournamentId) -> None:
        """Do the due work of one tournament.

        Long work continues while others are processed: for example the opening of a league whose threads
        Discord delays.
        """
        if tournament in self._looking:
            return
        task = asyncio.create_task(self._led(tournament))
        self._looking[tournament] = task
        task.add_done_callback(lambda _done: self._looking.pop(tournament, None))
        await asyncio.wait({task}, timeout=LONGEST_DELAY)

    async def _led(self, tournament: TournamentId) -> None:
        try:
            async with self.bot.coordination.leading():
                await self.runner.step(tournament)
        except GrantLost:
            log.warning("a tournament is left to the process that leads now", tournament=tournament)
        except Exception as fault:  # one does not stop the others
            self.bot.note_fault(fault)

    async def step(self, tournament: TournamentId) -> None:
        """Do the due work of one tournament now, if this process leads."""
        if self.bot.coordination.leads:
            try:
                await self.runner.step(tournament)
            except Exception as fault:
                self.bot.note_fault(fault)

    @commands.Cog.listener()
    async def on_tournament_match_ended(self, match: MatchId) -> None:
        """Take in the result of a match."""
        task = asyncio.current_task()
        assert task is not None, "an event is handled in a task"
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        try:
            found = await self.bot.services.of(Competitions).store.of_match(match)
        except Unavailable:
            return  # the next run does it
        if found is not None:
            await self.step(found[0])

    async def cog_unload(self) -> None:
        """Stop running work; the rows store where to continue."""
        await super().cog_unload()
        working = (*self._working, *self._looking.values())
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await self.venue.close()


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(TournamentTasks(bot))
