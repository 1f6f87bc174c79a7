"""The processor time of a start: `python -m measures.bench.start --against REF`.

Of commands that need little (`--version`, `--help`, `cards check` of a shipped set), and of the bot from its
start to its first answer to a person: with a new database, and once more on it. In user and system time of
all processes, so a busy machine changes little; medians, and medians of the ratios of pairs.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from measures.bench.paired import Figures, in_pairs, of, processor, started

CARDS = "data/neo-combat/sets/core.toml"
COMMANDS = {"--version": ["--version"], "--help": ["--help"], "cards check FILE": ["cards", "check", CARDS]}


def command(root: Path, words: list[str]) -> float:
    """Return the seconds of processor time of a command; it must succeed."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "bot", *words], cwd=root, env=of(root), check=True, stdout=subprocess.DEVNULL
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


async def bot(root: Path, folder: Path, cores: int) -> float:
    """Return the seconds of processor time of the bot until its first answer."""
    async with started(root, cores, folder) as running:
        return processor(running.pid)


def measure(root: Path) -> Figures:
    """Return the figures of one checkout."""
    found = {f"{name}, s": command(root, words) for name, words in COMMANDS.items()}
    for cores in (1, 2):
        with tempfile.TemporaryDirectory() as place:
            for what in ("first", "second"):
                took = asyncio.run(bot(root, Path(place), cores))
                found[f"{what} start to an answer, {cores} core{'s' * (cores > 1)}, s"] = took
    return found


if __name__ == "__main__":
    sys.exit(in_pairs(measure, sys.argv[1:], __doc__, "measures.bench.start"))
