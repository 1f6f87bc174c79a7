"""The actions of Overcross. The docstring of an action is its command's description.

TakeDeck, BringDeck, Name and Withdraw belong to the choice of decks, Begin to the choice of the first seat,
Keep and Redraw to the first hands. Play, Move, Attack, Use and EndTurn belong to the turn, Discard to its
end. Choose answers a card's question.

Characters, edits and hand cards are identified by card numbers, squares by the grid's numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from bot.engine.cards.printed import SetNumber
from bot.engine.contract import Action, Resign
from bot.games.overcross.rules.view import NOBODY

NO_SQUARE = -1
"""The square of an action without one: playing an event."""

_HAND = "A card of your hand, by its name or set number"
_OWN = "A Character of yours, by its name or square"


class TakeDeck(Action, frozen=True, tag="deck"):
    """Play one of the ready decks; it stays secret until all have chosen."""

    deck: Annotated[str, Meta(max_length=20, description="The ready deck")]


class BringDeck(Action, frozen=True, tag="bring"):
    """Play a deck of your own, as a list of cards; /deck play sends it for you."""

    cards: Annotated[
        tuple[SetNumber, ...], Meta(max_length=320, description='The cards, such as "2 CST-01, 1 CST-04"')
    ]


class Name(Action, frozen=True, tag="name"):
    """Name your Leader, Champion or Legend; it stays hidden until all have chosen."""

    card: Annotated[SetNumber, Meta(description="The Leader, Champion or Legend")]


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Take back your deck and the Character you named, until all have chosen."""


class Begin(Action, frozen=True, tag="begin"):
    """Choose to go first or last."""

    order: Annotated[Literal["first", "last"], Meta(description="first, or last")]


class Keep(Action, frozen=True, tag="keep"):
    """Keep your first hand."""


class Redraw(Action, frozen=True, tag="redraw"):
    """Once, shuffle your first hand back into the deck and draw a new one."""


class Play(Action, frozen=True, tag="play"):
    """Play a card: deploy a Character, attach an edit, put down a terrain, play an event."""

    card: Annotated[int, Meta(description=_HAND)]
    at: Annotated[int, Meta(description="The square, or the Character's for an edit; none for an event")] = (
        NO_SQUARE
    )


class Move(Action, frozen=True, tag="move"):
    """Move a Character, its minor action; it can move again with the rest of its speed."""

    piece: Annotated[int, Meta(description=_OWN)]
    to: Annotated[int, Meta(description="The square, such as D4")]


class Attack(Action, frozen=True, tag="attack"):
    """Attack an enemy Character or a terrain."""

    piece: Annotated[int, Meta(description=_OWN)]
    at: Annotated[int, Meta(description="The square attacked, such as D4")]
    way: Annotated[int, Meta(ge=0, description="Which of its attacks, if it has several")] = 0
    """The index among its attacks, the printed ones first."""
    terrain: Annotated[bool, Meta(description="Attack the terrain, not the Character on it")] = False


class Use(Action, frozen=True, tag="use"):
    """Use a special of a Character, or an edit on it."""

    card: Annotated[int, Meta(description="The Character, or the edit on it")]
    way: Annotated[int, Meta(ge=0, description="Which of its specials, if it has several")] = 0
    """The index among its activated abilities."""


class EndTurn(Action, frozen=True, tag="end"):
    """End your turn."""


class Discard(Action, frozen=True, tag="discard"):
    """Discard a card: a hand has 10 cards at the end of a turn."""

    card: Annotated[int, Meta(description=_HAND)]


class Choose(Action, frozen=True, tag="choose"):
    """Answer the question of a card."""

    answer: Annotated[int, Meta(description="Your choice")] = NOBODY
    """An option of the question, or -1 to stop if that is possible."""


OvercrossAction: TypeAlias = (
    TakeDeck
    | BringDeck
    | Name
    | Withdraw
    | Begin
    | Keep
    | Redraw
    | Play
    | Move
    | Attack
    | Use
    | EndTurn
    | Discard
    | Choose
    | Resign
)
