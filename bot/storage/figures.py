"""Counting what has to be watched from outside: matches that go on, and what is still to be published."""

from __future__ import annotations

from sqlalchemy import Connection, case, func, select

from bot.matches.model import Stage
from bot.metrics import Figures
from bot.storage.engine import Stored
from bot.storage.schema import GOING_ON, matches, outbox

MATCHES_GOING_ON = (
    select(matches.c.game, matches.c.stage, func.count().label("number"))
    .where(GOING_ON)
    .group_by(matches.c.game, matches.c.stage)
)
_pending = outbox.c.parked.is_(None)
DELIVERIES = select(
    func.count(case((_pending, 1))).label("pending"),
    func.count(case((_pending & (outbox.c.attempts > 0), 1))).label("failing"),
    func.count(outbox.c.parked).label("parked"),
    func.min(case((_pending, outbox.c.due))).label("due"),
)


class SqlFigures(Stored):
    """Implements `bot.metrics.FigureStore`."""

    async def read(self) -> Figures:
        """Return the present figures."""

        def work(connection: Connection) -> Figures:
            going_on = connection.execute(MATCHES_GOING_ON).all()
            row = connection.execute(DELIVERIES).one()
            numbers = {(each.game, Stage(each.stage)): int(each.number) for each in going_on}
            return Figures(numbers, row.pending, row.failing, row.parked, row.due)

        return await self._database.read(work)
