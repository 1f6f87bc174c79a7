"""The users' test tables. Version 1.0.0 does not know them, and can run beside this one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "try_tables",
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_try_tables"),
    )
    op.create_index("ix_try_tables_at", "try_tables", ["at"])
