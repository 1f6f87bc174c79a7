"""The context in which conditions and amounts of a card are evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from typing_extensions import TypeVar

from bot.engine.cards.bounds import Work
from bot.engine.cards.table import TableQueries
from bot.engine.contract import Seat

QueriesT = TypeVar("QueriesT", bound=TableQueries, default=Any)


class EvaluationContext(Generic[QueriesT]):
    """The context in which the words of a card are evaluated, without randomness and choices.

    A choice of a player gives no player, dice show 0 and coins show tails. Effects need both
    (`bot.engine.cards.effect_context.EffectContext`).
    """

    __slots__ = ("chosen", "names", "queries", "rolled", "seat", "tested", "work")

    standing = False
    """Whether an `always` ability is evaluated: it cannot read values that such abilities change."""

    def __init__(
        self,
        queries: QueriesT,
        seat: Seat,
        rolled: int = 0,
        chosen: Seat | None = None,
        work: Work | None = None,
    ) -> None:
        self.queries = queries
        self.seat = seat
        """The seat that controls the card."""
        self.rolled = rolled
        """The last roll; 0 before any roll."""
        self.chosen = chosen
        """The opponent chosen last, also if there was only one opponent or only one maximum."""
        self.names: Mapping[str, tuple[int, ...]] = {}
        """The remembered pieces and places, by the game's names for them."""
        self.work = Work() if work is None else work
        """Counts the work of the evaluation."""
        self.tested = 0
        """The number of evaluated conditions: a valid card has no more of them than nodes."""

    def players(self, whose: str) -> Sequence[Seat]:
        """Return the seats meant, in the match, clockwise from the card's controller."""
        return self.queries.vocabulary.players[whose].find(self)

    def opponents(self) -> tuple[Seat, ...]:
        """Return the opponents, clockwise."""
        seats = tuple(self.queries.seats)
        at = seats.index(self.seat)
        return seats[at + 1 :] + seats[:at]

    def only(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the one opponent meant among these, and remember it as `chosen`; () if there is none."""
        if len(seats) > 1:
            seats = self.choose_seat(seats)
        if seats:
            self.chosen = seats[0]
        return seats

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:  # noqa: ARG002 - there are no choices here
        """Return the one of several opponents that is chosen."""
        return ()

    def roll(self, count: int, sides: int) -> int:  # noqa: ARG002 - no dice here
        """Return the sum of dice; 0 without any."""
        return 0

    def toss(self) -> bool:
        """Return whether a coin shows heads."""
        return False
