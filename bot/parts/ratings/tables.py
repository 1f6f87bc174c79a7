"""The tables of results, ratings and seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Row,
    Text,
)

from bot.database.engine import of_row
from bot.database.schema import UtcDateTime, match_column, new_table
from bot.parts.ratings.model import Key, Player, RatingChange, RatingRow, Result, Scope, Step

# Converts between the values of the rating service and table rows.


_encode = msgspec.json.encode
_picks = msgspec.json.Decoder(tuple[str, ...])


def result_row(result: Result) -> dict[str, Any]:
    """Return the row of a result."""
    return {name: value for name, value in msgspec.structs.asdict(result).items() if name != "players"}


def player_rows(result: Result) -> list[dict[str, Any]]:
    """Return the rows of a result's players."""
    return [
        {**msgspec.structs.asdict(player), "number": result.number, "picks": _encode(player.picks)}
        for player in result.players
    ]


def player_of(row: Row[Any]) -> Player:
    """Return the player that a row holds."""
    return of_row(Player, row, picks=picks_of(row.picks))


def picks_of(encoded: bytes) -> tuple[str, ...]:
    """Return a player's picks."""
    return _picks.decode(encoded)


def rating_rows(standings: Mapping[Key, RatingRow]) -> list[dict[str, Any]]:
    """Return the rows of standings."""
    return [
        {
            **msgspec.structs.asdict(scope),
            **msgspec.structs.asdict(standing),
            "user": user,
            "points": standing.points,
        }
        for (scope, user), standing in standings.items()
    ]


def step_rows(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Return the rows of steps."""
    return [
        {
            "number": step.number,
            **msgspec.structs.asdict(step.scope),
            "user": step.user,
            **msgspec.structs.asdict(step.change),
        }
        for step in steps
    ]


def scope_of(row: Row[Any]) -> Scope:
    """Return the scope of a rating or a step."""
    return Scope(row.game, row.guild, row.season)  # faster than `of_row`: there can be very many


def standing_of(row: Row[Any]) -> RatingRow:
    """Return the standing that a row of ratings holds."""
    return RatingRow(row.mu, row.sigma, row.matches, row.wins, row.draws, row.streak, row.best)


def change_of(row: Row[Any]) -> RatingChange:
    """Return the change that a row of steps holds."""
    return RatingChange(row.before, row.after, row.matches)


def _result_column() -> Column[int]:
    return Column("number", BigInteger, ForeignKey("results.number", ondelete="CASCADE"), nullable=False)


def _scope() -> tuple[Column[Any], ...]:
    """Return the columns for the games, servers and seasons of a row."""
    return (
        Column("game", Text, nullable=False),
        Column("guild", BigInteger, nullable=False),
        Column("season", Integer, nullable=False),
    )


results = new_table(
    "results",
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    match_column(unique=True),
    *_scope(),
    Column("rated", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("agreed", Boolean, nullable=False),
    Index("ix_results_guild_season", "guild", "season"),
)
"""One row for each finished match, numbered in the order of counting; guild and season 0 for none."""

result_players = new_table(
    "result_players",
    _result_column(),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("team", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("ending", Text, nullable=False),
    Column("picks", LargeBinary, nullable=False),
    PrimaryKeyConstraint("number", "seat"),
    Index("ix_result_players_user_number", "user", "number"),
)
"""One row for each user and result; a former player has a negative user number. Picks are JSON."""

ratings = new_table(
    "ratings",
    *_scope(),
    Column("user", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("points", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    PrimaryKeyConstraint("game", "guild", "season", "user"),
    Index("ix_ratings_leaderboard", "game", "guild", "season", "points", "user"),
    Index("ix_ratings_user", "user"),
)
"""One row for each player and scope: game "" for all games, guild 0 for everywhere, season 0 for all time."""

rating_steps = new_table(
    "rating_steps",
    _result_column(),
    *_scope(),
    Column("user", BigInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("number", "game", "guild", "season", "user"),
    Index("ix_rating_steps_player", "user", "game", "guild", "season", "number"),
)
"""One row for each result, player and scope: the points before and after."""

seasons = new_table(
    "seasons",
    Column("guild", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("opened", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    PrimaryKeyConstraint("guild", "number"),
)
"""One row for each season of a server; the one without an end is the current one."""
