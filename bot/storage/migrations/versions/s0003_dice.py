"""Rolls, the seeds they come from, and saved rolls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "roll_seeds",
        sa.Column("stream", sa.String(48), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("day", sa.Date),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_roll_seeds"),
    )
    _create_rolls()
    op.create_table(
        "saved_rolls",
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("expression", sa.Text, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("user", "key", name="pk_saved_rolls"),
    )


def _create_rolls() -> None:
    op.create_table(
        "rolls",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("stream", sa.String(48), nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("expression", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("draws", sa.LargeBinary, nullable=False),
        sa.Column("rolled", sa.LargeBinary, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("revealed_at", _INSTANT),
        sa.PrimaryKeyConstraint("id", name="pk_rolls"),
        sa.UniqueConstraint("request", name="uq_rolls_request"),
        sa.ForeignKeyConstraint(["stream"], ["roll_seeds.stream"], name="fk_rolls_stream"),
    )
    op.create_index("ix_rolls_stream_first", "rolls", ["stream", "first"])
    op.create_index("ix_rolls_user_at", "rolls", ["user", "at"])


def downgrade() -> None:
    for table in ("saved_rolls", "rolls", "roll_seeds"):
        op.drop_table(table)
