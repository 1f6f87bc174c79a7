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

from bot.engine.errors import Refusal
from bot.matches.coordination import GrantLost
from bot.matches.model import MatchId, MatchInfo, MatchTerms, Person, Stage
from bot.matches.options import differing
from bot.matches.outbox import TryLater, Undeliverable
from bot.matches.waiting import Waiting
from bot.wishes.model import ASKED, Kind, Wish
from bot.wishes.pairing import OpenLobby, fulfilled
from cogs.kit.client import Client
from cogs.kit.forums import open_post
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import DISCORD_FAULTS, person_of

EVERY = 60.0
"""Seconds between two checks of the wishes."""
AGAIN = timedelta(hours=1)
"""How long wishes are skipped after a failed attempt."""

log = structlog.get_logger(__name__)


class Fulfilling(PeriodicCog):
    """Finds fitting wishes. Only the leader does it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._looking = asyncio.Lock()

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Make all possible matches."""
        await self.look()

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
            still = self.bot.operations.blocked_servers()
            seekers = [each for each in await self.bot.wishes.seekers() if each.wish.guild not in still]
            if not seekers or self.bot.operations.draining:
                return
            lobbies = await self._lobbies({each.wish.guild for each in seekers})
            users = {each.wish.user for each in seekers} | {user for each in lobbies for user in each.users}
            late = await self._late(users)
            seekers = [replace(each, late=each.wish.user in late) for each in seekers]
            lobbies = [replace(each, late=bool(late & set(each.users))) for each in lobbies]
            made = fulfilled(seekers, lobbies, await self.bot.blocks.apart(users))
            for match, wish in made.offers:
                await self._attempt([wish], partial(self._offer, match, wish))
            for table in made.tables:
                await self._attempt(table, partial(self._gather, table))

    async def _late(self, users: set[int]) -> set[int]:
        """Return the users among these who are often late."""
        standings = await self.bot.reliability.standings(users)
        return {user for user, standing in standings.items() if standing == "often late"}

    async def _attempt(self, wishes: Sequence[Wish], work: Callable[[], Awaitable[None]]) -> None:
        """Try to fulfil wishes; where that fails they are skipped for a while, and keep their places."""
        try:
            await work()
        except _GoneError:
            return  # the others are looked at again in the next run
        except (_NowhereError, Refusal, TryLater, Undeliverable, *DISCORD_FAULTS) as failure:
            log.info("nothing can be made of wishes", reason=type(failure).__name__)
            await self.bot.wishes.rest(wishes, AGAIN)
        except Exception as fault:
            self.bot.note_fault(fault)
            await self.bot.wishes.rest(wishes, AGAIN)

    async def _lobbies(self, guilds: set[int]) -> list[OpenLobby]:
        """Return the lobbies of these servers with an open seat for others, oldest first."""
        found = [info for guild in sorted(guilds) for info in await self.bot.service.open_matches_on(guild)]
        return [_open(info) for info in found if self._is_public(info)]

    def _is_public(self, info: MatchInfo) -> bool:
        """Whether a lobby is public, with default options and a free seat."""
        where, game = self.bot.get_channel(info.channel), self.bot.games.get(info.game)
        hidden = isinstance(where, discord.Thread) and where.is_private()
        plain = game is not None and info.options is not None and info.rules == game.rules.version
        if info.stage is not Stage.LOBBY or info.full or hidden or not plain:
            return False
        return game is not None and not differing(game.rules, info.options, info.wanted)

    async def _person(self, wish: Wish) -> Person:
        """Return the user of a wish, with the name that others see.

        Raises `_GoneError` where they have left the server.
        """
        guild = self.bot.get_guild(wish.guild)
        try:
            if guild is not None:
                return person_of(await guild.fetch_member(wish.user))
        except discord.NotFound:
            pass
        await self.bot.wishes.withdraw(wish.user, wish.guild, wish.game)
        raise _GoneError

    async def _offer(self, match: MatchId, wish: Wish) -> None:
        """Reserve a seat of an open lobby."""
        person = await self._person(wish)
        request = f"wish.{match}.{wish.user}.{wish.place.isoformat()}"
        await self.bot.service.lobby.offer(match, person, keep=ASKED, request=request)
        await self.bot.publish_pending(match)

    async def _gather(self, wishes: Sequence[Wish]) -> None:
        """Open a lobby in a thread, with a seat reserved for each."""
        people = [await self._person(wish) for wish in wishes]
        first = wishes[0]
        named = "|".join(f"{wish.user} {wish.place.isoformat()}" for wish in wishes)
        request = "wish." + hashlib.sha256(f"{first.guild} {first.game} {named}".encode()).hexdigest()[:32]
        opened = await self.bot.service.changed_by(request)
        if opened is None:
            channel = await self._thread(wishes, people)
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

    async def _thread(self, wishes: Sequence[Wish], people: Sequence[Person]) -> int:
        """Return a new post in the server's forum, or a new thread in the channel of one of the wishes.

        Raises `_NowhereError` where none can be made.
        """
        game = self.bot.newest_game(wishes[0].game)
        name = f"{game.title}: {', '.join(person.name for person in people)}"
        post = await open_post(self.bot, wishes[0].guild, name, game.key)
        if post is not None:
            return post
        for channel in dict.fromkeys([wish.channel for wish in wishes]):
            place = self.bot.get_channel(channel)
            if isinstance(place, discord.TextChannel):
                try:
                    return await self.bot.threads.open(place, name)
                except Undeliverable as refused:
                    log.info("no thread for wishes", channel=channel, reason=str(refused))
        raise _NowhereError


class _GoneError(Exception):
    """A user has left the server."""


class _NowhereError(Exception):
    """No thread can be made in the channels of the wishes."""


def _open(info: MatchInfo) -> OpenLobby:
    terms = info.match_terms
    kind = Kind(info.guild or 0, info.game, info.wanted, terms.clock_terms, terms.rated)
    waiting = terms.waiting
    choosy = isinstance(waiting, Waiting) and waiting.wanted == "reliable"
    return OpenLobby(info.id, kind, info.wanted - len(info.seats), info.persons, choosy)


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(Fulfilling(bot))
