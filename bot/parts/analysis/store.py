"""Stores the reviews of matches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, LargeBinary, bindparam, select

from bot.base.ids import MatchId
from bot.database.engine import Stored
from bot.database.schema import UtcDateTime, match_column, new_table

reviews = new_table(
    "reviews",
    match_column(primary_key=True),
    Column("review", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
"""One row for each reviewed match, with its review as JSON."""

_REVIEW = select(reviews.c.review).where(reviews.c.match == bindparam("match"))


class SqlReviewStore(Stored):
    """The store of reviews. Every method may raise `bot.matches.errors.Unavailable`."""

    async def review(self, match: MatchId) -> bytes | None:
        """Return the encoded review of a match; None if there is none."""
        return await self._bytes(_REVIEW, match=match)

    async def keep_review(self, match: MatchId, review: bytes, at: datetime) -> None:
        """Store the review of a match, replacing an older one."""
        await self._replace(reviews, {"match": match, "review": review, "at": at})
