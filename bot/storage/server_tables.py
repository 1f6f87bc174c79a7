"""The table of what servers have set; it stands beside those of matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, Table

from bot.storage.schema import UtcDateTime, metadata

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row a server that has set anything, as JSON, with when it was changed last."""
