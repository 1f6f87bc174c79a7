"""The tables of servers' cards and maps."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, String, Text

from bot.database.schema import UtcDateTime, new_table

card_sets = new_table(
    "card_sets",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("title_words", LargeBinary),
    PrimaryKeyConstraint("guild", "game", "key"),
)
"""One row for each card set of a server, with its text as uploaded. `title_words` is JSON: translations of
its title, NULL in sets that an older version added.
"""

card_pictures = new_table(
    "card_pictures",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("png", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "game", "key", "number"),
)
"""One row for each card of a server's set with a picture, a PNG that the bot encoded. `digest` is its
SHA-256.
"""

card_set_versions = new_table(
    "card_set_versions",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("title_words", LargeBinary),
    Column("text", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "game", "key", "number"),
)
"""One row for each former version of such a set, numbered from 1. `at`: when it was added. The present
version is in `card_sets` alone.
"""
