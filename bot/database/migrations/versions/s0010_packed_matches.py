"""Blocks with the rows of ended matches. Versions up to 1.5.0 run beside this one until there is one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add a table and a column: nothing is packed yet."""
    op.create_table(
        "packed",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_packed_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_packed"),
    )
    op.add_column("matches", sa.Column("packed", sa.Boolean, nullable=False, server_default=sa.false()))
    ended = sa.text("ended_at IS NOT NULL AND NOT packed")
    op.create_index(
        "ix_matches_not_packed", "matches", ["ended_at", "id"], sqlite_where=ended, postgresql_where=ended
    )
