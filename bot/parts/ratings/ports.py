"""The database interface of results and ratings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from bot.base.ids import MatchId
from bot.engine.contract import Seat
from bot.parts.ratings.model import (
    Board,
    Change,
    Kept,
    Key,
    Meetings,
    Part,
    RatingRow,
    Result,
    Scope,
    Season,
    Standings,
    Step,
    Tally,
)

Rate: TypeAlias = Callable[[Result, Standings], Sequence[Step]]
"""Returns the new ratings of a result's players, given their standings (`plackett_luce.rate`)."""


class RatingStore(Protocol):
    """Stores results, the ratings derived from them, and the seasons of servers.

    Every method may raise `bot.matches.errors.Unavailable`. A `guild` of `EVERYWHERE` means all servers.
    """

    async def waiting(self, games: Collection[str], *, skip: int, limit: int) -> list[MatchId]:
        """Return finished matches of these games without an entered result, the earliest end first."""

    async def enter(self, result: Result, rate: Rate) -> bool:
        """Enter a result for the current season of its server and rate its players; False if already entered.

        This is one transaction, serialised among all processes.
        """

    async def unrate(self, match: MatchId) -> bool:
        """Store that a result is not rated; return whether there is one. The ratings stay as they are."""

    async def kept(self) -> Kept:
        """Return all results, standings and changes at one moment."""

    async def replace(
        self, results: Sequence[Result], standings: Mapping[Key, RatingRow], steps: Sequence[Step]
    ) -> bool:
        """Replace all standings and steps; False if `results` are not those stored."""

    async def changes(self, match: MatchId) -> dict[Seat, Change] | None:
        """Return the rating changes by a match, by seat; empty if unrated, None if not entered.

        They are those in its game, on its server or else everywhere.
        """

    async def board(self, scope: Scope, *, first: int, limit: int, user: int) -> Board:
        """Return a page of a leaderboard, and the row of this user. Former players are not on it."""

    async def board_of_winners(self, guild: int) -> dict[int, str]:
        """Return the leader of each season of a server over all games, by number of the season."""

    async def name(self, user: int) -> str | None:
        """Return the last known name of a player; None for one without a result."""

    async def standings(self, user: int, guild: int) -> dict[str, RatingRow]:
        """Return a player's standings of all time, by game."""

    async def records(self, user: int, guild: int) -> tuple[dict[str, Tally], dict[str, Tally]]:
        """Return a player's rated and other results, by game."""

    async def picks(self, user: int, guild: int, limit: int) -> list[tuple[str, tuple[str, ...]]]:
        """Return game and picks of a player's newest results that have picks."""

    async def meetings(self, user: int, other: int, guild: int) -> Meetings:
        """Return a player's record with and against another."""

    async def curve(self, scope: Scope, user: int, limit: int) -> list[Change]:
        """Return the changes by a player's newest rated matches, oldest first."""

    async def parts(self, user: int) -> list[Part]:
        """Return a player's part in all results, in their order."""

    async def all_standings(self, user: int) -> dict[Scope, RatingRow]:
        """Return all ratings of a player."""

    async def seasons(self, guild: int) -> list[Season]:
        """Return the seasons of a server, the current one last; empty before its first result."""

    async def close_season(self, guild: int, number: int, at: datetime) -> bool:
        """Close the current season and open the next; False unless `number` is the current one."""

    async def reset_season(self, guild: int, number: int, at: datetime) -> bool:
        """Close the current season; its matches then count for all time only. False unless it is `number`."""

    async def forget(self, user: int) -> None:
        """Replace a person by a new number, and delete the name."""
