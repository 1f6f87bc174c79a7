"""Periodic work on tournaments, in the process that leads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog
from discord.ext import commands

from bot.base.ids import MatchId
from bot.base.language import ngettext
from bot.database.coordination import GrantLost
from bot.engine.errors import Refusal, Unavailable
from bot.matches.model import MatchInfo
from bot.parts.tournaments.model import TournamentId, numbered
from bot.parts.tournaments.running import Runner
from bot.parts.tournaments.service import Competitions
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.ratings.profile import ProfilePages
from cogs.tournaments.venue import DiscordVenue
from cogs.tournaments.words import titles_in_words

EVERY = 30.0
"""Seconds between two checks of all tournaments."""
LONGEST_DELAY = 5.0
"""The most seconds for which one tournament delays the others."""

log = structlog.get_logger(__name__)


PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "tournament_entrants": lambda n: ngettext(
        "{number} tournament that you have entered", "{number} tournaments that you have entered", n
    ),
    "tournament_log": lambda n: ngettext(
        "{number} line in the log of a tournament", "{number} lines in the logs of tournaments", n
    ),
}
"""The words for a number of items of each kind of personal data."""


class TournamentTasks(PeriodicCog):
    """Does the due work of tournaments: every half a minute, and at once when a match of one has ended."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        self.venue = DiscordVenue(bot)
        self._working: set[asyncio.Task[Any]] = set()
        self._looking: dict[TournamentId, asyncio.Task[None]] = {}
        self.competitions = bot.services.of(Competitions)
        bot.hooks.titles.append(self.title_of)
        bot.hooks.leaves.append(self.leave_before_a_loss)
        bot.hooks.leaving.append(self.competitions.store.leaving)
        bot.cog(ProfilePages).honours.append(self.titles_won)
        rules = {key: game.rules for key, game in bot.games.items()}
        self.runner = Runner(self.competitions, bot.service, rules, bot.clock, self.venue)

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Do the due work of all tournaments, unless no match may be opened now."""
        if self.bot.service.gate.is_closed:
            return
        still = self.bot.service.gate.standing_still()
        for tournament in await self.competitions.store.going_on(but=still):
            await self._look(tournament)

    async def title_of(self, info: MatchInfo) -> str:
        """Return the title of the tournament to which a match belongs, "" for none."""
        if not info.match_terms.tournament:
            return ""
        try:
            tournament = await self.competitions.get(info.match_terms.tournament)
        except Refusal:
            return ""
        return numbered(tournament.plans.format, tournament.number)

    async def leave_before_a_loss(self, info: MatchInfo, user: int) -> None:
        """Begin the leave of an entrant who is about to lose a match by time, where that is to be."""
        chosen = bool((await self.bot.people.preferences(user)).auto_leave)
        with suppress(Refusal):  # an entrant who has withdrawn, or acts too often
            if await self.competitions.leave_before_a_loss(info.id, user, chosen=chosen):
                await self._look(info.match_terms.tournament or "")

    async def titles_won(self, user: int, guild: int | None) -> str:
        """Return what a user has won in tournaments of a server."""
        return titles_in_words(self.bot, await self.competitions.store.titles(user, guild)) if guild else ""

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
            found = await self.competitions.store.of_match(match)
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
