"""Reviews of matches, on a database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.matches.model import MatchId
from bot.storage.engine import Stored
from bot.storage.schema import reviews

_REVIEW = select(reviews.c.review).where(reviews.c.match == bindparam("match"))
_FORGET = delete(reviews).where(reviews.c.match == bindparam("this"))


class SqlReviews(Stored):
    """Implements `bot.advice.ports.ReviewStore`; what each method does is said there."""

    async def review(self, match: MatchId) -> bytes | None:
        """Return the review of a match, None where there is none."""
        bounds = {"match": match}
        found = await self._database.read(lambda connection: connection.execute(_REVIEW, bounds).first())
        return None if found is None else bytes(found.review)

    async def keep_review(self, match: MatchId, review: bytes, at: datetime) -> None:
        """Keep the review of a match in the place of an older one."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET, {"this": match})
            connection.execute(insert(reviews), {"match": match, "review": review, "at": at})

        try:
            await self._database.write(work)
        except IntegrityError:  # another process has just kept the same review
            return
