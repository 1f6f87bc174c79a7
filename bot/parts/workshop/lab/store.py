"""Stores expensive reports: reviews of matches, and the lab's reports on cards."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from bot.base.ids import MatchId
from bot.database.engine import Stored
from bot.database.replacing import replace_rows
from bot.database.schema import lab_reports, reviews

_REVIEW = select(reviews.c.review).where(reviews.c.match == bindparam("match"))
_REPORT = select(lab_reports.c.report).where(
    lab_reports.c.game == bindparam("game"), lab_reports.c.cards == bindparam("cards")
)
_FORGET_OLD = delete(lab_reports).where(lab_reports.c.at < bindparam("oldest"))


class SqlReportStore(Stored):
    """Implements `ReviewStore` of `bot.parts.analysis.ports` and `LabStore` of the lab."""

    async def review(self, match: MatchId) -> bytes | None:
        """Return the review of a match, None where there is none."""
        return await self._bytes(_REVIEW, match=match)

    async def keep_review(self, match: MatchId, review: bytes, at: datetime) -> None:
        """Store the review of a match; it replaces an older one."""
        await self._replace(reviews, {"match": match, "review": review, "at": at})

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards, None where there is none."""
        return await self._bytes(_REPORT, game=game, cards=cards)

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Store a report; it replaces an older one. Old reports on all cards are deleted."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_OLD, {"oldest": oldest})
            replace_rows(connection, lab_reports, {"game": game, "cards": cards, "report": report, "at": at})

        await self._database.write(work)
