"""In which language somebody is spoken to: players in their own, the channels of a server in the server's."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.clock import in_time
from bot.engine.errors import Refusal
from bot.engine.language import ENGLISH, Language, current, gettext, speak
from bot.languages.catalogues import codes, language_for, native_name
from bot.matches.model import MatchInfo
from bot.people.preferences import Preferences
from bot.people.service import People, code_heard
from bot.servers.service import Servers
from cogs.kit.controls import ComponentId

T = TypeVar("T")

AS_DISCORD = "discord"
"""The choice that stands for the language of Discord."""
CHOICES = [
    *[app_commands.Choice(name=native_name(code), value=code) for code in codes()],
    app_commands.Choice(name="as in Discord", value=AS_DISCORD),
]
ANSWER_SECONDS = 0.5
"""Seconds after which a database that does not answer keeps nobody waiting for a language."""
PRIVACY = "privacy"
"""The group of commands, and the verb of their buttons, whose use leaves nothing new to be kept."""
MOST_KNOWN = 10_000
"""Players whose language is kept in memory, those heard last."""


def code_of(choice: str) -> str:
    """Return the code of a language that was chosen, "" for Discord's own. Raises `Refusal`."""
    if choice == AS_DISCORD:
        return ""
    if choice not in codes():
        raise Refusal.translated("I do not speak this language.")
    return choice


def language_in_words(code: str) -> str:
    """Return a language that is set, or that Discord's own is spoken, for a page in that language."""
    if code:
        return native_name(code)
    return gettext("{language}, as in Discord", language=native_name(current().code))


def language_of(preferences: Preferences) -> Language:
    """Return the language of a player, as set or as their Discord was when they were last heard."""
    return language_for(preferences.language, preferences.heard)


class Languages:
    """Chooses languages.

    To whoever asks, that of Discord will do where what was set is not in memory, or cannot be read in time:
    no answer is lost for it. What is published can wait: there it raises `Unavailable`.
    """

    def __init__(
        self,
        people: People,
        servers: Servers,
        guild: Callable[[int], discord.Guild | None],
        note_fault: Callable[[Exception], object],
    ) -> None:
        """`guild` returns the server with an id, where the bot is on it; `note_fault` writes to the log."""
        self._people = people
        self._servers = servers
        self._guild = guild
        self._note_fault = note_fault
        self._set: dict[int, str] = {}
        """The language of each player who has set one, as far as they have been heard."""

    def speak_to(self, interaction: discord.Interaction[Any]) -> None:
        """Speak the language of the person who uses a command or control, as far as it is in memory.

        For the rest of this task, or until `listen`: Discord is promised an answer before anything is read.
        """
        speak(language_for(self._set.get(interaction.user.id, ""), interaction.locale.value))

    async def listen(self, interaction: discord.Interaction[Any]) -> None:
        """Speak the language of the person who uses a command or control, for the rest of this task.

        It is remembered for what they are sent unasked, unless they are about what is kept of them.
        """
        user, locale = interaction.user.id, interaction.locale.value
        self.speak_to(interaction)
        preferences = self._people.known(user) or await self._in_time(self._people.preferences(user))
        if preferences is not None:
            self._keep(user, preferences.language)
            self.speak_to(interaction)
            code = code_heard(locale)
            if preferences.heard != code and not _about_privacy(interaction):
                await self._in_time(self._people.heard(user, code))

    async def of_user(self, user: int) -> Language:
        """Return the language of a player. Raises `Unavailable`."""
        return language_of(await self._people.preferences(user))

    async def of_server(self, guild: int | None) -> Language:
        """Return the language of a server's channels, as set or as Discord has it. Raises `Unavailable`."""
        if guild is None:
            return ENGLISH
        wished = (await self._servers.settings(guild)).language
        known = self._guild(guild)
        return language_for(wished, known.preferred_locale.value if known else "")

    async def of_match(self, info: MatchInfo) -> Language:
        """Return the language of the posts of a match: its server's, in a DM its host's.

        Raises `Unavailable`.
        """
        return await (self.of_user(info.host) if info.guild is None else self.of_server(info.guild))

    async def of_place(self, interaction: discord.Interaction[Any]) -> Language:
        """Return the language of what everybody sees where somebody asks: outside servers, the asker's."""
        if interaction.guild_id is None:
            return current()
        settings = await self._in_time(self._servers.settings(interaction.guild_id))
        locale = interaction.guild_locale  # told also of a server that the bot is not on
        return language_for(settings.language if settings else "", locale.value if locale else "")

    def forget(self, user: int | None = None) -> None:
        """Forget the language of a player, or of all: it was set in another process."""
        if user is None:
            self._set.clear()
        else:
            self._set.pop(user, None)

    def _keep(self, user: int, code: str) -> None:
        """Keep the language that a player has set, "" for none."""
        self._set.pop(user, None)
        if code:
            self._set[user] = code
        if len(self._set) > MOST_KNOWN:
            del self._set[next(iter(self._set))]

    async def _in_time(self, asked: Coroutine[Any, Any, T]) -> T | None:
        """Return what the database is asked for; None where it fails, or takes too long."""
        return await in_time(self._answered(asked), ANSWER_SECONDS)

    async def _answered(self, asked: Coroutine[Any, Any, T]) -> T | None:
        try:
            return await asked
        except Refusal:
            return None
        except Exception as fault:
            self._note_fault(fault)
            return None


def _about_privacy(interaction: discord.Interaction[Any]) -> bool:
    asked: dict[str, Any] = dict(interaction.data or {})
    return PRIVACY in (asked.get("name"), ComponentId.decode(str(asked.get("custom_id", ""))).verb)
