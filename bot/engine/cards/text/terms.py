"""For whom a text is written, and the nouns of what all games with cards have."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bot.engine.cards.nodes import ALWAYS
from bot.engine.cards.text.grammar import Noun
from bot.engine.cards.vocabulary import Vocabulary

CARD = Noun("card", "cards")
HAND = Noun("hand", "hands")
DECK = Noun("deck", "decks")
PILE = Noun("discard pile", "discard piles")

Mood: TypeAlias = Literal["infinitive", "imperative"]
"""How a price is told: behind "you may" or "do you want to", or as something to be done."""


class Voice(NamedTuple):
    """How a text speaks."""

    vocabulary: Vocabulary
    on: str = "played"
    """What sets the ability off: that says which durations go without saying."""
    you: str = ""
    """What to call who controls the card, for another reader; "" to say "you"."""
    explicit: bool = False
    """Whether to say "you draw a card", where "draw a card" could be taken for somebody else's doing."""

    kind: str = ""
    """What kind of card speaks, in games whose cards tell some things by it: "the bearer" on an edit."""

    @property
    def static(self) -> bool:
        """Whether what is told is so all the time, and does not happen at a moment."""
        return self.on == ALWAYS
