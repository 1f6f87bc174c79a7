"""Reviews of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reviews_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name="pk_reviews"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
