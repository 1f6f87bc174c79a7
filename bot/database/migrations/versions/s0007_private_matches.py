"""Whether a match is in a private thread.

Versions up to 1.5.0 can run beside this one: the columns are NULL in matches they open, and tell of another
channel in matches they move.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add two columns."""
    op.add_column("matches", sa.Column("private", sa.Boolean))
    op.add_column("matches", sa.Column("private_channel", sa.BigInteger))
