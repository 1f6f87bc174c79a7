"""What the titles of servers' card sets are in other languages.

Versions up to 1.1.0 know nothing of it, and run beside this one: of a set that they add it is NULL.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column."""
    op.add_column("card_sets", sa.Column("title_words", sa.LargeBinary))
