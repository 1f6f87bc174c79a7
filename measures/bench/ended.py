"""The disk space of matches that ended: `python -m measures.bench.ended`.

Plays random matches of each game through the match service, each game in a new SQLite file, and packs them.
Prints the actions and the bytes of a match before, packed two days after its end, when its presses are
pruned, too, and a month later: the size of the file without free pages, less that of an empty one.
Deliveries count as made.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import tempfile
from pathlib import Path

from bot.base.version import PACKS, Release
from bot.database.migrate import migrate
from bot.games.registry import GAMES
from bot.matches.packing import SqlPackingStore
from bot.matches.upkeep import KEPT, REPEATED, Upkeep
from bot.matches.upkeep_store import SqlUpkeepStore
from tests.matches.table import ANN, BEN, CHANNEL, Table, TestClock

MOST_ACTIONS = 1_222
"""A match that takes longer is ended by a moderator."""

PRESSES = itertools.count(1_440_000_000_000_000_000)
"""The ids of interactions, each as long as Discord's."""


async def play(table: Table, number: int) -> str:
    """Play a random match of two and return its id."""
    chance = random.Random(number)
    match = (await table.started(BEN, channel=CHANNEL + number)).id
    for _ in range(MOST_ACTIONS):
        views = [(who, await table.view(match, who)) for who in (ANN, BEN)]
        ready = [(who, view.legal) for who, view in views if view.legal]
        if views[0][1].match.stage.ended or not ready:
            break
        who, legal = chance.choice(ready)
        await table.act(match, who, legal[chance.randrange(len(legal))], request=str(next(PRESSES)))
        table.clock.pass_by(seconds=chance.randrange(1, 4000))
    if not (await table.info(match)).stage.ended:
        await table.end(match)
    while pending := await table.store.pending(match):
        await table.store.settle([each.delivery.id for each in pending])
    return match


def compact_size(file: Path) -> int:
    """Return the bytes of a database file without free pages and log."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return file.stat().st_size


async def measure(key: str, count: int) -> str:
    """Return a line of the table for a game, from this number of matches."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "matches.db"
        await migrate(f"sqlite:///{file}")
        empty = compact_size(file)
        table = Table(f"sqlite:///{file}", TestClock(), games={key: GAMES[key].rules})
        played = [await play(table, number) for number in range(count)]
        found = [await table.record(match) for match in played]
        actions = sum(record.seq for record in found) / count
        await table.close()
        before = (compact_size(file) - empty) / count
        table = Table(f"sqlite:///{file}", table.clock, games={key: GAMES[key].rules})
        store = SqlPackingStore(table.store.database, Release(PACKS, PACKS))
        for record in found:
            assert await store.pack(record.info.id, record.revision)
        table.clock.now += 2 * REPEATED
        await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune()
        await table.close()
        after = (compact_size(file) - empty) / count
        table = Table(f"sqlite:///{file}", table.clock, games={key: GAMES[key].rules})
        table.clock.now += 2 * KEPT
        await Upkeep(SqlUpkeepStore(table.store.database), table.clock).prune()
        await table.close()
        later = (compact_size(file) - empty) / count
    sizes = f"{before / 1000:.0f} KB | {after / 1000:.0f} KB | {later / 1000:.0f} KB"
    return f"| {key} | {actions:,.0f} | {sizes} | {after / before:.2f} | {later / before:.2f} |"


async def main() -> None:
    print("| game | actions | before | packed | later | ratio | later |\n|---|---|---|---|---|---|---|")
    for key in GAMES:
        print(await measure(key, 3), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
