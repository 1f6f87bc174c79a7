"""Results of matches, the ratings that follow from them, and seasons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_FINISHED = sa.text("stage = 'finished'")


def upgrade() -> None:
    op.create_index(
        "ix_matches_finished",
        "matches",
        ["ended_at", "id"],
        sqlite_where=_FINISHED,
        postgresql_where=_FINISHED,
    )
    _create_results()
    _create_ratings()
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("opened", _INSTANT, nullable=False),
        sa.Column("closed", _INSTANT),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_seasons"),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_results"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_results_match", ondelete="CASCADE"),
        sa.UniqueConstraint("match", name="uq_results_match"),
    )
    op.create_index("ix_results_guild_season", "results", ["guild", "season"])
    op.create_table(
        "result_players",
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("team", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("picks", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", "seat", name="pk_result_players"),
        sa.ForeignKeyConstraint(
            ["number"], ["results.number"], name="fk_result_players_number", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_result_players_user_number", "result_players", ["user", "number"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "guild", "season", "user", name="pk_ratings"),
    )
    op.create_index("ix_ratings_leaderboard", "ratings", ["game", "guild", "season", "points", "user"])
    op.create_index("ix_ratings_user", "ratings", ["user"])
    op.create_table(
        "rating_steps",
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", "game", "guild", "season", "user", name="pk_rating_steps"),
        sa.ForeignKeyConstraint(
            ["number"], ["results.number"], name="fk_rating_steps_number", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rating_steps_player", "rating_steps", ["user", "game", "guild", "season", "number"])


def downgrade() -> None:
    for table in ("seasons", "rating_steps", "ratings", "result_players", "results"):
        op.drop_table(table)
    op.drop_index("ix_matches_finished", "matches")
