"""What happens to a match from outside its game, told in its history like everything else."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Fact, Seat
from bot.engine.language import N_


class TakenBack(Fact, frozen=True, tag="table-taken-back"):
    """Actions were taken back; what they drew is void, and is not drawn again."""

    seat: Seat
    """Who asked for it."""
    consent: bool
    """Whether others had to agree."""
    count: int
    """How many actions."""
    facts: tuple[msgspec.Raw, ...]
    """What everybody knew of them, the facts of the game, encoded."""


class Paused(Fact, frozen=True, tag="table-paused"):
    """The match is paused by agreement: no clock runs and nobody is reminded."""

    seat: Seat


class Resumed(Fact, frozen=True, tag="table-resumed"):
    """The match goes on."""

    seat: Seat


class TimeGiven(Fact, frozen=True, tag="table-time-given"):
    """A player gave another more time."""

    seat: Seat
    to: Seat
    seconds: int


class TimeUp(Fact, frozen=True, tag="table-time-up"):
    """A seat's time is up."""

    seat: Seat
    then: Literal["remind", "default", "resign"]


class SeatTaken(Fact, frozen=True, tag="table-seat-taken"):
    """Somebody else holds a seat from now on."""

    seat: Seat
    before: str
    """The name of its former holder."""
    name: str


class Moved(Fact, frozen=True, tag="table-moved"):
    """The match goes on in another channel."""

    seat: Seat
    """Who moved it; -1 for a moderator."""


class DrawAgreed(Fact, frozen=True, tag="table-draw-agreed"):
    """All agreed to a draw."""


class LeaveTaken(Fact, frozen=True, tag="table-leave"):
    """A player of a tournament has begun the leave, or is back."""

    seat: Seat
    back: bool


class Adjudicated(Fact, frozen=True, tag="table-adjudicated"):
    """The time of the match's tournament is over, or its director ended it: how it stood counts."""


class HintsAllowed(Fact, frozen=True, tag="table-hints-allowed"):
    """All agreed that each player may ask for hints."""

    seat: Seat
    """Who asked for it."""


class Left(Fact, frozen=True, tag="table-left"):
    """A player has left the server; the seat is kept."""

    seat: Seat


Notice: TypeAlias = (
    TakenBack
    | Paused
    | Resumed
    | TimeGiven
    | TimeUp
    | SeatTaken
    | Moved
    | DrawAgreed
    | Adjudicated
    | LeaveTaken
    | HintsAllowed
    | Left
)

AGREED = N_("Drawn by agreement")
"""Why a match that was drawn by agreement ended; rules never say so."""
ADJUDICATED = N_("Adjudicated as the match stood")
"""Why an unfinished match of a tournament ended; rules never say so."""
