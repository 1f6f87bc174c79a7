"""Chooses the language of messages: a player's own, and the server's in its channels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import discord
from cachetools import LRUCache
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.base.clock import in_time
from bot.base.language import ENGLISH, Language, current, gettext, speak
from bot.base.languages.catalogues import (
    LONGEST,
    code_for,
    codes,
    language_for,
    native_name,
    words_of_commands,
)
from bot.base.limits import ASKED_ON
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo
from bot.people.preferences import Preferences
from bot.people.service import People, code_heard
from bot.servers.service import Servers
from cogs.kit.controls import ComponentId
from cogs.kit.form_fields import Choice
from cogs.kit.layout import fit

# Translations of the commands: descriptions, choices and menu entries.
#
# Typed names are the same in all languages: users tell each other what to type, and posts name commands.
# With translated names, users of two languages in one match could not do that.


_LANGUAGES = frozenset(native_name(code) for code in codes())
"""The name of each language in that language, the same in all."""
_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


def _is_typed(context: app_commands.TranslationContextTypes) -> bool:
    """Whether words are a typed name; a menu entry is chosen instead."""
    return context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)


class CommandWords(app_commands.Translator):
    """Returns the translations of a command's words to Discord."""

    def __init__(self) -> None:
        self._spoken: dict[discord.Locale, Language] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation into this language, None for the English words."""
        spoken = self._spoken.get(locale)
        if spoken is None:
            spoken = self._spoken[locale] = words_of_commands(code_for(locale.value))
        if _is_typed(context) or spoken is ENGLISH:
            return None
        said = fit(spoken.gettext(string.message), LONGEST)
        return None if said == string.message else said


class _Listener(app_commands.Translator):
    """Records the requested words."""

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        _locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if not _is_typed(context) and string.message not in _LANGUAGES:
            self.asked[string.message] = None
        return None


async def command_words(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return all words of the commands that need a translation, sorted.

    Commands of a group are in the order in which their modules were imported, which differs by the program.
    """
    listener = _Listener()
    for command in tree.get_commands():
        await command.get_translated_payload(tree, listener)
    return sorted(listener.asked)


T = TypeVar("T")

AS_DISCORD = "discord"
"""The choice for Discord's language."""
CHOICES = [
    *[app_commands.Choice(name=native_name(code), value=code) for code in codes()],
    app_commands.Choice(name="as in Discord", value=AS_DISCORD),
]
ANSWER_SECONDS = 0.5
"""Seconds after which an answer does not wait for a language from the database."""
PRIVACY = "privacy"
"""The command group, and the verb of its buttons, whose use stores nothing."""
MOST_KNOWN = 10_000
"""The most players whose language is cached, the last seen ones."""


def language_choices() -> list[Choice]:
    """Return all languages as options of a form, Discord's first."""
    return [
        Choice(AS_DISCORD, gettext("as in Discord")),
        *[Choice(code, native_name(code)) for code in codes()],
    ]


def code_of(choice: str) -> str:
    """Return the code of a chosen language, "" for Discord's own. Raises `Refusal`."""
    if choice == AS_DISCORD:
        return ""
    if choice not in codes():
        raise Refusal.translated("I do not speak this language.")
    return choice


def language_in_words(code: str) -> str:
    """Return the name of the language in a setting, or that Discord's is used, in the current language."""
    if code:
        return native_name(code)
    return gettext("{language}, as in Discord", language=native_name(current().code))


def language_of(preferences: Preferences) -> Language:
    """Return the language of a player: the setting, or Discord's when last seen."""
    return language_for(preferences.language, preferences.heard)


class Languages:
    """Chooses languages.

    An answer uses Discord's language where the setting is not in memory, or cannot be read in time: no answer
    is lost for it. Published messages can wait: for them it raises `Unavailable`.
    """

    def __init__(
        self,
        people: People,
        servers: Servers,
        locale: Callable[[int], Awaitable[str]],
        note_fault: Callable[[Exception], object],
    ) -> None:
        """`locale` returns Discord's language of a server, "" for none; `note_fault` writes to the log."""
        self._people = people
        self._servers = servers
        self._locale = locale
        self._note_fault = note_fault
        self._set: LRUCache[int, str] = LRUCache(MOST_KNOWN)
        """The language of each player with a setting, as far as they were seen."""

    def speak_to(self, interaction: discord.Interaction[Any]) -> None:
        """Set the language for the asker, from memory.

        It holds for the rest of this task, or until `listen`: the answer is deferred before anything is read.
        """
        ASKED_ON.set(interaction.guild_id or 0)
        speak(language_for(self._set.get(interaction.user.id, ""), interaction.locale.value))

    async def listen(self, interaction: discord.Interaction[Any]) -> None:
        """Set the asker's language for the rest of this task.

        It is stored for later messages, except when they use `/privacy`.
        """
        user, locale = interaction.user.id, interaction.locale.value
        self.speak_to(interaction)
        preferences = self._people.store.known(user) or await self._in_time(self._people.preferences(user))
        if preferences is not None:
            self._set.pop(user, None)
            if preferences.language:
                self._set[user] = preferences.language
            self.speak_to(interaction)
            code = code_heard(locale)
            if preferences.heard != code and not _about_privacy(interaction):
                await self._in_time(self._people.store.hear(user, code))

    async def of_user(self, user: int) -> Language:
        """Return the language of a player. Raises `Unavailable`."""
        return language_of(await self._people.preferences(user))

    async def of_server(self, guild: int | None) -> Language:
        """Return the language of a server's channels: the setting, or Discord's. Raises `Unavailable`."""
        if guild is None:
            return ENGLISH
        wished = (await self._servers.settings(guild)).language
        return language_for(wished, "" if wished else await self._locale(guild))

    async def of_match(self, info: MatchInfo) -> Language:
        """Return the language of a match's posts: its server's, in a DM its host's. Raises `Unavailable`."""
        return await (self.of_user(info.host) if info.guild is None else self.of_server(info.guild))

    async def of_place(self, interaction: discord.Interaction[Any]) -> Language:
        """Return the language of public answers to the asker: the server's, elsewhere the asker's."""
        if interaction.guild_id is None:
            return current()
        settings = await self._in_time(self._servers.settings(interaction.guild_id))
        locale = interaction.guild_locale  # told also of a server that the bot is not on
        return language_for(settings.language if settings else "", locale.value if locale else "")

    def forget(self, user: int | None = None) -> None:
        """Drop the language of a player, or of all: another process has changed it."""
        if user is None:
            self._set.clear()
        else:
            self._set.pop(user, None)

    async def _in_time(self, asked: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of a database query; None where it fails or takes too long."""
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
