"""Events from outside the game, stored in the history of a match."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bot.base.language import N_
from bot.engine.contract import Fact, Seat
from bot.matches.clocks import AtZero, Why


class TakenBack(Fact, frozen=True, tag="table-taken-back"):
    """Actions were taken back. Their draws are void and not drawn again."""

    seat: Seat
    """The seat that asked for it."""
    consent: bool
    """Whether others had to agree."""
    count: int
    """The number of actions."""
    facts: tuple[msgspec.Raw, ...]
    """Their public facts, facts of the game, encoded."""


class Paused(Fact, frozen=True, tag="table-paused"):
    """The match is paused by agreement: no clock runs and no reminder is sent."""

    seat: Seat


class Resumed(Fact, frozen=True, tag="table-resumed"):
    """The match goes on."""

    seat: Seat


class TimeGiven(Fact, frozen=True, tag="table-time-given"):
    """A player gave time to another."""

    seat: Seat
    to: Seat
    seconds: int


class TimeUp(Fact, frozen=True, tag="table-time-up"):
    """A seat's time is up."""

    seat: Seat
    then: AtZero


class SeatTaken(Fact, frozen=True, tag="table-seat-taken"):
    """A seat has a new holder."""

    seat: Seat
    before: str
    """The name of its former holder."""
    name: str


class Moved(Fact, frozen=True, tag="table-moved"):
    """The match goes on in another channel."""

    seat: Seat
    """The seat that moved it; -1 for a moderator."""


class DrawAgreed(Fact, frozen=True, tag="table-draw-agreed"):
    """All agreed to a draw."""


class LeaveTaken(Fact, frozen=True, tag="table-leave"):
    """A player of a tournament has begun or ended a leave."""

    seat: Seat
    back: bool


class LeaveBegan(Fact, frozen=True, tag="table-leave-began"):
    """A leave of a player began by itself shortly before a loss by time, as they have chosen."""

    seat: Seat
    until: int
    """When the clock goes on, in seconds of Unix time."""


class Adjudicated(Fact, frozen=True, tag="table-adjudicated"):
    """The match was adjudicated: its tournament ran out of time, or the director ended it."""


class HintsAllowed(Fact, frozen=True, tag="table-hints-allowed"):
    """All agreed that each player may ask for hints."""

    seat: Seat
    """The seat that proposed it."""


class Left(Fact, frozen=True, tag="table-left"):
    """A player has left the server; the seat is kept."""

    seat: Seat


class TimeRests(Fact, frozen=True, tag="table-rests"):
    """Players cannot act, through no fault of their own, so their time stands still."""

    why: Why
    since: int
    """Since when, in seconds of Unix time."""


class TimeRuns(Fact, frozen=True, tag="table-goes-on"):
    """The time runs again that stood still since an instant."""

    since: int


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
    | LeaveBegan
    | HintsAllowed
    | Left
    | TimeRests
    | TimeRuns
)

AGREED = N_("Drawn by agreement")
"""Why a match that was drawn by agreement ended; rules never say so."""
ADJUDICATED = N_("Adjudicated as the match stood")
"""Why an unfinished match of a tournament ended; rules never say so."""
