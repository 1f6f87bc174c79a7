"""Facts that games have alike; a game puts those that it needs into its own union."""

from __future__ import annotations

from bot.engine.contract import Fact, Outcome, Seat


class SeatReady(Fact, frozen=True, tag="seat-ready"):
    """A seat has finished a secret choice; what it chose is not told."""

    seat: Seat


class SeatOut(Fact, frozen=True, tag="seat-out"):
    """A seat has lost and takes no part any more."""

    seat: Seat


class Resigned(Fact, frozen=True, tag="resigned"):
    """A seat has left the match for good, by `Resign`."""

    seat: Seat


class MatchOver(Fact, frozen=True, tag="match-over"):
    """The match has ended."""

    outcome: Outcome
