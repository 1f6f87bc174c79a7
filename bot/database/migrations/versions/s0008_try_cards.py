"""The cards of test tables, which go with their table. Version 1.5.0 can run beside this one without them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "try_cards",
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("cards", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("user", "hash", name="pk_try_cards"),
    )
    op.create_index("ix_try_cards_hash", "try_cards", ["hash"])
