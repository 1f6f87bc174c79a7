"""The tables of rolls; they stand beside those of matches."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    ForeignKey,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from bot.storage.schema import UtcDateTime, metadata

roll_seeds = Table(
    "roll_seeds",
    metadata,
    Column("stream", String(48), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("day", Date),
    Column("counter", BigInteger, nullable=False),
)
"""One row a stream of randomness; the counter is the number of its next draw."""

rolls = Table(
    "rolls",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("request", Text, nullable=False, unique=True),
    Column("stream", String(48), ForeignKey("roll_seeds.stream"), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("channel", BigInteger),
    Column("visibility", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("rolled", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("revealed_at", UtcDateTime),
    Index("ix_rolls_stream_first", "stream", "first"),
    Index("ix_rolls_user_at", "user", "at"),
)
"""One row a roll, with the draws from `first` up to, not including, `after`. Draws and dice are JSON."""

saved_rolls = Table(
    "saved_rolls",
    metadata,
    Column("user", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("id", String(12), nullable=False),
    Column("name", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("user", "key"),
)
"""One row a saved roll."""
