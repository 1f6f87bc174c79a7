"""The view of a match of Arclash (ARC-15).

All fields except those marked as the viewer's own are public. A visible card is a `Shown`: its number in this
match and its set number; its printed content is in the pool of `options.cards`. Numbers of cards reveal
nothing about their position in a deck or a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.contract import BASE_FIELDS, Outcome, Seat, Viewer
from bot.engine.decks import Card
from bot.games.arclash.cards.words import Question, Running
from bot.games.arclash.rules.options import Options

Phase: TypeAlias = Literal[
    "decks", "openers", "start", "advance", "battle", "support", "end", "renew", "over"
]
"""The phases; in those marked "all" the seats choose at the same time.

decks, openers: the opening, all (ARC-05). start: effects as the turn starts (ARC-06). advance: all (ARC-07).
battle: effects as the battle begins (ARC-09). support: one seat after another (ARC-10). end: effects after
the damage (ARC-11). renew: all, after the draw (ARC-13).

`start`, `battle` and `end` last only while a card asks a question; cards can also ask in `advance` and
`support`.
"""
NOBODY = -1


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A card that the viewer sees."""

    card: Card
    number: str
    """Its set number."""


class PowerPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One part of a Character's current power."""

    source: str
    """The set number of its card; for the printed power the current Character's own."""
    by: int
    """The power added; negative if power is taken."""
    kind: Literal["printed", "always", "effect"]
    until: Literal["", "turn", "next-turn", "stack"] = ""
    """The duration of an `effect`."""
    card: Card = NOBODY
    """The card that causes it."""


class Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A shield that protects a seat from other players' cards."""

    source: str
    """The set number of the card that gave it."""
    against: tuple[str, ...]
    until: Literal["turn", "next-turn", "stack"]
    card: Card = NOBODY
    """That card."""
    always: bool = False
    """Whether it comes from an `always` ability, which lasts while the card is in play."""


class PlayerArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A player's side of the table."""

    stack: tuple[Shown, ...]
    """The Character stack, the Level 1 first; the last is the current Character. Empty in the opening."""
    supports: tuple[Shown, ...]
    """The Supports in play, oldest first."""
    power: int
    """The current power; 0 without a Character."""
    parts: tuple[PowerPart, ...]
    """Its parts, the printed power first. Their sum may be below 0, the power is not."""
    score: int
    hand: int
    """The number of cards, including the face-down card and its payment (ARC-15)."""
    deck: int
    discard: tuple[Shown, ...]
    """Face up, the latest card last."""
    ready: bool
    """Whether this seat has made its secret choice of the current phase (ARC-15)."""
    done: bool
    """Whether it stands in the Advance phase or has passed in the Support stage."""
    guards: tuple[Guard, ...]
    last: Literal["", "won", "lost"]
    """The result of its last battle."""
    out: bool
    """Whether it has resigned."""


class ArclashView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match as one viewer sees it."""

    viewer: Viewer
    options: Options
    seats: int
    phase: Phase
    turn: int
    """1, 2, 3, ...; 0 in the opening."""
    places: tuple[PlayerArea, ...]
    order: tuple[Seat, ...]
    """The order of the Support stage, fixed when it begins (ARC-10); empty in other phases."""
    current: Seat
    """The seat in turn in the Support stage; `NOBODY` otherwise."""
    question: Question | None
    """A card's open question.

    It has no options and no remaining number for viewers who may not know the options.
    """
    looking: tuple[Shown, ...]
    """The viewer's own: the cards it may look at to answer, in a deck, a discard pile or another's hand."""
    hand: tuple[Shown, ...]
    """The viewer's own, in the order of arrival; without `placed` and `paying`."""
    deck: tuple[str, ...]
    """The viewer's own: the set numbers of all its 30 cards, sorted; empty before it has chosen a deck."""
    openers: tuple[Shown, ...]
    """The viewer's own, in the opening: the Level 1 Characters of its deck."""
    placed: Shown | None
    """The viewer's own: its face-down card (opener, advance, renew)."""
    paying: tuple[Shown, ...]
    """The viewer's own: the discards chosen for it so far."""
    owed: int
    """The viewer's own: the number of discards it must still choose."""
    outcome: Outcome | None
    running: tuple[Running, ...] = ()
    """The effects in progress, the one that asks first; without the answers so far."""
    answers: tuple[int, ...] = ()
    """The public answers so far to the effect that asks now: all except cards and rerolls."""
    used: tuple[Card, ...] = ()
    """In matches of version 1: the cards whose once-a-turn ability has been used in this turn."""
    spent: tuple[tuple[Card, int], ...] | UnsetType = UNSET
    """The once-a-turn abilities carried out in this turn: the card, and the index on it (ARC-06b)."""
    way: int | UnsetType = UNSET
    """The viewer's own: the index of the Advancement of its face-down card, -1 before the choice; unset if
    there is no such card.
    """


SHARED = (*BASE_FIELDS, "turn", "order", "current", "answers", "used", "spent")
"""The fields that a state and its view share, all public."""


def seats_to_act(match: Any, question: Question | None, sides: Sequence[Any]) -> list[Seat]:
    """Return the seats to act in a state or a view, given its question and the sides of its seats."""
    if match.outcome is not None:
        return []
    if question is not None:
        return [question.seat]
    if match.phase == "support":
        return [match.current]
    return [seat for seat, side in enumerate(sides) if not (side.ready or side.done or side.out)]


def open_cards(view: ArclashView) -> Iterator[Shown]:
    """Yield every card that the viewer sees."""
    for place in view.places:
        yield from (*place.stack, *place.supports, *place.discard)
    yield from (*view.hand, *view.paying, *view.looking, *view.openers)
    if view.placed is not None:
        yield view.placed
