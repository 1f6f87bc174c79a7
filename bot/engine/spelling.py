"""Spelling suggestions: the only place that compares spellings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from rapidfuzz import fuzz, process

from bot.base.language import gettext

ALIKE = 66
"""The minimum similarity (0 to 100) of an unknown word to a known word to be taken for its misspelling."""

_LONGEST = 100
"""The number of characters of an unknown word that are compared."""

KeyT = TypeVar("KeyT")


def nearest(given: str, known: Iterable[str]) -> str:
    """Return the most similar known word, ignoring case; "" if none is similar enough."""
    names: dict[str, str] = {}
    for name in known:
        names.setdefault(name.casefold(), name)
    wanted = given.casefold()[:_LONGEST]
    found = process.extractOne(wanted, list(names), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return names[found[0]] if found else ""


def ranked(given: str, words: Mapping[KeyT, str], *, most: int, alike: int = 0) -> list[KeyT]:
    """Return the keys of the words most similar to the input, the best first.

    A word that contains the input, or is contained in it, counts as similar. Scores are 0 to 100; words below
    `alike` are left out.
    """
    found = process.extract(
        given[:_LONGEST], words, scorer=fuzz.WRatio, processor=str.casefold, limit=most, score_cutoff=alike
    )
    return [key for _, _, key in found]


def did_you_mean(sentence: str, given: str, known: Iterable[str], there_are: str) -> str:
    """Return the sentence for an unknown word, with the most similar known word and all known ones."""
    near = nearest(given, known)
    hint = [gettext('Did you mean "{near}"?', near=near)] if near else []
    return " ".join([sentence, *hint, there_are])
