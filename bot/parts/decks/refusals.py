"""What is refused of decks, as sentences for their owner: names that cannot be, lists that cannot be read.

Refusal
└── DeckRefused      a name that cannot be, too many decks, no such deck, cards that cannot be read
    └── BadList      a list of cards that cannot be read: a sentence for each line
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from bot.engine.errors import Refusal
from bot.engine.phrases import echo
from bot.engine.visible import hidden


class DeckRefused(Refusal):
    """Something that cannot be done with a deck."""


class BadList(DeckRefused):
    """A card list that cannot be read; `lines` has a sentence for each faulty line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(" ".join(lines))
        self.lines = tuple(lines)


LONGEST = 40
"""Characters of a name."""
_MARKS = "'’\".,!?&+()-–/%="
"""The characters of a name besides letters, digits and spaces."""
_ACCENTS = 2
"""On one letter, at most: more of them grow over the lines above and below."""


def clean_deck_name(name: str) -> str:
    """Return a name as it is stored. Raises `DeckRefused` with a sentence that names the error."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise DeckRefused.translated("Give the deck a name.")
    if len(cleaned) > LONGEST:
        raise DeckRefused.translated(
            "The name of a deck has at most {most} characters, and this one has {number}.",
            most=LONGEST,
            number=len(cleaned),
        )
    accents = 0
    for letter in cleaned:
        accents = accents + 1 if unicodedata.category(letter).startswith("M") else 0
        if hidden(letter) or not (_usual(letter) or 0 < accents <= _ACCENTS):
            raise DeckRefused.translated(
                "The name {name} has something in it that names of decks may not have: take letters,"
                " digits, spaces and usual punctuation.",
                name=echo(cleaned),
            )
    if not any(unicodedata.category(letter)[0] in "LN" for letter in cleaned):
        raise DeckRefused.translated("The name of a deck needs a letter or a digit.")
    return cleaned


def _usual(letter: str) -> bool:
    return letter == " " or letter in _MARKS or unicodedata.category(letter)[0] in "LN"
