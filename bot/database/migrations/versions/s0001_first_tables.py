"""The first tables: the schema of version 1.0.0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_STREAM = sa.String(48).with_variant(sa.String(48, collation="C"), "postgresql")
_INSTANT = sa.DateTime(timezone=True)
_OWN_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_GOING_ON = sa.text("stage IN ('lobby', 'playing')")
_NOT_ENTERED = sa.text("stage = 'finished' AND NOT entered")
_NOT_PARKED = sa.text("parked IS NULL")
_TO_SOMEBODY = sa.text('"user" <> 0')


def upgrade() -> None:
    _create_matches()
    _create_publishing()
    _create_people_and_servers()
    _create_dice()
    _create_ratings()
    _create_tournaments()
    _create_operations()


def _must(name: str, kind: Any, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, **options)


def _of(table: str, column: str, kind: Any, to: str) -> tuple[sa.Column[Any], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint([column], [to], name=f"fk_{table}_{column}", ondelete="CASCADE")
    return _must(column, kind), key


def _of_match(table: str) -> tuple[sa.Column[Any], sa.ForeignKeyConstraint]:
    return _of(table, "match", sa.String(12), "matches.id")


def _scope() -> tuple[sa.Column[Any], ...]:
    return _must("game", sa.Text), _must("guild", sa.BigInteger), _must("season", sa.Integer)


def _table(name: str, *columns: Any, key: Sequence[str], **options: Any) -> None:
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"), **options)


def _index(name: str, table: str, *columns: str, where: sa.TextClause | None = None, **options: Any) -> None:
    if where is not None:
        options |= {"sqlite_where": where, "postgresql_where": where}
    op.create_index(name, table, list(columns), **options)


def _create_matches() -> None:
    _table(
        "matches",
        _must("id", sa.String(12)),
        _must("game", sa.Text),
        _must("rules", sa.Text),
        sa.Column("cards", sa.Text),
        sa.Column("guild", sa.BigInteger),
        _must("channel", sa.BigInteger),
        _must("host", sa.BigInteger),
        _must("stage", sa.Text),
        _must("revision", sa.BigInteger),
        _must("version", sa.BigInteger),
        _must("versions", sa.LargeBinary),
        _must("options", sa.LargeBinary),
        _must("wanted", sa.Integer),
        _must("seats", sa.LargeBinary),
        _must("commitment", sa.String(64)),
        _must("seed", sa.LargeBinary),
        sa.Column("outcome", sa.LargeBinary),
        _must("opened_at", _INSTANT),
        sa.Column("ended_at", _INSTANT),
        sa.Column("state", sa.LargeBinary),
        _must("counter", sa.BigInteger),
        _must("seq", sa.BigInteger),
        _must("turn_from", sa.BigInteger),
        _must("before_from", sa.BigInteger),
        sa.Column("life", sa.LargeBinary),
        sa.Column("due", _INSTANT),
        sa.Column("orders", sa.LargeBinary),
        _must("entered", sa.Boolean, server_default=sa.false()),
        key=["id"],
    )
    _index("ix_matches_channel", "matches", "channel")
    _index("ix_matches_cards", "matches", "cards")
    _index("ix_matches_due", "matches", "due")
    _index("ix_matches_not_entered", "matches", "ended_at", "id", where=_NOT_ENTERED)
    _index("uq_matches_channel_going_on", "matches", "channel", unique=True, where=_GOING_ON)
    _table(
        "card_pools",
        _must("hash", sa.String(64)),
        _must("cards", sa.LargeBinary),
        _must("at", _INSTANT),
        key=["hash"],
    )
    _index("ix_card_pools_at", "card_pools", "at")
    _table("seated", *_of_match("seated"), _must("user", sa.BigInteger), key=["match", "user"])
    _index("ix_seated_user", "seated", "user")
    _table(
        "requests", _must("request", sa.Text), *_of_match("requests"), _must("at", _INSTANT), key=["request"]
    )
    _index("ix_requests_at", "requests", "at")
    _table(
        "once_seated",
        *_of_match("once_seated"),
        _must("seq", sa.BigInteger),
        _must("seat", sa.Integer),
        _must("user", sa.BigInteger),
        key=["match", "seq"],
    )
    _index("ix_once_seated_user", "once_seated", "user")
    _table(
        "actions",
        *_of_match("actions"),
        _must("seq", sa.BigInteger),
        _must("seat", sa.Integer),
        _must("action", sa.LargeBinary),
        _must("at", _INSTANT),
        _must("undone", sa.Boolean, server_default=sa.false()),
        key=["match", "seq"],
    )
    _table(
        "events",
        *_of_match("events"),
        _must("seq", sa.BigInteger),
        _must("n", sa.Integer),
        _must("event", sa.LargeBinary),
        _must("at", _INSTANT),
        _must("undone", sa.Boolean, server_default=sa.false()),
        key=["match", "seq", "n"],
    )
    _table(
        "draws",
        *_of_match("draws"),
        _must("n", sa.BigInteger),
        _must("seq", sa.BigInteger),
        _must("draw", sa.LargeBinary),
        _must("void", sa.Boolean, server_default=sa.false()),
        key=["match", "n"],
    )
    _table(
        "reviews",
        *_of_match("reviews"),
        _must("review", sa.LargeBinary),
        _must("at", _INSTANT),
        key=["match"],
    )


def _create_publishing() -> None:
    _table("heartbeat", _must("shards", sa.Text), _must("at", _INSTANT), key=["shards"])
    _table(
        "leases",
        _must("name", sa.Text),
        _must("holder", sa.Text),
        _must("takings", sa.Integer),
        _must("until", _INSTANT),
        key=["name"],
    )
    _table(
        "outbox",
        _must("id", _OWN_ID, autoincrement=True),
        *_of_match("outbox"),
        _must("kind", sa.Text),
        _must("version", sa.BigInteger),
        _must("user", sa.BigInteger),
        _must("key", sa.String(25)),
        _must("attempts", sa.Integer),
        _must("due", _INSTANT),
        sa.Column("parked", sa.Text),
        _must("doubtful", sa.Boolean, server_default=sa.false()),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        key=["id"],
        sqlite_autoincrement=True,
    )
    _index("ix_outbox_pending", "outbox", "match", "id", where=_NOT_PARKED)
    _index("ix_outbox_user", "outbox", "user", where=_TO_SOMEBODY)
    _table(
        "posts",
        *_of_match("posts"),
        _must("kind", sa.Text),
        _must("user", sa.BigInteger),
        _must("channel", sa.BigInteger),
        _must("message", sa.BigInteger),
        _must("version", sa.BigInteger),
        _must("seq", sa.BigInteger),
        _must("posted_at", _INSTANT),
        key=["match", "kind", "user"],
    )
    _table(
        "stale_posts",
        *_of_match("stale_posts"),
        _must("kind", sa.Text),
        _must("user", sa.BigInteger),
        _must("channel", sa.BigInteger),
        _must("message", sa.BigInteger),
        _must("attempts", sa.Integer),
        _must("due", _INSTANT),
        key=["channel", "message"],
    )
    _index("ix_posts_user", "posts", "user", where=_TO_SOMEBODY)
    _index("ix_stale_posts_due", "stale_posts", "due")
    _index("ix_stale_posts_match", "stale_posts", "match")


def _create_people_and_servers() -> None:
    _table(
        "people",
        _must("user", sa.BigInteger, autoincrement=False),
        _must("preferences", sa.LargeBinary),
        sa.Column("digest_due", _INSTANT),
        sa.Column("leave_due", _INSTANT),
        key=["user"],
    )
    _index("ix_people_digest_due", "people", "digest_due")
    _index("ix_people_leave_due", "people", "leave_due")
    _table(
        "notices_due",
        _must("user", sa.BigInteger),
        *_of_match("notices_due"),
        _must("matter", sa.Text),
        _must("due", _INSTANT),
        _must("version", sa.BigInteger),
        _must("since", _INSTANT),
        _must("attempts", sa.Integer),
        key=["user", "match", "matter"],
    )
    _index("ix_notices_due_due", "notices_due", "due")
    _table(
        "followers",
        *_of_match("followers"),
        _must("user", sa.BigInteger),
        _must("following", sa.Text),
        sa.Column("told_at", _INSTANT),
        key=["match", "user"],
    )
    _index("ix_followers_user", "followers", "user")
    _table(
        "notes",
        _must("user", sa.BigInteger),
        *_of_match("notes"),
        _must("words", sa.Text),
        key=["user", "match"],
    )
    _table(
        "blocks",
        _must("user", sa.BigInteger),
        _must("blocked", sa.BigInteger),
        _must("at", _INSTANT),
        key=["user", "blocked"],
    )
    _table(
        "wishes",
        _must("user", sa.BigInteger),
        _must("guild", sa.BigInteger),
        _must("game", sa.Text),
        _must("place", _INSTANT),
        _must("began", _INSTANT),
        _must("wish", sa.LargeBinary),
        key=["user", "guild", "game"],
    )
    _index("ix_wishes_place", "wishes", "place")
    _table(
        "decks",
        _must("id", sa.String(12)),
        _must("user", sa.BigInteger),
        _must("game", sa.Text),
        _must("key", sa.Text),
        _must("name", sa.Text),
        _must("entries", sa.LargeBinary),
        _must("revision", sa.BigInteger),
        _must("at", _INSTANT),
        sa.UniqueConstraint("user", "key", name="uq_decks_user_key"),
        key=["id"],
    )
    _table(
        "servers",
        _must("guild", sa.BigInteger, autoincrement=False),
        _must("settings", sa.LargeBinary),
        _must("at", _INSTANT),
        key=["guild"],
    )
    _table(
        "card_sets",
        _must("guild", sa.BigInteger),
        _must("game", sa.Text),
        _must("key", sa.Text),
        _must("title", sa.Text),
        _must("text", sa.LargeBinary),
        _must("digest", sa.String(64)),
        _must("at", _INSTANT),
        key=["guild", "game", "key"],
    )
    _table(
        "lab_reports",
        _must("game", sa.Text),
        _must("cards", sa.String(64)),
        _must("report", sa.LargeBinary),
        _must("at", _INSTANT),
        key=["game", "cards"],
    )


def _create_dice() -> None:
    _table(
        "roll_seeds",
        _must("stream", _STREAM),
        _must("seed", sa.LargeBinary),
        _must("commitment", sa.String(64)),
        sa.Column("day", sa.Date),
        _must("counter", sa.BigInteger),
        key=["stream"],
    )
    _table(
        "rolls",
        _must("id", sa.String(12)),
        _must("request", sa.Text),
        _must("stream", _STREAM),
        sa.ForeignKeyConstraint(["stream"], ["roll_seeds.stream"], name="fk_rolls_stream"),
        _must("first", sa.BigInteger),
        _must("after", sa.BigInteger),
        _must("user", sa.BigInteger),
        _must("name", sa.Text),
        sa.Column("channel", sa.BigInteger),
        _must("visibility", sa.Text),
        _must("expression", sa.Text),
        _must("label", sa.Text),
        _must("draws", sa.LargeBinary),
        _must("rolled", sa.LargeBinary),
        _must("at", _INSTANT),
        sa.Column("revealed_at", _INSTANT),
        sa.UniqueConstraint("request", name="uq_rolls_request"),
        key=["id"],
    )
    _index("ix_rolls_stream_first", "rolls", "stream", "first")
    _index("ix_rolls_user_at", "rolls", "user", "at")
    _table(
        "saved_rolls",
        _must("user", sa.BigInteger),
        _must("key", sa.Text),
        _must("id", sa.String(12)),
        _must("name", sa.Text),
        _must("expression", sa.Text),
        _must("at", _INSTANT),
        key=["user", "key"],
    )


def _create_ratings() -> None:
    _table(
        "results",
        _must("number", sa.BigInteger, autoincrement=False),
        *_of_match("results"),
        *_scope(),
        _must("rated", sa.Boolean),
        _must("at", _INSTANT),
        _must("agreed", sa.Boolean),
        sa.UniqueConstraint("match", name="uq_results_match"),
        key=["number"],
    )
    _index("ix_results_guild_season", "results", "guild", "season")
    _table(
        "result_players",
        *_of("result_players", "number", sa.BigInteger, "results.number"),
        _must("seat", sa.Integer),
        _must("user", sa.BigInteger),
        _must("name", sa.Text),
        _must("team", sa.Integer),
        _must("place", sa.Integer),
        _must("ending", sa.Text),
        _must("picks", sa.LargeBinary),
        key=["number", "seat"],
    )
    _index("ix_result_players_user_number", "result_players", "user", "number")
    _table(
        "ratings",
        *_scope(),
        _must("user", sa.BigInteger),
        _must("mu", sa.Double),
        _must("sigma", sa.Double),
        _must("points", sa.Integer),
        _must("matches", sa.Integer),
        _must("wins", sa.Integer),
        _must("draws", sa.Integer),
        _must("streak", sa.Integer),
        _must("best", sa.Integer),
        key=["game", "guild", "season", "user"],
    )
    _index("ix_ratings_leaderboard", "ratings", "game", "guild", "season", "points", "user")
    _index("ix_ratings_user", "ratings", "user")
    _table(
        "rating_steps",
        *_of("rating_steps", "number", sa.BigInteger, "results.number"),
        *_scope(),
        _must("user", sa.BigInteger),
        _must("before", sa.Integer),
        _must("after", sa.Integer),
        _must("matches", sa.Integer),
        key=["number", "game", "guild", "season", "user"],
    )
    _index("ix_rating_steps_player", "rating_steps", "user", "game", "guild", "season", "number")
    _table(
        "seasons",
        _must("guild", sa.BigInteger),
        _must("number", sa.Integer),
        _must("opened", _INSTANT),
        sa.Column("closed", _INSTANT),
        key=["guild", "number"],
    )


def _create_tournaments() -> None:
    _table(
        "tournaments",
        _must("id", sa.String(12)),
        _must("guild", sa.BigInteger),
        _must("channel", sa.BigInteger),
        _must("format", sa.Text),
        _must("number", sa.Integer),
        _must("game", sa.Text),
        _must("director", sa.BigInteger),
        _must("stage", sa.Text),
        _must("revision", sa.BigInteger),
        _must("plans", sa.LargeBinary),
        _must("commitment", sa.String(64)),
        _must("seed", sa.LargeBinary),
        _must("draws", sa.LargeBinary),
        _must("forbidden", sa.LargeBinary),
        _must("apart", sa.LargeBinary),
        _must("closing", sa.LargeBinary),
        _must("opened_at", _INSTANT),
        sa.Column("starts_at", _INSTANT),
        sa.Column("started_at", _INSTANT),
        sa.Column("ended_at", _INSTANT),
        _must("after", sa.String(12)),
        _must("post", sa.BigInteger),
        _must("shown", sa.BigInteger),
        _must("rewarded", sa.Boolean),
        sa.UniqueConstraint("guild", "format", "number", name="uq_tournaments_guild_format_number"),
        key=["id"],
    )
    _index("ix_tournaments_director", "tournaments", "director")
    _index("ix_tournaments_stage", "tournaments", "stage")
    _tournament_part(
        "tournament_entrants",
        _must("user", sa.BigInteger),
        _must("name", sa.Text),
        _must("division", sa.Integer),
        _must("place", sa.Integer),
    )
    _index("ix_tournament_entrants_user", "tournament_entrants", "user")
    _tournament_part("tournament_rounds")
    _tournament_part("tournament_pairings", sa.Column("match", sa.String(12)))
    _index("ix_tournament_pairings_match", "tournament_pairings", "match")
    _tournament_part("tournament_results")
    _tournament_part("tournament_log", _must("user", sa.BigInteger), _must("name", sa.Text))
    _index("ix_tournament_log_user", "tournament_log", "user")
    _tournament_part("tournament_notices", _must("posted", sa.Boolean))


def _tournament_part(name: str, *columns: sa.Column[Any]) -> None:
    _table(
        name,
        *_of(name, "tournament", sa.String(12), "tournaments.id"),
        _must("number", sa.Integer),
        _must("content", sa.LargeBinary),
        *columns,
        key=["tournament", "number"],
    )


def _create_operations() -> None:
    _table("operator_state", _must("name", sa.Text), _must("content", sa.LargeBinary), key=["name"])
    for name, whom in (("blocked_people", "user"), ("blocked_servers", "guild")):
        _table(
            name,
            _must(whom, sa.BigInteger, autoincrement=False),
            _must("reason", sa.Text),
            _must("at", _INSTANT),
            key=[whom],
        )
    _table(
        "operator_log",
        _must("number", _OWN_ID, autoincrement=True),
        _must("at", _INSTANT),
        _must("by", sa.Text),
        _must("words", sa.Text),
        key=["number"],
        sqlite_autoincrement=True,
    )
    _table(
        "errands",
        _must("id", _OWN_ID, autoincrement=True),
        _must("kind", sa.Text),
        _must("guild", sa.BigInteger),
        _must("words", sa.Text),
        _must("attempts", sa.Integer),
        _must("due", _INSTANT),
        key=["id"],
        sqlite_autoincrement=True,
    )
    _index("ix_errands_due", "errands", "due")
    _table(
        "processes",
        _must("name", sa.Text),
        _must("version", sa.Text),
        _must("shards", sa.Text),
        _must("busy", sa.Integer),
        _must("at", _INSTANT),
        key=["name"],
    )
