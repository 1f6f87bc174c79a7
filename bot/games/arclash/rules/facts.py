"""The facts of a match of Arclash. `card` is the set number of the card that causes it, if any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from bot.engine import facts as common
from bot.engine.cards.program import QuestionKind
from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, Resigned, SeatFact, union_of
from bot.games.arclash.rules.view import Shown

Choosing: TypeAlias = Literal["deck", "opener", "advance", "renew"]
"""The choices that all seats make at once, in secret."""
SECRET_PHASES: Mapping[str, Choosing] = {
    "decks": "deck",
    "openers": "opener",
    "advance": "advance",
    "renew": "renew",
}
"""The phases with simultaneous secret choices, revealed together, each with its choice (ARC-15)."""


class Chose(common.SeatReady, frozen=True, tag="chose"):
    """A seat has made its secret choice (ARC-15): others learn only that it has chosen."""

    what: Choosing
    own: bool = False
    """Whether this is the seat's own form, which includes the other fields."""
    shown: Shown | None = None
    """The card it put face down; None for a deck, for Stand and for Stay."""
    deck: str = ""
    """The title of the deck, or "own"."""


class WayAsked(SeatFact, frozen=True, tag="way-asked"):
    """A seat put a card face down and must still choose its Advancement; for the seat alone."""

    shown: Shown


class Prepared(SeatFact, frozen=True, tag="prepared"):
    """A seat put a card face down and must still choose the discards for it; for the seat alone."""

    shown: Shown
    owed: int


class PaymentChosen(SeatFact, frozen=True, tag="payment-chosen"):
    """A seat chose a card to discard for its face-down card; for the seat alone."""

    shown: Shown
    owed: int


class Withdrew(SeatFact, frozen=True, tag="withdrew"):
    """A seat took its choice back and is no longer ready. Others see this only if the seat was ready."""

    what: Choosing


class Opened(Fact, frozen=True, tag="opened"):
    """All reveal their first Level 1 Characters (ARC-05)."""

    characters: tuple[Shown | None, ...]
    """By seat; None for a seat that has resigned."""


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A turn begins."""

    number: int


class TieRolled(Fact, frozen=True, tag="tie-rolled"):
    """Dice decide a tie; tied dice were rolled again."""

    why: Literal["order", "support", "battle"]
    """The order of effects (ARC-06), the first seat in the Support stage (ARC-10), the winner (ARC-11)."""
    seats: tuple[Seat, ...]
    rolls: tuple[tuple[int, ...], ...]
    """One entry for each roll: a die for each seat, 0 for a seat that no longer rolls."""
    seat: Seat
    """The seat that comes first, or wins."""


class Revealed(Fact, frozen=True, tag="revealed"):
    """All have chosen, and the face-down cards are revealed (ARC-07, ARC-13)."""

    what: Literal["advance", "renew"]
    cards: tuple[Shown | None, ...]
    """By seat; None for a seat without a face-down card."""


class Advanced(SeatFact, frozen=True, tag="advanced"):
    """A Character is put on its stack (ARC-07)."""

    shown: Shown
    paid: tuple[Shown, ...]
    """The cards discarded from the hand as its cost."""
    milled: tuple[Shown, ...] = ()
    """The cards discarded from the deck as its cost."""


class AdvanceFailed(SeatFact, frozen=True, tag="advance-failed"):
    """The costs or requirements could no longer be met: the card is discarded instead (ARC-07)."""

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
    """The current power after the change."""


class Prevented(Fact, frozen=True, tag="prevented"):
    """A shield prevented an effect."""

    card: str
    target: Seat
    against: Literal["debuff", "level-down", "discard"]


class Drew(SeatFact, frozen=True, tag="drew"):
    """A seat draws cards."""

    count: int
    cards: tuple[Shown, ...] = ()
    """Only in the seat's own form."""
    card: str = ""
    """The card that caused the draw; "" for draws by the rules."""


