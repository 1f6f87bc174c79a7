"""Names and words given by users, cleaned for storing and printing."""

from __future__ import annotations

from bot.engine.fair import WORD_LENGTH
from bot.engine.phrases import visible
from bot.matches.errors import LobbyRefusal
from bot.matches.model import NAME_LENGTH, NAMELESS


def clean_name(name: str) -> str:
    """Return a name on one line, as it can be seen, at most `NAME_LENGTH` characters."""
    return visible(name)[:NAME_LENGTH].rstrip() or NAMELESS


def clean_word(word: str) -> str:
    """Return a player's word for the randomness as it will be published. Raises `LobbyRefusal`."""
    cleaned = visible(word)
    if len(cleaned) > WORD_LENGTH:
        raise LobbyRefusal.translated(
            "Your word has {length} characters; it may have at most {most}. Choose a shorter one.",
            length=len(cleaned),
            most=WORD_LENGTH,
        )
    return cleaned
