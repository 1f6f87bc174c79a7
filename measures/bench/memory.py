"""The memory of open matches: `python -m measures.bench.memory 100`.

Opens this number of matches of Papyrus (ten against ten on 16x12) in a new database, plays each into its
first turn, and views it from every seat and the public. Prints the size of the process, with Discord's
library and Pillow loaded as in the bot.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from pathlib import Path

from bot.database.migrate import migrate
from measures.bench.test_bench_matches import Duel
from tests.matches.table import ANN, BEN, Table

LOADED_IN_THE_BOT = ("discord", "discord.ext.commands", "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont")


def resident_megabytes() -> float:
    """Return the current memory of this process, in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


async def open_matches(url: str, count: int) -> Table:
    await migrate(url)
    duel = Duel(asyncio.get_running_loop(), url)
    for _ in range(count):
        await duel.deploy()
        for user in (ANN.user, BEN.user, None):
            await duel.table.service.match_view(duel.match, user)
    assert len(await duel.table.service.open_matches()) == count
    return duel.table


async def measure(count: int) -> None:
    before = resident_megabytes()
    with tempfile.TemporaryDirectory() as folder:
        table = await open_matches(f"sqlite:///{folder}/matches.db", count)
        after = resident_megabytes()
        await table.close()
    print(f"before {before:.1f} MB, with {count} open matches {after:.1f} MB")


if __name__ == "__main__":
    for name in LOADED_IN_THE_BOT:
        importlib.import_module(name)
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
