"""The words of the commands in other languages: descriptions and choices, and the entries of menus.

The names of what is typed are the same for all: people tell each other what to type, and posts name commands;
with names of their own, two languages at one table could not.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.engine.language import ENGLISH
from bot.languages.catalogues import codes, language_for, native_name
from bot.languages.checking import LONGEST
from cogs.kit.layout import fit

_LANGUAGES = frozenset(native_name(code) for code in codes())
"""Each calls itself the same in all."""
_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


def _is_typed(context: app_commands.TranslationContextTypes) -> bool:
    """Whether words are a name that is typed; the entry of a menu is chosen."""
    return context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)


class CommandWords(app_commands.Translator):
    """Answers Discord's question for the words of a command in a language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the words in this language, None for the English ones."""
        spoken = language_for(locale.value)
        if _is_typed(context) or spoken is ENGLISH:
            return None
        said = fit(spoken.gettext(string.message), LONGEST)
        return None if said == string.message else said


class _Listener(app_commands.Translator):
    """Notes what is asked for."""

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
    """Return all words of the commands that have to be translated, sorted.

    Commands of a group stand in the order in which their modules were imported, which differs by the program.
    """
    listener = _Listener()
    for command in tree.get_commands():
        await command.get_translated_payload(tree, listener)
    return sorted(listener.asked)
