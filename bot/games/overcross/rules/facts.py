"""The facts of a match of Overcross, as one viewer may know them. `card` and `by` are card numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.engine.contract import Fact, Seat
from bot.engine.decks import Card
from bot.engine.facts import MatchOver, Resigned, SeatFact, SeatOut, SeatReady, union_of
from bot.games.overcross.cards.field import Until
from bot.games.overcross.cards.printed import Size
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.rules.view import NO_CARD, NOBODY

NO_DIE = 0
"""The value for no die rolled (OVC-18)."""


class CardFact(Fact, frozen=True):
    """A fact about a card of the match, or caused by it."""

    card: Card


# Before the first turn


class ChoseDeck(SeatFact, frozen=True, tag="chose-deck"):
    """A seat has chosen a deck; for the seat alone."""

    deck: str
    """The key of a ready deck (`decks`); "" for the seat's own deck."""


class Named(SeatFact, frozen=True, tag="named"):
    """A seat has named its Leader, Champion or Legend; for the seat alone (OVC-23, OVC-24)."""

    number: str


class Withdrew(SeatFact, frozen=True, tag="withdrew"):
    """A seat has taken back its choice; others see this only if the seat was ready."""


class Revealed(Fact, frozen=True, tag="revealed"):
    """All have chosen: decks and named Characters are revealed."""

    sizes: tuple[int, ...]
    """The number of cards in each deck."""
    chosen: tuple[tuple[str, ...], ...]


class RolledForFirst(Fact, frozen=True, tag="rolled-for-first"):
    """All rolled a die, tied seats again; the highest chooses (OVC-07)."""

    dice: tuple[tuple[int, ...], ...]
    """For each roll the die of each seat; 0 for a seat that did not roll."""
    seat: Seat


class OrderChosen(SeatFact, frozen=True, tag="order-chosen"):
    """The winner of the roll goes first or last (OVC-07)."""

    order: Literal["first", "last"]
    first: Seat


class HandTaken(SeatFact, frozen=True, tag="hand-taken"):
    """A seat kept its first hand or drew a new one; only the seat learns the cards (OVC-08)."""

    redrawn: bool
    cards: tuple[Card, ...]


# The turn


class RoundBegan(Fact, frozen=True, tag="round-began"):
    """A round begins; its number is the play limit (OVC-10)."""

    round: int


class TurnBegan(SeatFact, frozen=True, tag="turn-began"):
    """A seat's turn begins."""

    limit: int
    """Its play limit."""


class TurnEnded(SeatFact, frozen=True, tag="turn-ended"):
    """A seat has ended its turn; the effects at the end of the turn follow."""


class Drew(SeatFact, frozen=True, tag="drew"):
    """A seat drew cards."""

    count: int
    by: Card = NO_CARD
    """The card that caused the draw; none at the start of a turn and for the first hand."""
    cards: tuple[Card, ...] = ()
    """Only in the seat's own form."""


class Played(SeatFact, frozen=True, tag="played"):
    """A card was played (OVC-09)."""

    card: Card
    cost: int
    at: int
    """The square; -1 for an event."""


class Deployed(CardFact, frozen=True, tag="deployed"):
    """A Character came onto the grid (OVC-12)."""

    square: int
    by: Card = NO_CARD
    """The card that deployed it, if it was not played."""


class Redeployed(CardFact, frozen=True, tag="redeployed"):
    """A Character was redeployed to its own zone (OVC-32)."""

    square: int


class Waits(CardFact, frozen=True, tag="waits"):
    """A Character waits off the grid because there is no free square (OVC-26, OVC-32)."""


class AttachedTo(CardFact, frozen=True, tag="attached"):
    """An edit was attached (OVC-03)."""

    bearer: Card


class PutDown(CardFact, frozen=True, tag="put-down"):
    """A terrain was put on the grid (OVC-13)."""

    centre: int


class TerrainMoved(CardFact, frozen=True, tag="terrain-moved"):
    """A terrain was moved (OVC-13)."""

    origin: int
    centre: int


class Moved(CardFact, frozen=True, tag="moved"):
    """A Character moved, or was pushed, along these squares; the first is its origin."""

    path: tuple[int, ...]
    pushed: bool = False


class Teleported(CardFact, frozen=True, tag="teleported"):
    """A Character was teleported."""

    origin: int
    square: int


