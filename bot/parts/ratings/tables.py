"""The tables of results, ratings and seasons."""

from __future__ import annotations

from typing import Any

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
    Text,
)

from bot.database.schema import UtcDateTime, match_column, new_table


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
