"""Deleting rows that are of no use any more, a few at a time."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Delete, bindparam, delete, select

from bot.storage.engine import Database
from bot.storage.schema import outbox, requests

_REQUESTS = delete(requests).where(
    requests.c.request.in_(
        select(requests.c.request)
        .where(requests.c.at < bindparam("before"))
        .order_by(requests.c.at)
        .limit(bindparam("most"))
    )
)
_PARKED = delete(outbox).where(
    outbox.c.id.in_(
        select(outbox.c.id)
        .where(outbox.c.parked.is_not(None), outbox.c.due < bindparam("before"))
        .order_by(outbox.c.id)
        .limit(bindparam("most"))
    )
)


class SqlPruning:
    """Implements `bot.matches.upkeep.UpkeepStore`; what each method does is said there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def prune_requests(self, before: datetime, limit: int) -> int:
        """Forget requests carried out before an instant."""
        return await self._delete(_REQUESTS, before, limit)

    async def prune_parked(self, before: datetime, limit: int) -> int:
        """Forget deliveries given up that were due before an instant."""
        return await self._delete(_PARKED, before, limit)

    async def _delete(self, statement: Delete, before: datetime, limit: int) -> int:
        bounds = {"before": before, "most": limit}
        return await self._database.write(lambda connection: connection.execute(statement, bounds).rowcount)
