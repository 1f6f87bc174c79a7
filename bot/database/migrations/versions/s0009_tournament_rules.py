"""The rule and the number of rounds of a tournament. Processes of the version before leave the defaults."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add two columns: what is stored was paired by rule 1."""
    op.add_column("tournaments", sa.Column("rule", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tournaments", sa.Column("rounds_planned", sa.Integer, nullable=False, server_default="0"))
