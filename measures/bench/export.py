"""The cost of `/privacy export`: `python -m measures.bench.export 50000`.

Plays a match of dice, copies its rows until a person has this number of ended matches with results and
ratings. Prints the time to write them into a file, its size, and the maximum memory of the process before and
after.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from resource import RUSAGE_SELF, getrusage
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from bot.database import schema
from bot.database.migrate import migrate
from bot.parts.ratings.service import RatingService
from bot.parts.ratings.store import SqlRatingStore
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import Privacy
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll
from tests.matches.table import ANN, BEN, TestClock
from tests.matches.table import Table as Playing
from tests.storage.personal import everything_personal

COPIED = (
    schema.matches,
    schema.seated,
    schema.actions,
    schema.events,
    schema.draws,
    schema.results,
    schema.result_players,
    schema.rating_steps,
)
AT_ONCE = 500
MEGABYTE = 2**20


def copies(table: Table, rows: Sequence[Any], numbers: range) -> Iterator[dict[str, Any]]:
    """Yield these rows of a match once for each of these numbers, as rows of another match."""
    for number in numbers:
        match = f"m{number:011}"
        other = {"number": number, "id": match, "match": match}
        changed = {name: value for name, value in other.items() if name in table.c}
        yield from ({**row, **changed} for row in rows)


def fill(connection: Connection, count: int) -> None:
    """Make this number of copies of the match, each in its own channel."""
    first = {table: connection.execute(select(table)).mappings().all() for table in COPIED}
    for begin in range(2, count + 1, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, count + 1))
        for table, rows in first.items():
            if rows:
                connection.execute(insert(table), list(copies(table, rows, numbers)))


async def play(table: Playing, ratings: RatingService) -> None:
    """Play a round, after which one player resigns, and enter the result."""
    match = (await table.started(BEN)).id
    for person in (ANN, BEN):
        await table.act(match, person, Choose(2), Ready())
    for person in (ANN, BEN):
        await table.act(match, person, Roll())
    await table.service.play.resign(match, BEN.user, request="resign")
    await ratings.catch_up()


def most_memory() -> float:
    """Return the maximum memory of this process so far, in MB (Linux)."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


async def measure(count: int) -> None:
    """Print time and memory of the export of this number of matches."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
        url = f"sqlite:///{folder}/matches.db"
        await migrate(url)
        clock, games = TestClock(), {"dicey": DiceyRules()}
        table = Playing(url, clock)
        ratings = RatingService(SqlRatingStore(table.store.database), table.service, games, clock)
        await play(table, ratings)
        await table.store.database.write(lambda connection: fill(connection, count))
        database = table.store.database
        privacy = Privacy(table.service, SqlMatchPersonalData(database), everything_personal(database), clock)
        before, begun, cpu = most_memory(), time.perf_counter(), time.process_time()
        await privacy.export(ANN.user, file)
        took, worked = time.perf_counter() - begun, time.process_time() - cpu
        size = file.tell() / MEGABYTE
        await table.close()
    print(f"{count:,} matches: {took:.1f} s ({worked:.1f} s of CPU), a file of {size:.1f} MB")
    print(f"most memory of the process: {before:.0f} MB before, {most_memory():.0f} MB after")


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000))
