"""The table of who held which seat before; it stands beside those of matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table

from bot.storage.schema import metadata

once_seated = Table(
    "once_seated",
    metadata,
    Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
    Index("ix_once_seated_user", "user"),
)
"""One row for each time that a seat changed hands: who held it until the event of that number; 0 for a former
player and a computer."""
