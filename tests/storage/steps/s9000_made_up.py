"""Who hosts which match, in words."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = max(path.name[1:5] for path in Path(__file__).parent.glob("s0*.py"))


def upgrade() -> None:
    """Create a table and fill it from the matches."""
    op.create_table("made_up", sa.Column("told", sa.Text, nullable=False))
    op.execute("INSERT INTO made_up SELECT id || ' is hosted by ' || host FROM matches")
