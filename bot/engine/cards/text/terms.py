"""The reader of a text, and the nouns that all games with cards share."""

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
"""The mood of a price: after "you may" or "do you want to", or as an instruction."""


class Voice(NamedTuple):
    """The voice of a text."""

    vocabulary: Vocabulary
    on: str = "played"
    """The trigger of the ability: it determines which durations need not be said."""
    you: str = ""
    """The name of the card's controller, for another reader; "" to say "you"."""
    explicit: bool = False
    """Whether to say "you draw a card", if "draw a card" could be read as somebody else's action."""

    kind: str = ""
    """The kind of the card, if the game's texts depend on it: "the bearer" on an edit."""
    of_you: str = ""
    """`you` in the form after "of", where it is not a name."""

    @property
    def static(self) -> bool:
        """Whether the text describes a permanent state, not an event."""
        return self.on == ALWAYS

    @property
    def of(self) -> str:
        """The name of the card's controller, after "of"."""
        return self.of_you or self.you
