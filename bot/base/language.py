"""The current language, and the functions that translate messages into it.

Every sentence for players is written in English where it is used, inside one of the functions of this module.
They have the names of GNU gettext, so that its usual tools find the messages:

    gettext("{unit} moves to {square}.", unit=..., square=...)
    ngettext("{number} space", "{number} spaces", number)
    pgettext("card", "Fox")          for English words with several meanings
    npgettext("dative", "{number} card", "{number} cards", number)
    N_("Ready")                      a constant, translated elsewhere by `gettext(constant)`
    N_("Ready", "unit", "player")    the same, by `pgettext(context, constant)` in either context
    NN_("{number} card", "{number} cards", "dative")    the same, by `npgettext`; without a
                                                        context by `numbered(constant, number)`
    messages("posts", "acts", dict[str, str])    a table of such constants, in data/words/posts.toml

The functions return the translation into the current language with the values inserted. A message is always
a complete literal, never composed, because translators may change the word order.

The language belongs to the running task (a context variable), set by `speaking(language)`; the default is
English. Stored values (states, facts, actions, rows) contain no words of a language; words are made when they
are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

WORDS = Path(__file__).parents[2] / "data" / "words"
"""The folder of the tables of messages: a file for each catalogue."""

T = TypeVar("T")


class OwnText(str):
    """A text with its own translations, written by a designer of cards.

    The functions of this module translate it with these only, and leave it unchanged in other languages.
    Shipped translations are never used for it, even for equal text. Otherwise it behaves as a string.
    """

    __slots__ = ("mark", "words")

    words: Mapping[str, Mapping[str, str]]
    """The catalogue of its card set: by language code, then by text; shared by all texts of the set."""
    mark: str
    """The identity of its catalogue: equal texts of different catalogues may have different translations."""

    def __new__(cls, text: str, words: Mapping[str, Mapping[str, str]], mark: str = "") -> OwnText:
        """Return a text that is translated by this catalogue."""
        made = super().__new__(cls, text)
        made.words, made.mark = words, mark
        return made

    def __reduce__(self) -> tuple[type[OwnText], tuple[str, Mapping[str, Mapping[str, str]], str]]:
        """Return the arguments to rebuild it, for pickling."""
        return OwnText, (str(self), self.words, self.mark)

    def said(self) -> str:
        """Return it in the current language."""
        return self.words.get(current().code, {}).get(self, str(self))


class Language:
    """English, and the interface of all other languages, which `bot.base.languages` reads from catalogues."""

    code = "en"
    """The language's code as in its catalogue's folder: "en", "de", "pt_BR"."""
    decimal_mark = "."
    group_mark = ","
    """The separator between the thousands of a large number."""

    def gettext(self, message: str) -> str:
        """Return the translation of a message, or the message itself if there is none."""
        return message

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the plural form of a message for a number."""
        return one if number == 1 else many

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - English is the same in all contexts
        """Return the translation of a message in a context."""
        return message

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:  # noqa: ARG002
        """Return the plural form of a message in a context for a number."""
        return one if number == 1 else many


ENGLISH = Language()
_language: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current() -> Language:
    """Return the current language."""
    return _language.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the current language within this block."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def speak(language: Language) -> None:
    """Set the language for the rest of this task: for the answer to the person who called."""
    _language.set(language)


def gettext(message: str, /, **values: object) -> str:
    """Return a message in the current language, with the values of its placeholders `{name}`.

    Without values the message is not formatted, and braces stay.
    """
    said = message.said() if isinstance(message, OwnText) else _language.get().gettext(message)
    return said.format(**values) if values else said


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the plural form of a message for a number, which is the value of `{number}`."""
    return _language.get().ngettext(one, many, number).format(number=number, **values)


def numbered(forms: tuple[str, str], number: int, /, **values: object) -> str:
    """Return the plural form of a message marked by `NN_` for a number, as `ngettext` does."""
    return _language.get().ngettext(*forms, number).format(**{"number": number, **values})


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return the message of this context in the current language."""
    said = message.said() if isinstance(message, OwnText) else _language.get().pgettext(context, message)
    return said.format(**values) if values else said


def npgettext(context: str, one: str, many: str, number: int, /, **values: object) -> str:
    """Return the plural form of a message in a context for a number, which is the value of `{number}`."""
    return _language.get().npgettext(context, one, many, number).format(number=number, **values)


def N_(message: str, /, *_contexts: str) -> str:  # noqa: N802 - the usual name of this mark
    """Mark a message that is translated elsewhere, by `gettext(message)`; return it unchanged.

    With contexts it is translated in each of them, by `pgettext(context, message)`.
    """
    return message


def NN_(one: str, many: str, /, *_contexts: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message with a number that is translated elsewhere, by `numbered((one, many), number)`.

    With contexts it is translated in each of them, by `npgettext(context, one, many, number)`.
    """
    return one, many


def messages(catalogue: str, table: str, form: type[T]) -> T:
    """Return a table of messages, constants like those of `N_`; two forms of one are like those of `NN_`.

    A table that is not of this form is a fault of ours: `msgspec.ValidationError`.
    """
    return msgspec.convert(_tables(catalogue)[table], form)


@cache
def _tables(catalogue: str) -> Any:
    return msgspec.toml.decode((WORDS / f"{catalogue}.toml").read_bytes())


def decimal(value: float, places: int) -> str:
    """Return a number with this number of decimal places and the language's decimal mark: "0.5", "0,5"."""
    return _marked(f"{value:.{places}f}")


def significant(value: float, digits: int) -> str:
    """Return a number with this many significant digits and the language's decimal mark: "12.5", "12,5"."""
    return _marked(f"{value:.{digits}g}")


def grouped(value: int) -> str:
    """Return a whole number with the language's thousands separator: "65,536", "65.536"."""
    return _marked(f"{value:,}")


def grouped_decimal(value: float, places: int) -> str:
    """Return a number with both of the language's marks: "1,234.50", "1.234,50"."""
    return _marked(f"{value:,.{places}f}")


def _marked(number: str) -> str:
    """Return a number in English notation with the language's marks."""
    language = _language.get()
    return number.translate({ord(","): language.group_mark, ord("."): language.decimal_mark})
