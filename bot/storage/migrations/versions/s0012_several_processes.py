"""Leases of matches, and a beat for each process by its shards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_KEYS = {"shards": ("all", sa.Text), "id": (1, sa.Integer)}
"""The key of the one row there was, before and after."""


def _key_by(name: str) -> None:
    """Recreate the table of beats with another key, and keep when the bot was running last."""
    key, kind = _KEYS[name]
    beats = sa.table("heartbeat", sa.column("at", sa.DateTime(timezone=True)), sa.column(name))
    last = op.get_bind().execute(sa.select(sa.func.max(beats.c.at))).scalar()
    op.drop_table("heartbeat")
    op.create_table(
        "heartbeat",
        sa.Column(name, kind, nullable=False, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint(name, name="pk_heartbeat"),
    )
    if last is not None:
        op.bulk_insert(beats, [{name: key, "at": last}])


def upgrade() -> None:
    _key_by("shards")
    op.create_table(
        "leases",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("takings", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )


def downgrade() -> None:
    op.drop_table("leases")
    _key_by("id")