class Refilled(SeatFact, frozen=True, tag="refilled"):
    """The discard pile was shuffled into a new deck (ARC-12)."""

    count: int


class Took(SeatFact, frozen=True, tag="took"):
    """A seat shows the cards it found and takes them."""

    card: str
    zone: Literal["deck", "discard"]
    cards: tuple[Shown, ...]
    """Empty if it found or took nothing."""
    to: Literal["hand", "deck"]


class Discarded(Fact, frozen=True, tag="discarded"):
    """Hand cards are discarded by an effect or as its cost."""

    seat: Seat
    """The owner of the cards."""
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
    """The discarded card."""
    why: Literal["card", "battle", "level-4"]
    """An effect, a lost battle (ARC-11), or a Level 4 at the end of the turn (ARC-12)."""
    card: str = ""


class Decided(SeatFact, frozen=True, tag="decided"):
    """A seat has answered a card's question, if no other fact shows the answer.

    For the seat alone while the card asks it for more cards: others do not learn the number chosen so far.
    """

    card: str
    kind: QuestionKind
    answer: int | None = None
    """The answer (`Question.options`); None for a card, which others may not know."""
    shown: Shown | None = None
    """The chosen card, only in the seat's own form."""


class Guessed(Fact, frozen=True, tag="guessed"):
    """An opponent guesses the position of a marked card in a hand."""

    seat: Seat
    """The owner of the hand."""
    card: str
    guesser: Seat
    position: int
    """From 0."""
    size: int
    """The number of cards laid out."""
    shown: Shown | None
    """The marked card, if the guess was right."""


class Shielded(SeatFact, frozen=True, tag="shielded"):
    """A seat is protected from other players' cards."""

    card: str
    against: tuple[str, ...]
    until: Literal["turn", "next-turn", "stack"]


class Cancelled(SeatFact, frozen=True, tag="cancelled"):
    """A seat's last Support is discarded, and its changes of power have ended."""

    shown: Shown
    card: str


class Forbidden(SeatFact, frozen=True, tag="forbidden"):
    """A seat may play no more Supports in this battle."""

    card: str


class Scored(SeatFact, frozen=True, tag="scored"):
    """A seat scores points by a card."""

    card: str
    points: int
    score: int
    """The score after the change."""


class Looked(SeatFact, frozen=True, tag="looked"):
    """A seat has looked at a hand, or at the top cards of its deck."""

    card: str
    target: Seat
    """The owner of the cards."""
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[Shown, ...] = ()
    """Only in the seat's own form."""


class Returned(SeatFact, frozen=True, tag="returned"):
    """A seat takes back its top Advancement, or its last Support."""

    shown: Shown
    to: Literal["hand", "deck"]
    card: str


class Climbed(SeatFact, frozen=True, tag="climbed"):
    """A seat advances by a card's effect without paying."""

    card: str
    zone: Literal["hand", "deck", "discard"]
    cards: tuple[Shown, ...]
    """The Character; empty if it found or chose nothing in its deck."""


class CutShort(Fact, frozen=True, tag="cut-short"):
    """A chain of effects was too long: it stops at the ability of this card."""

    card: str


class Beaten(Fact, frozen=True, tag="battle"):
    """The damage: the winner of the battle and its points (ARC-11)."""

    winner: Seat
    powers: tuple[int, ...]
    """By seat."""
    levels: tuple[int, ...]
    """The levels of the current Characters, by seat; the winner's level does not count."""
    points: int
    score: int
    """The winner's score after the battle."""


class Recovered(Fact, frozen=True, tag="recovered"):
    """All Supports are discarded (ARC-12)."""

    count: int


class Renewed(SeatFact, frozen=True, tag="renewed"):
    """A seat discarded its whole stack for a new Level 1 (ARC-13)."""

    discarded: tuple[Shown, ...]
    shown: Shown


ArclashFact = union_of(globals(), MatchOver, Resigned)
