"""Rests and outages, in which no time counts, and the clocks to which an undo goes back.

Versions up to 1.5.0 can run beside this one: they leave the new columns empty.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add columns and a table."""
    op.add_column("matches", sa.Column("rest", sa.LargeBinary))
    op.add_column("matches", sa.Column("asked_at", sa.DateTime(timezone=True)))
    op.add_column("actions", sa.Column("times", sa.LargeBinary))
    op.add_column("tournaments", sa.Column("credited", sa.DateTime(timezone=True)))
    op.create_table(
        "outages",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("shards", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", "shards", name="pk_outages"),
    )
