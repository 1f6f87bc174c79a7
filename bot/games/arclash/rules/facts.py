"""What can happen in a match of Arclash. `card` is the set number of the card that does it, if any does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.engine import facts as common
from bot.engine.cards.program import QuestionKind
from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, Resigned, SeatFact, union_of
from bot.games.arclash.rules.view import Shown

Choosing: TypeAlias = Literal["deck", "opener", "advance", "renew"]
"""What all choose at once, in secret."""


class Chose(common.SeatReady, frozen=True, tag="chose"):
    """A seat has made its secret choice (ARC-15): others learn that it has, and nothing else."""

    what: Choosing
    own: bool = False
    """Whether this is the form for the seat itself, in which the rest is told."""
    shown: Shown | None = None
    """What it put face down; None for a deck, for standing and for staying."""
    deck: str = ""
    """The title of the deck, or "own"."""


class WayAsked(SeatFact, frozen=True, tag="way-asked"):
    """A seat put a card face down and still has to choose by which way it advances; for the seat alone."""

    shown: Shown


class Prepared(SeatFact, frozen=True, tag="prepared"):
    """A seat put a card face down and still has to choose what to discard for it; for the seat alone."""

    shown: Shown
    owed: int


class PaymentChosen(SeatFact, frozen=True, tag="payment-chosen"):
    """A seat chose a card to discard for what it put face down; for the seat alone."""

    shown: Shown
    owed: int


class Withdrew(SeatFact, frozen=True, tag="withdrew"):
    """A seat took its choice back: it is not ready any more. For others only if it was ready before."""

    what: Choosing


class Opened(Fact, frozen=True, tag="opened"):
    """All reveal the Level 1 Characters they begin with (ARC-05)."""

    characters: tuple[Shown | None, ...]
    """By seat; None for one that has resigned."""


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A turn begins."""

    number: int


class TieRolled(Fact, frozen=True, tag="tie-rolled"):
    """Dice settle a tie; equal ones were rolled again."""

    why: Literal["order", "support", "battle"]
    """The order of effects (ARC-06), who plays Supports first (ARC-10), who wins (ARC-11)."""
    seats: tuple[Seat, ...]
    rolls: tuple[tuple[int, ...], ...]
    """One entry a roll: a die for each of the seats, 0 for one that no longer rolls."""
    seat: Seat
    """Who comes first, or wins."""


class Revealed(Fact, frozen=True, tag="revealed"):
    """All have chosen, and what they put face down is turned over (ARC-07, ARC-13)."""

    what: Literal["advance", "renew"]
    cards: tuple[Shown | None, ...]
    """By seat; None for one that put nothing down."""


class Advanced(SeatFact, frozen=True, tag="advanced"):
    """A Character is put on its stack (ARC-07)."""

    shown: Shown
    paid: tuple[Shown, ...]
    """What was discarded from the hand for it."""
    milled: tuple[Shown, ...] = ()
    """What was discarded from the deck for it."""


class AdvanceFailed(SeatFact, frozen=True, tag="advance-failed"):
    """The costs or requirements could not be met any more: the card is discarded instead (ARC-07)."""

    shown: Shown


class SupportStage(Fact, frozen=True, tag="support-stage"):
    """The Support stage begins, in this order (ARC-10)."""

    order: tuple[Seat, ...]


class Played(SeatFact, frozen=True, tag="played"):
    """A seat plays a Support (ARC-10)."""

    shown: Shown


class Passed(SeatFact, frozen=True, tag="passed"):
    """A seat plays no more Supports in this battle (ARC-10)."""


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """A seat rolls dice for a card."""

    card: str
    dice: tuple[int, ...]
    sides: int
    again: bool = False
    """Whether it is a reroll."""


class Tossed(SeatFact, frozen=True, tag="tossed"):
    """A seat tosses a coin for a card."""

    card: str
    heads: bool


class PowerChanged(SeatFact, frozen=True, tag="power-changed"):
    """A card adds power to a Character or takes it."""

    card: str
    target: Seat
    by: int
    until: Literal["turn", "next-turn", "stack"]
    power: int
    """The current power afterwards."""


class Prevented(Fact, frozen=True, tag="prevented"):
    """A shield kept something from happening."""

    card: str
    target: Seat
    against: Literal["debuff", "level-down", "discard"]


class Drew(SeatFact, frozen=True, tag="drew"):
    """A seat draws cards."""

    count: int
    cards: tuple[Shown, ...] = ()
    """For the seat itself."""
    card: str = ""
    """The card that let it draw; "" for the draws of the game."""


