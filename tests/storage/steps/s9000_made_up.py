"""Who hosts which match, in words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "0004"


def upgrade() -> None:
    """Create a table and fill it from the matches."""
    op.create_table("made_up", sa.Column("told", sa.Text, nullable=False))
    op.execute("INSERT INTO made_up SELECT id || ' is hosted by ' || host FROM matches")
