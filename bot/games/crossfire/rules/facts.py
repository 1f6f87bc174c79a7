"""The facts of a match of Crossfire. The facts given to a viewer describe all changes of its view.

A fact that moves a card out of a hand contains its seat and card; one that clears a pile away lists the cards
`removed`, which go to the discards of their packs in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, Resigned, SeatFact, union_of
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.view import Claim, Tally


class BasesRedealt(SeatFact, frozen=True, tag="bases-redealt"):
    """A seat put its bases back and dealt new ones, face up (CRF-03). The first bases come with the setup."""

    cards: tuple[Card, ...]
    """One for each base square of the seat, squares ascending."""
    cause: bool
    """Whether the seat may redeal these too, and so has to decide."""


class BasesKept(SeatFact, frozen=True, tag="bases-kept"):
    """A seat that could have dealt again keeps its bases."""


class NeutralsDealt(Fact, frozen=True, tag="neutrals-dealt"):
    """The neutral nodes are dealt face down (CRF-02)."""

    squares: tuple[int, ...]
    packs: tuple[Seat, ...]
    """The pack that each square's card comes from."""


class StartDrawn(Fact, frozen=True, tag="start-drawn"):
    """Each draws a card to start; these cards are discarded (CRF-04)."""

    draws: tuple[tuple[Card | None, ...], ...]
    """One entry for each draw: cards in seat order, None for a seat that no longer draws."""
    seat: Seat
    """The first seat."""


class HandDealt(SeatFact, frozen=True, tag="hand-dealt"):
    """A seat draws its first hand (CRF-05)."""

    cards: tuple[Card, ...]
    """The cards, or their backs for all other seats."""


class TurnBegan(SeatFact, frozen=True, tag="turn-began"):
    """A seat's turn begins; the contests it leads are won next, then it draws."""

    number: int
    """The number of the turn, from 1, over all seats."""


class Seized(SeatFact, frozen=True, tag="seized"):
    """The leader of a contest wins the pile; it becomes a seized pile of theirs (CRF-16, CRF-17)."""

    at: int
    loser: Seat
    """The other party: the old owner, or the beaten attacker; -1 if a neutral was won."""
    held: bool
    """Whether the winner was already its owner, having defended it."""
    base: bool
    """Whether it is a base square of the other team: with two players this wins the match (CRF-21)."""


class Drew(SeatFact, frozen=True, tag="drew"):
    """A seat draws a card from its pack (CRF-05)."""

    card: Card
    """The card, or its back for all other seats."""


class Laid(SeatFact, frozen=True, tag="laid"):
    """A card was laid on an empty square (CRF-12)."""

    card: Card
    at: int
    origin: int
    """The node from which it was laid."""


class Supported(SeatFact, frozen=True, tag="supported"):
    """A card was laid behind a base (CRF-11)."""

    card: Card
    at: int
    """The support square."""
    base: int


class Attacked(SeatFact, frozen=True, tag="attacked"):
    """A contest was opened (CRF-15)."""

    card: Card
    at: int
    origin: int
    """The node from which it was attacked."""
    target: Seat
    """Whose pile it is."""


class Probed(SeatFact, frozen=True, tag="probed"):
    """A neutral was attacked; its card is known from now on (CRF-20)."""

    card: Card
    at: int
    origin: int
    neutral: Card
    """The neutral's own card."""
    leads: bool
    """Whether the card beats it; else the neutral turns face down again and the card stays on it."""


class Answered(SeatFact, frozen=True, tag="answered"):
    """The other side laid on a contested pile and leads now (CRF-16, CRF-20)."""

    card: Card
    at: int
    origin: int
    target: Seat
    """Who led until now."""


class Rebuilt(SeatFact, frozen=True, tag="rebuilt"):
    """A seized pile was cleared away for a card of the hand (CRF-18)."""

    card: Card
    at: int
    origin: int
    removed: tuple[Card, ...]


class Raised(SeatFact, frozen=True, tag="raised"):
    """A royal or a 10 of the hand was laid on a seized pile that held the other: a tower (CRF-27)."""

    card: Card
    """The card of the hand: the royal or the 10."""
    at: int
    origin: int
    royal: Card
    ten: Card
    removed: tuple[Card, ...]


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """A seat laid nothing and discarded a card."""

    card: Card


class Replaced(SeatFact, frozen=True, tag="replaced"):
    """A Joker of the hand took the place of a node, which came to the hand (CRF-13)."""

    at: int
    joker: Card
    card: Card
    """What lay there and is now in the hand."""


class KeptOne(SeatFact, frozen=True, tag="kept-one"):
    """All cards of a seized pile except one were discarded (CRF-18)."""

    at: int
    card: Card
    removed: tuple[Card, ...]


class Towered(SeatFact, frozen=True, tag="towered"):
    """All cards of a seized pile except a royal and a 10 were discarded (CRF-19)."""

    at: int
    royal: Card
    ten: Card
    removed: tuple[Card, ...]


class Lapsed(Fact, frozen=True, tag="lapsed"):
    """A turn ended without an answer in this contest: its leader will win the pile (CRF-16)."""

    seat: Seat
    """The seat that did not answer."""
    at: int
    leader: Seat


class PointsCounted(Fact, frozen=True, tag="points-counted"):
    """The teams' points have changed since they were last counted (CRF-23)."""

    tallies: tuple[Tally, ...]


class PackEmpty(SeatFact, frozen=True, tag="pack-empty"):
    """A seat must draw and has no card left, which ends the match (CRF-06, CRF-24)."""


class EndCounted(Fact, frozen=True, tag="end-counted"):
    """The points that decide a match whose pack has run out, for each of two seats, if agreed (CRF-28)."""

    claims: tuple[Claim, ...]


if TYPE_CHECKING:
    CrossfireFact: TypeAlias = Fact
else:
    CrossfireFact = union_of(globals(), MatchOver, Resigned)
