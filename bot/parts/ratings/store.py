"""The database store of the rating service: enters results, replaces ratings, handles seasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, text, update

from bot.base.ids import MatchId
from bot.database.engine import of_row, replace_rows
from bot.database.schema import NOT_ENTERED, matches
from bot.parts.ratings.boards import SqlRatingBoards
from bot.parts.ratings.model import ALL_TIME, EVERYWHERE, Kept, Key, RatingRow, Result, Standings, Step
from bot.parts.ratings.tables import (
    change_of,
    player_of,
    player_rows,
    rating_rows,
    rating_steps,
    ratings,
    result_players,
    result_row,
    results,
    scope_of,
    seasons,
    standing_of,
    step_rows,
)
from bot.people.privacy.store import PersonalRows

T = TypeVar("T")

_LOCK = 0x726174696E67  # the same in every process; nothing else asks for this number

_ENTERED = select(results.c.number).where(results.c.match == bindparam("match"))
_WAITING = (
    select(matches.c.id)
    .where(
        NOT_ENTERED,
        matches.c.game.in_(bindparam("games", expanding=True)),
    )
    .order_by(matches.c.ended_at, matches.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("skip"))
)
_NOTE_ENTERED = update(matches).where(matches.c.id == bindparam("this")).values(entered=True)
_UNRATE = update(results).where(results.c.match == bindparam("this")).values(rated=False)
_NEWEST_NUMBER = select(func.max(results.c.number))
_CURRENT_SEASON = select(func.max(seasons.c.number)).where(seasons.c.guild == bindparam("guild"))
_BEFORE = select(ratings).where(
    ratings.c.user.in_(bindparam("users", expanding=True)),
    ratings.c.guild.in_(bindparam("guilds", expanding=True)),
    ratings.c.season.in_(bindparam("seasons", expanding=True)),
)

Rate: TypeAlias = Callable[[Result, Standings], Sequence[Step]]
"""Returns the new ratings of a result's players, given their standings (`plackett_luce.rate`)."""


