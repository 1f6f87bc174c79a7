"""The small Discord of the local table: one server, its people and channels, and the clock that drives it.

SimCord refuses overlapping operations, and its clock stands still. Here one lock serialises the operations,
and a task moves the clock along with the wall clock. Channels and people are made in a fixed order at the
model's first instant, so they have the same ids at every start and the matches in the database find them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import discord
import structlog
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, UserHandle

import bot.local.emojis  # noqa: F401 - lets the model know emojis of applications
from bot.clock import wall_clock

CHANNELS = ("table", "side-table")
"""The channels that are made first, in this order: the ids of people depend on it, so it stays as it is."""
FURTHER = {"tavern": 1_456_074_443_980_900_001, "tournament": 1_456_074_443_980_900_002}
"""The other channels of the server, with their ids."""

TICK = 0.5
"""Seconds of wall clock between two moves of the model's clock."""

SETTLE = 30.0
"""Seconds within which the bot must be idle again after an act."""

MEMORY = 2000
"""Requests and events that SimCord may remember before they are forgotten."""

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
        """The name the others see."""
        return self.user.name


class World:
    """The model of Discord and the bot in it. Every operation on the model happens inside `turn()`."""

    def __init__(self, bot: discord.Client, names: Iterable[str], language: str = "en") -> None:
        """`names` are the people's; `language` is the code of the one that they and the server use."""
        self.env = Env(bot, check_errors=False, settle_timeout=SETTLE)
        self._lock = asyncio.Lock()
        self._clock: asyncio.Task[None] | None = None
        self._requests_seen = 0
        self.changes = 0
        """Grows whenever the bot has said something to Discord."""
        backend = self.env.backend
        backend.edit_bot_profile("Tablepost")
        locale = "en-US" if language == "en" else language.replace("_", "-")
        speak_languages(self.env, lambda _user: locale)
        self.guild: GuildHandle = self.env.create_guild("Tablepost", preferred_locale=locale)
        for name in CHANNELS:
            self.guild.create_text_channel(name)
        self.people = tuple(self._seat(name) for name in names)
        for name, number in FURTHER.items():
            self._make_channel(name, number)
        backend.guilds[self.guild.id].owner_id = self.people[0].id  # who may set the table, and moderate

    def _seat(self, name: str) -> Person:
        user = self.env.create_user(name)
        person = Person(user, self.guild.add_member(user))
        _ = user.dm_channel  # made now, so that its id is the same at every start
        return person

    def restore_channels(self, channels: Iterable[int]) -> None:
        """Before the start, make a channel for every id that is not there: matches played in threads."""
        for channel in channels:
            if channel not in self.env.backend.channels:
                self._make_channel(f"table-{channel % 10_000:04}", channel)

    def _make_channel(self, name: str, number: int) -> None:
        with _next_id(self.env, number):
            self.guild.create_text_channel(name)

    async def start(self) -> None:
        """Connect the bot and let the time run."""
        passed = (wall_clock() - self.env.now()).total_seconds()
        self.env.backend.advance_clock(max(0.0, passed))
        await self.env.start()
        self._clock = asyncio.create_task(self._run_clock(), name="local table clock")

    async def close(self) -> None:
        """Stop the time and disconnect the bot."""
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
        async with self._lock:
            await self.env.shutdown()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Env]:
        """Hold the model alone, and count afterwards what the bot has said."""
        async with self._lock:
            try:
                yield self.env
            finally:
                self._count_changes()

    @property
    def channels(self) -> list[ChannelHandle]:
        """The channels and threads of the server in which a match can be played, in order."""
        found = []
        for channel in self.guild.channels.values():
            found += [channel, *channel.threads]
        return found

    def person(self, user: int) -> Person | None:
        """Return the person with this id."""
        return next((person for person in self.people if person.id == user), None)

    def channel(self, channel: int) -> ChannelHandle | None:
        """Return the server's channel or thread with this id."""
        return next((found for found in self.channels if found.id == channel), None)

    def latest(self, channel: ChannelHandle, person: Person) -> int:
        """Return the id of the last post that this person can see there, 0 when there is none."""
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
        """Notice new requests; forget old ones, SimCord keeps all that ever happened."""
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
    """Give the next object on the server this id; SimCord offers that for servers only."""
    backend: Any = env.backend
    backend.reserve_id(wanted)
    backend.snowflake = lambda: wanted
    try:
        yield
    finally:
        del backend.snowflake


def speak_languages(env: Env, locale_of: Callable[[int], str]) -> None:
    """Let people and servers use Discord in languages of their own: SimCord knows English alone."""
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
