"""Reads a language's catalogues, and maps Discord's locales to languages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol, get_group_symbol
from babel.support import Translations

from bot.base.language import ENGLISH, Language

FOLDER = Path(__file__).parents[3] / "data" / "languages"


class Translated(Language):
    """A language with a catalogue."""

    def __init__(self, locale: Locale, translations: Translations) -> None:
        self.code = str(locale)
        self.decimal_mark = get_decimal_symbol(locale)
        self.group_mark = get_group_symbol(locale)
        self._translations = translations

    def gettext(self, message: str) -> str:
        """Return the translation of a message; the message itself if there is none."""
        return str(self._translations.gettext(message)) if message else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the plural form of a message for a number."""
        return str(self._translations.ngettext(one, many, number))

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message in a context."""
        return str(self._translations.pgettext(context, message)) if message else ""

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        """Return the plural form of a message in a context for a number."""
        return str(self._translations.npgettext(context, one, many, number))


@cache
def codes(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return (ENGLISH.code, *sorted(each.name for each in folder.iterdir() if each.is_dir()))


@cache
def language(code: str) -> Language:
    """Return the language of this code, one of `codes`; its catalogues are read on the first call."""
    if code == ENGLISH.code:
        return ENGLISH
    return translated(Locale.parse(code), [read_catalogue(path) for path in catalogue_paths(code)])


def translated(locale: Locale, catalogues: Iterable[Catalog]) -> Translated:
    """Return the language of a locale with the translations of these catalogues."""
    whole = Catalog(locale=locale)
    for catalogue in catalogues:
        for message in catalogue:
            if message.id and all(forms(message)):
                whole.add(message.id, message.string, context=message.context)
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return Translated(locale, Translations(compiled))


def catalogue_paths(code: str, folder: Path = FOLDER) -> list[Path]:
    """Return the files of a language's catalogues."""
    return sorted((folder / code).glob("*.po"))


def read_catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file. Raises `babel.messages.pofile.PoFileError`."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name, abort_invalid=True)


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation of a message in each plural form; "" if there is none yet."""
    said: Any = message.string
    return tuple(said) if isinstance(said, tuple | list) else (said,)


def native_name(code: str) -> str:
    """Return the native name of a language: "English", "Deutsch"."""
    name = Locale.parse(code).get_display_name() or code
    return name[:1].upper() + name[1:]


def language_for(*wishes: str) -> Language:
    """Return the first supported language of these codes, else English.

    A code is in Discord's form, "pt-BR", or a catalogue's name, or "" for no preference. A language without
    its country is accepted: "de" for "de-AT".
    """
    known = codes()
    for wish in wishes:
        code = wish.replace("-", "_")
        for each in (code, code.split("_", 1)[0]):
            if each in known:
                return language(each)
    return ENGLISH