class SqlRatingStore(SqlRatingBoards):
    """Stores results, the ratings derived from them, and the seasons of servers.

    Every method may raise `bot.matches.errors.Unavailable`. A `guild` of `EVERYWHERE` means all servers.
    """

    async def waiting(self, games: Collection[str], *, skip: int, limit: int) -> list[MatchId]:
        """Return finished matches of these games without an entered result, the earliest end first."""
        return await self._strings(_WAITING, games=list(games), skip=skip, most=limit)

    async def enter(self, result: Result, rate: Rate) -> bool:
        """Enter a result for the current season of its server and rate its players; False if already entered.

        This is one transaction, serialised among all processes.
        """

        def work(connection: Connection) -> bool:
            if connection.execute(_ENTERED, {"match": result.match}).first() is not None:
                return False
            entered = _numbered(connection, result)
            connection.execute(insert(results), result_row(entered))
            connection.execute(_NOTE_ENTERED, {"this": result.match})
            if entered.players:
                connection.execute(insert(result_players), player_rows(entered))
            steps = rate(entered, _standings_before(connection, entered))
            if steps:
                rows = rating_rows({(step.scope, step.user): step.standing for step in steps})
                replace_rows(connection, ratings, rows)
                connection.execute(insert(rating_steps), step_rows(steps))
            return True

        return await self._in_turn(work)

    async def unrate(self, match: MatchId) -> bool:
        """Store that a result is not rated; return whether there is one. The ratings stay as they are."""

        def work(connection: Connection) -> bool:
            return bool(connection.execute(_UNRATE, {"this": match}).rowcount)

        return await self._in_turn(work)

    async def kept(self) -> Kept:
        """Return all results, standings and changes at one moment."""

        def work(connection: Connection) -> Kept:
            standings = connection.execute(select(ratings))
            steps = connection.execute(select(rating_steps))
            return Kept(
                _all_results(connection),
                {(scope_of(row), row.user): standing_of(row) for row in standings},
                {(row.number, scope_of(row), row.user): change_of(row) for row in steps},
            )

        return await self._in_turn(work)

    async def replace(
        self, found: Sequence[Result], standings: Mapping[Key, RatingRow], steps: Sequence[Step]
    ) -> bool:
        """Replace all standings and steps; False if `results` are not those stored."""

        def work(connection: Connection) -> bool:
            if _all_results(connection) != list(found):
                return False
            for table, rows in ((ratings, rating_rows(standings)), (rating_steps, step_rows(steps))):
                connection.execute(delete(table))
                if rows:
                    connection.execute(insert(table), rows)
            return True

        return await self._in_turn(work)

    async def close_season(self, guild: int, number: int, at: datetime) -> bool:
        """Close the current season and open the next; False unless `number` is the current one."""

        def work(connection: Connection) -> bool:
            if connection.execute(_CURRENT_SEASON, {"guild": guild}).scalar() != number:
                return False
            connection.execute(update(seasons).where(*_these(seasons, guild, number)).values(closed=at))
            connection.execute(insert(seasons), {"guild": guild, "number": number + 1, "opened": at})
            return True

        return await self._in_turn(work)

    async def reset_season(self, guild: int, number: int, at: datetime) -> bool:
        """Close the current season; its matches then count for all time only. False unless it is `number`."""

        def work(connection: Connection) -> bool:
            if connection.execute(_CURRENT_SEASON, {"guild": guild}).scalar() != number:
                return False
            for table in (ratings, rating_steps):
                connection.execute(delete(table).where(*_these(table, guild, number)))
            connection.execute(update(results).where(*_these(results, guild, number)).values(season=ALL_TIME))
            connection.execute(update(seasons).where(*_these(seasons, guild, number)).values(opened=at))
            return True

        return await self._in_turn(work)

    async def forget(self, user: int) -> None:
        """Replace a person by a new number, and delete the name."""

        def work(connection: Connection) -> None:
            lowest = connection.execute(select(func.min(result_players.c.user))).scalar() or 0
            nobody = {"user": min(lowest, 0) - 1}
            for table, values in (
                (result_players, {**nobody, "name": ""}),
                (ratings, nobody),
                (rating_steps, nobody),
            ):
                connection.execute(update(table).where(table.c.user == user).values(values))

        await self._in_turn(work)

    async def _in_turn(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction, one at a time over all processes: each rating builds on the last."""

        def alone(connection: Connection) -> T:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            return work(connection)

        return await self._database.write(alone)


def _numbered(connection: Connection, result: Result) -> Result:
    """Return a result with its number and its season; the first of a server opens season 1."""
    number = (connection.execute(_NEWEST_NUMBER).scalar() or 0) + 1
    if result.guild == EVERYWHERE:
        return replace(result, number=number)
    season = connection.execute(_CURRENT_SEASON, {"guild": result.guild}).scalar()
    if season is None:
        season = 1
        connection.execute(insert(seasons), {"guild": result.guild, "number": 1, "opened": result.at})
    return replace(result, number=number, season=season)


def _standings_before(connection: Connection, result: Result) -> dict[Key, RatingRow]:
    bounds = {
        "users": [player.user for player in result.players],
        "guilds": list({EVERYWHERE, result.guild}),
        "seasons": list({ALL_TIME, result.season}),
    }
    rows = connection.execute(_BEFORE, bounds)
    return {(scope_of(row), row.user): standing_of(row) for row in rows}


def _all_results(connection: Connection) -> list[Result]:
    order = result_players.c.number, result_players.c.seat
    rows = connection.execute(select(result_players).order_by(*order)).all()
    players = {
        number: [player_of(row) for row in group] for number, group in groupby(rows, lambda row: row.number)
    }
    stored = connection.execute(select(results).order_by(results.c.number))
    return [of_row(Result, row, players=tuple(players.get(row.number, ()))) for row in stored]


def _these(table: Table, guild: int, number: int) -> tuple[Any, Any]:
    """Return the conditions that name a season in a table."""
    season = table.c.number if table is seasons else table.c.season
    return table.c.guild == guild, season == number


class PersonalRatings(PersonalRows):
    """Results and ratings of a user. They stay under an anonymous number, for the other players."""

    async def delete(self, user: int) -> None:
        """Replace the user by a unique anonymous number."""
        await SqlRatingStore(self._database).forget(user)
