"""Opens and closes the local table, and rebuilds its conversations from the database."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeAlias

import discord
import structlog

from bot.base.language import ENGLISH, Language, speaking
from bot.games.game import Game
from bot.host.local.conversations import DM, Conversations
from bot.host.local.server import PictureOf, TableServer
from bot.host.local.world import Person, World
from bot.matches.deliveries import Delivery
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import Deliver
from bot.matches.service import MatchService

Hear: TypeAlias = Callable[[int, str], Awaitable[None]]

WAYS = ("learn", "play", "match new")
"""The commands that the page's buttons enter."""

log = structlog.get_logger(__name__)


class LocalTable:
    """The bot on SimCord, the page in the browser, and the connection between them."""

    def __init__(
        self,
        bot: discord.Client,
        matches: MatchService,
        deliver: Deliver,
        names: Iterable[str],
        games: Mapping[str, Game],
        picture_of: PictureOf,
        language: Language = ENGLISH,
        hear: Hear | None = None,
    ) -> None:
        """`games` are the games by key; `picture_of` draws the small picture of one as PNG.

        `language` is everybody's language; `hear` is called with it for each person at the start, with
        Discord's code, so that messages sent unasked use it too.
        """
        self._games, self._picture_of = games, picture_of
        self._language, self._hear = language, hear
        self._matches = matches
        self._deliver = deliver
        self._world = World(bot, names, language.code)
        self._conversations = Conversations(self._world, language)
        self._server = TableServer(
            self._world, self._conversations, self._survey, self._new_match, self._draw, language
        )
        self._awaited: dict[int, set[str]] = {}
        self._surveyed = -1

    @property
    def address(self) -> str:
        """The address of the page, with its key."""
        return self._server.address

    @property
    def port(self) -> int:
        """The actual port of the page."""
        return self._server.port

    async def open(self, port: int) -> None:
        """Connect the bot, publish every open match again, and serve the page from this port upwards."""
        going_on = await self._matches.open_matches()
        self._world.restore_channels(info.channel for info in going_on)
        await self._world.start()
        if self._hear is not None:
            for person in self._world.people:
                await self._hear(person.id, self._language.code)
        await self._republish(going_on)
        await self._server.start(port)

    @property
    def first_person(self) -> int:
        """The id of the person of the first seat."""
        return self._world.people[0].id

    async def type_first(self, command: str) -> None:
        """Enter a command for the person of the first seat, in the first channel."""
        async with self._world.turn():
            await self._world.people[0].member.slash(self._world.channels[0], command)

    async def close(self) -> None:
        """Stop the page and disconnect the bot."""
        await self._server.close()
        await self._conversations.close()
        await self._world.close()

    async def _republish(self, going_on: Iterable[MatchInfo]) -> None:
        """Post the present lobby or board of each match, and the turn in the DM of each awaited player."""
        for info in going_on:
            posts: list[tuple[Any, int]] = [("lobby" if info.stage is Stage.LOBBY else "board", 0)]
            if info.stage is not Stage.LOBBY:
                posts += [("turn", user) for user in await self._users_awaited(info)]
            for kind, user in posts:
                delivery = Delivery(0, info.id, kind, info.version, user, secrets.token_hex(10), 0)
                try:
                    async with self._world.turn():
                        await self._deliver(delivery)
                except Exception:
                    log.exception("a post of an open match could not be made anew", match=info.id, post=kind)
        async with self._world.turn() as env:
            await env.settle()

    async def _users_awaited(self, info: MatchInfo) -> list[int]:
        """Return the users whose turn it is in a match, in the order of their seats."""
        if info.stage is not Stage.PLAYING:
            return []
        match_view = await self._matches.match_view(info.id, None)
        return [info.seats[seat].user for seat in sorted(match_view.awaited) if info.seats[seat].user]

    async def _survey(self) -> Mapping[str, Any]:
        """Return for the page the people, the places, and the players to move in each match."""
        if self._surveyed != self._world.changes:
            self._surveyed = self._world.changes
            awaited: dict[int, set[str]] = defaultdict(set)
            for info in await self._matches.open_matches():
                for user in await self._users_awaited(info):
                    awaited[user].add(str(info.channel))
            self._awaited = awaited
        channels, said = self._world.channels, self._language.gettext
        return {
            "games": [
                {"key": key, "title": said(game.name), "tagline": said(game.tagline)}
                for key, game in self._games.items()
            ],
            "places": [{"id": str(channel.id), "name": channel.name} for channel in channels],
            "seats": [
                {
                    "id": str(person.id),
                    "name": person.name,
                    "awaited": sorted(self._awaited.get(person.id, ())),
                    "last": {
                        DM: str(self._world.latest(person.user.dm_channel, person)),
                        **{str(channel.id): str(self._world.latest(channel, person)) for channel in channels},
                    },
                }
                for person in self._world.people
            ],
        }

    async def _draw(self, game: str) -> bytes:
        with speaking(self._language):
            return await self._picture_of(game)

    async def _new_match(self, place: str, person: Person, way: str, game: str) -> str:
        """Enter one of the commands `WAYS` for a person who does not know it yet.

        Return the place of the match: a thread where the channel is busy; "" where nothing was begun.
        """
        channel = self._world.channel(int(place)) if place.isdecimal() else None
        if channel is None or game not in self._games or way not in WAYS:
            return ""
        if way == "play" and not self._games[game].computers:
            way = "match new"  # nobody plays it alone: the other seats join
        before = await self._matches.open_matches()
        given: dict[str, Any] = {"game": game}
        if any(info.channel == channel.id for info in before):
            channel = self._world.text_channel(channel)  # the command itself opens no thread beside a thread
            given |= {"thread": True} if way == "match new" else {}
        async with self._world.turn():
            await person.member.slash(channel, way, **given)
        known = {info.id for info in before}
        begun = [info for info in await self._matches.open_matches() if info.id not in known]
        return str(begun[-1].channel) if begun else ""
