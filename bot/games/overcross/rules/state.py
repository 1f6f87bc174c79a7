"""The state of a match."""

from __future__ import annotations

import msgspec

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Card, Hand
from bot.games.overcross.cards.field import Piece, Placed
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.steps import IDLE, Program, Question
from bot.games.overcross.rules.view import NOBODY, Flag, Lasting, Moving, Phase, Side


class OvercrossState(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. All values are immutable, so a copy of the struct is a clone.

    Fields without a docstring are as in the view.
    """

    options: Options
    """Normalized: `cards` is the hash of the pool."""
    seats: int
    phase: Phase
    sides: tuple[Side, ...]
    hands: tuple[Hand, ...]
    decks: tuple[tuple[Card, ...], ...]
    """The remaining cards of each deck, the top card first."""
    lists: tuple[tuple[str, ...], ...]
    chosen: tuple[tuple[str, ...], ...]
    ready: tuple[bool, ...]
    round: int = 0
    turn: int = 0
    first: Seat = NOBODY
    current: Seat = NOBODY
    spent: int = 0
    stage: int = 0
    """The completed part of the start or the end of the turn (`turns`)."""
    pieces: tuple[Piece, ...] = ()
    terrains: tuple[Placed, ...] = ()
    flags: tuple[Flag, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    used: tuple[tuple[Card, int], ...] = ()
    moving: Moving | None = None
    program: Program = IDLE
    """The effects in progress."""
    answers: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def question(self) -> Question | None:
        """The open question of a card."""
        return self.program.question

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in the match; none once it is over."""
        if self.outcome is not None:
            return ()
        return tuple([seat for seat, side in enumerate(self.sides) if not side.out])
