"""The state of a match."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Card, Deck, without
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.words import Program
from bot.games.arclash.cards.words.field import Until
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import NOBODY, Phase

NO_CARD = -1
UNDECIDED = -1
"""No Advancement is chosen yet among the possible ones (ARC-07)."""

Result: TypeAlias = Literal["", "won", "lost"]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the state for one seat; it is replaced by a new one at each change."""

    hand: tuple[Card, ...] = ()
    """In the order of arrival. The face-down card and its payment are at the end."""
    deck: Deck = Deck(())
    """The deck and the discard pile."""
    stack: tuple[Card, ...] = ()
    """The Character stack, the Level 1 first (ARC-08)."""
    supports: tuple[Card, ...] = ()
    """The Supports in play."""
    score: int = 0
    last: Result = ""
    """The result of its last battle."""
    ready: bool = False
    """Whether it has made its secret choice of the current phase (ARC-15)."""
    done: bool = False
    """Whether it stands for the rest of the Advance phase, or has passed in the Support stage."""
    placed: Card = NO_CARD
    """The face-down card: a card of the deck in the opening, else of the hand."""
    way: int = 0
    """The index of the chosen Advancement; `UNDECIDED` before the choice."""
    paying: tuple[Card, ...] = ()
    """The hand cards chosen as its discards."""
    out: bool = False
    """Whether it has resigned."""


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Power that a card has added to a Character or taken from it."""

    card: Card
    target: Seat
    by: int
    ends: int
    """The turn in whose Recover phase it ends; 0 if it lasts while the card stays in its stack."""


class Guarding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shield that a card has given."""

    card: Card
    target: Seat
    against: tuple[str, ...]
    ends: int
    """See `Boost.ends`."""


class ArclashState(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. All values are immutable, so a copy of the struct is a clone.

    A seat's cards have the numbers seat * 30 to seat * 30 + 29, in random order.
    """

    options: Options
    """Normalized: `cards` is the hash of the pool."""
    seats: int
    phase: Phase
    sides: tuple[Side, ...]
    lists: tuple[tuple[str, ...], ...]
    """The set numbers of each seat's deck, sorted; empty before the seat has chosen one."""
    numbers: tuple[tuple[str, ...], ...]
    """The set numbers of each seat's cards, by card number; empty before all have chosen a deck."""
    turn: int = 0
    program: Program = Program()
    """The effects in progress."""
    answers: tuple[int, ...] = ()
    """The public answers so far to the effect that asks now: all except cards and rerolls."""
    boosts: tuple[Boost, ...] = ()
    """Oldest first."""
    guards: tuple[Guarding, ...] = ()
    used: tuple[Card, ...] = ()
    """In matches of version 1: the cards whose once-a-turn ability has been used in this turn."""
    spent: tuple[tuple[Card, int], ...] | UnsetType = UNSET
    """The once-a-turn abilities carried out in this turn: the card, and the index on it (ARC-06b)."""
    order: tuple[Seat, ...] = ()
    """The order of the Support stage (ARC-10)."""
    current: Seat = NOBODY
    """The seat in turn in the Support stage."""
    acted: bool = False
    """Whether the seat in turn has played or passed; the next one follows when its card is resolved."""
    outcome: Outcome | None = None

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in the match."""
        return tuple([seat for seat, side in enumerate(self.sides) if not side.out])

    def number_of(self, card: Card) -> str:
        """Return the set number of a card."""
        return self.numbers[card // DECK_SIZE][card % DECK_SIZE]


def owner_of(card: Card) -> Seat:
    """Return the owner of a card; it never changes."""
    return card // DECK_SIZE


def ends_in(until: str, turn: int) -> int:
    """Return the turn in which an effect of this duration ends, if it begins in `turn` (`Boost.ends`)."""
    return {"turn": turn, "next-turn": turn + 1, "stack": 0}[until]


def lasts(ends: int, turn: int) -> Until:
    """Return the duration of an effect that ends in the turn `ends`, as it is in `turn`."""
    if not ends:
        return "stack"
    return "turn" if ends == turn else "next-turn"


def moved_last(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return a hand with one of its cards moved to the end, where it stays even if it is taken back."""
    return (*without(hand, (card,)), card)
