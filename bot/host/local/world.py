"""The model of Discord at the local table: one server, its people and channels, and its clock.

SimCord refuses overlapping operations, and its clock stands still. Here one lock serialises the operations,
and a task advances the clock with the wall clock. Channels and people are created in a fixed order at the
model's first instant, so they have the same ids at every start and the matches in the database find them.
"""

from __future__ import annotations

import asyncio
import base64
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import discord
import structlog
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, UserHandle
from simcord.backend import errors
from simcord.http.router import RequestContext, route

from bot.base.clock import wall_clock

# The emojis of an application in the model of Discord, missing in SimCord, as Discord documents them.


MOST, LARGEST = 2_000, 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)


def emojis_of(backend: Any) -> dict[int, dict[str, Any]]:
    """Return the emojis of the application, by id."""
    emojis: dict[int, dict[str, Any]] = backend.__dict__.setdefault("application_emojis", {})
    return emojis


@route("GET", "/applications/{application_id}/emojis")
def _listed(ctx: RequestContext) -> Any:
    return {"items": list(emojis_of(ctx.backend).values())}


@route("POST", "/applications/{application_id}/emojis")
def _made(ctx: RequestContext) -> Any:
    body, there = ctx.fields("name", "image"), emojis_of(ctx.backend)
    image = base64.b64decode(str(body["image"]).partition(",")[2])
    if not _NAME.fullmatch(body["name"]) or len(image) > LARGEST or len(there) >= MOST:
        raise errors.invalid_form_body("name or image, or too many")
    number = ctx.backend.snowflake()
    there[number] = {
        "id": str(number),
        "name": body["name"],
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    return there[number]


@route("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def _deleted(ctx: RequestContext) -> None:
    emojis_of(ctx.backend).pop(ctx.int_arg("emoji_id"))


CHANNELS = ("table", "side-table")
"""The channels created first, in this order. The ids of people depend on it, so it must not change."""
FURTHER = {"tavern": 1_456_074_443_980_900_001, "tournament": 1_456_074_443_980_900_002}
"""The other channels of the server, with their ids."""

TICK = 0.5
"""Seconds of wall clock between two updates of the model's clock."""

SETTLE = 30.0
"""The time limit in seconds for the bot to become idle after an operation."""

MEMORY = 2000
"""The most requests and events that SimCord keeps."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Person:
    """A person at the table, on the server and in their DMs."""

    user: UserHandle
    member: MemberActor

    @property
    def id(self) -> int:
        """The Discord user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The display name."""
        return self.user.name


def _speak(part: dict[str, Any], locale: str) -> None:
    """Give a command, its options and choices the words of a language, as Discord's clients do.

    SimCord's page shows the words in English, also where the command has others. Names that are typed stay.
    """
    part["description"] = (part.get("description_localizations") or {}).get(
        locale, part.get("description", "")
    )
    for choice in part.get("choices") or ():
        choice["name"] = (choice.get("name_localizations") or {}).get(locale, choice["name"])
    for option in part.get("options") or ():
        _speak(option, locale)


class World:
    """The model of Discord and the bot in it. Every operation on the model happens inside `turn()`."""

    def __init__(self, bot: discord.Client, names: Iterable[str], language: str = "en") -> None:
        """`names` are the people's names; `language` is the code of the language of people and server."""
        self.env = Env(bot, check_errors=False, settle_timeout=SETTLE)
        self._lock = asyncio.Lock()
        self._clock: asyncio.Task[None] | None = None
        self._requests_seen = 0
        self.changes = 0
        """Increases whenever the bot has sent something to Discord."""
        backend = self.env.backend
        backend.edit_bot_profile("Tablepost")
        locale = "en-US" if language == "en" else language.replace("_", "-")
        self._locale = locale
        speak_languages(self.env, lambda _user: locale)
        self.guild: GuildHandle = self.env.create_guild("Tablepost", preferred_locale=locale)
        for name in CHANNELS:
            self.guild.create_text_channel(name)
        self.people = tuple(self._seat(name) for name in names)
        for name, number in FURTHER.items():
            self._make_channel(name, number)
        backend.guilds[self.guild.id].owner_id = self.people[0].id  # server managers and moderators

    def _seat(self, name: str) -> Person:
        user = self.env.create_user(name)
        person = Person(user, self.guild.add_member(user))
        _ = user.dm_channel  # made now, so that its id is the same at every start
        return person

    def restore_channels(self, channels: Iterable[int]) -> None:
        """Before the start, create a channel for every missing id: matches played in threads."""
        for channel in channels:
            if channel not in self.env.backend.channels:
                self._make_channel(f"table-{channel % 10_000:04}", channel)

    def _make_channel(self, name: str, number: int) -> None:
        with _next_id(self.env, number):
            self.guild.create_text_channel(name)

    async def start(self) -> None:
        """Connect the bot and start the clock."""
        passed = (wall_clock() - self.env.now()).total_seconds()
        self.env.backend.advance_clock(max(0.0, passed))
        await self.env.start()
        for commands in self.env.backend.commands.values():
            for command in commands.values():
                _speak(command, self._locale)
        self._clock = asyncio.create_task(self._run_clock(), name="local table clock")

    async def close(self) -> None:
        """Stop the clock and disconnect the bot."""
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
        async with self._lock:
            await self.env.shutdown()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Env]:
        """Lock the model for a block, then count the bot's messages."""
        async with self._lock:
            try:
                yield self.env
            finally:
                self._count_changes()

    @property
    def channels(self) -> list[ChannelHandle]:
        """The server's channels and threads in which a match can be played, in order."""
        handles = []
        for channel in self.guild.channels.values():
            handles += [channel, *channel.threads]
        return handles

    def person(self, user: int) -> Person | None:
        """Return the person with this id."""
        return next((person for person in self.people if person.id == user), None)

    def channel(self, channel: int) -> ChannelHandle | None:
        """Return the server's channel or thread with this id."""
        return next((each for each in self.channels if each.id == channel), None)

    def text_channel(self, place: ChannelHandle) -> ChannelHandle:
        """Return the channel of a thread, or a channel itself."""
        channels = self.guild.channels.values()
        return next(each for each in channels if place.id in (each.id, *[one.id for one in each.threads]))

    def latest(self, channel: ChannelHandle, person: Person) -> int:
        """Return the id of the last post visible to this person there, 0 if there is none."""
        posts = self.env.backend.messages.get(channel.id, {}).values()
        return max((post.id for post in posts if post.visible_to(person.id)), default=0)

    async def _run_clock(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            try:
                async with self.turn() as env:
                    await env.advance_time(now - last)
            except TimeoutError:
                log.warning("the bot was busy for long; the clock of the local table waited")
            except Exception:
                log.exception("the clock of the local table stumbled")
            last = now

    def _count_changes(self) -> None:
        """Count new requests; delete old ones, because SimCord keeps everything."""
        requests = self.env.http_requests
        if len(requests) != self._requests_seen:
            self.changes += 1
        if len(requests) > MEMORY:
            requests.clear()
        if len(self.env.backend.transcript) > MEMORY:
            self.env.backend.transcript.clear()
        self._requests_seen = len(requests)


@contextmanager
def _next_id(env: Env, wanted: int) -> Iterator[None]:
    """Give the next object on the server this id; SimCord supports that for servers only."""
    backend: Any = env.backend
    backend.reserve_id(wanted)
    backend.snowflake = lambda: wanted
    try:
        yield
    finally:
        del backend.snowflake


def speak_languages(env: Env, locale_of: Callable[[int], str]) -> None:
    """Give people and servers their own locales: SimCord only knows English."""
    backend: Any = env.backend
    emit = backend.emit

    def emit_in_language(event: str, payload: Any, *rest: Any, **named: Any) -> Any:
        if event == "INTERACTION_CREATE":
            user = payload.get("user") or payload["member"]["user"]
            payload = {**payload, "locale": locale_of(int(user["id"]))}
            guild = backend.guilds.get(int(payload.get("guild_id", 0)))  # None where the bot is no member
            if guild is not None:
                payload["guild_locale"] = guild.preferred_locale
        return emit(event, payload, *rest, **named)

    backend.emit = emit_in_language
