"""Uploads of everything, valid and mutated: pictures, card sets, spreadsheets, maps, and tried sets.

At the end memory and database are where the bounds of SECURITY.md say, and no step held the event loop. Steps
are measured in processor time, so that a busy machine does not count.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
import tomllib
from asyncio import events
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from PIL import Image
from sqlalchemy import func, select

from bot.database.migrate import migrate
from bot.database.schema import card_pools
from bot.engine.cards.files.spreadsheet import to_csv
from bot.engine.cards.game import MOST_POOLS
from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.maps.service import MOST_FILES, ServerMaps
from bot.parts.workshop.sets.pictures import MOST_PICTURES, CardPictures
from bot.parts.workshop.sets.played import PlayedSets
from bot.parts.workshop.sets.service import MOST_SETS, CardSets
from bot.parts.workshop.sets.store import SqlCardPictureStore, SqlCardSetStore
from bot.parts.workshop.sets.tables import card_pictures, card_set_versions, card_sets
from bot.parts.workshop.sets.versions import MOST_FORMER, SetVersions
from bot.parts.workshop.sets.versions_store import SqlSetVersions
from bot.parts.workshop.test_table.service import TestTableService
from bot.parts.workshop.test_table.store import SqlTestTables, try_cards, try_tables
from bot.processes.workers import Workers
from renderers.kit.cards.uploads import rewritten
from tests.matches.table import fixed_entropy
from tests.parts.workshop.cogs.test_maps import RATS, SWAMP, WOLVES
from tests.parts.workshop.sets.uploads import HERONS, OTHER_HERONS

LONGEST_SECONDS = 0.02
"""The processor time that one step may take on the event loop."""
ROOM_MEGABYTES = 400
"""What the process may grow by: 50 pools and 50 readings of a game, and what the allocator keeps."""
PERSONS, SERVERS = 20, 3
GAME = "arclash"


class Doors:
    """The services that take what people upload, on a database."""

    def __init__(self, url: str, seed: int) -> None:
        self.random, self.store, self.workers = Random(seed), SqlMatchStore.at(url), Workers()
        database = self.store.database
        cards = {key: game.cards for key, game in GAMES.items() if game.cards is not None}
        self.sets = CardSets(SqlCardSetStore(database), cards, _now)
        versions = SqlSetVersions(database)
        self.versions = SetVersions(versions, self.sets, PlayedSets(versions, cards))
        self.pictures = CardPictures(SqlCardPictureStore(database), cards, _now)
        formats = [each for game in GAMES.values() for each in game.map_formats]
        self.maps = ServerMaps(SqlCardSetStore(database), formats, _now)
        self.tables = TestTableService(
            SqlTestTables(database), self.store, GAMES, _now, fixed_entropy("soak")
        )

    @property
    def server(self) -> int:
        """A server at random."""
        return self.random.randint(1, SERVERS)

    def mutated(self, content: bytes) -> bytes:
        """Return a file as it is, or with some of its bytes changed, cut out or repeated."""
        changed = bytearray(content)
        for _ in range(self.random.choice((0, 0, 1, 3))):
            at, number = self.random.randrange(len(changed) + 1), self.random.randint(1, 30)
            piece = bytes(changed[at : at + number])
            way = self.random.randrange(3)
            changed[at : at + number] = (b"", piece * 2, self.random.randbytes(len(piece)))[way]
        return bytes(changed)

    def set_file(self) -> bytes:
        """Return a card set that was not uploaded before."""
        content = self.random.choice((HERONS, OTHER_HERONS))
        key = f"set-{self.random.randrange(2 * MOST_SETS)}"
        title = f"Uploaded {self.random.randrange(10**9)}"
        _, rest = content.decode().split("description =", 1)
        return f'key = "{key}"\ntitle = "{title}"\ndescription ={rest}'.encode()

    def png(self) -> bytes:
        """Return a noisy picture."""
        size = self.random.randint(40, 900), self.random.randint(40, 900)
        file = BytesIO()
        Image.effect_noise(size, 90).convert(self.random.choice(("RGB", "L", "P", "RGBA"))).save(file, "PNG")
        return self.mutated(file.getvalue())

    def sheet(self) -> bytes:
        """Return a set as a spreadsheet."""
        return self.mutated(to_csv(tomllib.loads(self.set_file().decode())).encode())

    async def picture(self) -> None:
        """Upload a picture for a card."""
        png = await self.workers.run_confined(rewritten, await asyncio.to_thread(self.png))
        server = self.server
        kept = await self.sets.sets(server, [GAME])
        if kept:
            chosen = self.random.choice(kept)
            source = await self.sets.playable(chosen)
            await self.pictures.keep(chosen, source.cards, self.random.choice(source.cards).number, png)

    async def card_set(self) -> None:
        """Add a set to a server, or a new version of one."""
        content = self.mutated(self.set_file())
        reading = await self.sets.check(GAME, content, "set.toml")
        if reading.set is not None:
            await self.versions.add(self.server, GAME, content, reading.set, replacing=True)

    async def spreadsheet(self) -> None:
        """Check a set as a spreadsheet."""
        content, name = await asyncio.to_thread(self.sheet), "set.csv"
        await self.sets.check(GAME, content, name)

    async def map(self) -> None:
        """Add a map, a layout or a squad to a server."""
        content = self.mutated(self.random.choice((SWAMP, RATS, WOLVES)))
        reading = await self.maps.read(content, "own.toml")
        if reading.value is not None:
            await self.maps.add(self.server, reading, content, replacing=True)

    async def tried(self) -> None:
        """Try a set on a test table."""
        reading = await self.sets.check(GAME, self.mutated(self.set_file()), "set.toml")
        if reading.set is not None:
            source, user = self.sets.made(GAME, reading.set), self.random.randint(1, PERSONS)
            table = await self.tables.lay(user, GAME, source.pool.hash, str(source.title), "")
            await self.tables.game_of(table)

    async def faults(self) -> list[str]:
        """Return where more is left than the bounds say."""
        found = []
        for key, game in GAMES.items():
            pools = 0 if game.cards is None else len(game.cards.library._known)
            if pools > MOST_POOLS + 1:  # and the usual one
                found.append(f"{pools} pools of {key} in memory")
        most = {
            try_tables: PERSONS,
            try_cards: 2 * PERSONS,
            card_pools: 0,
            card_sets: SERVERS * (MOST_SETS + 3 * MOST_FILES),
            card_set_versions: SERVERS * MOST_SETS * (MOST_FORMER + 1),
            card_pictures: SERVERS * MOST_SETS * MOST_PICTURES,
        }
        for table, bound in most.items():
            (row,) = await SqlTestTables(self.store.database)._all(
                select(func.count().label("rows")).select_from(table)
            )
            if row.rows > bound:
                found.append(f"{row.rows} rows of {table.name}, {bound} are the most")
        return found


def _now() -> datetime:
    return datetime.now(UTC)


class Steps:
    """The longest step on the event loop, in seconds of processor time."""

    longest = 0.0


@contextmanager
def measured() -> Iterator[Steps]:
    """Measure each step of the event loop within the block."""
    steps, true = Steps(), events.Handle._run

    def run(handle: Any) -> None:
        before = time.thread_time()
        true(handle)
        steps.longest = max(steps.longest, time.thread_time() - before)

    with patch.object(events.Handle, "_run", run):
        yield steps


def megabytes() -> float:
    """Return the memory of this process."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20
    except OSError:
        return 0.0


