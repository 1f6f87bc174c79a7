"""The tables of decks and of the card sets of servers; they stand beside those of matches."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.storage.schema import UtcDateTime, metadata

decks = Table(
    "decks",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("user", "key"),
)
"""One row a deck; its entries are JSON, `key` is the name as it is looked up."""

card_sets = Table(
    "card_sets",
    metadata,
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "game", "key"),
)
"""One row a card set that a server has added, with its text as it was uploaded."""

lab_reports = Table(
    "lab_reports",
    metadata,
    Column("game", Text, nullable=False),
    Column("cards", String(64), nullable=False),
    Column("report", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("game", "cards"),
)
"""One row a report of the lab, as JSON, by the hash of the cards it is on."""
