"""What people have set, what they are still to be told, and who follows a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("preferences", sa.LargeBinary, nullable=False),
        sa.Column("digest_due", _INSTANT),
        sa.PrimaryKeyConstraint("user", name="pk_people"),
    )
    op.create_index("ix_people_digest_due", "people", ["digest_due"])
    op.create_table(
        "notices_due",
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("matter", sa.Text, nullable=False),
        sa.Column("due", _INSTANT, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user", "match", "matter", name="pk_notices_due"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_notices_due_match", ondelete="CASCADE"),
    )
    op.create_index("ix_notices_due_due", "notices_due", ["due"])
    op.create_table(
        "followers",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("following", sa.Text, nullable=False),
        sa.Column("told_at", _INSTANT),
        sa.PrimaryKeyConstraint("match", "user", name="pk_followers"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_followers_match", ondelete="CASCADE"),
    )
    op.create_index("ix_followers_user", "followers", ["user"])


def downgrade() -> None:
    for table in ("followers", "notices_due", "people"):
        op.drop_table(table)
