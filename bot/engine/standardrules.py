"""Rules that most games share: the check of the acting seat, copies, the outcome."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.contract import ActionT, Event, OptionsT, Outcome, Rules, Seat, ViewT
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream


class MatchState(Protocol):
    """The fields that the states of all games have."""

    seats: int
    outcome: Outcome | None


T = TypeVar("T")
StructT = TypeVar("StructT", bound=Struct)
MatchStateT = TypeVar("MatchStateT", bound=MatchState)


class StandardRules(Rules[MatchStateT, ActionT, ViewT, OptionsT]):
    """Rules for a state that contains the outcome and whose parts are all immutable."""

    def clone(self, state: MatchStateT) -> MatchStateT:
        """Return a copy; all shared parts are immutable."""
        return copy.copy(state)

    def outcome(self, state: MatchStateT) -> Outcome | None:
        """Return the outcome, or None."""
        return state.outcome

    def is_out(self, state: MatchStateT, seat: Seat) -> bool:  # noqa: ARG002 - some games have no early leaving
        """Whether a seat takes no further part while the match goes on."""
        return False

    def apply(self, state: MatchStateT, seat: Seat, action: ActionT, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        if state.outcome is not None:
            raise IllegalAction.translated("The match is over.")
        if not 0 <= seat < state.seats:
            raise IllegalAction.translated("This match has {seats} seats only.", seats=state.seats)
        if self.is_out(state, seat):
            raise IllegalAction.translated("You are out of this match.")
        return self.carry_out(state, seat, action, rng)

    @abstractmethod
    def carry_out(self, state: MatchStateT, seat: Seat, action: ActionT, rng: Stream) -> list[Event]:
        """Carry out an action of a seat that is in the match, which is not over; see `apply`."""


def check_turn(seat: Seat, turn: Seat) -> None:
    """Raise `IllegalAction` unless it is this seat's turn."""
    if seat != turn:
        raise IllegalAction.translated("It is not your turn: seat {seat} is playing.", seat=turn + 1)


BASE_FIELDS = ("options", "seats", "phase", "outcome")
"""The fields that states and views share in every game with phases."""


def shared(source: object, names: Sequence[str]) -> Mapping[str, Any]:
    """Return these fields by name, to copy them between a state and its view.

    A view shows only the fields that its game names: they are the public part of the allow-list.
    """
    return {name: getattr(source, name) for name in names}


Found = TypeVar("Found")


def latest(function: Callable[..., Found]) -> Callable[..., Found]:
    """Keep the last result of a function, which is returned again while it is given equal values.

    It is for large immutable values, which cannot be hashed cheaply; equal ones are mostly the same objects.
    """
    kept: tuple[tuple[Any, ...], Any] = ((), None)

    @wraps(function)
    def found(*given: Any) -> Found:
        nonlocal kept
        now = kept
        if given != now[0]:
            now = kept = (given, function(*given))
        result: Found = now[1]
        return result

    return found


def set_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with the one at this index replaced."""
    return (*values[:place], value, *values[place + 1 :])


def changed_at(values: tuple[StructT, ...], place: int, **fields: Any) -> tuple[StructT, ...]:
    """Return the values with these fields changed in the one at this index."""
    return set_at(values, place, replace(values[place], **fields))