class Refilled(SeatFact, frozen=True, tag="refilled"):
    """The discard pile was shuffled into a new deck (ARC-12)."""

    count: int


class Took(SeatFact, frozen=True, tag="took"):
    """A seat shows cards it has found and takes them."""

    card: str
    zone: Literal["deck", "discard"]
    cards: tuple[Shown, ...]
    """None of them when it found or took nothing."""
    to: Literal["hand", "deck"]


class Discarded(Fact, frozen=True, tag="discarded"):
    """Cards of a hand are discarded by an effect or as its cost."""

    seat: Seat
    """Whose cards."""
    card: str
    cards: tuple[Shown, ...]
    cost: bool = False


class Milled(SeatFact, frozen=True, tag="milled"):
    """The top cards of a deck are discarded."""

    card: str
    cards: tuple[Shown, ...]
    cost: bool = False


class LevelledDown(SeatFact, frozen=True, tag="levelled-down"):
    """The top Advancement of a stack is discarded."""

    shown: Shown
    """What was discarded."""
    why: Literal["card", "battle", "level-4"]
    """An effect, a lost battle (ARC-11), or a Level 4 going down (ARC-12)."""
    card: str = ""


class Decided(SeatFact, frozen=True, tag="decided"):
    """A seat has answered what a card asked, where nothing else tells that it has.

    For the seat alone when the card goes on asking it for cards: others do not learn how many it has chosen.
    """

    card: str
    kind: QuestionKind
    answer: int | None = None
    """What it answered (`Question.options`); None for a card, which others may not know."""
    shown: Shown | None = None
    """For the seat itself, the card it chose."""


class Guessed(Fact, frozen=True, tag="guessed"):
    """An opponent guesses where a marked card is in a hand."""

    seat: Seat
    """Whose hand."""
    card: str
    guesser: Seat
    position: int
    """From 0."""
    size: int
    """Cards laid out."""
    shown: Shown | None
    """The marked card, when the guess was right."""


class Shielded(SeatFact, frozen=True, tag="shielded"):
    """A seat is guarded against cards of others."""

    card: str
    against: tuple[str, ...]
    until: Literal["turn", "next-turn", "stack"]


class Cancelled(SeatFact, frozen=True, tag="cancelled"):
    """A seat's last Support is discarded, and what it did to power has ended."""

    shown: Shown
    card: str


class Forbidden(SeatFact, frozen=True, tag="forbidden"):
    """A seat may play no more Supports in this battle."""

    card: str


class Scored(SeatFact, frozen=True, tag="scored"):
    """A seat scores by a card."""

    card: str
    points: int
    score: int
    """Its score afterwards."""


class Looked(SeatFact, frozen=True, tag="looked"):
    """A seat has looked at a hand, or at the top cards of its deck."""

    card: str
    target: Seat
    """Whose cards."""
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[Shown, ...] = ()
    """For the seat itself."""


class Returned(SeatFact, frozen=True, tag="returned"):
    """A seat takes back its top Advancement, or its last Support."""

    shown: Shown
    to: Literal["hand", "deck"]
    card: str


class Climbed(SeatFact, frozen=True, tag="climbed"):
    """A seat advances by a card without paying."""

    card: str
    zone: Literal["hand", "deck", "discard"]
    cards: tuple[Shown, ...]
    """The Character; none when it found or chose nothing in its deck."""


class CutShort(Fact, frozen=True, tag="cut-short"):
    """Too much happened at once: nothing more does, from the ability of this card on."""

    card: str


class Beaten(Fact, frozen=True, tag="battle"):
    """The damage: who won the battle and what it scores (ARC-11)."""

    winner: Seat
    powers: tuple[int, ...]
    """By seat."""
    levels: tuple[int, ...]
    """Of the current Characters, by seat; the winner's counts nothing."""
    points: int
    score: int
    """The winner's score afterwards."""


class Recovered(Fact, frozen=True, tag="recovered"):
    """All Supports are discarded (ARC-12)."""

    count: int


class Renewed(SeatFact, frozen=True, tag="renewed"):
    """A seat discarded its whole stack for a new Level 1 (ARC-13)."""

    discarded: tuple[Shown, ...]
    shown: Shown


if TYPE_CHECKING:
    ArclashFact: TypeAlias = Fact
else:
    ArclashFact = union_of(globals(), MatchOver, Resigned)