def run(number: int, seconds: float, seed: int, _games: Sequence[str]) -> list[str]:
    """Upload so many files; return what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(f"sqlite+aiosqlite:///{folder}/soak.db", number, seconds, seed))


async def _run(url: str, number: int, seconds: float, seed: int) -> list[str]:
    await migrate(url)
    doors, until, found = Doors(url, seed), time.monotonic() + seconds, list[str]()
    ways: list[Callable[[], Awaitable[None]]] = [
        doors.picture,
        *[each for each in (doors.card_set, doors.spreadsheet, doors.map, doors.tried) for _ in range(3)],
    ]
    told: Counter[str] = Counter()
    for way in {way.__name__: way for way in ways}.values():
        await _tried(way, told, found)  # what is loaded once is loaded before the measurement
    before, size = megabytes(), len(told)
    with measured() as steps:
        for done in range(number):
            if time.monotonic() > until:
                break
            await _tried(doors.random.choice(ways), told, found)
            if done % 500 == 499:
                print(f"{done + 1} uploads, {megabytes():.0f} MB, longest step {1000 * steps.longest:.0f} ms")
    found += await doors.faults()
    grown = megabytes() - before
    if grown > ROOM_MEGABYTES:
        found.append(f"the process grew by {grown:.0f} MB")
    if steps.longest > LONGEST_SECONDS:
        found.append(f"a step held the event loop for {1000 * steps.longest:.0f} ms")
    print(f"{sum(told.values()) - size} uploads: {dict(sorted(told.items()))}, grown by {grown:.0f} MB")
    await doors.workers.close()
    await doors.store.close()
    return found


async def _tried(way: Callable[[], Awaitable[None]], told: Counter[str], found: list[str]) -> None:
    name = getattr(way, "__name__", "")
    try:
        await way()
    except Refusal:
        told[f"{name} refused"] += 1
    except Exception as fault:
        found.append(f"{name}: {type(fault).__name__}: {fault}")
    else:
        told[name] += 1
