"""Requests by age, so that old ones are found to be forgotten."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_requests_at", "requests", ["at"])


def downgrade() -> None:
    op.drop_index("ix_requests_at", "requests")
