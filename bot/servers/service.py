"""Reads and changes the settings of a server."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.base.clock import Clock
from bot.database.coordination import MatchLocks
from bot.engine.errors import Refusal
from bot.matches.terms import duration
from bot.servers.settings import CALLED_EVERY, MOST_CHANNELS, USUAL, ServerClock, ServerSettings
from bot.servers.store import SqlServerStore


class ServerRefusal(Refusal):
    """A setting that is not possible."""


class Servers:
    """The settings of all servers."""

    def __init__(self, store: SqlServerStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock
        self._locks = MatchLocks()

    async def settings(self, guild: int | None) -> ServerSettings:
        """Return a server's settings; outside a server the defaults."""
        stored = None if guild is None else await self.store.settings(guild)
        return stored or USUAL

    async def allow(self, guild: int, channel: int) -> ServerSettings:
        """Add a channel for matches; with any in the list, matches are opened only in these."""

        def altered(settings: ServerSettings) -> ServerSettings:
            if channel in settings.channels:
                return settings
            if len(settings.channels) >= MOST_CHANNELS:
                raise ServerRefusal.translated(
                    "At most {channels} channels can be named. Remove one first.", channels=MOST_CHANNELS
                )
            return replace(settings, channels=(*settings.channels, channel))

        return await self._alter(guild, altered)

    async def disallow(self, guild: int, channel: int) -> ServerSettings:
        """Remove a channel from the list; with an empty list matches can be opened everywhere."""

        def altered(settings: ServerSettings) -> ServerSettings:
            if channel not in settings.channels:
                raise ServerRefusal.translated("That channel is not one of the channels for matches.")
            return replace(settings, channels=tuple([each for each in settings.channels if each != channel]))

        return await self._alter(guild, altered)

    async def set_clock(self, guild: int, clock: ServerClock) -> ServerSettings:
        """Set the clock of new matches whose host names none. Raises a `Refusal` for an invalid one."""
        clock.check()
        return await self._alter(guild, lambda settings: replace(settings, clock=clock.kept()))

    async def set_language(self, guild: int, language: str) -> ServerSettings:
        """Set the language of posts in a server's channels by its code; "" for Discord's own."""
        return await self._alter(guild, lambda settings: replace(settings, language=language))

    async def set_log(self, guild: int, channel: int) -> ServerSettings:
        """Set the channel that gets a line for each match opened and ended; 0 for none."""
        return await self._alter(guild, lambda settings: replace(settings, log=channel))

    async def set_role(self, guild: int, role: int) -> ServerSettings:
        """Set the role that can be called to new lobbies; 0 for none."""
        return await self._alter(guild, lambda settings: replace(settings, role=role))

    async def set_table(
        self,
        guild: int,
        *,
        channels: tuple[int, ...] | None,
        clock: ServerClock | None,
        log: int,
        role: int,
        language: str,
    ) -> ServerSettings:
        """Save the settings of one form; None leaves a setting unchanged. Raises a `Refusal` for an invalid
        clock.
        """
        if clock is not None:
            clock.check()

        def altered(settings: ServerSettings) -> ServerSettings:
            return replace(
                settings,
                channels=settings.channels if channels is None else channels,
                clock=settings.clock if clock is None else clock.kept(),
                log=log,
                role=role,
                language=language,
            )

        return await self._alter(guild, altered)

    async def call_role(self, guild: int) -> int:
        """Store that a server's role is called now, and return it. Raises `ServerRefusal`."""

        def altered(settings: ServerSettings) -> ServerSettings:
            now = self._clock()
            if not settings.role:
                raise ServerRefusal.translated("This server has no role to call: /table role sets it.")
            if settings.called is not None and now - settings.called < CALLED_EVERY:
                wait = duration((settings.called + CALLED_EVERY - now).total_seconds())
                raise ServerRefusal.translated(
                    "These people were called lately. You can call them again in {wait}; without "
                    "the call your wish is stored at once.",
                    wait=wait,
                )
            return replace(settings, called=now)

        return (await self._alter(guild, altered)).role

    async def set_forum(self, guild: int, forum: int, tags: dict[str, int]) -> ServerSettings:
        """Set the forum in which each new match is a post, 0 for none, with its tags."""
        return await self._alter(guild, lambda settings: replace(settings, forum=forum, tags=tags))

    async def _alter(self, guild: int, alter: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        async with self._locks.hold(str(guild)):
            altered = alter(await self.settings(guild))
            await self.store.keep(guild, altered, self._clock())
            return altered
