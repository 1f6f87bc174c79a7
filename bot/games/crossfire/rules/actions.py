"""What a player of Crossfire can do. The docstring of an action is its command's description.

Redeal and Keep belong to the opening; all others to the turn of a seat. Replace, KeepOne and Tower are free:
the turn's play is still to come. Every other action is the turn's one play and ends the turn.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from bot.engine.contract import Action, Resign

_YOUR_CARD = "A card of your hand, such as 6h"


class Redeal(Action, frozen=True, tag="redeal"):
    """Shuffle all your bases back and deal new ones."""


class Keep(Action, frozen=True, tag="keep"):
    """Keep your bases as they are."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card on an empty square of the field, as a node of yours."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    at: Annotated[int, Meta(description="The empty square, such as c3")]


class Support(Action, frozen=True, tag="support"):
    """Lay a numbered card behind one of your bases to support it."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    base: Annotated[int, Meta(description="The square of your base, such as c2")]


class Attack(Action, frozen=True, tag="attack"):
    """Attack an enemy node or seized pile, or probe a neutral node."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    at: Annotated[int, Meta(description="The square to attack, such as c5")]


class Answer(Action, frozen=True, tag="answer"):
    """Answer in a contest: defend your node, continue your attack, or beat the leader on a neutral."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    at: Annotated[int, Meta(description="The square of the contest, such as c5")]


class Rebuild(Action, frozen=True, tag="rebuild"):
    """Replace a seized pile of yours by a card of your hand."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    at: Annotated[int, Meta(description="The square of your seized pile")]


class Raise(Action, frozen=True, tag="raise"):
    """Lay a royal or a 10 of your hand on your seized pile with the other: it becomes a tower."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    at: Annotated[int, Meta(description="The square of your seized pile")]
    held: Annotated[int, Meta(description="The card of the pile that makes the tower with it")]


class Discard(Action, frozen=True, tag="discard"):
    """Lay nothing this turn and discard a card."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]


class Replace(Action, frozen=True, tag="replace"):
    """Replace a node of yours by a Joker of your hand; the node goes to your hand, then play on."""

    at: Annotated[int, Meta(description="The square of your node, such as c3")]


class KeepOne(Action, frozen=True, tag="keep-one"):
    """Keep only one card of a seized pile of yours as your node; then play on."""

    at: Annotated[int, Meta(description="The square of your seized pile")]
    card: Annotated[int, Meta(description="The card of the pile that stays")]


class Tower(Action, frozen=True, tag="tower"):
    """Keep only a royal and a 10 of a seized pile of yours as a tower; then play on."""

    at: Annotated[int, Meta(description="The square of your seized pile")]
    royal: Annotated[int, Meta(description="The Jack, Queen or King of the pile")]
    ten: Annotated[int, Meta(description="The 10 of the pile")]


CrossfireAction: TypeAlias = (
    Redeal
    | Keep
    | Lay
    | Support
    | Attack
    | Answer
    | Rebuild
    | Raise
    | Discard
    | Replace
    | KeepOne
    | Tower
    | Resign
)
