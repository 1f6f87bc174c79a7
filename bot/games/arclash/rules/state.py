"""The state of a match."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Card, Deck, without
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.words import Program
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import NOBODY, Phase

NO_CARD = -1
UNDECIDED = -1
"""Of the ways of advancing that are open none is chosen yet (ARC-07)."""

Result: TypeAlias = Literal["", "won", "lost"]
Lasting: TypeAlias = Literal["turn", "next-turn", "stack"]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that belongs to one seat; a new one replaces it at each change."""

    hand: tuple[Card, ...] = ()
    """In the order in which the cards came. At its end is what lies face down and what is to pay for it."""
    deck: Deck = Deck(())
    """The deck and the discard pile."""
    stack: tuple[Card, ...] = ()
    """The Character stack, the Level 1 first (ARC-08)."""
    supports: tuple[Card, ...] = ()
    """The Supports in play."""
    score: int = 0
    last: Result = ""
    """How its last battle ended."""
    ready: bool = False
    """Whether it has made its secret choice of the present phase (ARC-15)."""
    done: bool = False
    """Whether it stands for the rest of the Advance phase, or has passed in the Support stage."""
    placed: Card = NO_CARD
    """What it has put face down: a card of the deck in the opening, else of the hand."""
    way: int = 0
    """By which of the card's Advancements; `UNDECIDED` before that is chosen."""
    paying: tuple[Card, ...] = ()
    """The cards of the hand that it has chosen to discard for it."""
    out: bool = False
    """Whether it has resigned."""


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Power that a card has added to a Character, or taken."""

    card: Card
    target: Seat
    by: int
    ends: int
    """The turn in whose Recover phase it ends; 0 while the card stays in its stack."""


class Guarding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shield that a card has raised."""

    card: Card
    target: Seat
    against: tuple[str, ...]
    ends: int
    """As of a boost."""


class ArclashState(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. All values are immutable, so that a copy of the struct is a clone.

    A seat's cards have the numbers seat * 30 to seat * 30 + 29, in an order that reveals nothing.
    """

    options: Options
    """Normalized: `cards` is the hash of the pool."""
    seats: int
    phase: Phase
    sides: tuple[Side, ...]
    lists: tuple[tuple[str, ...], ...]
    """The set numbers of each seat's deck, sorted; empty before it has chosen one."""
    numbers: tuple[tuple[str, ...], ...]
    """The set number of each of a seat's cards, by their numbers; empty before all have chosen a deck."""
    turn: int = 0
    program: Program = Program()
    """What cards are in the middle of doing."""
    answers: tuple[int, ...] = ()
    """What everybody heard answered so far for the effect that asks now: all but cards and rerolls."""
    boosts: tuple[Boost, ...] = ()
    """Oldest first."""
    guards: tuple[Guarding, ...] = ()
    used: tuple[Card, ...] = ()
    """The cards whose ability that works once a turn has been used in this one."""
    order: tuple[Seat, ...] = ()
    """The order of the Support stage (ARC-10)."""
    current: Seat = NOBODY
    """The seat on turn in it."""
    acted: bool = False
    """Whether the one on turn has played or passed: the next one follows once its card is done."""
    outcome: Outcome | None = None

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in the match."""
        return tuple([seat for seat, side in enumerate(self.sides) if not side.out])

    def number_of(self, card: Card) -> str:
        """Return the set number of a card."""
        return self.numbers[card // DECK_SIZE][card % DECK_SIZE]


def owner_of(card: Card) -> Seat:
    """Return whose card it is: cards never change their owner."""
    return card // DECK_SIZE


def moved_last(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return a hand with a card of it moved to the end, where it stays should it be taken back."""
    return (*without(hand, (card,)), card)
