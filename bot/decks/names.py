"""The names of decks: short, on one line, and printed anywhere without harm."""

from __future__ import annotations

import unicodedata

from bot.decks.errors import DeckRefused
from bot.engine.phrases import echo

LONGEST = 40
"""Characters of a name."""
_MARKS = "'’\".,!?&+()-–/%="
"""What may stand in a name beside letters, digits and spaces."""
_ACCENTS = 2
"""On one letter, at most: more of them grow over the lines above and below."""


def clean_deck_name(name: str) -> str:
    """Return a name as it is kept. Raises `DeckRefused` with a sentence that says what is wrong with it."""
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
        if not (_usual(letter) or 0 < accents <= _ACCENTS):
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
