"""The tables. A change here needs a migration; a test holds the two against each other."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
    text,
)
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, kept in UTC; SQLite would forget the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse an instant without a zone, and bring others to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant without a time zone cannot be stored")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give an instant back in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_OWN_ID = BigInteger().with_variant(Integer, "sqlite")
GOING_ON = text("matches.stage IN ('lobby', 'playing')")
"""The matches that have not ended. Written out: only so does an index of these alone serve a query."""
_GOING_ON = text("stage IN ('lobby', 'playing')")
FINISHED = text("stage = 'finished'")
"""The matches that have a result, written out as well."""


def _match_column() -> Column[str]:
    return Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)


matches = Table(
    "matches",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("cards", Text),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("versions", LargeBinary, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("outcome", LargeBinary),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("state", LargeBinary),
    Column("counter", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("turn_from", BigInteger, nullable=False),
    Column("before_from", BigInteger, nullable=False),
    Column("life", LargeBinary),
    Column("due", UtcDateTime),
    Column("orders", LargeBinary),
    Index(
        "uq_matches_channel_going_on",
        "channel",
        unique=True,
        sqlite_where=_GOING_ON,
        postgresql_where=_GOING_ON,
    ),
    Index("ix_matches_channel", "channel"),
    Index("ix_matches_due", "due"),
    Index(
        "ix_matches_finished",
        "ended_at",
        "id",
        sqlite_where=FINISHED,
        postgresql_where=FINISHED,
    ),
)
"""One row a match. Options, seats, versions, outcome, state, life and orders are JSON; `due`: when a clock or
a window runs out, or orders are carried out."""

card_pools = Table(
    "card_pools",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("cards", LargeBinary, nullable=False),
)
"""The cards that matches pin, as JSON by their SHA-256, for when others come with the bot."""

seated = Table(
    "seated",
    metadata,
    _match_column(),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_seated_user", "user"),
)
"""Who holds a seat in which match, to find the matches of a person."""

requests = Table(
    "requests",
    metadata,
    Column("request", Text, primary_key=True),
    _match_column(),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_requests_at", "at"),
)
"""What people asked for and got, so that nothing is carried out twice."""

actions = Table(
    "actions",
    metadata,
    _match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("undone", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match", "seq"),
)
"""Every accepted action, as JSON; those taken back too, marked."""

events = Table(
    "events",
    metadata,
    _match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("n", Integer, nullable=False),
    Column("event", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("undone", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match", "seq", "n"),
)
"""What the actions brought about, as JSON with all private forms. The key is the index by match."""

draws = Table(
    "draws",
    metadata,
    _match_column(),
    Column("n", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("draw", LargeBinary, nullable=False),
    Column("void", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match", "n"),
)
"""Every use of the randomness, as JSON, with the action that caused it; void when that was taken back."""

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(12), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("review", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row a match that was reviewed, with its review as JSON."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("shards", Text, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""One row a process, by its shards: when it was last known to be running, so that its absence costs nobody
time."""

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("takings", Integer, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
"""Which process publishes a match, while it does, and until when it may; none on SQLite. `takings`: how often
it was taken and not given back."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", _OWN_ID, primary_key=True, autoincrement=True),
    _match_column(),
    Column("kind", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("key", String(25), nullable=False, unique=True),
    Column("attempts", Integer, nullable=False, default=0),
    Column("due", UtcDateTime, nullable=False),
    Column("parked", Text),
    Column("doubtful", Boolean, nullable=False, server_default=false()),
    Index(
        "ix_outbox_pending",
        "match",
        "id",
        sqlite_where=text("parked IS NULL"),
        postgresql_where=text("parked IS NULL"),
    ),
    sqlite_autoincrement=True,
)
"""What is still to be published; a delivered row is gone, a parked one bears the reason."""

posts = Table(
    "posts",
    metadata,
    _match_column(),
    Column("kind", Text, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("posted_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "kind", "user"),
)
"""The current message of each kind and addressee."""

stale_posts = Table(
    "stale_posts",
    metadata,
    _match_column(),
    Column("kind", Text, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("channel", "message"),
    Index("ix_stale_posts_due", "due"),
    Index("ix_stale_posts_match", "match"),
)
"""The messages that are not current any more and that still have to be retired."""
