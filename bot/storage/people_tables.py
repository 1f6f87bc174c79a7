"""The tables of what people have set and are still to be told; they stand beside those of matches."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
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

people = Table(
    "people",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("preferences", LargeBinary, nullable=False),
    Column("digest_due", UtcDateTime),
    Index("ix_people_digest_due", "digest_due"),
)
"""One row a person who has set anything, as JSON; `digest_due`: when their next digest is."""

notices_due = Table(
    "notices_due",
    metadata,
    Column("user", BigInteger, nullable=False),
    Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("matter", Text, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    PrimaryKeyConstraint("user", "match", "matter"),
    Index("ix_notices_due_due", "due"),
)
"""What people are to be told later: one row for each person, match and matter."""

followers = Table(
    "followers",
    metadata,
    Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("following", Text, nullable=False),
    Column("told_at", UtcDateTime),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_followers_user", "user"),
)
"""Who watches a match, or has muted it; `told_at`: when who watches was told of it last."""
