"""The view of a match of Overcross (OVC-29).

All fields except those marked as the viewer's own are public. A seat's cards have the numbers from seat *
`SEAT_CARDS` on: first its deck in the order of the list, then its named Characters.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from bot.engine.contract import BASE_FIELDS, Outcome, Seat, Viewer
from bot.engine.decks import Card
from bot.games.overcross.cards.field import Piece, Placed, Until
from bot.games.overcross.cards.statics import ANY, AnyStatic
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.steps import Question, Running

Phase: TypeAlias = Literal["decks", "first", "hands", "start", "cards", "minor", "major", "discard", "over"]
"""The phases.

decks: all choose decks and Leaders, in secret (OVC-05, OVC-23). first: one seat chooses who begins
(OVC-07). hands: all keep or change their hands, in secret (OVC-08). start: effects before the draw
(OVC-09). cards, minor, major: the turn, whose phase depends on the actions taken (OVC-09). discard: down
to 10 cards (OVC-08).
"""
Gone: TypeAlias = Literal["", "lost", "resigned"]
"""lost: its required pieces are dead (OVC-23). resigned (OVC-28b)."""

NOBODY = -1
NO_CARD = -1
SEAT_CARDS = 400
"""The number of card numbers reserved for a seat."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The public part of the state for one seat; it is replaced by a new value at each change."""

    discard: tuple[Card, ...] = ()
    """The discard pile, the latest card last."""
    aside: tuple[Card, ...] = ()
    """The cards that are set aside: a Legend that is not in play; Leaders and free Champions that died."""
    deaths: int = 0
    """The number of deaths of the Legend: each adds 2 to its play cost (OVC-24)."""
    points: int = 0
    """In the Invasion and the death match."""
    kills: int = 0
    """The deck cost of all kills credited to it (OVC-28)."""
    out: Gone = ""


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The flag of a seat (OVC-25)."""

    seat: Seat
    square: int
    """The square where it is or is carried."""
    carrier: Card = NO_CARD


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something in force for a time."""

    card: Card
    """The card that caused it."""
    static: AnyStatic
    until: Until
    seat: Seat
    """The seat whose next turn ends it, for `own-turn`."""
    since: int
    """The turn in which it began."""


def ended_by(static: AnyStatic, otherwise: Seat) -> Seat:
    """Return the seat whose next turn ends an effect in force, for `own-turn`.

    It is the player of the Character concerned, or the player concerned, or else another one.
    """
    piece: Card = getattr(static, "piece", ANY)
    if piece != ANY:
        return owner_of(piece)
    seat: Seat = getattr(static, "seat", ANY)
    return otherwise if seat == ANY else seat


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A Character that has moved and may continue with the rest until another action (OVC-16)."""

    piece: Card
    left: int


class OvercrossView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The match as one viewer sees it."""

    viewer: Viewer
    options: Options
    seats: int
    phase: Phase
    width: int
    height: int
    round: int
    """1, 2, 3, ...; 0 before the first turn. It is the play limit (OVC-10)."""
    turn: int
    """1, 2, 3, ...: turns of all seats counted together; 0 before the first."""
    first: Seat
    """The first seat, or before that the seat that chooses (OVC-07); `NOBODY` while decks are chosen."""
    current: Seat
    """The seat in turn, or `NOBODY`."""
    spent: int
    """The play costs of the cards played in this turn."""
    pieces: tuple[Piece, ...]
    """The Characters in play, in the order of their cards, including those off the grid (OVC-26)."""
    terrains: tuple[Placed, ...]
    flags: tuple[Flag, ...]
    sides: tuple[Side, ...]
    lasting: tuple[Lasting, ...]
    """Oldest first."""
    used: tuple[tuple[Card, int], ...]
    """The once-a-turn abilities that were used in this turn: the card and the index on it."""
    moving: Moving | None
    ready: tuple[bool, ...]
    """The seats that have made their secret choice of this phase."""
    hands: tuple[int, ...]
    """The number of cards in each seat's hand."""
    decks: tuple[int, ...]
    """The number of remaining cards in each deck."""
    lists: tuple[tuple[str, ...], ...]
    """The set numbers of each deck, sorted; only the viewer's own until all have chosen, then public."""
    chosen: tuple[tuple[str, ...], ...]
    """The set numbers of each seat's named Characters, as the objective requires; likewise."""
    hand: tuple[Card, ...]
    """The viewer's own, in the order of arrival."""
    question: Question | None
    """A card's open question; without its options for viewers who may not know them."""
    running: tuple[Running, ...]
    """The effects in progress, the one that asks first; without the answers so far."""
    answers: tuple[int, ...]
    """The public answers so far to the effect that asks now: all except cards and rerolls."""
    stage: int
    """The completed part of the start or the end of the turn (`turns`)."""
    outcome: Outcome | None


SHARED = (
    *BASE_FIELDS, "round", "turn", "first", "current", "spent", "pieces", "terrains", "flags", "sides",
    "lasting", "used", "moving", "ready", "answers", "stage",
)  # fmt: skip
"""The fields that a state and its view share, all public."""

SECRET_PHASES = ("decks", "hands")
"""The phases with simultaneous secret choices."""


def awaited(match: Any) -> tuple[Seat, ...]:
    """Return the seats to act, by a state or a view: the match cannot continue without their choice."""
    if match.outcome is not None:
        return ()
    question = match.question
    if question is not None:
        return (question.seat,)
    if match.phase in SECRET_PHASES:
        return tuple([seat for seat, side in enumerate(match.sides) if not (match.ready[seat] or side.out)])
    return (match.first if match.phase == "first" else match.current,)


def play_limit(match: Any, seat: Seat) -> int:
    """Return the play limit of a seat's turn in this round, by a state or a view (OVC-10, OVC-42)."""
    limit: int = match.round
    if seat == match.first and match.round == 1 and match.options.opening == "half":
        return limit // 2
    late = seat == match.first and match.round == 2 and match.options.objective == "invasion"
    return 1 if late else limit


def in_play(match: Any) -> list[Card]:
    """Return the cards in play by a state or a view: Characters, then edits, then terrains."""
    edits = [edit.card for piece in match.pieces for edit in piece.edits]
    return [*[each.card for each in match.pieces], *edits, *[each.card for each in match.terrains]]


def number_of(match: Any, card: Card) -> str:
    """Return the set number of a card by a state or a view.

    Raises `IndexError` for a card that the viewer does not know: decks are hidden before all seats have
    chosen.
    """
    seat, place = divmod(card, SEAT_CARDS)
    listed: tuple[str, ...] = match.lists[seat]
    chosen: tuple[str, ...] = match.chosen[seat]
    return listed[place] if place < len(listed) else chosen[place - len(listed)]


def named_cards(match: Any, seat: Seat) -> range:
    """Return the cards of the Characters that a seat named beside its deck, by a state or a view (OVC-23,
    OVC-24).
    """
    begin = seat * SEAT_CARDS + len(match.lists[seat])
    return range(begin, begin + len(match.chosen[seat]))


def owner_of(card: Card) -> Seat:
    """Return the owner of a card; it never changes."""
    return card // SEAT_CARDS
