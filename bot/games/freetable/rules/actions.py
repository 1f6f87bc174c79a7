"""The actions at a free table.

A thing is named by where it lies: `zone * SLOTS + place`, the place counted in its zone. A target is
`zone * SLOTS` plus the square of a board, or the end of a deck (`TOP`, `BOTTOM`, `RANDOM`). Neither tells
what a thing is.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from bot.engine.contract import Action, Resign
from bot.engine.facts import union_of

SLOTS = 4096
TOP, BOTTOM, RANDOM = range(3)

Slot: TypeAlias = int
Number = Annotated[int, Meta(ge=-9999, le=9999)]


class Draw(Action, frozen=True, tag="draw"):
    """Draw cards from a deck into your hand."""

    deck: Annotated[int, Meta(description="The deck of cards")]
    number: Annotated[int, Meta(ge=1, le=100, description="How many; without it one")] = 1


class Deal(Action, frozen=True, tag="deal"):
    """Deal cards from a deck to the hand of each player."""

    deck: Annotated[int, Meta(description="The deck of cards")]
    number: Annotated[int, Meta(ge=1, le=100, description="How many for each; without it one")] = 1


class Move(Action, frozen=True, tag="move"):
    """Move, play, give or put back a card or piece."""

    what: Annotated[Slot, Meta(description="The card or piece")]
    to: Annotated[Slot, Meta(description="Where to: a zone, a square, or an end of a deck")]
    face: Annotated[
        Literal["up", "down"] | UnsetType,
        Meta(description="Face up or face down, for a card from a hand or deck"),
    ] = UNSET


class Collect(Action, frozen=True, tag="collect"):
    """Put all that lies in a zone on a deck."""

    zone: Annotated[int, Meta(description="The zone that is emptied")]
    deck: Annotated[int, Meta(description="The deck of cards")]


class Flip(Action, frozen=True, tag="flip"):
    """Flip a card or piece over."""

    what: Annotated[Slot, Meta(description="The card or piece")]


class Turn(Action, frozen=True, tag="turn"):
    """Turn a card or piece by a quarter, as to tap it."""

    what: Annotated[Slot, Meta(description="The card or piece")]


class Look(Action, frozen=True, tag="look"):
    """Look at a card that lies face down; all are told that you look."""

    what: Annotated[Slot, Meta(description="The card, or the top of a deck")]


class Reveal(Action, frozen=True, tag="reveal"):
    """Show a card of yours, or the top of a deck, to all."""

    what: Annotated[Slot, Meta(description="The card")]


class Shuffle(Action, frozen=True, tag="shuffle"):
    """Shuffle a deck, or your own hand."""

    zone: Annotated[int, Meta(description="The deck or hand")]


class Roll(Action, frozen=True, tag="roll"):
    """Roll all dice of a zone."""

    zone: Annotated[int, Meta(description="The zone with the dice")]


class Count(Action, frozen=True, tag="count"):
    """Set a counter."""

    counter: Annotated[int, Meta(description="The counter")]
    value: Annotated[Number, Meta(description="Its new value, or a change such as +2")]


class Choose(Action, frozen=True, tag="choose"):
    """Choose a card of your hand in secret, to be revealed with those of the others."""

    what: Annotated[Slot, Meta(description="The card")]


class Pass(Action, frozen=True, tag="pass"):
    """End your turn, or do nothing more for now."""


class Say(Action, frozen=True, tag="say"):
    """Say something at the table."""

    words: Annotated[str, Meta(min_length=1, max_length=200, description="What you say")]


class End(Action, frozen=True, tag="end"):
    """Propose how the game has ended; all others have to agree."""

    result: Annotated[
        tuple[int, ...], Meta(max_length=6, description="A draw, or the seats in the order of their places")
    ]
    """The place of each seat, from 1; all 1 for a draw."""


class Agree(Action, frozen=True, tag="agree"):
    """Agree to the proposed end."""


class Decline(Action, frozen=True, tag="decline"):
    """Decline the proposed end, and play on."""


FreeAction = union_of(globals(), Resign)


def slot(zone: int, place: int) -> Slot:
    """Return the slot of a place in a zone."""
    return zone * SLOTS + place