class Used(CardFact, frozen=True, tag="used"):
    """A special of a Character, or an edit on it, was used."""

    size: Size


# Attacks and counters


class Aimed(CardFact, frozen=True, tag="aimed"):
    """A Character attacked, and hit or missed (OVC-18)."""

    target: Card
    at: int
    reach: str
    acc: int
    die: int
    """The result of the die; `NO_DIE` if none was rolled."""
    hit: bool


class SaveRolled(CardFact, frozen=True, tag="save-rolled"):
    """The Character that was hit saved, or did not (OVC-19)."""

    defense: int
    die: int
    saved: bool


class Harmed(CardFact, frozen=True, tag="harmed"):
    """Counters were put on a Character or a terrain (OVC-20, OVC-21)."""

    counters: int
    """The number of new counters."""
    total: int
    by: Card
    """The card that caused it."""


class Healed(CardFact, frozen=True, tag="healed"):
    """Counters were removed."""

    counters: int
    total: int
    by: Card


class Died(CardFact, frozen=True, tag="died"):
    """A Character died; the kill is credited to a seat, or to none (OVC-27)."""

    by: Card
    credit: Seat = NOBODY
    cost: int = 0
    """Its deck cost."""
    to: Literal["discard", "aside", "hand"] = "discard"
    """Its destination."""


class Destroyed(CardFact, frozen=True, tag="destroyed"):
    """An edit or a terrain was destroyed, and is in its owner's discard pile."""


class Returned(CardFact, frozen=True, tag="returned"):
    """A Character went to its owner's hand, or was set aside."""

    to: Literal["hand", "aside"]


# Objectives


class FlagTaken(Fact, frozen=True, tag="flag-taken"):
    """A Character picked up an enemy flag (OVC-25)."""

    flag: Seat
    card: Card


class FlagDropped(Fact, frozen=True, tag="flag-dropped"):
    """A flag was dropped (OVC-25)."""

    flag: Seat
    square: int


class FlagHome(Fact, frozen=True, tag="flag-home"):
    """A flag was returned by its own side (OVC-25)."""

    flag: Seat
    square: int


class Invaded(CardFact, frozen=True, tag="invaded"):
    """A Character entered an enemy zone and scores (OVC-26)."""

    seat: Seat
    """The owner of the zone."""
    points: int
    """The points of its own side after the change."""


class Left(SeatFact, frozen=True, tag="left-the-grid"):
    """Characters and edits of a seat that is out were removed (OVC-28, OVC-28b)."""

    cards: tuple[Card, ...]


# Further effects of cards


class Decided(SeatFact, frozen=True, tag="decided"):
    """A seat answered a card's question; only this seat learns a chosen `card`."""

    by: Card
    kind: str
    answer: int | None


class Took(SeatFact, frozen=True, tag="took"):
    """A seat took cards from its deck or discard pile, and showed them."""

    by: Card
    zone: Literal["deck", "discard"]
    cards: tuple[Card, ...]
    to: Literal["hand", "deck"]


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """A seat discarded hand cards."""

    cards: tuple[Card, ...]
    by: Card = NO_CARD
    """The card that caused it; none at the end of a turn."""


class Milled(SeatFact, frozen=True, tag="milled"):
    """Cards were discarded from the top of a deck."""

    cards: tuple[Card, ...]
    by: Card


class LookedAt(SeatFact, frozen=True, tag="looked-at"):
    """A seat looked at another seat's hand."""

    target: Seat
    by: Card
    cards: tuple[Card, ...] = ()
    """Only for the seat that looked."""


class InForce(Fact, frozen=True, tag="in-force"):
    """Something is in force for a time."""

    by: Card
    static: AnyStatic
    until: Until


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """A seat rolled dice for a card."""

    by: Card
    dice: tuple[int, ...]
    sides: int


class Tossed(SeatFact, frozen=True, tag="tossed"):
    """A seat tossed a coin for a card."""

    by: Card
    heads: bool


class CutShort(Fact, frozen=True, tag="cut-short"):
    """A chain of effects was too long: it stops at this card's ability."""

    by: Card


if TYPE_CHECKING:
    OvercrossFact: TypeAlias = Fact
else:
    OvercrossFact = union_of(globals(), MatchOver, Resigned, SeatOut, SeatReady)
