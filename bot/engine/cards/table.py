"""What the card language needs of a game: things to look at, and things that can be done.

A game with cards implements `Table` over its state. Each doing changes the state and records its event
itself; the language decides what is done, to whom and how much. Nothing is asked for without need: power is
changed by at least 1, and at least one card is drawn or discarded.

While a question stands, nothing that cards look at may change, but for a seat that leaves
(`bot.engine.cards.machine.leave`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.engine.cards.nodes import Ability, Until, Zone
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream


class Face(Protocol):
    """What is printed on a card, as far as filters ask."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def traits(self) -> tuple[str, ...]:
        """Its traits; a card without traits has none."""

    @property
    def kind(self) -> str:
        """`character` or `support`."""

    @property
    def level(self) -> int:
        """Its level; 0 for a Support."""

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """What it does."""


class Look(Protocol):
    """What can be asked of a table, without changing it."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats still in the match, clockwise."""

    def cards(self, zone: Zone, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a place; of a deck the top one first."""

    def face(self, card: Card) -> Face:
        """Return what is printed on a card."""

    def power(self, seat: Seat) -> int:
        """Return the current power, never below 0."""

    def level(self, seat: Seat) -> int:
        """Return the level of the current Character."""

    def score(self, seat: Seat) -> int:
        """Return the points scored."""

    def battle(self, seat: Seat) -> str:
        """Return how the last battle ended for this seat: `won`, `lost`, or "" before the first."""


class Table(Look, Protocol):
    """A table that cards can change. `card` is always the card whose ability does it."""

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards by which this seat may roll again now (a `roll` ability not yet used up).

        `bot.engine.cards.standing.can_reroll` tells whether a card has one and its condition holds.
        """

    def used(self, card: Card) -> None:
        """Note that an ability of this card that works once a turn has been used."""

    def rolled(self, card: Card, seat: Seat, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        """Tell that this seat rolled these dice; `again` for a reroll, of which `card` is the cause."""

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Tell that this seat tossed a coin."""

    def change_power(self, card: Card, target: Seat, by: int, until: Until) -> None:
        """Add power, or take it where `by` is below 0; a shield may prevent the latter."""

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:
        """Let a seat draw from its deck."""

    def take(
        self, card: Card, seat: Seat, zone: Zone, cards: tuple[Card, ...], to: Zone, rng: Stream
    ) -> None:
        """Move cards found in the own deck or discard pile, show them, and shuffle the deck where it was
        looked into or cards went into it."""

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:
        """Discard these cards of a hand; `by` chose them, or they were drawn by lot."""

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as far as it goes."""

    def level_down(self, card: Card, target: Seat) -> None:
        """Discard the top Advancement of a stack; a Level 1 stays, and a shield may prevent it."""

    def shield(self, card: Card, target: Seat, against: Sequence[str], until: Until) -> None:
        """Guard a seat."""

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:
        """Return whether this seat is guarded against what a card of `by` would do; nobody is against their
        own."""

    def guessed(self, card: Card, guesser: Seat, position: int, shown: Card | None) -> None:
        """Tell what an opponent guessed; `shown` is the marked card where the guess was right."""

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Take the cost: these cards of the hand, and so many from the top of the deck."""

    def prevented(self, card: Card, target: Seat, against: str) -> None:
        """Tell that a shield kept a seat from having to discard; other doings see to their shields."""

    def cut_short(self, card: Card) -> None:
        """Tell that too much happened at once, and that nothing more does, from this card's ability on
        (`bot.engine.cards.bounds`)."""

    def tell(self, fact: Any) -> None:
        """Tell a fact of the language itself that changes nothing."""
