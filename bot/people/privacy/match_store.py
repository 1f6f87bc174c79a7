"""Stores and deletes users' data in matches outside of the seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.base.ids import MatchId
from bot.database.engine import Stored
from bot.database.schema import TO_SOMEBODY, events, matches, once_seated, outbox, posts, seated, stale_posts
from bot.matches import packing
from bot.matches.model import FORMER
from bot.matches.store import holders_of
from bot.matches.substitutions import NOWHERE

_STAGES = (
    select(matches.c.stage, func.count().label("number"))
    .join(seated, seated.c.match == matches.c.id)
    .where(seated.c.user == bindparam("user"))
    .group_by(matches.c.stage)
)
_HANDED_OVER = select(func.count(once_seated.c.match.distinct())).where(
    once_seated.c.user == bindparam("user"),
    once_seated.c.match.not_in(select(seated.c.match).where(seated.c.user == bindparam("user"))),
)

_LOCKED = select(matches.c.seats).where(matches.c.id == bindparam("match")).with_for_update()
"""Locks the match, so that it is not packed meanwhile."""


class SqlMatchPersonalData(Stored):
    """A person's id in tables other than the seats of matches. Every method may raise `Unavailable`."""

    async def matches(self, user: int) -> list[MatchId]:
        """Return all matches in which a person holds or once held a seat, oldest first."""
        query = (
            select(matches.c.id)
            .where(
                matches.c.id.in_(select(seated.c.match).where(seated.c.user == user))
                | matches.c.id.in_(select(once_seated.c.match).where(once_seated.c.user == user))
            )
            .order_by(matches.c.opened_at, matches.c.id)
        )
        return await self._strings(query)

    async def stages(self, user: int) -> Mapping[str, int]:
        """Return the number of matches in which a person holds a seat, by stage.

        Matches with a former seat of the person are under "".
        """

        def work(connection: Connection) -> dict[str, int]:
            by_stage = {row.stage: int(row.number) for row in connection.execute(_STAGES, {"user": user})}
            return {**by_stage, "": int(connection.execute(_HANDED_OVER, {"user": user}).scalar_one())}

        return await self._database.read(work)

    async def unname(self, user: int) -> None:
        """Remove a person's name from the messages about seats that changed hands."""

        def work(connection: Connection) -> None:
            mine = select(once_seated.c.match).where(once_seated.c.user == user)
            held = select(seated.c.match).where(seated.c.user == user)
            changed = select(once_seated.c.match).distinct()
            query = changed.where(once_seated.c.match.in_(mine) | once_seated.c.match.in_(held))
            for (match,) in connection.execute(query).all():
                _unname(connection, match, user)

        await self._database.write(work)

    async def clear(self, user: int) -> None:
        """Delete the marks of a person's posts and seats, and their unsent messages."""

        def work(connection: Connection) -> None:
            # Delete the posts in DM channels of matches that were anonymized.
            nowhere = select(matches.c.id).where(matches.c.channel == NOWHERE)
            connection.execute(delete(posts).where(posts.c.match.in_(nowhere)))
            for table in (posts, outbox):
                connection.execute(delete(table).where(table.c.user == user, TO_SOMEBODY))
            for table in (stale_posts, seated):
                connection.execute(delete(table).where(table.c.user == user))
            connection.execute(update(once_seated).where(once_seated.c.user == user).values(user=0))

        with self._database.pending.changing():
            await self._database.write(work)

    async def scrub(self) -> None:
        """Remove deleted data from the files of the database too, if it has its own files."""

        def work(connection: Connection) -> None:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()

        await self._database.read(work)


def _unname(connection: Connection, match: MatchId, user: int) -> None:
    """Replace a user's name in a match's events of seats that changed hands."""
    holders = holders_of(connection.execute(_LOCKED, {"match": match}).one())
    query = select(once_seated).where(once_seated.c.match == match).order_by(once_seated.c.seq)
    changes = connection.execute(query).all()
    names: dict[int, list[str]] = {}
    for seat, holder in enumerate(holders):
        here = [each for each in changes if each.seat == seat]
        held_by = [*[each.user for each in here], holder.user]
        for place, each in enumerate(here):
            fields = {"before": held_by[place] == user, "name": held_by[place + 1] == user}
            names[each.seq] = [name for name, mine in fields.items() if mine]
    if not packing.repack(connection, match, names, _renamed):
        for seq, written in names.items():
            which = (events.c.match == match, events.c.seq == seq, events.c.n == 0)
            row = connection.execute(select(events.c.event).where(*which)).first()
            if row is not None:
                connection.execute(update(events).where(*which).values(event=_renamed(row.event, written)))


def _renamed(event: bytes, fields: Iterable[str]) -> bytes:
    """Return an event with the name of a former player in these fields of its public form."""
    decoded: dict[str, Any] = msgspec.json.decode(event)
    decoded["public"].update(dict.fromkeys(fields, FORMER))
    return msgspec.json.encode(decoded)
