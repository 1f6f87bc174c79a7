"""Exports and deletes the stored data of one user."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    Column,
    Connection,
    Row,
    Table,
    delete,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)

from bot.competitions.model import forgotten
from bot.matches.coordination import Topic
from bot.matches.model import FORMER
from bot.storage.competitions import SqlCompetitionStore
from bot.storage.engine import Database, Stored
from bot.storage.ratings import SqlRatingStore
from bot.storage.schema import (
    blocked_people,
    blocks,
    decks,
    followers,
    notes,
    notices_due,
    people,
    rating_steps,
    ratings,
    result_players,
    roll_seeds,
    rolls,
    saved_rolls,
    tournament_entrants,
    tournament_log,
    try_cards,
    try_tables,
    wishes,
)

ROWS_AT_ONCE = 1000
"""The most rows of an export that are read and held at a time."""


class PersonalRows(Stored):
    """Implements `bot.privacy.ports.PersonalData` for tables whose rows belong to one user."""

    def __init__(self, database: Database, name: str, tables: Sequence[Table]) -> None:
        super().__init__(database)
        self.name = name
        """The name of the data in the export file."""
        self.tables = tuple(tables)

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of rows about a user, by table."""

        def work(connection: Connection) -> dict[str, int]:
            return {table.name: _count(connection, table, user) for table in self.tables}

        return await self._database.read(work)

    def export(self, user: int) -> Mapping[str, AsyncIterator[dict[str, Any]]]:
        """Return the rows of each table, read in parts."""
        return {str(table.name): self._rows(table, user) for table in self.tables}

    async def _rows(self, table: Table, user: int) -> AsyncIterator[dict[str, Any]]:
        order = _order(table)
        query = select(table).where(table.c.user == user).order_by(*order).limit(ROWS_AT_ONCE)
        found = await self._all(query)
        while found:
            for row in found:
                yield _plain(row)
            last = [found[-1]._mapping[column.name] for column in order]
            later = tuple_(*order) > tuple_(*[literal(v, c.type) for v, c in zip(last, order, strict=True)])
            found = await self._all(query.where(later)) if len(found) == ROWS_AT_ONCE else ()

    async def delete(self, user: int) -> None:
        """Delete the rows."""

        def work(connection: Connection) -> None:
            for table in self.tables:
                connection.execute(delete(table).where(table.c.user == user))

        await self._database.write_cached(Topic.PERSON, user, work)


class PersonalRolls(PersonalRows):
    """The rolls of a user. Rolls that others saw are anonymized: the channel's proof needs them."""

    async def delete(self, user: int) -> None:
        """Delete rolls that no other person saw and those of the user's own streams; anonymize the rest."""

        def work(connection: Connection) -> None:
            connection.execute(delete(saved_rolls).where(saved_rolls.c.user == user))
            mine = rolls.c.user == user
            unseen = (rolls.c.visibility == "later") & rolls.c.revealed_at.is_(None)
            gone = mine & (unseen | (rolls.c.visibility == "private") | _own(rolls.c.stream, user))
            streams = [row.stream for row in connection.execute(select(rolls.c.stream).where(gone))]
            connection.execute(delete(rolls).where(gone))
            unused = ~select(rolls.c.id).where(rolls.c.stream == roll_seeds.c.stream).exists()
            for stream in set(streams):
                connection.execute(delete(roll_seeds).where(roll_seeds.c.stream == stream, unused))
            connection.execute(delete(roll_seeds).where(_own(roll_seeds.c.stream, user), unused))
            connection.execute(update(rolls).where(mine).values(user=0, name=FORMER, label=""))

        await self._database.write(work)


class PersonalTournaments(PersonalRows):
    """The tournaments of a user. Played matches stay under a former player, for the other players."""

    async def delete(self, user: int) -> None:
        """Remove the user from all tournaments; from a running one they withdraw."""
        store = SqlCompetitionStore(self._database)
        for tournament in await store.with_traces(user):
            while (found := await store.load(tournament)) is not None:
                after = replace(forgotten(found, user), revision=found.revision + 1)
                if await store.save(found, after):
                    break


class PersonalRatings(PersonalRows):
    """Results and ratings of a user. They stay under an anonymous number, for the other players."""

    async def delete(self, user: int) -> None:
        """Replace the user by a unique anonymous number."""
        await SqlRatingStore(self._database).forget(user)


class PersonalBlock(PersonalRows):
    """An operators' block of a user, with its reason. It stays: otherwise a blocked user could lift it."""

    async def delete(self, user: int) -> None:
        """Keep it."""


def personal_data(database: Database) -> tuple[PersonalRows, ...]:
    """Return all stored data about users except for their seats in matches."""
    return (
        PersonalRows(database, "settings", (people, notices_due, followers)),
        PersonalRolls(database, "rolls", (rolls, saved_rolls)),
        PersonalRows(database, "notes", (notes,)),
        PersonalRows(database, "test table", (try_tables, try_cards)),
        PersonalRows(database, "blocks", (blocks,)),
        PersonalRows(database, "decks", (decks,)),
        PersonalRows(database, "wishes", (wishes,)),
        PersonalTournaments(database, "tournaments", (tournament_entrants, tournament_log)),
        PersonalBlock(database, "blocked", (blocked_people,)),
        PersonalRatings(database, "ratings", (result_players, ratings, rating_steps)),
    )


def _own(stream: Any, user: int) -> Any:
    """Return the condition that a stream's name contains a user's id and no channel."""
    starts = [f"roll-u{user}-", f"roll-p{user}-"]
    return or_(*[stream.between(start, f"{start}~") for start in starts])


def _count(connection: Connection, table: Table, user: int) -> int:
    query = select(func.count()).select_from(table).where(table.c.user == user)
    return int(connection.execute(query).scalar_one())


def _order(table: Table) -> list[Column[Any]]:
    """Return columns that order the rows of a user, by an index where there is one."""
    indexes = [list(index.columns) for index in table.indexes if next(iter(index.columns)).name == "user"]
    ordered = dict.fromkeys([*next(iter(indexes), []), *table.primary_key.columns])
    return [column for column in ordered if column.name != "user"] or [table.c.user]


def _plain(row: Row[Any]) -> dict[str, Any]:
    """Return a row as JSON-compatible values; stored JSON is decoded."""
    return {
        key: msgspec.json.decode(value) if isinstance(value, bytes) else value
        for key, value in row._mapping.items()
    }
