"""Reads a language's catalogues, and maps Discord's locales to languages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bot.base.language import ENGLISH, Language

if TYPE_CHECKING:  # only tools load babel
    from babel.messages.catalog import Catalog, Message

FOLDER = Path(__file__).parents[3] / "data" / "languages"
CUSTOMS: Final = "customs.json"
"""The file in a language's folder with its `Customs`."""
COMMANDS: Final = "commands"
"""The catalogue of the descriptions, choices and menu entries of the commands."""
LONGEST: Final = 100
"""The most characters that Discord accepts for these; a longer one makes it refuse all commands."""

Translations = Mapping[str, tuple[str, ...]]
"""The plural forms of each message, or its one translation; a context stands before it (`_in_context`)."""
_TEXT: Final = r'((?:".*"\n?)+)'
_MESSAGE: Final = re.compile(
    rf"((?:#.*\n)*)(?:msgctxt {_TEXT})?msgid {_TEXT}(?:msgid_plural {_TEXT})?((?:msgstr(?:\[\d\])? {_TEXT})+)"
)
_FORM: Final = re.compile(rf"msgstr(?:\[\d\])? {_TEXT}")
_NEXT: Final = re.compile(r"^msgid ", re.MULTILINE)


class Customs(msgspec.Struct, frozen=True):
    """How a language writes, as CLDR has it."""

    name: str
    """Its native name, "Deutsch"."""
    decimal_mark: str
    group_mark: str
    plural: str
    """The number of the plural form of `n`, in the notation of gettext."""


class Translated(Language):
    """A language with a catalogue."""

    def __init__(self, code: str, translations: Translations) -> None:
        customs = customs_of(code)
        self.code = code
        self.decimal_mark = customs.decimal_mark
        self.group_mark = customs.group_mark
        self._translations = translations
        self._form_of = c2py(customs.plural)

    def gettext(self, message: str) -> str:
        """Return the translation of a message; the message itself if there is none."""
        return self._translations[message][0] if message in self._translations else str(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the plural form of a message for a number."""
        return self._plural(one, one, many, number)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message in a context."""
        found = self._translations.get(_in_context(context, message))
        return found[0] if found else str(message)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        """Return the plural form of a message in a context for a number."""
        return self._plural(_in_context(context, one), one, many, number)

    def _plural(self, key: str, one: str, many: str, number: int) -> str:
        plurals, form = self._translations.get(key), self._form_of(number)
        if plurals is None or form >= len(plurals):
            return one if number == 1 else many
        return plurals[form]


def _in_context(context: str, message: str) -> str:
    return f"{context}\x04{message}"


@cache
def codes(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return (ENGLISH.code, *sorted(each.name for each in folder.iterdir() if each.is_dir()))


@cache
def language(code: str) -> Language:
    """Return the language of this code, one of `codes`; its catalogues are read on the first call."""
    if code == ENGLISH.code:
        return ENGLISH
    read_forms: dict[str, tuple[str, ...]] = {}
    for path in catalogue_paths(code):
        read_forms |= translations(path)
    return Translated(code, read_forms)


def words_of_commands(code: str) -> Language:
    """Return a language with the words of the commands alone, which Discord is told at each start.

    All catalogues of a language take 4 MB and 0.1 s; they are read when somebody speaks it.
    """
    if code == ENGLISH.code:
        return ENGLISH
    return Translated(code, translations(FOLDER / code / f"{COMMANDS}.po"))


@cache
def customs_of(code: str, folder: Path = FOLDER) -> Customs:
    """Return the customs of a language from its folder, where `language update` writes them; else babel's.

    babel would take 4 MB and 50 ms of each start for these four words.
    """
    file = folder / code / CUSTOMS
    return msgspec.json.decode(file.read_bytes(), type=Customs) if file.exists() else read_customs(code)


def read_customs(code: str) -> Customs:
    """Return the customs of a language as babel has them."""
    from babel import Locale
    from babel.messages.plurals import get_plural
    from babel.numbers import get_decimal_symbol, get_group_symbol

    locale = Locale.parse(code)
    name = locale.get_display_name() or code
    return Customs(
        name=name[:1].upper() + name[1:],
        decimal_mark=get_decimal_symbol(locale),
        group_mark=get_group_symbol(locale),
        plural=get_plural(locale).plural_expr,
    )


def translations(path: Path) -> Translations:
    """Return the translated messages of a catalogue; fuzzy ones are not used.

    babel's reader, which tools use, takes four times as long, at each start and in each worker process. What
    is not read here it is asked for, so errors are those of `read_catalogue`.
    """
    text, forms_by_key, seen = path.read_text(encoding="utf-8"), {}, 0
    for comments, context, message, _, said, _ in _MESSAGE.findall(text):
        seen += 1
        key, texts = _unquoted(message), tuple([_unquoted(each) for each in _FORM.findall(said)])
        if key and all(texts) and not re.search(r"^#,.*\bfuzzy\b", comments, re.MULTILINE):
            forms_by_key[_in_context(_unquoted(context), key) if context else key] = texts
    if seen == len(_NEXT.findall(text)):
        return forms_by_key
    return translations_of(read_catalogue(path))


def translations_of(catalogue: Catalog) -> Translations:
    """Return the translated messages of a catalogue that babel has read; fuzzy ones are not used."""
    return {
        _in_context(message.context, _first(message)) if message.context else _first(message): forms(message)
        for message in catalogue
        if message.id and all(forms(message)) and not message.fuzzy
    }


def _first(message: Message) -> str:
    """Return the message itself, the singular where it has a plural."""
    said: Any = message.id
    return str(said[0] if isinstance(said, tuple | list) else said)


def _unquoted(lines: str) -> str:
    """Return what a text in a catalogue says: strings in quotes, one for each line."""
    joined = "".join([line[1:-1] for line in lines.splitlines()])
    return str(json.loads(f'"{joined}"')) if "\\" in joined else joined


def catalogue_paths(code: str, folder: Path = FOLDER) -> list[Path]:
    """Return the files of a language's catalogues."""
    return sorted((folder / code).glob("*.po"))


def read_catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file. Raises `babel.messages.pofile.PoFileError`."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name, abort_invalid=True)


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation of a message in each plural form; "" if there is none yet."""
    said: Any = message.string
    return tuple(said) if isinstance(said, tuple | list) else (said,)


def native_name(code: str) -> str:
    """Return the native name of a language: "English", "Deutsch"."""
    return "English" if code == ENGLISH.code else customs_of(code).name


@lru_cache(maxsize=128)  # discord.py asks once for each word of a command and each of Discord's locales
def language_for(*wishes: str) -> Language:
    """Return the first supported language of these codes, else English; see `code_for`."""
    return language(code_for(*wishes))


def code_for(*wishes: str) -> str:
    """Return the first supported one of these codes, else that of English.

    A code is in Discord's form, "pt-BR", or a catalogue's name, or "" for no preference. A language without
    its country is accepted: "de" for "de-AT".
    """
    known = codes()
    for wish in wishes:
        code = wish.replace("-", "_")
        for each in (code, code.split("_", 1)[0]):
            if each in known:
                return each
    return ENGLISH.code
