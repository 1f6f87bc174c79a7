"""Matching of cards and numbers: the words on cards, written in [brackets], and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias
from unicodedata import normalize

from bot.base.language import gettext
from bot.engine.cards.nodes import Fault, FilterNode
from bot.engine.cards.table import TableQueries
from bot.engine.decks import Card

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
"""A word; a hyphen or apostrophe inside does not split it: "half-tide", "keeper's"."""


def has_words(texts: Iterable[str], words: str) -> bool:
    """Whether one of the texts contains these words in a row, as whole words, ignoring case.

    [tide] is in "Keeper of the Tide" and in "High Tide", but not in "Tidal" or "half-tide".
    """
    return _has_words(tuple(texts), words)


def same(text: str, other: str) -> bool:
    """Whether two texts are equal, ignoring case and spaces."""
    return _plain(text) == _plain(other)


def fitting(queries: TableQueries, cards: Sequence[Card], which: FilterNode) -> Sequence[Card]:
    """Return the matching cards, in order."""
    return cards if which.is_any else [card for card in cards if which.matches(queries.face(card))]


@lru_cache(maxsize=32768)
def _has_words(texts: tuple[str, ...], words: str) -> bool:
    wanted = _words(words)
    return wanted != _NO_WORDS and any(wanted in _words(text) for text in texts)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


@lru_cache(maxsize=4096)
def _words(text: str) -> str:
    """Return the words of a text between spaces, so that `in` finds whole words."""
    return f" {' '.join(_WORD.findall(_plain(text)))} "


_NO_WORDS = _words("")


Rank: TypeAlias = Literal["", "highest", "lowest"]
"""Whether no other value may be higher, or lower; "" for no rank."""


def is_within(number: int, at_least: int, at_most: int | None) -> bool:
    """Whether a number is in a range; None for no upper bound."""
    return at_least <= number and (at_most is None or number <= at_most)


def is_ranked(values: Iterable[int], everybody: Iterable[int], rank: Rank) -> bool:
    """Whether none of these values is higher, or lower, according to the rank; "" is always true."""
    if rank == "highest":
        return max(values) == max(everybody)
    return not rank or min(values) == min(everybody)


def range_faults(
    at_least: int, at_most: int | None, *, special: str = "", floor: int = 0, ceiling: int | None = None
) -> Iterator[Fault]:
    """Yield the fault of an empty range, or of one that excludes nothing, unless a `special` condition is
    set.
    """
    if at_most is not None and at_most < at_least:
        never = gettext("at least {least} and at most {most} cannot both be.", least=at_least, most=at_most)
        yield "E413", (), never
    elif not special and at_least == floor and at_most == ceiling:
        yield "E414", (), gettext("this asks for nothing: say what it must be.")
