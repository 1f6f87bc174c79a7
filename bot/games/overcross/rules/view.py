"""What a viewer of a match of Overcross may see (OVC-29).

All fields but those told of as the viewer's own are equal for all. A seat's cards have the numbers from
seat * `SEAT_CARDS` on: those of its deck in the order of the list, then whom it has named.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.decks import Card
from bot.engine.standardrules import BASE_FIELDS
from bot.games.overcross.cards.field import Piece, Placed, Until
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.steps import Question, Running

Phase: TypeAlias = Literal["decks", "first", "hands", "start", "cards", "minor", "major", "discard", "over"]
"""decks: all choose decks and Leaders, in secret (OVC-05, OVC-23). first: one chooses who begins (OVC-07).
hands: all keep or change their hands, in secret (OVC-08). start: what happens before the draw (OVC-09).
cards, minor, major: the turn, which goes on by what is done (OVC-09). discard: down to 10 cards (OVC-08)."""
Gone: TypeAlias = Literal["", "lost", "resigned"]
"""lost: its required pieces are dead (OVC-23). resigned (OVC-28b)."""

NOBODY = -1
NO_CARD = -1
SEAT_CARDS = 400
"""Card numbers of one seat."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What lies open of one seat; a new value replaces it at each change."""

    discard: tuple[Card, ...] = ()
    """The discard pile, the latest card last."""
    aside: tuple[Card, ...] = ()
    """The cards that are set aside: a Legend that is not in play; Leaders and free Champions that died."""
    deaths: int = 0
    """How often the Legend has died: it costs 2 more to play each time (OVC-24)."""
    points: int = 0
    """In the Invasion and the death match."""
    kills: int = 0
    """The deck cost of all kills credited to it (OVC-28)."""
    out: Gone = ""


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The flag of a seat (OVC-25)."""

    seat: Seat
    square: int
    """Where it lies or is carried."""
    carrier: Card = NO_CARD


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that is in force for a time."""

    card: Card
    """The card that did it."""
    static: AnyStatic
    until: Until
    seat: Seat
    """Whose next turn ends it, with `own-turn`."""
    since: int
    """The turn in which it began."""


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A Character that has moved and may move on with what is left while nothing else is done (OVC-16)."""

    piece: Card
    left: int


class OvercrossView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    """Who begins, or before that who chooses (OVC-07); `NOBODY` while decks are chosen."""
    current: Seat
    """Whose turn it is, or `NOBODY`."""
    spent: int
    """The play costs of the cards played in this turn."""
    pieces: tuple[Piece, ...]
    """The Characters in play, in the order of their cards; the waiting ones too (OVC-26)."""
    terrains: tuple[Placed, ...]
    flags: tuple[Flag, ...]
    sides: tuple[Side, ...]
    lasting: tuple[Lasting, ...]
    """Oldest first."""
    used: tuple[tuple[Card, int], ...]
    """The abilities that were used in this turn and work once in it: the card and its place on it."""
    moving: Moving | None
    ready: tuple[bool, ...]
    """The seats that have made their secret choice of this phase."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    decks: tuple[int, ...]
    """How many cards are left in each deck."""
    lists: tuple[tuple[str, ...], ...]
    """The set numbers of each deck, sorted; open when all have chosen, before that the viewer's own."""
    chosen: tuple[tuple[str, ...], ...]
    """The set numbers of whom each seat has named, as the objective has it; likewise."""
    hand: tuple[Card, ...]
    """The viewer's own, in the order in which the cards came."""
    question: Question | None
    """What a card asks. Those who may not know the options see none of them."""
    running: tuple[Running, ...]
    """What cards are in the middle of doing, what asks first; without the answers given so far."""
    answers: tuple[int, ...]
    """What everybody heard answered so far for the effect that asks now: all but cards, and rerolls."""
    stage: int
    """How far the start or the end of the turn has come (`turns`)."""
    outcome: Outcome | None


SHARED = (
    *BASE_FIELDS, "round", "turn", "first", "current", "spent", "pieces", "terrains", "flags", "sides",
    "lasting", "used", "moving", "ready", "answers", "stage",
)  # fmt: skip
"""What a state and its view have alike: everybody may know it."""

SECRET_PHASES = ("decks", "hands")
"""The phases in which all choose at once, in secret."""


def awaited(match: Any) -> tuple[Seat, ...]:
    """Return the seats that have to decide something before the match goes on, by its state or a view."""
    if match.outcome is not None:
        return ()
    if match.question is not None:
        return (match.question.seat,)
    if match.phase in SECRET_PHASES:
        return tuple([seat for seat, side in enumerate(match.sides) if not (match.ready[seat] or side.out)])
    return (match.first if match.phase == "first" else match.current,)


def in_play(match: Any) -> list[Card]:
    """Return the cards in play by a state or a view: Characters, then edits, then terrains."""
    edits = [edit.card for piece in match.pieces for edit in piece.edits]
    return [*[each.card for each in match.pieces], *edits, *[each.card for each in match.terrains]]


def owner_of(card: Card) -> Seat:
    """Return whose card it is: cards never change their owner."""
    return card // SEAT_CARDS
