"""Translations of the commands: descriptions, choices and menu entries.

Typed names are the same in all languages: users tell each other what to type, and posts name commands. With
translated names, users of two languages in one match could not do that.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.base.language import ENGLISH
from bot.base.languages.catalogues import codes, language_for, native_name
from bot.base.languages.checking import LONGEST
from cogs.kit.layout import fit

_LANGUAGES = frozenset(native_name(code) for code in codes())
"""The name of each language in that language, the same in all."""
_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


def _is_typed(context: app_commands.TranslationContextTypes) -> bool:
    """Whether words are a typed name; a menu entry is chosen instead."""
    return context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)


class CommandWords(app_commands.Translator):
    """Returns the translations of a command's words to Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation into this language, None for the English words."""
        spoken = language_for(locale.value)
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
