"""The part of ratings: `/leaderboard`, `/profile` and seasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.ratings.service import RatingService
    from bot.storage.ratings import SqlRatingStore

    core = context.core
    rules = {key: game.rules for key, game in core.games.items()}
    ratings = RatingService(SqlRatingStore(context.database), core.matches, rules, core.clock)
    core.privacy.before_deletion.append(ratings.catch_up)
    yield ratings


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.rating_tables import rating_steps, ratings, result_players
    from bot.storage.ratings import PersonalRatings

    yield PersonalRatings(database, "ratings", (result_players, ratings, rating_steps))


RATINGS = Part(
    name="ratings",
    services=_services,
    personal=_personal,
    tables=("bot.storage.rating_tables",),
    cogs=("cogs.ratings.leaderboard", "cogs.ratings.profile", "cogs.ratings.season"),
    commands={
        "ratings": ("bot.cli.ratings", "check the ratings against the results, or work them out anew"),
    },
)
