"""Who held which seat before it changed hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "once_seated",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_once_seated"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_once_seated_match", ondelete="CASCADE"),
    )
    op.create_index("ix_once_seated_user", "once_seated", ["user"])


def downgrade() -> None:
    op.drop_table("once_seated")
