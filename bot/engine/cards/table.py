"""The interface of a game's table to the card language: values to read, and changes to make.

A game with cards implements `Table` over its state, and adds what its own words need. Each change updates the
state and records its event. The language decides what is done, to whom, and how much. It asks for no empty
change: at least one card is drawn or discarded.

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
    """What is printed on a card, as far as the language itself asks; a game's filters ask for more."""

    @property
    def abilities(self) -> Sequence[AbilityNode]:
        """What it does."""


class TableQueries(Protocol):
    """What can be asked of a table, without changing it."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats still in the match, clockwise."""

    def face(self, card: Card) -> Any:
        """Return what is printed on a card, a `Face`."""

    def cards(self, zone: Any, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a place; of a deck the top one first."""


class Table(TableQueries, Protocol):
    """A table that cards can change. `card` is always the card whose ability does it."""

    @property
    def work(self) -> Work:
        """What the step has taken so far; a new one for each step."""

    @property
    def over(self) -> bool:
        """Whether the match has ended by what cards did: nothing more is carried out then."""

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards by which this seat may roll again now (a `roll` ability not yet used up).

        `bot.engine.cards.words.dice.can_reroll` says whether a card has one and its condition holds.
        """

    def used(self, card: Card) -> None:
        """Note that an ability of this card that works once a turn has been used."""

    def rolled(self, card: Card, seat: Seat, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        """Tell that this seat rolled these dice; `again` for a reroll, of which `card` is the cause."""

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Tell that this seat tossed a coin."""

    def cut_short(self, card: Card) -> None:
        """Tell that too much happened at once, and that nothing more does, from this card's ability on
        (`bot.engine.cards.bounds`, `bot.engine.cards.bounds`)."""


class HandTable(Table, Protocol):
    """What the shared words do to hands, decks and discard piles."""

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:
        """Let a seat draw from its deck."""

    def take(self, card: Card, seat: Seat, zone: Any, cards: tuple[Card, ...], to: Any, rng: Stream) -> None:
        """Move cards found in the own deck or discard pile, show them, and shuffle the deck where it was
        looked into or cards went into it."""

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:
        """Discard these cards of a hand; `by` chose them, or they were drawn by lot."""

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as far as it goes."""

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:
        """Return whether this seat is protected from effects of cards of `by`; never from its own."""

    def prevented(self, card: Card, target: Seat, against: str) -> None:
        """Tell that a shield kept a seat from having to discard; other doings see to their shields."""

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Take the cost: these cards of the hand, and so many from the top of the deck."""


class Recorder:
    """A match that is being changed: its randomness, what the step has taken, what has happened by it."""

    def __init__(self, rng: Stream) -> None:
        self.rng = rng
        self.work = Work()
        self.events: list[Event] = []
        """In order."""

    @property
    def over(self) -> bool:
        """Whether the match has ended by what cards did; in most games they do not end it."""
        return False

    def record(self, public: Any, private: Mapping[Seat, Any] | None = None) -> None:
        """Record what happened: what all see of it (None for nothing), and seats that see something else."""
        self.events.append(Event(public, private or {}))

    # What no card of most games does

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:  # noqa: ARG002
        """Return the cards by which dice may be rolled again: none."""
        return ()

    def used(self, card: Card) -> None:
        """Note a reroll: there is none."""

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:  # noqa: ARG002
        """Return whether this seat is guarded: nobody is."""
        return False

    def prevented(self, card: Card, target: Seat, against: str) -> None:
        """Tell of a shield: there is none."""
