"""The actions of Arclash. The docstring of an action is its command's description.

TakeDeck, BringDeck and Open belong to the opening. Place, Way, Pay and Stand belong to the Advance phase,
Play and Pass to the Support stage, Renew and Stay to the end of the Recover phase. Withdraw takes back any
choice that is still secret. Choose answers a card's question.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.engine.cards.printed import SetNumber
from bot.engine.contract import Action, Resign
from bot.engine.facts import union_of

_HAND = "A card of your hand, by its name or set number"


class TakeDeck(Action, frozen=True, tag="deck"):
    """Play one of the ready decks; it stays secret until the match begins."""

    deck: Annotated[str, Meta(max_length=20, description="The ready deck")]


class BringDeck(Action, frozen=True, tag="bring"):
    """Play a deck of your own, as a list of cards; /deck play sends it for you."""

    cards: Annotated[
        tuple[SetNumber, ...], Meta(max_length=60, description='The cards, such as "2 TID-01, 1 TID-04"')
    ]


class Open(Action, frozen=True, tag="open"):
    """Choose your first Level 1 Character, face down until all have chosen."""

    card: Annotated[int, Meta(description="A Level 1 Character of your deck")]


class Advance(Action, frozen=True, tag="advance"):
    """Put a Character from your hand face down to advance; its costs come next."""

    card: Annotated[int, Meta(description=_HAND)]


class Way(Action, frozen=True, tag="way"):
    """Choose the way in which your face-down card advances."""

    way: Annotated[int, Meta(description="One of the ways printed on the card")]
    """The index of the Advancement on the card, from 0."""


class Pay(Action, frozen=True, tag="pay"):
    """Choose a card of your hand to discard as the price of your face-down card."""

    card: Annotated[int, Meta(description=_HAND)]


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Take your choice back, until all have chosen."""


class Stand(Action, frozen=True, tag="stand"):
    """Stop advancing for this turn."""


class Play(Action, frozen=True, tag="play"):
    """Play a Support from your hand."""

    card: Annotated[int, Meta(description=_HAND)]


class Pass(Action, frozen=True, tag="pass"):
    """Stop playing Supports in this battle."""


class Renew(Action, frozen=True, tag="renew"):
    """Discard your whole stack for a new Level 1 of your hand, face down until all have chosen."""

    card: Annotated[int, Meta(description=_HAND)]


class Stay(Action, frozen=True, tag="stay"):
    """Keep your stack for the next turn."""


class Choose(Action, frozen=True, tag="choose"):
    """Answer the question of a card."""

    answer: Annotated[int, Meta(description="Your choice")]
    """An option of the question, or -1 to stop if that is possible."""


ArclashAction = union_of(globals(), Resign)
