"""The tables of results, ratings and seasons; they stand beside those of matches."""

from __future__ import annotations

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
    String,
    Table,
    Text,
)

from bot.storage.schema import UtcDateTime, metadata

results = Table(
    "results",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("season", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_results_guild_season", "guild", "season"),
)
"""One row a finished match, numbered in the order in which results count; guild and season 0 for none."""


def _result_column() -> Column[int]:
    return Column("number", BigInteger, ForeignKey("results.number", ondelete="CASCADE"), nullable=False)


result_players = Table(
    "result_players",
    metadata,
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
"""One row a person and result; a former player has a negative number for the user. Picks are JSON."""

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("season", Integer, nullable=False),
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
"""One row a player and scope: game "" for all games, guild 0 for everywhere, season 0 for all time."""

rating_steps = Table(
    "rating_steps",
    metadata,
    _result_column(),
    Column("game", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("season", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("number", "game", "guild", "season", "user"),
    Index("ix_rating_steps_player", "user", "game", "guild", "season", "number"),
)
"""One row a result, player and scope: the points before and after."""

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("opened", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    PrimaryKeyConstraint("guild", "number"),
)
"""One row a season of a server; the one without an end is the current one."""
