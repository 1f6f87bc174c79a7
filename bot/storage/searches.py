"""Searches for players, on a database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.searches import Search
from bot.storage.engine import Stored
from bot.storage.schema import searchers, searches

_SEARCH = (
    select(searches)
    .where(searches.c.id == bindparam("id"), searches.c.channel == bindparam("channel"))
    .with_for_update()
)
"""Held until the end of the transaction, so that two who come at once are both counted."""
_USERS = (
    select(searchers.c.user, searchers.c.number)
    .where(searchers.c.search == bindparam("id"))
    .order_by(searchers.c.number)
)
_FORGET = delete(searches).where(searches.c.id == bindparam("this"))
_FORGET_OLD = delete(searches).where(searches.c.at < bindparam("oldest"))
_TAKE_OFF = delete(searchers).where(
    searchers.c.search == bindparam("this"), searchers.c.user == bindparam("who")
)


class SqlSearches(Stored):
    """Implements `bot.searches.SearchStore`; what each method does is said there."""

    async def keep(self, search: Search, at: datetime, oldest: datetime) -> None:
        """Keep a search in the place of what was kept of it."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_OLD, {"oldest": oldest})
            connection.execute(_FORGET, {"this": search.id})
            row = {"id": search.id, "channel": search.channel, "game": search.game, "seats": search.seats}
            connection.execute(insert(searches), {**row, "at": at})
            for number, user in enumerate(search.users):
                _put(connection, search.id, user, number)

        await self._database.write(work)

    async def put(self, search: str, channel: int, user: int) -> tuple[Search, bool] | None:
        """Put a person on a list; a complete one is kept no longer."""

        def work(connection: Connection) -> tuple[Search, bool] | None:
            found = _read(connection, search, channel)
            if found is None or user in found.users:
                return None if found is None else (found, False)
            after = Search(search, channel, found.game, found.seats, (*found.users, user))
            if len(after.users) >= after.seats:
                connection.execute(_FORGET, {"this": search})
            else:
                numbers = connection.execute(_USERS, {"id": search}).all()
                _put(connection, search, user, max([row.number for row in numbers], default=-1) + 1)
            return after, True

        return await self._database.write(work)

    async def take_off(self, search: str, channel: int, user: int) -> tuple[Search, bool] | None:
        """Take a person off a list."""

        def work(connection: Connection) -> tuple[Search, bool] | None:
            found = _read(connection, search, channel)
            if found is None:
                return None
            gone = connection.execute(_TAKE_OFF, {"this": search, "who": user}).rowcount
            after = _read(connection, search, channel)
            assert after is not None, "it is held"
            return after, bool(gone)

        return await self._database.write(work)


def _read(connection: Connection, search: str, channel: int) -> Search | None:
    row = connection.execute(_SEARCH, {"id": search, "channel": channel}).one_or_none()
    if row is None:
        return None
    users = tuple([each.user for each in connection.execute(_USERS, {"id": search})])
    return Search(row.id, row.channel, row.game, row.seats, users)


def _put(connection: Connection, search: str, user: int, number: int) -> None:
    connection.execute(insert(searchers), {"search": search, "user": user, "number": number})
