"""Finds out where players cannot act through no fault of their own; their time stands still there.

The server is known from Discord's events: the bot was removed, the server is unavailable, or its shard is cut
off from Discord. About a channel
Discord is asked: after an event about it, after a refused post, before a time that is up costs anything, and
from time to time while a match rests. The cache of channels is never believed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.base.ids import MatchId
from bot.database.coordination import Shards
from bot.engine.contract import Seat
from bot.engine.errors import Refusal
from bot.matches.clocks import ON_SERVERS, Why
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import TryLater, Undeliverable
from bot.matches.ports import Outage
from cogs.kit.client import Client
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import DISCORD_FAULTS
from cogs.publishing.publisher import Publisher

EVERY: Final = 60.0
"""Seconds between two checks of the outages and of the matches that rest."""
TOLD_AFTER: Final = timedelta(minutes=10)
"""How long an outage of a server lasts until its players are told: most are over sooner."""
UNANSWERED: Final = 3
"""How many interactions in a row Discord must refuse to acknowledge until that counts as an outage."""
FRESH: Final = timedelta(minutes=10)
"""How old a DM can be that shows that its player gets DMs, when their time is up."""
UNKNOWN_GUILD: Final = 10004
NO_ACCESS: Final = 50001

log = structlog.get_logger(__name__)


class Reach(PeriodicCog):
    """Begins and ends outages of servers, and rests of matches."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self.timekeeper = bot.service.timekeeper
        self._working: set[asyncio.Task[None]] = set()
        self._refused = 0
        """How many interactions in a row could not be acknowledged."""
        self._refused_since: datetime | None = None
        self._cut_off: dict[int, datetime] = {}
        """The shards that are cut off from Discord while others of this process are not, since when."""
        bot.measuring.acknowledged = self.note_acknowledgement

    async def cog_load(self) -> None:
        """Learn which outages lasted when the bot was stopped, before anybody can act."""
        await self.timekeeper.learn_outages()
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop running work; it is done again."""
        await super().cog_unload()
        for task in (*self._working,):
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    # ---- servers

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the time of a server's matches stand still: the bot is not on it any more."""
        await self._gone(guild.id, "removed")

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.abc.Snowflake) -> None:
        """Let the time of a server's matches stand still: it has an outage."""
        await self._gone(guild.id, "unavailable")

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.abc.Snowflake) -> None:
        """Let the time of a server's matches run again."""
        await self._back(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the time of a server's matches run again: the bot is on it again."""
        await self._back(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the servers of open matches with those that Discord has named for all shards."""
        await self._compare_all(self.bot.coordination.shards)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Compare those of a shard that has connected anew; at the start all are compared at once."""
        if self.bot.is_ready():
            await self._compare_all(self._alone(shard))

    async def _compare_all(self, shards: Shards) -> None:
        try:
            for outage in await self.timekeeper.learn_outages():
                of = outage.shards
                if of is not None and not of.everything and of.count != self.bot.shard_count:
                    await self._end(outage)  # of a former number of shards: none of these comes back
            known = {each.guild for each in await self.timekeeper.learn_outages()}
            playing = {info.guild for info in await self.service.open_matches() if info.guild is not None}
            for guild in sorted(known | playing):
                if guild and shards.serve(guild):
                    await self._compare(guild)
        except Exception as fault:
            self.bot.note_fault(fault)

    async def _compare(self, guild: int) -> None:
        """Begin or end the outage of a server by what Discord says now."""
        available = self.bot.state.servers.is_available(guild)
        if available:
            await self._back(guild)
        elif available is not None:
            await self._gone(guild, "unavailable")
        else:
            try:
                await self.bot.fetch_guild(guild, with_counts=False)
            except discord.HTTPException as failure:
                if failure.code in (UNKNOWN_GUILD, NO_ACCESS):
                    await self._gone(guild, "removed")
            except DISCORD_FAULTS as failure:
                log.info("a server cannot be asked for", reason=type(failure).__name__)

    async def _gone(self, guild: int, why: Why) -> None:
        try:
            await self.timekeeper.begin_outage(Outage(guild, None, why, self.bot.clock()))
        except Exception as fault:
            self.bot.note_fault(fault)

    async def _back(self, guild: int) -> None:
        try:
            for outage in await self.timekeeper.learn_outages():
                if outage.guild == guild and outage.shards is None:
                    await self._end(outage)
        except Exception as fault:
            self.bot.note_fault(fault)

    async def _end(self, outage: Outage) -> None:
        """Give back the time of an outage, and tell those who were told of it."""
        await self.timekeeper.end_outage(outage)
        for match in await self.service.store.resting():
            info = await self.service.info(match)
            rest = info.present_rest
            if rest is None or not outage.covers(info.guild):
                continue
            if rest.why not in ON_SERVERS:
                await self._look(match, None)
            elif await self.service.reachability.over(match):
                await self.bot.publish_pending(match)

    # ---- shards

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Let the time of a shard's servers run again: it is connected to Discord."""
        await self._shard_back(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Let the time of a shard's servers run again: it is connected to Discord."""
        await self._shard_back(shard)

    async def _shard_back(self, shard: int) -> None:
        self._cut_off.pop(shard, None)
        try:
            for outage in await self.timekeeper.learn_outages():
                if outage.shards == self._alone(shard):
                    await self._end(outage)
        except Exception as fault:
            self.bot.note_fault(fault)

    async def _look_at_shards(self, now: datetime) -> None:
        """Let no time run on the servers of a shard that is cut off for two looks, while others are not.

        Where all shards are cut off this process counts as away (`cogs.matches.timekeeper`).
        """
        cut = {number for number, _ in self.bot.gateway.cut_off()}
        if len(cut) >= len(self.bot.shards):
            cut = set()
        before, self._cut_off = self._cut_off, {number: self._cut_off.get(number, now) for number in cut}
        for number in sorted(cut & before.keys()):
            if number in self._cut_off:  # else it has come back meanwhile
                outage = Outage(0, self._alone(number), "unavailable", before[number])
                await self.timekeeper.begin_outage(outage)
                if number not in self._cut_off:
                    await self._shard_back(number)

    def _alone(self, shard: int) -> Shards:
        return Shards((shard,), self.bot.shard_count or 1)

    # ---- interactions

    def note_acknowledgement(self, taken: bool) -> None:
        """Note whether Discord has taken the acknowledgement of an interaction, or failed.

        After several failures in a row nobody can act; that is over as soon as one is taken.
        """
        if taken and not self._refused:
            return
        self._refused = 0 if taken else self._refused + 1
        if self._refused == 1:
            self._refused_since = self.bot.clock()
        if taken:
            self._do(self._answers_again())
        elif self._refused == UNANSWERED and self._refused_since is not None:
            outage = Outage(0, self.bot.coordination.shards, "interactions", self._refused_since)
            self._do(self.timekeeper.begin_outage(outage))

    async def _answers_again(self) -> None:
        for outage in await self.timekeeper.learn_outages():
            if outage.shards == self.bot.coordination.shards:
                await self._end(outage)

    # ---- channels

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Ask about the matches in a deleted channel and its threads."""
        self._look_at_channel(channel.guild, channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Ask about the matches in a channel with other permissions, and in its threads."""
        if before.overwrites != after.overwrites or before.category_id != after.category_id:
            self._look_at_channel(after.guild, after.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Ask about the match in a deleted thread."""
        self._do(self._look_on(thread.guild_id, frozenset((thread.thread_id,)), self.bot.clock()))

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Ask about the match in a thread that was closed, locked or opened."""
        self._do(self._look_on(thread.guild_id, frozenset((thread.thread_id,)), self.bot.clock()))

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Ask about all matches of a server whose roles have other permissions."""
        if before.permissions != after.permissions:
            self._do(self._look_on(after.guild.id, None, self.bot.clock()))

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Ask about all matches of a server that has lost a role."""
        self._do(self._look_on(role.guild.id, None, self.bot.clock()))

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Ask about all matches of a server on which the bot has other roles."""
        if self.bot.user is not None and after.id == self.bot.user.id and before.roles != after.roles:
            self._do(self._look_on(after.guild.id, None, self.bot.clock()))

    @commands.Cog.listener()
    async def on_place_refused(self, match: MatchId) -> None:
        """Ask about a match whose post was refused, once everything else of it is delivered."""

        async def look() -> None:
            await self.bot.publish_pending(match)
            await self._look(match, None)

        self._do(look())

    def _look_at_channel(self, guild: discord.Guild, channel: int) -> None:
        """Ask about the matches in a channel, and in all threads of the server: they may be its own."""
        others = frozenset(each.id for each in guild.channels) - {channel}
        self._do(self._look_on(guild.id, None, self.bot.clock(), but=others))

    async def _look_on(
        self,
        guild: int,
        channels: frozenset[int] | None,
        since: datetime,
        but: frozenset[int] = frozenset(),
    ) -> None:
        for info in await self.service.open_matches_on(guild):
            if (channels is None or info.channel in channels) and info.channel not in but:
                await self._look(info.id, since)

    async def _look(self, match: MatchId, since: datetime | None) -> None:
        with suppress(TryLater, Refusal):
            if not (await self.service.info(match)).stage.ended:
                await self.rests(match, since)

    async def rests(self, match: MatchId, since: datetime | None = None, *, decisive: bool = False) -> bool:
        """Ask Discord whether those whom a match awaits could act, and note it; whether any could not.

        `since` is when that may have changed; without it they get back the time since they were last reached.
        Those without the channel are sent a DM, unless one has arrived since they lost it (in a match without
        a clock: one with controls). Where the answer is `decisive`, only a DM of now proves that they get
        DMs. In an anonymous match nobody is looked up: all awaited seats rest while the channel cannot be
        used, and none alone, because who has lost the sight of a channel is known. Raises `TryLater` where
        Discord does not say.
        """
        info, now = await self.service.info(match), self.bot.clock()
        if info.guild is None or info.stage.ended:
            return False
        if self.timekeeper.stands_still(info.guild):
            return True
        why, channel, place = await self._usable(info)
        rest, board = info.present_rest, await self.service.store.post(match, "board")
        lost = rest.since if rest is not None else since or (now if board is None else board.posted_at)
        found: dict[Seat, datetime] = {}
        if info.stage is Stage.PLAYING:
            proof = now - FRESH if decisive else lost if info.match_terms.timed else info.opened_at
            awaited = (await self.service.match_view(match, None)).awaited
            for seat in sorted(awaited - set(info.match_terms.resigned)):
                user = info.seats[seat].user
                if user and info.anonymous:
                    found.update({} if why is None else {seat: lost})
                    continue
                if not user or (why is None and await self._sees(channel, place, user)):
                    continue
                if not await self._by_dm(info, seat, proof):
                    told = await self.service.store.post(match, "turn", user)
                    found[seat] = lost if told is None else max(lost, told.posted_at)
        why = why or ("unseen" if found else None)
        rests, over = self.service.reachability.rests, self.service.reachability.over
        if await (over(match) if why is None else rests(match, why, lost, found)):
            await self.bot.publish_pending(match)
        return bool(found) or (info.stage is Stage.LOBBY and why is not None)

    async def _usable(self, info: MatchInfo) -> tuple[Why | None, Any, Any]:
        """Return why a match's channel cannot be used (None: it can), the channel, and a thread's parent.

        The permissions of the last one count.
        """
        assert info.guild is not None
        try:
            guild = self.bot.get_guild(info.guild) or await self.bot.fetch_guild(
                info.guild, with_counts=False
            )
            channel = await guild.fetch_channel(info.channel)
            place: Any = channel
            if isinstance(channel, discord.Thread):
                place = channel.parent or await guild.fetch_channel(channel.parent_id)
            assert self.bot.user is not None
            own = place.permissions_for(guild.me or await guild.fetch_member(self.bot.user.id))
        except discord.NotFound:
            return "deleted", None, None
        except discord.Forbidden:
            return "hidden", None, None
        except DISCORD_FAULTS as failure:
            raise TryLater(f"Discord does not tell of a channel: {type(failure).__name__}") from None
        if not own.view_channel:
            return "hidden", None, None
        if isinstance(channel, discord.Thread) and channel.locked and not own.manage_threads:
            return "archived", None, None
        posts = own.send_messages_in_threads if isinstance(channel, discord.Thread) else own.send_messages
        return None if posts and own.attach_files else "refused", channel, place

    async def _sees(self, channel: Any, place: Any, user: int) -> bool:
        """Whether a player sees a match's channel. Those who have left the server did so themselves."""
        try:
            member = await place.guild.fetch_member(user)
        except discord.NotFound:
            return True
        except DISCORD_FAULTS as failure:
            raise TryLater(f"Discord does not tell who sees a channel: {type(failure).__name__}") from None
        granted = place.permissions_for(member)
        if isinstance(channel, discord.Thread) and channel.is_private() and not granted.manage_threads:
            try:
                await channel.fetch_member(user)
            except discord.NotFound:
                return False
            except DISCORD_FAULTS as failure:
                raise TryLater(f"Discord does not tell of a thread: {type(failure).__name__}") from None
        return bool(granted.view_channel)

    async def _by_dm(self, info: MatchInfo, seat: Seat, since: datetime) -> bool:
        """Whether an awaited player is reached by DM: one has arrived since an instant, or does now."""
        turns, user = self.bot.cog(Publisher).turns, info.seats[seat].user
        if await turns.dm_since(info.id, user, since):
            return True
        if seat in info.resting and info.seats[seat].dm_closed:
            return False  # a sign of the player ends the rest
        match_view = await self.service.match_view(info.id, user)
        try:
            return await turns.write_to(match_view, user, f"{info.id}.{match_view.match.version}.r{seat}")
        except Undeliverable:
            return False

    # ---- by and by

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Tell of long outages, and ask again about the matches that rest."""
        now = self.bot.clock()
        await self._look_at_shards(now)
        for outage in await self.timekeeper.learn_outages():
            if now - outage.since >= TOLD_AFTER:
                await self._tell(outage)
        for match in await self.service.store.resting():
            info = await self.service.info(match)
            if info.present_rest is not None and not self.timekeeper.stands_still(info.guild):
                with suppress(TryLater, Refusal):
                    await self.rests(match)

    async def _tell(self, outage: Outage) -> None:
        """Tell the players of timed matches once that their time stands still."""
        found = await (
            self.service.open_matches_on(outage.guild) if outage.guild else self.service.open_matches()
        )
        for info in found:
            timed = (
                info.stage is Stage.PLAYING and info.match_terms.timed and not info.match_terms.clocks.paused
            )
            rest = info.present_rest
            if not timed or not outage.covers(info.guild) or (rest is not None and rest.told):
                continue
            with suppress(Refusal):
                awaited = (await self.service.match_view(info.id, None)).awaited
                seats = dict.fromkeys(awaited, self.bot.clock())  # until now the outage gives the time back
                if await self.service.reachability.rests(info.id, outage.why, outage.since, seats):
                    await self.bot.publish_pending(info.id)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something after the event; a fault is logged."""

        async def done() -> None:
            try:
                await work
            except Exception as fault:
                self.bot.note_fault(fault)

        task = asyncio.create_task(done())
        self._working.add(task)
        task.add_done_callback(self._working.discard)


async def setup(bot: Client) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Reach(bot))
