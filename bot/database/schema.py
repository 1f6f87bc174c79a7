"""The tables of the core. The tables of each part are in the module of its store, made from the same pieces.

A change of tables needs a migration; a test holds the two against each other.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import Any

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
    TextClause,
    false,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, stored in UTC; SQLite would lose the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert an instant to UTC. Refuses one without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant without a time zone cannot be stored")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return a stored instant in UTC."""
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

OWN_ID = BigInteger().with_variant(Integer, "sqlite")
"""The type of an id that the database assigns."""
GOING_ON = text("matches.stage IN ('lobby', 'playing')")
"""The matches that have not ended, as literal SQL: a partial index needs that to serve a query."""
_GOING_ON = text("stage IN ('lobby', 'playing')")
NOT_ENTERED = text("stage = 'finished' AND NOT entered")
"""The matches whose result is not entered yet, as literal SQL too."""
NOT_PACKED = text("ended_at IS NOT NULL AND NOT packed")
"""The ended matches that still have their rows, as literal SQL too."""
TO_SOMEBODY = text('"user" <> 0')
"""The rows that are for one user, as literal SQL too."""


def new_table(name: str, *columns: SchemaItem, **options: Any) -> Table:
    """Return a table of this database."""
    return Table(name, metadata, *columns, **options)


def index_where(rows: TextClause, name: str, *columns: str, **options: Any) -> Index:
    """Return an index of those rows of a table that fulfil a condition."""
    return _PartialIndex(name, *columns, info={"where": rows}, **options)


class _PartialIndex(Index):
    """An index of some rows. Its condition is told to the dialects when they ask.

    `Index(postgresql_where=...)` would load the dialect of PostgreSQL (2 MB) in each bot on SQLite.
    """

    @cached_property
    def dialect_options(self) -> Any:
        """The options by dialect; SQLAlchemy makes them when they are first asked for, too."""
        options = super().dialect_options
        for dialect in ("sqlite", "postgresql"):
            options[dialect]["where"] = self.info["where"]
        return options


def match_column(**options: Any) -> Column[str]:
    """Return the column with the id of a match; its rows are deleted with the match."""
    matches_id = ForeignKey("matches.id", ondelete="CASCADE")
    return Column("match", String(12), matches_id, nullable=False, **options)


def _accepted() -> tuple[Column[Any], ...]:
    """Return the columns for when an action was accepted and whether it was taken back."""
    return (
        Column("at", UtcDateTime, nullable=False),
        Column("undone", Boolean, nullable=False, server_default=false()),
    )


def _message() -> tuple[Column[Any], ...]:
    """Return the columns that locate a Discord message."""
    return (
        Column("channel", BigInteger, nullable=False),
        Column("message", BigInteger, nullable=False),
    )


matches = new_table(
    "matches",
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
    Column("life", LargeBinary, key="match_terms"),
    Column("due", UtcDateTime),
    Column("orders", LargeBinary),
    Column("rest", LargeBinary),
    Column("asked_at", UtcDateTime),
    Column("entered", Boolean, nullable=False, server_default=false()),
    Column("packed", Boolean, nullable=False, server_default=false()),
    Column("private", Boolean),
    Column("private_channel", BigInteger),
    index_where(_GOING_ON, "uq_matches_channel_going_on", "channel", unique=True),
    Index("ix_matches_channel", "channel"),
    Index("ix_matches_cards", "cards"),
    Index("ix_matches_guild_game_cards", "guild", "game", "cards"),
    Index("ix_matches_due", "due"),
    index_where(NOT_ENTERED, "ix_matches_not_entered", "ended_at", "id"),
    index_where(NOT_PACKED, "ix_matches_not_packed", "ended_at", "id"),
)
"""One row for each match. Options, seats, versions, outcome, state, life, orders and rest are JSON. `due`:
when a clock or a window ends, orders are due, or a lobby has something due. `asked_at`: when its last undo
was asked for. `entered`: whether its result is among `results`. `packed`: whether the table `packed` has its
rows, or it has none. `private`: whether `private_channel` is a private thread; where that is not `channel`,
an older version has moved the match, and nothing is known.
"""

