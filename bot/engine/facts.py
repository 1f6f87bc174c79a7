"""Facts that games share; each game adds the ones it needs to its own union."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from bot.engine.contract import Action, Fact, Outcome, Seat


class SeatFact(Fact, frozen=True):
    """A fact about a seat."""

    seat: Seat


def union_of(names: Mapping[str, Any], *shared: type[Fact | Action]) -> Any:
    """Return the union of the types of facts or actions among a module's names, then of the shared ones.

    A class without its own tag is a base class and is left out.
    """
    kinds = [kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Fact | Action)]
    own = [kind for kind in kinds if kind not in shared and kind.__struct_config__.tag != kind.__name__]
    return reduce(or_, (*own, *shared))


class SeatReady(SeatFact, frozen=True, tag="seat-ready"):
    """A seat has finished a secret choice; the choice is not revealed.

    Derived facts of a game are published while others choose, until the seat has to act again.
    """


class SeatOut(SeatFact, frozen=True, tag="seat-out"):
    """A seat has lost and does not take part any more."""


class Resigned(SeatFact, frozen=True, tag="resigned"):
    """A seat has left the match for good, by `Resign`."""


class MatchOver(Fact, frozen=True, tag="match-over"):
    """The match has ended."""

    outcome: Outcome
