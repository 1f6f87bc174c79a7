"""Former versions of servers' card sets, and an index of a server's matches by their cards.

Version 1.1.0 does not know them, and can run beside this one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a table and an index."""
    op.create_table(
        "card_set_versions",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("title_words", sa.LargeBinary),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "key", "number", name="pk_card_set_versions"),
    )
    op.create_index("ix_matches_guild_game_cards", "matches", ["guild", "game", "cards"])
