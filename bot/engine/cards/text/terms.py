"""The reader of a text, the nouns that all games with cards share, and their phrases."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bot.base.language import N_, NN_
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


# `grammar.Called` and `people.Person` find a phrase by its English words: "each [{word}] card". A game has
# the phrases of its own nouns beside its words; tests tell of any missing. The contexts are the cases in
# which a phrase occurs.
PHRASES: tuple[str | tuple[str, str], ...] = (
    # Cards
    N_("a card", "nominative", "accusative"),
    N_("another card", "accusative"),
    N_("any number of cards", "accusative"),
    N_("card", "nominative"),
    N_("cards", "nominative", "accusative"),
    N_("each card", "accusative"),
    N_("every two cards", "accusative"),
    N_("no cards", "accusative"),
    N_("the top card of {deck}", "accusative"),
    NN_("the top {number} card of {deck}", "the top {number} cards of {deck}", "accusative"),
    NN_("{number} card", "{number} cards", "accusative"),
    NN_("{number} other card", "{number} other cards", "accusative"),
    N_("{range} card", "accusative"),
    N_("{range} cards", "accusative"),
    N_("[{word}] cards", "accusative"),
    N_("a [{word}] card", "nominative", "accusative"),
    N_("an [{word}] card", "nominative", "accusative"),
    N_("another [{word}] card", "accusative"),
    N_("any number of [{word}] cards", "accusative"),
    N_("each [{word}] card", "accusative"),
    N_("every two [{word}] cards", "accusative"),
    N_("no [{word}] cards", "accusative"),
    NN_("{number} [{word}] card", "{number} [{word}] cards", "accusative"),
    NN_("{number} other [{word}] card", "{number} other [{word}] cards", "accusative"),
    N_("{range} [{word}] card", "accusative"),
    N_("{range} [{word}] cards", "accusative"),
    # Possessions
    N_("their deck", "genitive"),
    N_("your deck", "genitive"),
    N_("your hand", "accusative"),
    N_("{owner} hand", "accusative"),
    # Where cards are
    N_("in the deck of {owner}"),
    N_("in the discard pile of {owner}"),
    N_("in the hand of {owner}"),
    N_("in their deck"),
    N_("in their decks"),
    N_("in their discard pile"),
    N_("in their discard piles"),
    N_("in your deck"),
    N_("in your discard pile"),
    N_("in your hand"),
    N_("in {owner} deck"),
    N_("in {owner} decks"),
    N_("in {owner} discard pile"),
    N_("in {owner} discard piles"),
    N_("in {owner} hand"),
    N_("in {owner} hands"),
)
