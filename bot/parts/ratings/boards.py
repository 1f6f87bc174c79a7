"""Reads results and ratings: leaderboards, profiles, seasons."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict
from sqlalchemy import BigInteger, ColumnElement, Connection, Select, and_, bindparam, func, or_, select
from sqlalchemy import Row as SqlRow

from bot.base.ids import MatchId
from bot.database.engine import Stored, of_row
from bot.engine.contract import Seat
from bot.parts.ratings.model import (
    ALL_TIME,
    EVERYWHERE,
    OVERALL,
    Board,
    Ending,
    Meetings,
    RatingChange,
    RatingRow,
    Row,
    Scope,
    Season,
    Tally,
)
from bot.parts.ratings.tables import (
    change_of,
    picks_of,
    rating_steps,
    ratings,
    result_players,
    results,
    seasons,
    standing_of,
)

_IN_SCOPE = and_(
    ratings.c.game == bindparam("game"),
    ratings.c.guild == bindparam("guild"),
    ratings.c.season == bindparam("season"),
    ratings.c.user > 0,
)
"""The ratings of a leaderboard; a former player has a negative user number."""
_PLAYERS = select(func.count()).select_from(ratings).where(_IN_SCOPE)
_BETTER = _PLAYERS.where(ratings.c.points > bindparam("points"))
_OWN = select(ratings).where(_IN_SCOPE, ratings.c.user == bindparam("user"))
_PAGE = (
    select(ratings)
    .where(_IN_SCOPE)
    .order_by(ratings.c.points.desc(), ratings.c.user.desc())
    .limit(bindparam("most"))
    .offset(bindparam("first"))
)


def _last_name(user: ColumnElement[int]) -> Select[Any]:
    """Return the name under which a player was last seen."""
    names = select(result_players.c.name).where(result_players.c.user == user)
    return names.order_by(result_players.c.number.desc()).limit(1)


def _named(found: Select[Any]) -> Select[Any]:
    """Return the ratings with the last names of their players."""
    rows = found.subquery()
    name = _last_name(rows.c.user).scalar_subquery()
    return select(rows, name.label("name")).order_by(rows.c.points.desc(), rows.c.user.desc())


_NAMED_PAGE, _NAMED_OWN = _named(_PAGE), _named(_OWN)
_NAME = _last_name(bindparam("user"))
_PLACED = result_players.join(results, results.c.number == result_players.c.number)
_GUILD = bindparam("guild", type_=BigInteger)
_HERE = or_(_GUILD == EVERYWHERE, results.c.guild == _GUILD)
_RECORDS = (
    select(results.c.game, results.c.rated, result_players.c.ending, func.count().label("times"))
    .select_from(_PLACED)
    .where(result_players.c.user == bindparam("user"), _HERE)
    .group_by(results.c.game, results.c.rated, result_players.c.ending)
)
_PICKS = (
    select(results.c.game, result_players.c.picks)
    .select_from(_PLACED)
    .where(result_players.c.user == bindparam("user"), result_players.c.picks != b"[]", _HERE)
    .order_by(results.c.number.desc())
    .limit(bindparam("most"))
)
_other = result_players.alias("other")
_MEETINGS = (
    select(
        result_players.c.team.label("team"),
        result_players.c.place.label("place"),
        _other.c.team.label("other_team"),
        _other.c.place.label("other_place"),
        func.count().label("times"),
    )
    .select_from(_PLACED.join(_other, _other.c.number == result_players.c.number))
    .where(result_players.c.user == bindparam("user"), _other.c.user == bindparam("opponent"), _HERE)
    .group_by(result_players.c.team, result_players.c.place, _other.c.team, _other.c.place)
)
_CURVE = (
    select(rating_steps)
    .where(
        rating_steps.c.user == bindparam("user"),
        rating_steps.c.game == bindparam("game"),
        rating_steps.c.guild == bindparam("guild"),
        rating_steps.c.season == bindparam("season"),
    )
    .order_by(rating_steps.c.number.desc())
    .limit(bindparam("most"))
)
_RESULT = select(results).where(results.c.match == bindparam("match"))
_CHANGES = (
    select(result_players.c.seat, rating_steps)
    .select_from(
        rating_steps.join(
            result_players,
            and_(
                result_players.c.number == rating_steps.c.number,
                result_players.c.user == rating_steps.c.user,
            ),
        )
    )
    .where(
        rating_steps.c.number == bindparam("number"),
        rating_steps.c.game == bindparam("game"),
        rating_steps.c.guild == bindparam("guild"),
        rating_steps.c.season == ALL_TIME,
    )
    .order_by(result_players.c.seat)
)
_SEASONS = (
    select(
        seasons,
        select(func.count())
        .select_from(results)
        .where(results.c.guild == seasons.c.guild, results.c.season == seasons.c.number, results.c.rated)
        .scalar_subquery()
        .label("matches"),
    )
    .where(seasons.c.guild == bindparam("guild"))
    .order_by(seasons.c.number)
)
_STANDINGS = select(ratings).where(
    ratings.c.user == bindparam("user"), ratings.c.guild == bindparam("guild"), ratings.c.season == ALL_TIME
)


class SqlRatingBoards(Stored):
    """The part of `bot.parts.ratings.store.SqlRatingStore` that only reads."""

    async def changes(self, match: MatchId) -> dict[Seat, RatingChange] | None:
        """Return the rating changes by a match, by seat; empty if unrated, None if not entered.

        They are those in its game, on its server or else everywhere.
        """
        result = await self._first(_RESULT, match=match)
        if result is None:
            return None
        rows = await self._all(_CHANGES, number=result.number, game=result.game, guild=result.guild)
        return {row.seat: change_of(row) for row in rows}

    async def board(self, scope: Scope, *, first: int, limit: int, user: int) -> Board:
        """Return a page of a leaderboard, and the row of this user. Former players are not on it."""
        bounds = asdict(scope)

        def work(connection: Connection) -> Board:
            players = connection.execute(_PLAYERS, bounds).scalar_one()
            shown = _page(connection, bounds, first, limit)
            own = next((row for row in shown if row.user == user), None)
            mine = connection.execute(_NAMED_OWN, {**bounds, "user": user}).first() if own is None else None
            if mine is not None:
                own = _row(_place(connection, bounds, mine.points), mine)
            return Board(scope, tuple(shown), first, players, own)

        return await self._database.read(work)

    async def board_of_winners(self, guild: int) -> dict[int, str]:
        """Return the leader of each season of a server over all games, by number of the season."""
        winners = {}
        for season in await self.seasons(guild):
            board = await self.board(Scope(OVERALL, guild, season.number), first=0, limit=1, user=0)
            if board.rows:
                winners[season.number] = board.rows[0].name
        return winners

    async def name(self, user: int) -> str | None:
        """Return the last known name of a player; None for one without a result."""
        return await self._one(lambda row: str(row.name), _NAME, user=user)

    async def standings(self, user: int, guild: int) -> dict[str, RatingRow]:
        """Return a player's standings of all time, by game."""
        found = await self._all(_STANDINGS, user=user, guild=guild)
        return {row.game: standing_of(row) for row in found}

    async def records(self, user: int, guild: int) -> tuple[dict[str, Tally], dict[str, Tally]]:
        """Return a player's rated and other results, by game."""
        counts: dict[bool, dict[str, dict[Ending, int]]] = {True: {}, False: {}}
        for row in await self._all(_RECORDS, user=user, guild=guild):
            counts[row.rated].setdefault(row.game, {})[row.ending] = row.times
        rated, other = (
            {game: Tally(**each) for game, each in counts[kind].items()} for kind in (True, False)
        )
        return rated, other

    async def picks(self, user: int, guild: int, limit: int) -> list[tuple[str, tuple[str, ...]]]:
        """Return game and picks of a player's newest results that have picks."""
        found = await self._all(_PICKS, user=user, guild=guild, most=limit)
        return [(row.game, picks_of(row.picks)) for row in found]

    async def meetings(self, user: int, other: int, guild: int) -> Meetings:
        """Return a player's record with and against another."""
        won = drawn = lost = partners = 0
        for row in await self._all(_MEETINGS, user=user, opponent=other, guild=guild):
            if row.team == row.other_team:
                partners += row.times
            elif row.place == row.other_place:
                drawn += row.times
            elif row.place < row.other_place:
                won += row.times
            else:
                lost += row.times
        return Meetings(Tally(won, drawn, lost), partners)

    async def curve(self, scope: Scope, user: int, limit: int) -> list[RatingChange]:
        """Return the changes by a player's newest rated matches, oldest first."""
        found = await self._all(_CURVE, **asdict(scope), user=user, most=limit)
        return [change_of(row) for row in reversed(found)]

    async def seasons(self, guild: int) -> list[Season]:
        """Return the seasons of a server, the current one last; empty before its first result."""
        return [of_row(Season, row) for row in await self._all(_SEASONS, guild=guild)]


def _page(connection: Connection, bounds: dict[str, Any], first: int, limit: int) -> list[Row]:
    if not limit:
        return []
    shown: list[Row] = []
    rows = connection.execute(_NAMED_PAGE, {**bounds, "first": first, "most": limit})
    for at, row in enumerate(rows.all(), start=first + 1):
        if shown and shown[-1].standing.points == row.points:
            place = shown[-1].place
        else:
            place = at if shown else _place(connection, bounds, row.points)
        shown.append(_row(place, row))
    return shown


def _place(connection: Connection, bounds: dict[str, Any], points: int) -> int:
    better = connection.execute(_BETTER, {**bounds, "points": points}).scalar_one()
    return int(better) + 1


def _row(place: int, row: SqlRow[Any]) -> Row:
    return Row(place, row.user, row.name or "", standing_of(row))
