"""The tables. A change here needs a migration; a test holds the two against each other.

Columns that several tables have are made by one function.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
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
    UniqueConstraint,
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

_OWN_ID = BigInteger().with_variant(Integer, "sqlite")
_STREAM = String(48).with_variant(String(48, collation="C"), "postgresql")
"""The name of a stream. This collation is SQLite's; with it an index finds names by prefix."""
GOING_ON = text("matches.stage IN ('lobby', 'playing')")
"""The matches that have not ended, as literal SQL: a partial index needs that to serve a query."""
_GOING_ON = text("stage IN ('lobby', 'playing')")
NOT_ENTERED = text("stage = 'finished' AND NOT entered")
"""The matches whose result is not entered yet, as literal SQL too."""
TO_SOMEBODY = text('"user" <> 0')
"""The rows that are for one user, as literal SQL too."""


def _table(name: str, *columns: SchemaItem, **options: Any) -> Table:
    return Table(name, metadata, *columns, **options)


def _index_where(rows: TextClause, name: str, *columns: str, **options: Any) -> Index:
    """Return an index of those rows of a table that fulfil a condition."""
    return Index(name, *columns, sqlite_where=rows, postgresql_where=rows, **options)


def _match_column(**options: Any) -> Column[str]:
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


def _result_column() -> Column[int]:
    return Column("number", BigInteger, ForeignKey("results.number", ondelete="CASCADE"), nullable=False)


def _scope() -> tuple[Column[Any], ...]:
    """Return the columns for the games, servers and seasons of a row."""
    return (
        Column("game", Text, nullable=False),
        Column("guild", BigInteger, nullable=False),
        Column("season", Integer, nullable=False),
    )


matches = _table(
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
    Column("entered", Boolean, nullable=False, server_default=false()),
    _index_where(_GOING_ON, "uq_matches_channel_going_on", "channel", unique=True),
    Index("ix_matches_channel", "channel"),
    Index("ix_matches_cards", "cards"),
    Index("ix_matches_guild_game_cards", "guild", "game", "cards"),
    Index("ix_matches_due", "due"),
    _index_where(NOT_ENTERED, "ix_matches_not_entered", "ended_at", "id"),
)
"""One row for each match. Options, seats, versions, outcome, state, life and orders are JSON. `due`: when a
clock or a window ends, orders are due, or a lobby has something due. `entered`: whether its result is
among `results`.
"""

