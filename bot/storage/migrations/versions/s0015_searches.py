"""Searches for players, and who is on their lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "searches",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_searches"),
    )
    op.create_index("ix_searches_at", "searches", ["at"])
    op.create_table(
        "searchers",
        sa.Column("search", sa.String(20), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["search"], ["searches.id"], name="fk_searchers_search", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("search", "user", name="pk_searchers"),
    )
    op.create_index("ix_searchers_user", "searchers", ["user"])


def downgrade() -> None:
    op.drop_table("searchers")
    op.drop_table("searches")
