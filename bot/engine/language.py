"""The language in which people are spoken to just now.

Every sentence for players is written in English where it is needed, inside one of the functions of this
module, which are named as in GNU gettext, so that its usual tools find them:

    gettext("{unit} moves to {square}.", unit=..., square=...)
    ngettext("{number} space", "{number} spaces", number)
    pgettext("card", "Fox")          the same English with more than one meaning
    npgettext("dative", "{number} card", "{number} cards", number)
    N_("Ready")                      written here, said elsewhere: a constant, said by `gettext(constant)`
    N_("Ready", "unit", "player")    the same, said by `pgettext(context, constant)` in either context
    NN_("{number} card", "{number} cards", "dative")    the same, said by `npgettext`; without a
                                                        context said by `numbered(constant, number)`

What is said is the translation of the current language, with the values put in. A message is always written
out in full as a literal, never put together: word order is the translator's business.

The language belongs to the running task (a context variable): whoever speaks to somebody does so inside
`speaking(language)`. Without that it is English. Nothing that is kept (states, facts, actions, rows) may hold
words of a language; those are made when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar


class OwnText(str):
    """A text with its own translations, written by a designer of cards.

    The functions of this module translate it by these alone, and leave it as written in other languages.
    Shipped translations are never used for it, even for equal text. In all else it is a string.
    """

    __slots__ = ("mark", "words")

    words: Mapping[str, Mapping[str, str]]
    """The catalogue of its card set: by the codes of languages, by texts; shared by all texts of the set."""
    mark: str
    """By which catalogues that differ are told apart: equal texts may be said otherwise."""

    def __new__(cls, text: str, words: Mapping[str, Mapping[str, str]], mark: str = "") -> OwnText:
        """Return a text that is translated by this catalogue."""
        made = super().__new__(cls, text)
        made.words, made.mark = words, mark
        return made

    def __reduce__(self) -> tuple[type[OwnText], tuple[str, Mapping[str, Mapping[str, str]], str]]:
        """Return what it is made of, for who pickles it."""
        return OwnText, (str(self), self.words, self.mark)

    def said(self) -> str:
        """Return it in the language that is spoken."""
        return self.words.get(current().code, {}).get(self, str(self))


class Language:
    """English, and the interface of all other languages: `bot.languages` has them, with their catalogues."""

    code = "en"
    """The language's code as in its catalogue's folder: "en", "de", "pt_BR"."""
    decimal_mark = "."
    group_mark = ","
    """The separator between the thousands of a large number."""

    def gettext(self, message: str) -> str:
        """Return the translation of a message; the message where there is none."""
        return message

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the form of a message that goes with a number."""
        return one if number == 1 else many

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - English is the same in all contexts
        """Return the translation of a message in a context."""
        return message

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:  # noqa: ARG002
        """Return the form of a message in a context that goes with a number."""
        return one if number == 1 else many


ENGLISH = Language()
_language: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current() -> Language:
    """Return the language that is spoken just now."""
    return _language.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language within this block."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def speak(language: Language) -> None:
    """Set the language for the rest of this task: for the answer to the person who called."""
    _language.set(language)


def gettext(message: str, /, **values: object) -> str:
    """Return a message in the current language, with the values put in where it has `{name}`.

    Without values the message is taken as it is, braces and all.
    """
    said = message.said() if isinstance(message, OwnText) else _language.get().gettext(message)
    return said.format(**values) if values else said


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a message that goes with a number, which it can name as `{number}`."""
    return _language.get().ngettext(one, many, number).format(number=number, **values)


def numbered(forms: tuple[str, str], number: int, /, **values: object) -> str:
    """Return the form of a message marked by `NN_` that goes with a number, as `ngettext` does."""
    return _language.get().ngettext(*forms, number).format(**{"number": number, **values})


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a message that means something particular in this context, in the current language."""
    said = message.said() if isinstance(message, OwnText) else _language.get().pgettext(context, message)
    return said.format(**values) if values else said


def npgettext(context: str, one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a message in a context that goes with a number, which it can name as `{number}`."""
    return _language.get().npgettext(context, one, many, number).format(number=number, **values)


def N_(message: str, /, *_contexts: str) -> str:  # noqa: N802 - the usual name of this mark
    """Mark a message that is said elsewhere, by `gettext(message)`; return it as it is.

    With contexts it is said in each of these, by `pgettext(context, message)`.
    """
    return message


def NN_(one: str, many: str, /, *_contexts: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message with a number that is said elsewhere, by `numbered((one, many), number)`.

    With contexts it is said in each of these, by `npgettext(context, one, many, number)`.
    """
    return one, many


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimal places and the language's mark before them: "0.5", "0,5"."""
    return _marked(f"{value:.{places}f}")


def significant(value: float, digits: int) -> str:
    """Return a number with so many digits that matter and the language's mark: "12.5", "12,5"."""
    return _marked(f"{value:.{digits}g}")


def grouped(value: int) -> str:
    """Return a whole number with the language's mark between its thousands: "65,536", "65.536"."""
    return _marked(f"{value:,}")


def grouped_decimal(value: float, places: int) -> str:
    """Return a number with both of the language's marks: "1,234.50", "1.234,50"."""
    return _marked(f"{value:,.{places}f}")


def _marked(number: str) -> str:
    """Return a number as English writes it with the language's marks instead."""
    language = _language.get()
    return number.translate({ord(","): language.group_mark, ord("."): language.decimal_mark})
