"""Reports of the lab on card sets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lab_reports",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("cards", sa.String(64), nullable=False),
        sa.Column("report", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game", "cards", name="pk_lab_reports"),
    )


def downgrade() -> None:
    op.drop_table("lab_reports")
