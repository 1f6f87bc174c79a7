"""Stores the lab's reports on cards and maps."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    bindparam,
    delete,
    select,
)

from bot.database.engine import Stored, replace_rows
from bot.database.schema import UtcDateTime, new_table

lab_reports = new_table(
    "lab_reports",
    Column("game", Text, nullable=False),
    Column("cards", String(64), nullable=False),
    Column("report", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("game", "cards"),
)
"""One row for each report of the lab, as JSON, by the hash of its cards."""

_REPORT = select(lab_reports.c.report).where(
    lab_reports.c.game == bindparam("game"), lab_reports.c.cards == bindparam("cards")
)
_FORGET_OLD = delete(lab_reports).where(lab_reports.c.at < bindparam("oldest"))


class SqlReportStore(Stored):
    """Stores reports. Every method may raise `bot.matches.errors.Unavailable`."""

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards of a game by their hash; None if there is none."""
        return await self._bytes(_REPORT, game=game, cards=cards)

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Save a report, replacing one on the same cards; delete reports made before `oldest`."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_OLD, {"oldest": oldest})
            replace_rows(connection, lab_reports, {"game": game, "cards": cards, "report": report, "at": at})

        await self._database.write(work)
