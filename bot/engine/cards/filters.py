"""Which cards are meant: the words in [brackets] and the rest of a filter (ARC-03)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

from bot.engine.cards.nodes import Cards, Filter
from bot.engine.cards.table import Face, Look
from bot.engine.contract import Seat
from bot.engine.decks import Card

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
"""A word; with a hyphen or an apostrophe inside it is still one: "half-tide", "keeper's"."""


def matches(face: Face, which: Filter) -> bool:
    """Whether a card is meant: all that the filter gives holds for it. An empty filter means every card.

    `word` is found in the name or within one trait, as whole words in a row, whatever their case (ARC-03):
    [tide] is in "Keeper of the Tide" and in the trait "High Tide", but not in "Tidal" or "half-tide".
    `trait` and `name` have to be the whole trait or name. `level` means Characters only.
    """
    return (
        (not which.kind or face.kind == which.kind)
        and (not which.level or (face.level in which.level and face.kind == "character"))
        and (not which.name or _plain(face.name) == _plain(which.name))
        and (not which.trait or _plain(which.trait) in [_plain(trait) for trait in face.traits])
        and (not which.word or has_words(face, which.word))
    )


def has_words(face: Face, words: str) -> bool:
    """Whether these words in a row are in the card's name or in one of its traits (ARC-03)."""
    wanted = _words(words)
    if wanted == _NO_WORDS:
        return False
    return wanted in _words(face.name) or any(wanted in _words(trait) for trait in face.traits)


def is_any(which: Filter) -> bool:
    """Whether the filter means every card."""
    return not (which.word or which.trait or which.name or which.kind or which.level)


def fitting(look: Look, cards: Sequence[Card], which: Filter) -> Sequence[Card]:
    """Return those of the cards that are meant, in order."""
    if is_any(which):
        return cards
    return [card for card in cards if matches(look.face(card), which)]


def count(look: Look, cards: Cards, seats: Sequence[Seat]) -> int:
    """Return how many cards there are of these, over all those seats together."""
    return sum([len(fitting(look, look.cards(cards.zone, seat), cards.which)) for seat in seats])


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


@lru_cache(maxsize=4096)
def _words(text: str) -> str:
    """Return the words of a text between blanks, so that whole words are found by `in`."""
    return f" {' '.join(_WORD.findall(_plain(text)))} "


_NO_WORDS = _words("")