card_pools = _table(
    "card_pools",
    Column("hash", String(64), primary_key=True),
    Column("cards", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_card_pools_at", "at"),
)
"""The cards that matches pin, as JSON by their SHA-256, because the bot's cards can change. `at`: when a
match was last opened with them, or was about to be.
"""

seated = _table(
    "seated",
    _match_column(),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_seated_user", "user"),
)
"""The holders of seats, to find the matches of a user."""

requests = _table(
    "requests",
    Column("request", Text, primary_key=True),
    _match_column(),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_requests_at", "at"),
)
"""Requests that were carried out, so that none is repeated."""

actions = _table(
    "actions",
    _match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", LargeBinary, nullable=False),
    *_accepted(),
    PrimaryKeyConstraint("match", "seq"),
)
"""All accepted actions, as JSON; undone ones are marked."""

events = _table(
    "events",
    _match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("n", Integer, nullable=False),
    Column("event", LargeBinary, nullable=False),
    *_accepted(),
    PrimaryKeyConstraint("match", "seq", "n"),
)
"""The events of actions, as JSON with all private forms. The key is the index by match."""

draws = _table(
    "draws",
    _match_column(),
    Column("n", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("draw", LargeBinary, nullable=False),
    Column("void", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match", "n"),
)
"""All random draws, as JSON, with the action that caused them; void when that was taken back."""

reviews = _table(
    "reviews",
    _match_column(primary_key=True),
    Column("review", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each reviewed match, with its review as JSON."""

heartbeat = _table(
    "heartbeat",
    Column("shards", Text, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each process, by its shards: when it was last known to run, so that its absence costs no player
time.
"""

leases = _table(
    "leases",
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("takings", Integer, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
"""The leases for publishing matches, with their holders and ends; none on SQLite. `takings`: how often a
lease was taken without being returned.
"""

outbox = _table(
    "outbox",
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
    _index_where(text("parked IS NULL"), "ix_outbox_pending", "match", "id"),
    _index_where(TO_SOMEBODY, "ix_outbox_user", "user"),
    sqlite_autoincrement=True,
)
"""The pending deliveries. A delivered row is deleted; a parked one has the reason."""

posts = _table(
    "posts",
    _match_column(),
    Column("kind", Text, nullable=False),
    Column("user", BigInteger, nullable=False),
    *_message(),
    Column("version", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("posted_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "kind", "user"),
    _index_where(TO_SOMEBODY, "ix_posts_user", "user"),
)
"""The current message of each kind and addressee."""

stale_posts = _table(
    "stale_posts",
    _match_column(),
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


once_seated = _table(
    "once_seated",
    _match_column(),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
    Index("ix_once_seated_user", "user"),
)
"""One row for each time a seat changed hands: its holder until the event of that number; 0 for a former
player and a computer.
"""


people = _table(
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

notices_due = _table(
    "notices_due",
    Column("user", BigInteger, nullable=False),
    _match_column(),
    Column("matter", Text, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    PrimaryKeyConstraint("user", "match", "matter"),
    Index("ix_notices_due_due", "due"),
)
"""Held notices: one row for each user, match and matter."""

followers = _table(
    "followers",
    _match_column(),
    Column("user", BigInteger, nullable=False),
    Column("following", Text, nullable=False),
    Column("told_at", UtcDateTime),
    PrimaryKeyConstraint("match", "user"),
    Index("ix_followers_user", "user"),
)
"""The watchers of a match, and the users who muted it. `told_at`: when a watcher was last notified."""

notes = _table(
    "notes",
    Column("user", BigInteger, nullable=False),
    _match_column(),
    Column("words", Text, nullable=False),
    PrimaryKeyConstraint("user", "match"),
)
"""Users' private notes in matches."""

try_tables = _table(
    "try_tables",
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Index("ix_try_tables_at", "at"),
)
"""The test table of a user (`bot.trytable`), as JSON. `at`: when it was laid."""

try_cards = _table(
    "try_cards",
    Column("user", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("cards", LargeBinary, nullable=False),
    PrimaryKeyConstraint("user", "hash"),
    Index("ix_try_cards_hash", "hash"),
)
"""The cards of a user's test table and of the one that it replaced, where they do not come with the bot."""

blocks = _table(
    "blocks",
    Column("user", BigInteger, nullable=False),
    Column("blocked", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("user", "blocked"),
)
"""The users that a user does not want to play with; private."""

wishes = _table(
    "wishes",
    Column("user", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("place", UtcDateTime, nullable=False),
    Column("began", UtcDateTime, nullable=False),
    Column("wish", LargeBinary, nullable=False),
    PrimaryKeyConstraint("user", "guild", "game"),
    Index("ix_wishes_place", "place"),
)
"""Users' standing wishes for games, each as JSON. `place`: the order in which they are served."""


tournaments = _table(
    "tournaments",
    Column("id", String(12), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("format", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("director", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("plans", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("forbidden", LargeBinary, nullable=False),
    Column("apart", LargeBinary, nullable=False),
    Column("closing", LargeBinary, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("after", String(12), nullable=False),
    Column("post", BigInteger, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("rewarded", Boolean, nullable=False),
    UniqueConstraint("guild", "format", "number"),
    Index("ix_tournaments_director", "director"),
    Index("ix_tournaments_stage", "stage"),
)
"""One row for each tournament. Plans, draws, forbidden and separated pairs, and matches to close are JSON.
`shown`: the revision that its post shows.
"""


def _tournament_part(name: str, *columns: SchemaItem) -> Table:
    """Return a table of the numbered parts of tournaments, each of them JSON."""
    return _table(
        name,
        Column("tournament", String(12), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("content", LargeBinary, nullable=False),
        *columns,
        PrimaryKeyConstraint("tournament", "number"),
    )


tournament_entrants = _tournament_part(
    "tournament_entrants",
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("division", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Index("ix_tournament_entrants_user", "user"),
)
"""The entrants; `place` is the final one, 0 before the end."""

tournament_rounds = _tournament_part("tournament_rounds")
"""The rounds that were paired, with their deadlines."""

tournament_pairings = _tournament_part(
    "tournament_pairings",
    Column("match", String(12)),
    Index("ix_tournament_pairings_match", "match"),
)
"""The pairings with their matches."""

tournament_results = _tournament_part("tournament_results")
"""The results of the pairings, by their numbers."""

tournament_log = _tournament_part(
    "tournament_log",
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Index("ix_tournament_log_user", "user"),
)
"""The acts of directors, entrants and the bot."""

tournament_notices = _tournament_part("tournament_notices", Column("posted", Boolean, nullable=False))
"""The posts to send once each in the tournament's channel."""


decks = _table(
    "decks",
    Column("id", String(12), primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("user", "key"),
)
"""One row for each deck. Its entries are JSON; `key` is the name for lookup."""

card_sets = _table(
    "card_sets",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("title_words", LargeBinary),
    PrimaryKeyConstraint("guild", "game", "key"),
)
"""One row for each card set of a server, with its text as uploaded. `title_words` is JSON: translations of
its title, NULL in sets that an older version added.
"""

card_pictures = _table(
    "card_pictures",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("png", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "game", "key", "number"),
)
"""One row for each card of a server's set with a picture, a PNG that the bot encoded. `digest` is its
SHA-256.
"""

card_set_versions = _table(
    "card_set_versions",
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("title_words", LargeBinary),
    Column("text", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("guild", "game", "key", "number"),
)
"""One row for each former version of such a set, numbered from 1. `at`: when it was added. The present
version is in `card_sets` alone.
"""

lab_reports = _table(
    "lab_reports",
    Column("game", Text, nullable=False),
    Column("cards", String(64), nullable=False),
    Column("report", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("game", "cards"),
)
"""One row for each report of the lab, as JSON, by the hash of its cards."""


servers = _table(
    "servers",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each server with settings, as JSON, with the time of their last change."""


roll_seeds = _table(
    "roll_seeds",
    Column("stream", _STREAM, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("day", Date),
    Column("counter", BigInteger, nullable=False),
)
"""One row for each random stream; the counter is the number of its next draw."""

rolls = _table(
    "rolls",
    Column("id", String(12), primary_key=True),
    Column("request", Text, nullable=False, unique=True),
    Column("stream", _STREAM, ForeignKey("roll_seeds.stream"), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("channel", BigInteger),
    Column("visibility", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("rolled", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("revealed_at", UtcDateTime),
    Index("ix_rolls_stream_first", "stream", "first"),
    Index("ix_rolls_user_at", "user", "at"),
)
"""One row for each roll, with the draws from `first` until before `after`. Draws and dice are JSON."""

saved_rolls = _table(
    "saved_rolls",
    Column("user", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("id", String(12), nullable=False),
    Column("name", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("user", "key"),
)
"""One row for each saved roll."""


results = _table(
    "results",
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    _match_column(unique=True),
    *_scope(),
    Column("rated", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("agreed", Boolean, nullable=False),
    Index("ix_results_guild_season", "guild", "season"),
)
"""One row for each finished match, numbered in the order of counting; guild and season 0 for none."""


result_players = _table(
    "result_players",
    _result_column(),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("team", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("ending", Text, nullable=False),
    Column("picks", LargeBinary, nullable=False),
    PrimaryKeyConstraint("number", "seat"),
    Index("ix_result_players_user_number", "user", "number"),
)
"""One row for each user and result; a former player has a negative user number. Picks are JSON."""

ratings = _table(
    "ratings",
    *_scope(),
    Column("user", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("points", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    PrimaryKeyConstraint("game", "guild", "season", "user"),
    Index("ix_ratings_leaderboard", "game", "guild", "season", "points", "user"),
    Index("ix_ratings_user", "user"),
)
"""One row for each player and scope: game "" for all games, guild 0 for everywhere, season 0 for all time."""

rating_steps = _table(
    "rating_steps",
    _result_column(),
    *_scope(),
    Column("user", BigInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("number", "game", "guild", "season", "user"),
    Index("ix_rating_steps_player", "user", "game", "guild", "season", "number"),
)
"""One row for each result, player and scope: the points before and after."""

seasons = _table(
    "seasons",
    Column("guild", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("opened", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    PrimaryKeyConstraint("guild", "number"),
)
"""One row for each season of a server; the one without an end is the current one."""


operator_state = _table(
    "operator_state",
    Column("name", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""The operators' settings in force, as JSON: the row "state"."""


def _blocked(name: str, whom: str) -> Table:
    return _table(
        name,
        Column(whom, BigInteger, primary_key=True, autoincrement=False),
        Column("reason", Text, nullable=False),
        Column("at", UtcDateTime, nullable=False),
    )


blocked_people = _blocked("blocked_people", "user")
"""One row for each user that operators have blocked."""

blocked_servers = _blocked("blocked_servers", "guild")
"""One row for each server that operators have blocked."""

operator_log = _table(
    "operator_log",
    Column("number", _OWN_ID, primary_key=True, autoincrement=True),
    Column("at", UtcDateTime, nullable=False),
    Column("by", Text, nullable=False),
    Column("words", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""One row for each act of an operator."""

errands = _table(
    "errands",
    Column("id", _OWN_ID, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Index("ix_errands_due", "due"),
    sqlite_autoincrement=True,
)
"""Operators' errands that are still to be done on Discord."""

processes = _table(
    "processes",
    Column("name", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("shards", Text, nullable=False),
    Column("busy", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each process of the bot, as it last reported itself."""
