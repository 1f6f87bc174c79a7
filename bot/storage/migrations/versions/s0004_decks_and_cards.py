"""Decks of players, card sets of servers, and the cards that matches pin."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "card_pools",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("cards", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_card_pools"),
    )
    op.create_table(
        "decks",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("entries", sa.LargeBinary, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decks"),
        sa.UniqueConstraint("user", "key", name="uq_decks_user_key"),
    )
    op.create_table(
        "card_sets",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "key", name="pk_card_sets"),
    )


def downgrade() -> None:
    for table in ("card_sets", "decks", "card_pools"):
        op.drop_table(table)
