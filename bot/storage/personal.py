"""What the tables keep about one person: read out whole, and deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, delete, func, or_, select, update

from bot.coordination import News, Topic
from bot.matches.model import FORMER
from bot.storage.engine import Database
from bot.storage.ratings import SqlRatingStore
from bot.storage.schema import (
    decks,
    followers,
    notices_due,
    people,
    rating_steps,
    ratings,
    result_players,
    roll_seeds,
    rolls,
    saved_rolls,
    searchers,
)


class PersonalRows:
    """Implements `bot.privacy.ports.PersonalData` for tables whose rows are one person's alone."""

    def __init__(self, database: Database, name: str, tables: Sequence[Table]) -> None:
        self._database = database
        self._name = name
        self.tables = tuple(tables)

    @property
    def name(self) -> str:
        """What it is called in the file that a person is handed."""
        return self._name

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return how many rows of each table are kept about a person."""

        def work(connection: Connection) -> dict[str, int]:
            return {table.name: _count(connection, table, user) for table in self.tables}

        return await self._database.read(work)

    async def export(self, user: int) -> object:
        """Return the rows of each table."""

        def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            return {table.name: _rows(connection, table, user) for table in self.tables}

        return await self._database.read(work)

    async def delete(self, user: int) -> None:
        """Delete the rows."""

        def work(connection: Connection) -> None:
            for table in self.tables:
                connection.execute(delete(table).where(table.c.user == user))
            self._database.tell(connection, News(Topic.PERSON, number=user))

        await self._database.write(work)
        self._database.preferences.drop(user)


class PersonalRolls(PersonalRows):
    """The rolls of a person. Those that others saw stay as nobody's: the channel's proof needs them."""

    async def delete(self, user: int) -> None:
        """Delete what others never saw and what came from the person's own streams; the rest is nobody's."""

        def work(connection: Connection) -> None:
            connection.execute(delete(saved_rolls).where(saved_rolls.c.user == user))
            mine = rolls.c.user == user
            unseen = (rolls.c.visibility == "later") & rolls.c.revealed_at.is_(None)
            gone = mine & (
                unseen | (rolls.c.visibility == "private") | _own(connection, rolls.c.stream, user)
            )
            streams = [row.stream for row in connection.execute(select(rolls.c.stream).where(gone))]
            connection.execute(delete(rolls).where(gone))
            unused = ~select(rolls.c.id).where(rolls.c.stream == roll_seeds.c.stream).exists()
            for stream in set(streams):
                connection.execute(delete(roll_seeds).where(roll_seeds.c.stream == stream, unused))
            connection.execute(delete(roll_seeds).where(_own(connection, roll_seeds.c.stream, user), unused))
            connection.execute(update(rolls).where(mine).values(user=0, name=FORMER, label=""))

        await self._database.write(work)


class PersonalRatings(PersonalRows):
    """Results and ratings of a person. They stay under a number that is nobody's, for the others' sake."""

    async def delete(self, user: int) -> None:
        """Replace the person by a number that stands for nobody else."""
        await SqlRatingStore(self._database).forget(user)


def personal_data(database: Database) -> tuple[PersonalRows, ...]:
    """Return all that the tables keep about people beside their seats in matches."""
    return (
        PersonalRows(database, "settings", (people, notices_due, followers)),
        PersonalRolls(database, "rolls", (rolls, saved_rolls)),
        PersonalRows(database, "decks", (decks,)),
        PersonalRows(database, "searches", (searchers,)),
        PersonalRatings(database, "ratings", (result_players, ratings, rating_steps)),
    )


def _own(connection: Connection, stream: Any, user: int) -> Any:
    """Return the condition that a stream bears a person's id in its name: one of no channel.

    SQLite finds names that begin alike by its index; PostgreSQL compares them by rules of a language.
    """
    starts = [f"roll-u{user}-", f"roll-p{user}-"]
    if connection.dialect.name == "sqlite":
        return or_(*[stream.between(start, f"{start}~") for start in starts])
    return or_(*[stream.like(f"{start}%") for start in starts])


def _count(connection: Connection, table: Table, user: int) -> int:
    query = select(func.count()).select_from(table).where(table.c.user == user)
    return int(connection.execute(query).scalar_one())


def _rows(connection: Connection, table: Table, user: int) -> list[dict[str, Any]]:
    order = list(table.primary_key.columns)
    return [
        _plain(row) for row in connection.execute(select(table).where(table.c.user == user).order_by(*order))
    ]


def _plain(row: Row[Any]) -> dict[str, Any]:
    """Return a row as JSON can hold it; what is stored as JSON is read."""
    return {
        key: msgspec.json.decode(value) if isinstance(value, bytes) else value
        for key, value in row._mapping.items()
    }
