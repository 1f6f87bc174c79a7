"""What can go wrong with decks, as sentences for their owner.

Refusal
└── DeckRefused      a name that cannot be, too many decks, no such deck, cards that cannot be read
    └── BadList      a list of cards that cannot be read: a sentence for each line
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.errors import Refusal


class DeckRefused(Refusal):
    """Something that cannot be done with a deck."""


class BadList(DeckRefused):
    """A list of cards that cannot be read; `lines` says what is wrong with each line that is wrong."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(" ".join(lines))
        self.lines = tuple(lines)
