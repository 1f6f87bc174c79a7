"""Reports players who have left the server once, so that the host can give the seat to another person.

The bot has no list of members. It learns of a departure from a DM that is refused for lack of a common
server, and by asking for the awaited players, at most once a day for each match.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, time, timedelta

import discord
import structlog
from discord.ext import commands

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import DISCORD_FAULTS
from cogs.kit.sight import UNKNOWN_MEMBER, UNKNOWN_USER, server_of

EVERY = 600.0
"""The interval in seconds between two checks for matches whose check time has come."""
_DAY = timedelta(days=1)

log = structlog.get_logger(__name__)


class DepartureTasks(PeriodicCog):
    """Looks the awaited players up on the server, and reports the ones who have left."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self._looked: datetime | None = None
        """The time of this process's last check; after a change of leader the new one continues from here."""

    @commands.Cog.listener()
    async def on_no_mutual_server(self, user: int) -> None:
        """Report a player with whom the bot has no common server any more, after a refused DM."""
        try:
            for info in await self.service.matches_of(user):
                if info.guild is not None:
                    await self._tell(info.id, user)
        except Exception as fault:
            self.bot.note_fault(fault)

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Check the players of the matches whose check time has come since the last run."""
        now = self.bot.clock()
        since, self._looked = self._looked or now, now
        async for match in unhurried(await self.service.store.playing()):
            if is_due(match, since, self._looked):
                await self._ask(await self.service.info(match))

    async def _ask(self, info: MatchInfo) -> None:
        """Check whether the awaited players of a match are on its server."""
        guild = None if info.anonymous else await self._guild(info.guild)
        if guild is None:
            return
        try:
            awaited = (await self.service.match_view(info.id, None)).awaited
        except Refusal:
            return  # its rules are not in this version, so it cannot be played now
        for seat in sorted(awaited):
            holder = info.seats[seat]
            if not holder.user:
                continue
            there = await _is_there(guild, holder.user)
            if there is False:
                await self._tell(info.id, holder.user)
            elif there and holder.left:
                await self.service.departures.returned(info.id, holder.user)

    async def _guild(self, guild: int | None) -> discord.Guild | None:
        """Return a server of the bot, also one that another process handles."""
        try:
            return None if guild is None else await server_of(self.bot, guild)
        except (TryLater, *DISCORD_FAULTS) as failure:
            log.info("a server cannot be asked for", reason=type(failure).__name__)
            return None

    async def _tell(self, match: MatchId, user: int) -> None:
        """Report a departure in the match post, unless that was done before."""
        try:
            if not await self.service.departures.left(match, user):
                return
        except Refusal:
            return  # the match has ended meanwhile, or its rules are not here
        await self.bot.publish_pending(match)


def is_due(match: MatchId, since: datetime, now: datetime) -> bool:
    """Whether a match's check time is after `since` and not after `now`.

    The time of day is derived from the match alone: checks are spread over the day, and a restart repeats
    none.
    """
    second = timedelta(seconds=zlib.crc32(match.encode()) % 86400)
    at = datetime.combine(since.astimezone(UTC).date(), time(), tzinfo=UTC) + second
    return since < at <= now or since < at + _DAY <= now


async def _is_there(guild: discord.Guild, user: int) -> bool | None:
    """Return whether a person is on a server; None where Discord does not say."""
    try:
        await guild.fetch_member(user)
    except discord.NotFound as failure:
        return False if failure.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
    except DISCORD_FAULTS as failure:
        log.info("a member cannot be asked for", reason=type(failure).__name__)
        return None
    return True


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(DepartureTasks(bot))
