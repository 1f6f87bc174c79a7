"""Stores expensive reports: reviews of matches, and the lab's reports on cards."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from bot.matches.model import MatchId
from bot.storage.engine import Stored
from bot.storage.schema import lab_reports, reviews

_REVIEW = select(reviews.c.review).where(reviews.c.match == bindparam("match"))
_FORGET = delete(reviews).where(reviews.c.match == bindparam("this"))
_REPORT = select(lab_reports.c.report).where(
    lab_reports.c.game == bindparam("game"), lab_reports.c.cards == bindparam("cards")
)
_FORGET_REPORTS = delete(lab_reports).where(
    or_(
        and_(lab_reports.c.game == bindparam("of_game"), lab_reports.c.cards == bindparam("these")),
        lab_reports.c.at < bindparam("oldest"),
    )
)


class SqlReportStore(Stored):
    """Implements `bot.advice.ports.ReviewStore` and `bot.lab.ports.LabStore`; see their docstrings."""

    async def review(self, match: MatchId) -> bytes | None:
        """Return the review of a match, None where there is none."""
        found = await self._first(_REVIEW, match=match)
        return None if found is None else bytes(found.review)

    async def keep_review(self, match: MatchId, review: bytes, at: datetime) -> None:
        """Store the review of a match; it replaces an older one."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET, {"this": match})
            connection.execute(insert(reviews), {"match": match, "review": review, "at": at})

        try:
            await self._database.write(work)
        except IntegrityError:  # another process has just kept the same review
            return

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards, None where there is none."""
        found = await self._first(_REPORT, game=game, cards=cards)
        return None if found is None else bytes(found.report)

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Store a report; it replaces an older one. Old reports on all cards are deleted."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_REPORTS, {"of_game": game, "these": cards, "oldest": oldest})
            connection.execute(
                insert(lab_reports), {"game": game, "cards": cards, "report": report, "at": at}
            )

        await self._database.write(work)
