"""The part of ratings: `/leaderboard`, `/profile` and seasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.ratings.service import RatingService
    from bot.parts.ratings.store import SqlRatingStore

    core = context.core
    rules = {key: game.rules for key, game in core.games.items()}
    ratings = RatingService(SqlRatingStore(context.database), core.matches, rules, core.clock)
    core.privacy.before_deletion.append(ratings.catch_up)
    yield ratings


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.ratings.store import PersonalRatings
    from bot.parts.ratings.tables import rating_steps, ratings, result_players

    yield PersonalRatings(database, "ratings", (result_players, ratings, rating_steps))


RATINGS = Part(
    name="ratings",
    services=_services,
    personal=_personal,
    cogs=("cogs.ratings.leaderboard", "cogs.ratings.profile", "cogs.ratings.season"),
    commands={
        "ratings": ("bot.host.cli.ratings", "check the ratings against the results, or work them out anew"),
    },
)
