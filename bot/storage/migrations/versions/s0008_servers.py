"""What servers have set for their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_servers"),
    )


def downgrade() -> None:
    op.drop_table("servers")
