"""A wish to play, and where wishes are kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol

import msgspec

from bot.matches.clocks import ClockTerms
from bot.matches.company import Wanted
from bot.matches.model import MatchId

KEPT: Final = timedelta(days=30)
"""The lifetime of a wish."""
ASKED: Final = timedelta(days=1)
"""The time to accept a match made for a wish. Without an answer the wish rests for as long."""
MOST: Final = 10
"""Wishes of one person."""
MOST_AT_ONCE: Final = 5
"""The greatest number of matches of one game that a person can wish for at once."""


class Kind(NamedTuple):
    """What all have in common whose wishes fit."""

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
    """Where they said so: the lobby is opened in a thread of it."""
    seats: int
    terms: ClockTerms
    rated: bool
    most: int
    """How many matches of this game they want to play at once, of whatever origin."""
    wanted: Wanted
    began: datetime
    place: datetime
    """Their place among the wishes: the earlier goes first."""
    rests_until: datetime | None = None
    """Until when nothing is made of it."""
    passed: tuple[MatchId, ...] = ()
    """The lobbies in which they did not take the seat that was kept for them."""

    @property
    def kind(self) -> Kind:
        """The part that must be the same in another wish."""
        return Kind(self.guild, self.game, self.seats, self.terms, self.rated)

    @property
    def until(self) -> datetime:
        """The time at which it expires."""
        return self.began + KEPT


class WishStore(Protocol):
    """Where wishes are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def keep(self, wish: Wish) -> None:
        """Store a wish, replacing its person's wish for the same game on the same server."""

    async def withdraw(self, user: int, guild: int, game: str) -> bool:
        """Forget a wish; False where there was none."""

    async def of(self, user: int) -> list[Wish]:
        """Return the wishes of a person, by their places."""

    async def standing(self) -> list[Wish]:
        """Return all wishes, by their places."""

    async def forget(self, before: datetime) -> None:
        """Forget the wishes that began before an instant."""

    async def playing(self) -> Mapping[tuple[int, str], int]:
        """Return in how many matches and lobbies of each game those hold a seat who have a wish."""
