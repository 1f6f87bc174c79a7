"""A league of Dicey: whole short matches, and the ratings computed from them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar

from bot.engine.contract import Seat
from bot.matches.model import MatchInfo, MatchTerms, Person
from bot.parts.ratings.model import ALL_TIME, OVERALL, Board, Ending, Player, RatingRow, Result, Scope
from bot.parts.ratings.service import RatingService
from bot.parts.ratings.store import SqlRatingStore
from tests.matches.dicey import Choose, DiceyRules
from tests.matches.table import ANN, BEN, CLEO, Table, TestClock

CLUB = 7
"""The server in which the table plays."""
DAY = datetime(2026, 5, 1, tzinfo=UTC)


class PickyRules(DiceyRules):
    """Dicey with a favourite of each seat."""

    def favourites(self, view: Any, seat: Seat) -> Sequence[str]:
        return ("Lucky Die", "Lucky Die", f"Cup {seat + 1}")


class PairsRules(DiceyRules):
    """Dicey for four in two teams."""

    key: ClassVar[str] = "pairs"
    seats: ClassVar[range] = range(4, 5)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        return ((0, 2), (1, 3))


class League(Table):
    """A table with rated results; matches are decided by resignation."""

    def __init__(self, url: str, clock: TestClock, label: str = "league") -> None:
        games = {"dicey": PickyRules(), "pairs": PairsRules()}
        super().__init__(url, clock, label, games=games)
        self.ratings = RatingService(SqlRatingStore(self.store.database), self.service, games, clock)
        self._channels = itertools.count(1_000)

    async def begin(
        self,
        *players: Person,
        guild: int | None = CLUB,
        rated: bool = True,
        game: str = "dicey",
        acted: bool = True,
    ) -> MatchInfo:
        """Open and start a match of these players, with the first as host; each chooses once."""
        info = await self.service.lobby.open(
            game,
            {},
            seats=len(players),
            host=players[0],
            guild=guild,
            channel=next(self._channels),
            match_terms=MatchTerms(rated=rated),
            request=self.request(),
        )
        for player in players[1:]:
            await self.service.lobby.join(info.id, player, request=self.request())
        await self.service.lobby.start(info.id, players[0].user, request=self.request())
        for player in players if acted else ():
            await self.act(info.id, player, Choose(1))
        return await self.service.info(info.id)

    async def played(
        self, *players: Person, guild: int | None = CLUB, rated: bool = True, take_in: bool = True
    ) -> MatchInfo:
        """Play a match that the first wins: the others resign, the last first. A second passes."""
        info = await self.begin(*players, guild=guild, rated=rated)
        for loser in reversed(players[1:]):
            await self.service.play.resign(info.id, loser.user, request=self.request())
        self.clock.pass_by(seconds=1)
        if take_in:
            await self.ratings.take_in(info.id)
        return await self.service.info(info.id)

    async def drawn(self, first: Person, second: Person) -> MatchInfo:
        """Play a match that ends in a draw by agreement."""
        info = await self.begin(first, second)
        await self.service.proposals.propose(info.id, first.user, "draw", request=self.request())
        await self.service.proposals.answer(info.id, second.user, agree=True, request=self.request())
        await self.ratings.take_in(info.id)
        return await self.service.info(info.id)

    async def board(
        self, game: str = "dicey", guild: int = CLUB, season: int = ALL_TIME, *, user: int = 0, page: int = 0
    ) -> Board:
        return await self.ratings.board(Scope(game, guild, season), user, page)

    async def places(
        self, game: str = "dicey", guild: int = CLUB, season: int = ALL_TIME
    ) -> list[tuple[int, str]]:
        """Return the places and names on the first page."""
        return [(row.place, row.name) for row in (await self.board(game, guild, season)).rows]

    async def standing(self, person: Person, game: str = OVERALL, guild: int = CLUB) -> RatingRow:
        return (await SqlRatingStore(self.store.database).standings(person.user, guild))[game]


def result(number: int, *places: int, first_user: int = 1, guild: int = CLUB, season: int = 1) -> Result:
    """Return a rated result of single players with these places."""
    best = places.count(1)
    players = [
        Player(seat, first_user + seat, f"P{seat}", seat, place, _ending(place, best))
        for seat, place in enumerate(places)
    ]
    return Result(f"match{number:07}", "dicey", guild, True, DAY, tuple(players), number, season)


def _ending(place: int, best: int) -> Ending:
    if place > 1:
        return "lost"
    return "won" if best == 1 else "drawn"


__all__ = ["ANN", "BEN", "CLEO", "CLUB", "League", "result"]
