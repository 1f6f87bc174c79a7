"""What a viewer of a match of Arclash may see (ARC-15).

All fields but those told of as the viewer's own are equal for all. A card in sight is a `Shown`: its number
in this match and its set number; what is printed on it is in the pool that `options.cards` names. Numbers of
cards say nothing about where they lie in a deck or on a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.decks import Card
from bot.engine.standardrules import BASE_FIELDS
from bot.games.arclash.cards.words import Question, Running
from bot.games.arclash.rules.options import Options

Phase: TypeAlias = Literal[
    "decks", "openers", "start", "advance", "battle", "support", "end", "renew", "over"
]
"""decks, openers: the opening, all at once (ARC-05). start: effects as the turn starts (ARC-06). advance: all
at once (ARC-07). battle: effects as the battle begins (ARC-09). support: one after another (ARC-10). end:
effects after the damage (ARC-11). renew: all at once, after the draw (ARC-13). `start`, `battle` and `end`
last only while a card asks somebody something; a card can ask in `advance` and `support` too."""
SECRET_PHASES = ("decks", "openers", "advance", "renew")
"""The phases in which all choose at once, in secret, and reveal together (ARC-15)."""

NOBODY = -1


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A card that the viewer sees."""

    card: Card
    number: str
    """Its set number."""


class PowerPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One thing that makes up a Character's current power."""

    source: str
    """The set number of the card that does it; of the current Character itself for its printed power."""
    by: int
    """What it adds; below 0 what it takes."""
    kind: Literal["printed", "always", "effect"]
    until: Literal["", "turn", "next-turn", "stack"] = ""
    """Of an `effect`, how long it lasts."""
    card: Card = NOBODY
    """The card that does it."""


class Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A shield that guards a seat against cards of others."""

    source: str
    """The set number of the card that raised it."""
    against: tuple[str, ...]
    until: Literal["turn", "next-turn", "stack"]
    card: Card = NOBODY
    """That card."""
    always: bool = False
    """Whether it is an `always` ability that guards, which it does while it is in play."""


class PlayerArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A player's side of the table."""

    stack: tuple[Shown, ...]
    """The Character stack, the Level 1 first; the last is the current Character. Empty in the opening."""
    supports: tuple[Shown, ...]
    """The Supports in play, oldest first."""
    power: int
    """The current power; 0 without a Character."""
    parts: tuple[PowerPart, ...]
    """What made it: the printed power first. Their sum may be below 0, the power is not."""
    score: int
    hand: int
    """How many cards; what lies face down, and what is to pay for it, still counts (ARC-15)."""
    deck: int
    discard: tuple[Shown, ...]
    """Face up, the latest last."""
    ready: bool
    """Whether this seat has made its secret choice of the present phase (ARC-15)."""
    done: bool
    """Whether it stood in the Advance phase, or passed in the Support stage, for good."""
    guards: tuple[Guard, ...]
    last: Literal["", "won", "lost"]
    """How its last battle ended."""
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
    """Whose turn it is in the Support stage; `NOBODY` otherwise."""
    question: Question | None
    """What a card asks. Those who may not know the options see none of them, nor what is left to choose."""
    looking: tuple[Shown, ...]
    """The viewer's own: the cards it may look at to answer, in a deck, a discard pile or another's hand."""
    hand: tuple[Shown, ...]
    """The viewer's own, in the order in which the cards came; without `placed` and `paying`."""
    deck: tuple[str, ...]
    """The viewer's own: the set numbers of all its 30 cards, sorted; empty before it has chosen a deck."""
    openers: tuple[Shown, ...]
    """The viewer's own, in the opening: the Level 1 Characters of its deck."""
    placed: Shown | None
    """The viewer's own: what it has put face down (opener, advance, renew)."""
    paying: tuple[Shown, ...]
    """The viewer's own: what it has chosen to discard for it, so far."""
    owed: int
    """The viewer's own: how many more cards it has to choose for it."""
    outcome: Outcome | None
    running: tuple[Running, ...] = ()
    """What cards are in the middle of doing, what asks first; without the answers given so far."""
    answers: tuple[int, ...] = ()
    """What everybody heard answered so far for the effect that asks now: all but cards, and rerolls."""
    used: tuple[Card, ...] = ()
    """The cards whose ability that works once a turn has been used in this one."""
    way: int | UnsetType = UNSET
    """The viewer's own: by which of its Advancements what it has put face down advances, -1 before that is
    chosen; unset while nothing lies face down to advance."""


SHARED = (*BASE_FIELDS, "turn", "order", "current", "answers", "used")
"""What a state and its view have alike: everybody may know it."""


def open_cards(view: ArclashView) -> Iterator[Shown]:
    """Yield every card that the viewer sees."""
    for place in view.places:
        yield from (*place.stack, *place.supports, *place.discard)
    yield from (*view.hand, *view.paying, *view.looking, *view.openers)
    if view.placed is not None:
        yield view.placed
