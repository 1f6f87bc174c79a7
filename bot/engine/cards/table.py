"""The interface of a game's table to the card language: queries and changes.

A game with cards implements `Table` over its state, and adds what its own words need. Each change updates the
state and records its event. The language decides on the effect, the players, and the amount. It makes no
empty changes: at least one card is drawn or discarded.

While a question is open, nothing that cards read may change, except that a seat may leave
(`bot.engine.cards.machine.leave`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from bot.engine.cards.bounds import Work
from bot.engine.cards.nodes import AbilityNode
from bot.engine.contract import Event, Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream

if TYPE_CHECKING:
    from bot.engine.cards.vocabulary import Vocabulary


class Face(Protocol):
    """The printed face of a card, with the fields that the language reads; a game's filters read more."""

    @property
    def abilities(self) -> Sequence[AbilityNode]:
        """Its abilities."""


class TableQueries(Protocol):
    """Queries to a table, without changes."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats still in the match, clockwise."""

    def face(self, card: Card) -> Any:
        """Return the face of a card, a `Face`."""

    def cards(self, zone: Any, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a place; for a deck the top card first."""


class Table(TableQueries, Protocol):
    """A table that cards can change. `card` is always the card whose ability makes the change."""

    @property
    def work(self) -> Work:
        """The work of the step so far; a new one for each step."""

    @property
    def over(self) -> bool:
        """Whether the match was ended by cards: no further effect is carried out then."""

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards by which this seat may roll again now (a `roll` ability not yet used up).

        `bot.engine.cards.words.dice.rerolling` says which of a card hold.
        """

    def used(self, card: Card) -> None:
        """Record that a once-a-turn reroll of this card has been used."""

    def lapsed(self, card: Card, ability: int) -> bool:
        """Return whether an ability that waited with its index (`Running.ability`) is not carried out."""

    def carried_out(self, card: Card, ability: int) -> None:
        """Record that an ability that waited with its index has begun, and its condition holds."""

    def rolled(self, card: Card, seat: Seat, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        """Record that this seat rolled these dice; `again` for a reroll, caused by `card`."""

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Record that this seat tossed a coin."""

    def cut_short(self, card: Card) -> None:
        """Record that the limit of effects was reached, and the rest dropped, from this card's ability on
        (`bot.engine.cards.bounds`).
        """


class HandTable(Table, Protocol):
    """The changes of the shared words to hands, decks and discard piles."""

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:
        """Let a seat draw from its deck."""

    def take(self, card: Card, seat: Seat, zone: Any, cards: tuple[Card, ...], to: Any, rng: Stream) -> None:
        """Move cards found in the own deck or discard pile, show them, and shuffle the deck if it was looked
        into or got cards.
        """

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:
        """Discard these cards of a hand; `by` chose them, or they were picked at random."""

    def refill(self, seat: Seat, count: int) -> None:
        """Refill a deck that has fewer than `count` cards, in games that refill it from the discard pile."""

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as many cards as there are."""

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:
        """Return whether this seat is protected from effects of cards of `by`; never from its own."""

    def prevented(self, card: Card, target: Seat, against: str) -> None:
        """Record that a shield saved a seat from a discard; other effects handle shields themselves."""

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Pay the cost: these cards of the hand, and this number of cards from the top of the deck."""


class Recorder:
    """A match in progress of change: its randomness, the work of the step, and its events."""

    def __init__(self, rng: Stream) -> None:
        self.rng = rng
        self.work = Work()
        self.events: list[Event] = []
        """The events, in order."""

    @property
    def over(self) -> bool:
        """Whether the match was ended by cards; in most games cards do not end it."""
        return False

    def record(self, public: Any, private: Mapping[Seat, Any] | None = None) -> None:
        """Record an event: the public fact (None for none), and different facts for some seats."""
        self.events.append(Event(public, private or {}))

    # What no card of most games does

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:  # noqa: ARG002
        """Return the cards with a reroll: none."""
        return ()

    def used(self, card: Card) -> None:
        """Record a used reroll: there is none."""

    def lapsed(self, card: Card, ability: int) -> bool:  # noqa: ARG002
        """Return whether a waiting ability is skipped: never."""
        return False

    def carried_out(self, card: Card, ability: int) -> None:
        """Record that a waiting ability has begun: nothing depends on it."""

    def refill(self, seat: Seat, count: int) -> None:
        """Refill a deck: it is not refilled."""

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:  # noqa: ARG002
        """Return whether this seat is shielded: never."""
        return False

    def prevented(self, card: Card, target: Seat, against: str) -> None:
        """Record the use of a shield: there is none."""
