"""Posts that are still to be retired, and deliveries that may have been posted although they failed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("doubtful", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "stale_posts",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("channel", "message", name="pk_stale_posts"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_stale_posts_match", ondelete="CASCADE"),
    )
    op.create_index("ix_stale_posts_due", "stale_posts", ["due"])
    op.create_index("ix_stale_posts_match", "stale_posts", ["match"])


def downgrade() -> None:
    op.drop_table("stale_posts")
    op.drop_column("outbox", "doubtful")
