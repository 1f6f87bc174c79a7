"""Deletes rows without further use in batches, and reads figures for monitoring."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, Delete, Select, Table, bindparam, case, delete, exists, func, select

from bot.base.metrics import Figures
from bot.database.backup import last_backup
from bot.database.engine import Stored
from bot.database.schema import GOING_ON, card_pools, matches, outbox, requests
from bot.matches.model import Stage


def some_of(table: Table, rows: Select[Any]) -> Delete:
    """Return the statement that deletes `most` of these rows of a table, selected by its primary key."""
    (key,) = table.primary_key.columns
    return delete(table).where(key.in_(rows.limit(bindparam("most"))))


_REQUESTS = some_of(
    requests, select(requests.c.request).where(requests.c.at < bindparam("before")).order_by(requests.c.at)
)
_INTERACTIONS = some_of(
    requests,
    select(requests.c.request)
    .where(requests.c.at < bindparam("before"))
    .where(func.substr(requests.c.request, 1, 1).in_(list("0123456789")), ~requests.c.request.contains("."))
    .order_by(requests.c.at),
)
"""A request that is a number only is that of an interaction; others have points in them."""
_PARKED = some_of(
    outbox,
    select(outbox.c.id)
    .where(outbox.c.parked.is_not(None), outbox.c.due < bindparam("before"))
    .order_by(outbox.c.id),
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


Old: TypeAlias = Literal["requests", "interactions", "parked", "cards"]
"""What is pruned: requests, those of presses and commands alone, deliveries given up, pools of cards."""
_PRUNE = {"requests": _REQUESTS, "interactions": _INTERACTIONS, "parked": _PARKED, "cards": _CARDS}


class SqlUpkeepStore(Stored):
    """Stores these rows. Every method may raise `bot.matches.errors.Unavailable`."""

    async def prune(self, old: Old, before: datetime, limit: int) -> int:
        """Delete the oldest rows of a kind from before an instant; return the number.

        Of cards it is the last opening of a match that counts; those with which a stored match is or was
        played stay.
        """
        return await self._execute(_PRUNE[old], before=before, most=limit)


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
    """Reads the figures."""

    async def read(self) -> Figures:
        """Return the present figures. Raises `bot.matches.errors.Unavailable`."""

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
