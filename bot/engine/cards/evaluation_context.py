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
    """The context in which a card's words are evaluated, without chance and without choice.

    A player who would have to be chosen is nobody, dice show nothing and coins show no heads. Effects are
    carried out with both (`bot.engine.cards.effect_context.EffectContext`).
    """

    __slots__ = ("chosen", "names", "queries", "rolled", "seat", "tested", "work")

    standing = False
    """Whether it is an `always` ability that reads: it cannot ask for what such abilities help to make up."""

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
        """Who controls the card."""
        self.rolled = rolled
        """What was rolled last; 0 before any roll."""
        self.chosen = chosen
        """The opponent chosen last; also when there was only one, or only one strongest."""
        self.names: Mapping[str, tuple[int, ...]] = {}
        """The pieces and places that are remembered, by the names that the game has for them."""
        self.work = Work() if work is None else work
        """What reading takes is counted here."""
        self.tested = 0
        """How many conditions were tried: no lawful card has more of them than nodes."""

    def players(self, whose: str) -> Sequence[Seat]:
        """Return the seats meant, in the match, clockwise from who controls the card."""
        return self.queries.vocabulary.players[whose].find(self)

    def opponents(self) -> tuple[Seat, ...]:
        """Return the opponents, clockwise."""
        seats = tuple(self.queries.seats)
        at = seats.index(self.seat)
        return seats[at + 1 :] + seats[:at]

    def only(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the one opponent meant among these, and remember it as `chosen`; None if there is none."""
        if len(seats) > 1:
            seats = self.choose_seat(seats)
        if seats:
            self.chosen = seats[0]
        return seats

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:  # noqa: ARG002 - nobody chooses here
        """Return the one of several opponents that is chosen."""
        return ()

    def roll(self, count: int, sides: int) -> int:  # noqa: ARG002 - no dice here
        """Return the sum of dice; 0 without any."""
        return 0

    def toss(self) -> bool:
        """Return whether a coin shows heads."""
        return False
