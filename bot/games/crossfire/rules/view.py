"""A viewer's knowledge of a match of Crossfire: the table, the viewer's hand, and other open cards.

Squares are numbers, row * width + column, counted from square a1 (0) along row 1: b1 is 1. Row 1 is drawn at
the bottom and column a at the left, as on a chessboard. The kind of a square (base, support, neutral, middle,
field) follows from `options.grid`: see `CrossfireView.table`. Cards are numbers: see
`cards`. The powered nodes and their pairs follow from the board: see `lighting`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import BASE_FIELDS, Outcome, Seat, Viewer
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.table import Table, table_of

Phase: TypeAlias = Literal["bases", "turn", "over"]
"""`bases`: seats that may redeal decide, several at once (CRF-03). `turn`: one seat plays. `over`: the
end.
"""

PileKind: TypeAlias = Literal["node", "tower", "seized", "neutral"]

NOBODY = -1
"""No seat: no owner, no leader, no turn."""


class LaidCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One card laid in a contest."""

    seat: Seat
    """The seat that laid it; the card may be of another pack (CRF-13)."""
    card: Card


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The cards on one square; immutable, replaced at each change, so that views may share it."""

    owner: Seat
    """The owner, during a contest still the old one; `NOBODY` for a neutral."""
    kind: PileKind
    """`node`: one card (bases and supports too). `tower`: royal and 10, in this order (CRF-19). `seized`: a
    seized pile (CRF-17). `neutral`: a neutral or the middle node before it is seized (CRF-02).
    """
    cards: tuple[Card, ...]
    """Its cards, bottom first, without those of a contest.

    A neutral's one card is a back (negative) until it is probed; then its face is public for good (CRF-20).
    """
    laid: tuple[LaidCard, ...] = ()
    """The cards laid on it in the contest, oldest first; on a neutral also those that did not beat it."""
    leader: Seat = NOBODY
    """The seat that leads the contest, and wins the pile at the start of its next turn unless it is answered.

    `NOBODY` without a contest. A neutral is face up while it has a leader.
    """
    rival: Seat = NOBODY
    """The seat that may answer the leader (CRF-16); `NOBODY` in a contest for a neutral, where all but the
    leader's team may answer.
    """
    lapsed: bool = False
    """Whether the rival's turn has passed without an answer: the leader is certain to win it."""

    @property
    def contested(self) -> bool:
        """Whether it is contested."""
        return self.leader != NOBODY

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """All cards on the square, bottom first, contest cards included."""
        return self.cards + tuple([laid.card for laid in self.laid])


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A team's victory points by their source (CRF-23); all 0 with two players."""

    bases: int = 0
    """1 for each enemy base held."""
    chain: int = 0
    """2 when a chain joins a base of one partner to a base of the other."""
    middle: int = 0
    """2 for control of the middle node."""

    @property
    def points(self) -> int:
        """The sum."""
        return self.bases + self.chain + self.middle


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The points of one of two players if a pack ran out now, by their source (CRF-28)."""

    attacks: int = 0
    """2 for each enemy base under an attack that the player leads."""
    neutrals: int = 0
    """1 for each square of the ring that the player owns."""
    rows: int = 0
    """1 for each row from the own base line to the furthest powered node."""

    @property
    def points(self) -> int:
        """The sum."""
        return self.attacks + self.neutrals + self.rows


class CrossfireView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The match as seen by one viewer. All fields but `viewer` and `hand` are equal for all viewers."""

    viewer: Viewer
    options: Options
    seats: int
    """2 or 4; the team of a seat is seat % 2, its partner sits opposite."""
    width: int
    height: int
    phase: Phase
    board: tuple[Pile | None, ...]
    """The pile on each square; None for an empty square and outside the table."""
    hand: tuple[Card, ...]
    """The viewer's own hand in numerical order; empty for the public."""
    hands: tuple[int, ...]
    """The number of cards in each seat's hand."""
    shown: tuple[tuple[Card, ...], ...]
    """Cards that everybody knows to be in each seat's hand, because a Joker replaced them (CRF-13)."""
    packs: tuple[int, ...]
    """The number of cards left in each seat's pack (CRF-06)."""
    discards: tuple[tuple[Card, ...], ...]
    """The discard pile of each pack, face up, oldest first; a discarded card goes to its own pack."""
    deciding: tuple[bool, ...]
    """Whether each seat still has to redeal or keep its bases."""
    start: tuple[tuple[Card | None, ...], ...]
    """The start draw: one entry for each draw, cards in seat order, None for a seat that no longer drew;
    empty before it (CRF-04).
    """
    first: Seat
    """The seat with the first turn; `NOBODY` before the start draw."""
    turn: Seat
    """The seat to act; `NOBODY` before the first turn and after the end."""
    turns: int
    """The number of turns begun."""
    tallies: tuple[Tally, ...]
    """The points of both teams as last counted, at the end of a turn (CRF-23)."""
    outcome: Outcome | None

    @property
    def table(self) -> Table:
        """The table of the layout in play."""
        return table_of(self.options, self.seats)


SHARED = (*BASE_FIELDS, "board", "shown", "deciding", "start", "first", "turn", "turns", "tallies")
"""The fields that a state and its view share: public knowledge."""
