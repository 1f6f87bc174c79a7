"""Makes matches of fitting wishes: seats in open lobbies, or new lobbies in threads."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial

import discord
import structlog
from msgspec.structs import replace

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.database.coordination import GrantLost
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo, MatchTerms, Waiting
from bot.matches.options import differing
from bot.matches.outbox import TryLater, Undeliverable
from bot.parts.matchmaking.model import ASKED, Kind, Wish
from bot.parts.matchmaking.pairing import OpenLobby, concerned, pairings
from bot.parts.matchmaking.service import WishService
from cogs.kit.client import Client
from cogs.kit.forums import open_post
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import DISCORD_FAULTS, person_of
from cogs.kit.sight import (
    UNKNOWN_MEMBER,
    UNKNOWN_SERVER,
    UNKNOWN_USER,
    UnseenError,
    answered,
    channel_of,
    is_private,
    sees_there,
    server_of,
)

EVERY = 60.0
"""Seconds between two checks of the wishes."""
AGAIN = timedelta(hours=1)
"""How long wishes are skipped after a failed attempt."""
NOT_THERE = (UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_USER)
"""Discord's codes that mean that the person of a wish or the bot has left the server."""

log = structlog.get_logger(__name__)


class Matchmaker(PeriodicCog):
    """Finds fitting wishes. Only the leader does it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.wishes = bot.services.of(WishService)
        self._looking = asyncio.Lock()
        self._unseen: dict[MatchId, frozenset[int]] = {}
        """The people who cannot see the channel of an open lobby, as Discord said before they were asked."""
        bot.hooks.unseated.append(self.put_back)

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Make all possible matches."""
        await self.look()

    async def put_back(self, info: MatchInfo, users: Sequence[int]) -> None:
        """Move the wishes of users who did not take their reserved seats behind the others."""
        await self.wishes.put_back(users, info.guild, info.game, info.id)

    async def at_once(self) -> None:
        """Make all possible matches, if this process is the leader; else the leader does within a minute."""
        if not self.bot.coordination.leads:
            return
        try:
            async with self.bot.coordination.leading():
                await self.look()
        except GrantLost:
            log.warning("a look at the wishes was cut off: this process leads no more")
        except Exception as fault:
            self.bot.note_fault(fault)

    async def look(self) -> None:
        """Make all possible matches. A fault in one does not stop the others."""
        async with self._looking:
            still = self.bot.service.gate.standing_still()
            seekers = [each for each in await self.wishes.seekers() if each.wish.guild not in still]
            if not seekers or self.bot.service.gate.is_closed:
                return
            lobbies = await self._lobbies({each.wish.guild for each in seekers})
            users = {each.wish.user for each in seekers} | {user for each in lobbies for user in each.users}
            standings = await self.bot.reliability.standings(concerned(seekers, lobbies))
            late = {user for user, standing in standings.items() if standing == "often late"}
            seekers = [replace(each, late=each.wish.user in late) for each in seekers]
            lobbies = [replace(each, late=bool(late & set(each.users))) for each in lobbies]
            apart = await self.bot.blocks.apart(users)
            made = await asyncio.to_thread(pairings, seekers, lobbies, apart)
            for match, wish in made.offers:
                await self._attempt([wish], partial(self._offer, match, wish))
            for table in made.tables:
                await self._attempt(table, partial(self._gather, table))

    async def _attempt(self, wishes: Sequence[Wish], work: Callable[[], Awaitable[None]]) -> None:
        """Try to fulfil wishes; where that fails they are skipped for a while, and keep their places."""
        try:
            await work()
        except (_GoneError, _UnseenError):
            return  # the others are looked at again in the next run
        except (_NowhereError, Refusal, TryLater, Undeliverable, *DISCORD_FAULTS) as failure:
            log.info("nothing can be made of wishes", reason=type(failure).__name__)
            await self.wishes.rest(wishes, AGAIN)
        except Exception as fault:
            self.bot.note_fault(fault)
            await self.wishes.rest(wishes, AGAIN)

    async def _lobbies(self, guilds: set[int]) -> list[OpenLobby]:
        """Return the lobbies of these servers with an open seat for others, oldest first."""
        lobbies = [
            info
            async for info in unhurried(await self.bot.service.open_lobbies_on(guilds))
            if self._is_plain(info) and await self._is_public(info)
        ]
        self._unseen = {each.id: self._unseen[each.id] for each in lobbies if each.id in self._unseen}
        return [_open(info, self._unseen.get(info.id, frozenset())) for info in lobbies]

    async def _is_public(self, info: MatchInfo) -> bool:
        try:
            return not await is_private(self.bot, info)
        except TryLater:
            return False  # nobody is asked to a match of which that is not known

    def _is_plain(self, info: MatchInfo) -> bool:
        """Whether a lobby has a free seat, and default options under the present rules."""
        game = self.bot.games.get(info.game)
        if game is None or info.full or info.options is None or info.rules != game.rules.version:
            return False
        if info.anonymous:
            return False  # a reserved seat would name who is asked
        return not differing(game.rules, info.options, info.wanted)

    async def _member(self, wish: Wish) -> discord.Member:
        """Return the user of a wish on their server, also one that another process handles.

        Raises `_GoneError` where they have left it or the bot has, and `TryLater`.
        """
        try:
            server = await server_of(self.bot, wish.guild)
            with answered():
                return await server.fetch_member(wish.user)
        except discord.NotFound as failure:
            if failure.code not in NOT_THERE:
                raise
        await self.wishes.store.withdraw(wish.user, wish.guild, wish.game)
        raise _GoneError

    async def _offer(self, match: MatchId, wish: Wish) -> None:
        """Reserve a seat of an open lobby for a person who can see its channel."""
        member, info = await self._member(wish), await self.bot.service.info(match)
        try:
            where = await channel_of(self.bot, wish.guild, info.channel)
        except UnseenError:
            where = None
        if where is None or not await sees_there(self.bot, where, member):
            self._unseen[match] = self._unseen.get(match, frozenset()) | {wish.user}
            raise _UnseenError
        request = f"wish.{match}.{wish.user}.{wish.place.isoformat()}"
        await self.bot.service.lobby.offer(match, person_of(member), keep=ASKED, request=request)
        await self.bot.publish_pending(match)

    async def _gather(self, wishes: Sequence[Wish]) -> None:
        """Open a lobby in a thread, with a seat reserved for each."""
        members = [await self._member(wish) for wish in wishes]
        people = [person_of(each) for each in members]
        first = wishes[0]
        named = "|".join(f"{wish.user} {wish.place.isoformat()}" for wish in wishes)
        request = "wish." + hashlib.sha256(f"{first.guild} {first.game} {named}".encode()).hexdigest()[:32]
        opened = await self.bot.service.store.match_of_request(request)
        if opened is None:
            channel = await self._thread(wishes, members)
            info = await self.bot.service.lobby.gather(
                first.game,
                people,
                guild=first.guild,
                channel=channel,
                match_terms=MatchTerms(first.terms, rated=first.rated),
                keep=ASKED,
                request=request,
            )
            opened = info.id
        await self.bot.publish_pending(opened)

    async def _thread(self, wishes: Sequence[Wish], members: Sequence[discord.Member]) -> int:
        """Return a new post in the server's forum, or a new thread in a channel of the wishes that all see.

        Raises `_NowhereError` where none can be made.
        """
        game = self.bot.newest_game(wishes[0].game)
        name = f"{game.title}: {', '.join(person_of(each).name for each in members)}"
        post = await open_post(self.bot, wishes[0].guild, name, game.key)
        if post is not None:
            return post
        for channel in dict.fromkeys([wish.channel for wish in wishes]):
            try:
                place = await channel_of(self.bot, wishes[0].guild, channel)
            except UnseenError:
                continue
            if not isinstance(place, discord.TextChannel):
                continue
            if all([await sees_there(self.bot, place, each) for each in members]):
                try:
                    return await self.bot.threads.open(place, name)
                except Undeliverable as refused:
                    log.info("no thread for wishes", channel=channel, reason=str(refused))
        raise _NowhereError


class _GoneError(Exception):
    """A user has left the server."""


class _UnseenError(Exception):
    """A user cannot see the channel of a lobby."""


class _NowhereError(Exception):
    """No thread can be made in the channels of the wishes."""


def _open(info: MatchInfo, unseen_by: frozenset[int]) -> OpenLobby:
    terms = info.match_terms
    kind = Kind(info.guild or 0, info.game, info.wanted, terms.clock_terms, terms.rated)
    waiting = terms.waiting
    choosy = isinstance(waiting, Waiting) and waiting.wanted == "reliable"
    free = info.wanted - len(info.seats)
    return OpenLobby(info.id, kind, free, info.persons, choosy, unseen_by=unseen_by)


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(Matchmaker(bot))
