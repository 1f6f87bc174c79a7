"""A kept deck, and what becomes of it when it is stored."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from enum import Enum
from typing import TypeAlias

import msgspec

from bot.engine.cards.deckbuilding import Entries

DeckId: TypeAlias = str
"""Twelve lower-case letters and digits, unguessable; safe in a custom_id."""


class KeptDeck(msgspec.Struct, frozen=True):
    """A deck that a player keeps, legal or not. It is its owner's secret."""

    id: DeckId
    user: int
    game: str
    """A key of the registry."""
    name: str
    entries: Entries
    at: datetime
    """When it was changed last."""
    revision: int = 1
    """Raised by each change."""

    def __repr__(self) -> str:
        return f"KeptDeck({self.id})"

    @property
    def key(self) -> str:
        """The name as it is looked up."""
        return deck_key(self.name)


def deck_key(name: str) -> str:
    """Return the name of a deck without regard to blanks, capitals and forms of one letter."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


class Shelved(Enum):
    """What became of a deck that was to be kept."""

    KEPT = "kept"
    TAKEN = "taken"
    """Its owner has another deck of this name; nothing was written."""
    FULL = "full"
    """Its owner has as many decks as one may have; nothing was written."""
    STALE = "stale"
    """It was changed or deleted meanwhile; nothing was written."""