card_pools = new_table(
    "card_pools",
    Column("hash", String(64), primary_key=True),
    Column("cards", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_card_pools_at", "at"),
)
"""The cards that matches pin, as JSON by their SHA-256, because the bot's cards can change. `at`: when a
match was last opened with them, or was about to be.
"""

seated = new_table(
    "seated",
    match_column(),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_seated_user", "user"),
)
"""The holders of seats, to find the matches of a user."""

requests = new_table(
    "requests",
    Column("request", Text, primary_key=True),
    match_column(),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_requests_at", "at"),
)
"""Requests that were carried out, so that none is repeated."""

actions = new_table(
    "actions",
    match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", LargeBinary, nullable=False),
    *_accepted(),
    Column("times", LargeBinary),
    PrimaryKeyConstraint("match", "seq"),
)
"""All accepted actions, as JSON; undone ones are marked. `times`: the clocks to which an undo goes back."""

events = new_table(
    "events",
    match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("n", Integer, nullable=False),
    Column("event", LargeBinary, nullable=False),
    *_accepted(),
    PrimaryKeyConstraint("match", "seq", "n"),
)
"""The events of actions, as JSON with all private forms. The key is the index by match."""

draws = new_table(
    "draws",
    match_column(),
    Column("n", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("draw", LargeBinary, nullable=False),
    Column("void", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match", "n"),
)
"""All random draws, as JSON, with the action that caused them; void when that was taken back."""

packed = new_table(
    "packed",
    match_column(primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""The actions, events and draws of ended matches that have no such rows any more (`bot.matches.packing`)."""

heartbeat = new_table(
    "heartbeat",
    Column("shards", Text, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each process, by its shards: when it was last known to run, so that its absence costs no player
time.
"""

outages = new_table(
    "outages",
    Column("guild", BigInteger, nullable=False),
    Column("shards", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "shards"),
)
"""One row for each server, or process by its shards (then `guild` is 0), in whose matches nobody can act."""

leases = new_table(
    "leases",
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("takings", Integer, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
"""The leases for publishing matches, with their holders and ends; none on SQLite. `takings`: how often a
lease was taken without being returned.
"""

outbox = new_table(
    "outbox",
    Column("id", OWN_ID, primary_key=True, autoincrement=True),
    match_column(),
    Column("kind", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("key", String(25), nullable=False, unique=True),
    Column("attempts", Integer, nullable=False, default=0),
    Column("due", UtcDateTime, nullable=False),
    Column("parked", Text),
    Column("doubtful", Boolean, nullable=False, server_default=false()),
    index_where(text("parked IS NULL"), "ix_outbox_pending", "match", "id"),
    index_where(TO_SOMEBODY, "ix_outbox_user", "user"),
    sqlite_autoincrement=True,
)
"""The pending deliveries. A delivered row is deleted; a parked one has the reason."""

posts = new_table(
    "posts",
    match_column(),
    Column("kind", Text, nullable=False),
    Column("user", BigInteger, nullable=False),
    *_message(),
    Column("version", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("posted_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "kind", "user"),
    index_where(TO_SOMEBODY, "ix_posts_user", "user"),
)
"""The current message of each kind and addressee."""

stale_posts = new_table(
    "stale_posts",
    match_column(),
    Column("kind", Text, nullable=False),
    Column("user", BigInteger, nullable=False),
    *_message(),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("channel", "message"),
    Index("ix_stale_posts_due", "due"),
    Index("ix_stale_posts_match", "match"),
)
"""The messages that are no longer current and have to be retired."""


once_seated = new_table(
    "once_seated",
    match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
    Index("ix_once_seated_user", "user"),
)
"""One row for each time a seat changed hands: its holder until the event of that number; 0 for a former
player and a computer.
"""


people = new_table(
    "people",
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("preferences", LargeBinary, nullable=False),
    Column("digest_due", UtcDateTime),
    Column("leave_due", UtcDateTime),
    Index("ix_people_digest_due", "digest_due"),
    Index("ix_people_leave_due", "leave_due"),
)
"""One row for each user with settings, as JSON. `digest_due`: when the next digest is due; `leave_due`: when
the user's matches learn of a leave.
"""

notices_due = new_table(
    "notices_due",
    Column("user", BigInteger, nullable=False),
    match_column(),
    Column("matter", Text, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    PrimaryKeyConstraint("user", "match", "matter"),
    Index("ix_notices_due_due", "due"),
)
"""Held notices: one row for each user, match and matter."""

followers = new_table(
    "followers",
    match_column(),
    Column("user", BigInteger, nullable=False),
    Column("following", Text, nullable=False),
    Column("told_at", UtcDateTime),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_followers_user", "user"),
)
"""The watchers of a match, and the users who muted it. `told_at`: when a watcher was last notified."""

notes = new_table(
    "notes",
    Column("user", BigInteger, nullable=False),
    match_column(),
    Column("words", Text, nullable=False),
    PrimaryKeyConstraint("user", "match"),
)
"""Users' private notes in matches."""


blocks = new_table(
    "blocks",
    Column("user", BigInteger, nullable=False),
    Column("blocked", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("user", "blocked"),
)
"""The users that a user does not want to play with; private."""


servers = new_table(
    "servers",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each server with settings, as JSON, with the time of their last change."""


operator_state = new_table(
    "operator_state",
    Column("name", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""The operators' settings in force, as JSON: the row "state"."""


processes = new_table(
    "processes",
    Column("name", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("shards", Text, nullable=False),
    Column("busy", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each process of the bot, as it last reported itself."""
