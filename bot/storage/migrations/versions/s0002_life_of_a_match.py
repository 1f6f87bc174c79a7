"""The life of a match beside its game: clocks, proposals, what was taken back."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("matches", sa.Column("life", sa.LargeBinary))
    op.add_column("matches", sa.Column("due", _INSTANT))
    op.create_index("ix_matches_due", "matches", ["due"])
    for table, column in (("actions", "undone"), ("events", "undone"), ("draws", "void")):
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "seated",
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name="pk_seated"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seated_match", ondelete="CASCADE"),
    )
    op.create_index("ix_seated_user", "seated", ["user"])
    _note_who_is_seated()
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, autoincrement=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )


def _note_who_is_seated() -> None:
    """Fill the new table from the seats of the matches there are."""
    matches = sa.table("matches", sa.column("id", sa.String), sa.column("seats", sa.LargeBinary))
    seated = sa.table("seated", sa.column("match", sa.String), sa.column("user", sa.BigInteger))
    connection = op.get_bind()
    for match, seats in connection.execute(sa.select(matches.c.id, matches.c.seats)).all():
        for user in {holder["user"] for holder in json.loads(seats)} - {0}:
            connection.execute(sa.insert(seated).values(match=match, user=user))


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_table("seated")
    for table, column in (("actions", "undone"), ("events", "undone"), ("draws", "void")):
        op.drop_column(table, column)
    op.drop_index("ix_matches_due", "matches")
    op.drop_column("matches", "due")
    op.drop_column("matches", "life")
