"""The first tables: matches, what belongs to them, and the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_OWN_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_GOING_ON = sa.text("stage IN ('lobby', 'playing')")
_NOT_PARKED = sa.text("parked IS NULL")


def upgrade() -> None:
    _create_matches()
    _create_requests()
    _create_log()
    _create_outbox()
    _create_posts()


def downgrade() -> None:
    for table in ("posts", "outbox", "draws", "events", "actions", "requests", "matches"):
        op.drop_table(table)


def _match(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    return (
        sa.Column("match", sa.String(12), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=f"fk_{table}_match", ondelete="CASCADE"),
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("cards", sa.Text),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("versions", sa.LargeBinary, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("outcome", sa.LargeBinary),
        sa.Column("opened_at", _INSTANT, nullable=False),
        sa.Column("ended_at", _INSTANT),
        sa.Column("state", sa.LargeBinary),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("turn_from", sa.BigInteger, nullable=False),
        sa.Column("before_from", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index(
        "uq_matches_channel_going_on",
        "matches",
        ["channel"],
        unique=True,
        sqlite_where=_GOING_ON,
        postgresql_where=_GOING_ON,
    )
    op.create_index("ix_matches_channel", "matches", ["channel"])


def _create_requests() -> None:
    op.create_table(
        "requests",
        sa.Column("request", sa.Text, nullable=False),
        *_match("requests"),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("request", name="pk_requests"),
    )


def _create_log() -> None:
    op.create_table(
        "actions",
        *_match("actions"),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.LargeBinary, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_actions"),
    )
    op.create_table(
        "events",
        *_match("events"),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("event", sa.LargeBinary, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", "n", name="pk_events"),
    )
    op.create_table(
        "draws",
        *_match("draws"),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("draw", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match", "n", name="pk_draws"),
    )


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _OWN_ID, autoincrement=True, nullable=False),
        *_match("outbox"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(25), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", _INSTANT, nullable=False),
        sa.Column("parked", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_pending",
        "outbox",
        ["match", "id"],
        sqlite_where=_NOT_PARKED,
        postgresql_where=_NOT_PARKED,
    )


def _create_posts() -> None:
    op.create_table(
        "posts",
        *_match("posts"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("posted_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("match", "kind", "user", name="pk_posts"),
    )
