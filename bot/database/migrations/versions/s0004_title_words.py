"""Translations of the titles of servers' card sets.

Versions up to 1.1.0 do not know them, and can run beside this one: the column is NULL in sets they add.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column."""
    op.add_column("card_sets", sa.Column("title_words", sa.LargeBinary))
