"""Which cards are meant, and the words on them, known as [brackets]."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import normalize

from bot.engine.cards.nodes import FilterNode
from bot.engine.cards.table import TableQueries
from bot.engine.decks import Card

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
"""A word; with a hyphen or an apostrophe inside it is still one: "half-tide", "keeper's"."""


def has_words(texts: Iterable[str], words: str) -> bool:
    """Whether these words in a row are in one of the texts, as whole words, whatever their case.

    [tide] is in "Keeper of the Tide" and in "High Tide", but not in "Tidal" or "half-tide".
    """
    return _has_words(tuple(texts), words)


def same(text: str, other: str) -> bool:
    """Whether two texts are the same, whatever their case and spaces."""
    return _plain(text) == _plain(other)


def fitting(queries: TableQueries, cards: Sequence[Card], which: FilterNode) -> Sequence[Card]:
    """Return those of the cards that are meant, in order."""
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
    """Return the words of a text between blanks, so that whole words are found by `in`."""
    return f" {' '.join(_WORD.findall(_plain(text)))} "


_NO_WORDS = _words("")
