"""Names and words that people bring along, made fit to keep and to print."""

from __future__ import annotations

import unicodedata

from bot.engine.fair import WORD_LENGTH
from bot.matches.errors import LobbyRefusal
from bot.matches.model import NAME_LENGTH, NAMELESS

_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Controls, lone surrogates, line and paragraph separators. Joiners stay: emoji are made with them."""


def clean_name(name: str) -> str:
    """Return a name on one line, without control characters, at most `NAME_LENGTH` characters."""
    return _clean(name)[:NAME_LENGTH].rstrip() or NAMELESS


def clean_word(word: str) -> str:
    """Return a player's word for the randomness as it will be published. Raises `LobbyRefusal`."""
    cleaned = _clean(word)
    if len(cleaned) > WORD_LENGTH:
        raise LobbyRefusal.translated(
            "Your word has {length} characters; it may have at most {most}. Choose a shorter one.",
            length=len(cleaned),
            most=WORD_LENGTH,
        )
    return cleaned


def _clean(text: str) -> str:
    kept = (" " if letter.isspace() else letter for letter in text)
    printable = "".join(
        letter
        for letter in kept
        if letter not in _DIRECTION_MARKS and unicodedata.category(letter) not in _UNPRINTABLE
    )
    return " ".join(printable.split())
