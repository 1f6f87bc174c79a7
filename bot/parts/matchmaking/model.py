"""A wish to play, and the store of wishes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from bot.base.ids import MatchId
from bot.matches.clocks import ClockTerms
from bot.matches.seating_policy import Wanted

KEPT: Final = timedelta(days=30)
"""The lifetime of a wish."""
ASKED: Final = timedelta(days=1)
"""The time to accept a match made for a wish. Without an answer the wish rests for as long."""
MOST: Final = 10
"""Wishes of one person."""
MOST_AT_ONCE: Final = 5
"""The greatest number of matches of one game that a person can wish for at once."""


class Kind(NamedTuple):
    """What must be equal in wishes from which one match is made."""

    guild: int
    game: str
    seats: int
    terms: ClockTerms
    rated: bool


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's wish to play on a server; at most one for each person, server and game."""

    user: int
    guild: int
    game: str
    channel: int
    """The channel in which the wish was made: the lobby is opened in a thread of it."""
    seats: int
    terms: ClockTerms
    rated: bool
    most: int
    """The most matches of this game that the person wants to play at once, however they were opened."""
    wanted: Wanted
    began: datetime
    place: datetime
    """The place among the wishes: earlier ones come first."""
    rests_until: datetime | None = None
    """Until when no match is made from it."""
    passed: tuple[MatchId, ...] = ()
    """The lobbies in which the person did not take the reserved seat."""

    @property
    def kind(self) -> Kind:
        """The part that must be the same in another wish."""
        return Kind(self.guild, self.game, self.seats, self.terms, self.rated)

    @property
    def until(self) -> datetime:
        """The time at which it expires."""
        return self.began + KEPT
