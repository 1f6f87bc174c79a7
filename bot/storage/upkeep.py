"""Deletes rows without further use in batches, and reads figures for monitoring."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Delete, Select, Table, bindparam, case, delete, exists, func, select

from bot.matches.model import Stage
from bot.metrics import Figures
from bot.storage.backup import last_backup
from bot.storage.engine import Stored
from bot.storage.schema import GOING_ON, card_pools, matches, outbox, requests, roll_seeds, rolls


def _some(table: Table, rows: Select[Any]) -> Delete:
    """Return the statement that deletes `most` of these rows of a table, selected by its primary key."""
    (key,) = table.primary_key.columns
    return delete(table).where(key.in_(rows.limit(bindparam("most"))))


_REQUESTS = _some(
    requests, select(requests.c.request).where(requests.c.at < bindparam("before")).order_by(requests.c.at)
)
_PARKED = _some(
    outbox,
    select(outbox.c.id)
    .where(outbox.c.parked.is_not(None), outbox.c.due < bindparam("before"))
    .order_by(outbox.c.id),
)

_OLD_DAYS = select(roll_seeds.c.stream).where(roll_seeds.c.day < bindparam("day")).limit(1)
_OLD_SEALED = (
    select(roll_seeds.c.stream)
    .join(rolls, rolls.c.stream == roll_seeds.c.stream)
    .where(roll_seeds.c.day.is_(None), rolls.c.at < bindparam("before"))
    .limit(bindparam("most"))
)
_ROLLS_OF = _some(rolls, select(rolls.c.id).where(rolls.c.stream.in_(bindparam("streams", expanding=True))))
_SEEDS_OF = delete(roll_seeds).where(
    roll_seeds.c.stream.in_(bindparam("streams", expanding=True)),
    ~exists().where(rolls.c.stream == roll_seeds.c.stream),
)

_PLAYED_WITH = exists().where(
    matches.c.cards == card_pools.c.hash,
    matches.c.stage.in_([Stage.LOBBY.value, Stage.PLAYING.value]) | matches.c.state.is_not(None),
)
"""A lobby that ended before it began does not need its cards."""
_UNWANTED = card_pools.c.at < bindparam("before")
_CARDS = delete(card_pools).where(
    _UNWANTED,  # looked at again where a match that is opened has waited for the row, or this for it
    card_pools.c.hash.in_(select(card_pools.c.hash).where(_UNWANTED, ~_PLAYED_WITH).limit(bindparam("most"))),
)


class SqlUpkeepStore(Stored):
    """Implements `bot.matches.upkeep.UpkeepStore`; see its docstrings."""

    async def prune_requests(self, before: datetime, limit: int) -> int:
        """Delete requests carried out before an instant."""
        return await self._execute(_REQUESTS, before=before, most=limit)

    async def prune_parked(self, before: datetime, limit: int) -> int:
        """Delete parked deliveries that were due before an instant."""
        return await self._execute(_PARKED, before=before, most=limit)

    async def prune_rolls(self, before: datetime, limit: int) -> int:
        """Delete rolls that cannot be verified any more, and their seeds."""

        def work(connection: Connection) -> int:
            old = connection.execute(_OLD_DAYS, {"day": before.date()}).scalars().all()
            old = old or connection.execute(_OLD_SEALED, {"before": before, "most": limit}).scalars().all()
            if not old:
                return 0
            forgotten = connection.execute(_ROLLS_OF, {"streams": list(old), "most": limit}).rowcount
            return forgotten + connection.execute(_SEEDS_OF, {"streams": list(old)}).rowcount

        return await self._database.write(work)

    async def prune_cards(self, before: datetime, limit: int) -> int:
        """Delete cards that no match needs any more."""
        return await self._execute(_CARDS, before=before, most=limit)


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


class SqlFigureStore(Stored):
    """Implements `bot.metrics.FigureStore`."""

    async def read(self) -> Figures:
        """Return the present figures."""

        def work(connection: Connection) -> Figures:
            going_on = connection.execute(MATCHES_GOING_ON).all()
            row = connection.execute(DELIVERIES).one()
            numbers = {(each.game, Stage(each.stage)): int(each.number) for each in going_on}
            counted = (row.pending, row.failing, row.parked, row.due)
            return Figures(
                numbers,
                *counted,
                size=self._database.size(connection),
                free=self._database.free(),
                backup=last_backup(connection),
            )

        return await self._database.read(work)
