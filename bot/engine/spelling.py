"""How people type: one folding of the signs of keyboards and programs, and suggestions for misspelt words.

Whatever reads typed text folds it here first, so that a curly quotation mark, a long dash, a thin space, a
full-width digit or an accent typed as two characters never makes a difference. Names are shown as they were
typed: only what is compared is folded.

What compares words is loaded at the first misspelling or suggestion: it is 1 MB, and few commands need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar
from unicodedata import normalize

from bot.base.language import gettext
from bot.engine.sentences import hidden

_KEYBOARD: Mapping[int, int | str] = {
    **{full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u02bc\xb4\u2039\u203a"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\xab\xbb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"), "-"),
}
"""Full-width characters, quotation marks and dashes, with the sign of a keyboard that means the same."""
_LINES = "\t\n\r"
"""Blanks that part lines and columns."""

ALIKE = 66
"""The minimum similarity (0 to 100) of an unknown word to a known word to be taken for its misspelling."""

_LONGEST = 100
"""The number of characters of an unknown word that are compared."""

KeyT = TypeVar("KeyT")


def keyboard_signs(text: str) -> str:
    """Return text with the signs of a keyboard, each character in its place.

    For text in which places are counted: hidden characters become spaces.
    """
    if text.isascii():
        return text
    return "".join(map(_keyboard_sign, text.translate(_KEYBOARD)))


def _keyboard_sign(letter: str) -> str:
    if letter in _LINES or not (letter.isspace() or hidden(letter)):
        return letter
    return " "


def typed(text: str) -> str:
    """Return text as it is read: signs of a keyboard, composed accents (NFC), no hidden characters.

    Lines and tabs stay.

    >>> typed("“２ Fox’s Wedding”\ufeff – e\u0301")
    '"2 Fox\'s Wedding" - é'
    """
    if text.isascii() and text.isprintable():
        return text
    seen = [letter for letter in normalize("NFC", text) if letter.isspace() or not hidden(letter)]
    return keyboard_signs("".join(seen))


def name_key(name: str) -> str:
    """Return a name as it is looked up: as `typed`, with single spaces, without regard to capitals.

    >>> name_key("Fox’s\xa0WEDDING ") == name_key("fox's wedding")
    True
    """
    return " ".join(typed(name).split()).casefold()


def nearest(given: str, known: Iterable[str]) -> str:
    """Return the most similar known word, compared as `name_key`; "" if none is similar enough."""
    from rapidfuzz import fuzz, process

    names: dict[str, str] = {}
    for name in known:
        names.setdefault(name_key(name), name)
    wanted = name_key(given[:_LONGEST])
    alike = process.extractOne(wanted, list(names), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return names[alike[0]] if alike else ""


def slip_of(given: str, known: Iterable[str]) -> bool:
    """Whether a word is one of the known ones but for one letter, or two that changed places."""
    from rapidfuzz.distance import OSA

    return any(OSA.distance(given, word, score_cutoff=1) <= 1 for word in known)


def ranked(given: str, words: Mapping[KeyT, str], *, most: int, alike: int = 0) -> list[KeyT]:
    """Return the keys of the words most similar to the input, the best first.

    A word that contains the input, or is contained in it, counts as similar. Scores are 0 to 100; words below
    `alike` are left out.
    """
    from rapidfuzz import fuzz, process

    matches = process.extract(
        given[:_LONGEST], words, scorer=fuzz.WRatio, processor=name_key, limit=most, score_cutoff=alike
    )
    return [key for _, _, key in matches]


def did_you_mean(sentence: str, given: str, known: Iterable[str], there_are: str) -> str:
    """Return the sentence for an unknown word, with the most similar known word and all known ones."""
    near = nearest(given, known)
    hint = [gettext('Did you mean "{near}"?', near=near)] if near else []
    return " ".join([sentence, *hint, there_are])
