"""The memory of a bot: `python -m measures.bench.memory --against REF`.

Proportional set sizes of all its processes after the first answer, and after an evening: two people play the
five games by random actions, each published as on Discord (`measures.wire.evening`), and watch a film. With
one core pictures are drawn in the bot's own process, with two by a worker. Medians, and medians of the ratios
of pairs.

`python -m measures.bench.memory --within 512` plays one evening in a control group of so many megabytes, of
which the kernel kills a process that needs more. The exit code is 1 if it has. `--setting NAME=VALUE` sets
something for the bot. `--open 100` measures this number of open matches in a small process instead.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bot.database.migrate import migrate
from measures.bench.paired import HERE, Figures, Running, in_pairs, megabytes, processor, started
from measures.bench.test_bench_matches import Duel
from measures.wire.evening import ANN
from tests.matches.table import ANN as HOST
from tests.matches.table import BEN, Table

LOADED_IN_THE_BOT = ("discord", "discord.ext.commands", "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont")
EVENING_SECONDS = 600
"""The most time that an evening may take."""


async def play(running: Running) -> dict[str, float]:
    """Let the evening happen, then the film; return megabytes, pictures and CPU time of an action."""
    begun, stand_in, most = processor(running.pid), running.stand_in, 0.0
    os.kill(running.pid, signal.SIGUSR1)
    until = time.monotonic() + EVENING_SECONDS
    while not running.played.exists():
        assert time.monotonic() < until, "the evening does not end"
        await asyncio.sleep(0.2)
        most = max(most, megabytes(running.pid))
    told = json.loads(running.played.read_text())
    assert "fault" not in told, told
    boards, spent = sum(stand_in.files.values()), processor(running.pid) - begun
    answer = await stand_in.typed(ANN, "match past", {"film": True}, EVENING_SECONDS)
    assert answer is not None, "the film is not answered"
    while not any(kind.endswith("@original") or "webhooks" in kind for kind in stand_in.files):
        assert time.monotonic() < until, f"no film: {answer}"
        await asyncio.sleep(0.2)
        most = max(most, megabytes(running.pid))
    return {
        "pictures": boards,
        "after an evening, MB": megabytes(running.pid),
        "most during it, MB": max(most, megabytes(running.pid)),
        "CPU of an action, ms": 1000 * spent / told["actions"],
    }


async def evening(
    root: Path, folder: Path, cores: int, settings: Mapping[str, str], group: Path | None = None
) -> dict[str, float]:
    """Start the bot of a checkout and play; return the figures."""
    async with started(root, cores, folder, settings, group) as running:
        at_start = megabytes(running.pid)
        return {"at the start, MB": at_start, **await play(running)}


def measure(root: Path, settings: Mapping[str, str]) -> Figures:
    """Return the figures of one checkout, on one core and on two."""
    found: dict[str, float] = {}
    for cores in (1, 2):
        with tempfile.TemporaryDirectory() as place:
            figures = asyncio.run(evening(root, Path(place), cores, settings))
        found |= {f"{cores} core{'s' * (cores > 1)}: {name}": each for name, each in figures.items()}
    return found


@contextmanager
def control_group(limit: int) -> Iterator[Path]:
    """Make a control group of so many megabytes, without swap (Linux; version 1 or 2, as root)."""
    root = Path("/sys/fs/cgroup")
    old = (root / "memory").is_dir()
    group = root / ("memory" if old else "") / f"tablepost-{os.getpid()}"
    group.mkdir()
    try:
        size = str(limit * 2**20)
        (group / ("memory.limit_in_bytes" if old else "memory.max")).write_text(size)
        yield group
    finally:
        group.rmdir()


def killed(group: Path) -> int:
    """Return how many processes of a control group the kernel has killed for their memory."""
    file = group / "memory.oom_control"
    text = (file if file.exists() else group / "memory.events").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("oom_kill "))


def within(limit: int, cores: int, settings: Mapping[str, str]) -> int:
    """Play an evening in so many megabytes; return the exit code."""
    try:
        with control_group(limit) as group, tempfile.TemporaryDirectory() as place:
            try:
                figures = asyncio.run(evening(HERE, Path(place), cores, settings, group))
            except Exception as fault:
                figures = {}
                print(f"The evening was not played: {fault}", file=sys.stderr)
            deaths = killed(group)
    except OSError as fault:
        print(f"No control group can be made here ({fault}): Linux, as root.", file=sys.stderr)
        return 2
    for name, each in figures.items():
        print(f"{name:45} {each:8.2f}")
    print(f"{limit} MB, {cores} core(s): {deaths} killed")
    return int(bool(deaths) or not figures)


def resident_megabytes() -> float:
    """Return the current memory of this process, in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def open_matches(url: str, count: int) -> Table:
    """Open matches of Papyrus (ten against ten on 16x12), play each into its first turn, and view them."""
    await migrate(url)
    duel = Duel(asyncio.get_running_loop(), url)
    for _ in range(count):
        await duel.deploy()
        for user in (HOST.user, BEN.user, None):
            await duel.table.service.match_view(duel.match, user)
    assert len(await duel.table.service.open_matches()) == count
    return duel.table


async def print_open_matches(count: int) -> None:
    """Print the memory of this process before and with so many open matches."""
    for name in LOADED_IN_THE_BOT:
        importlib.import_module(name)
    before = resident_megabytes()
    with tempfile.TemporaryDirectory() as folder:
        table = await open_matches(f"sqlite:///{folder}/matches.db", count)
        after = resident_megabytes()
        await table.close()
    print(f"before {before:.1f} MB, with {count} open matches {after:.1f} MB")


def main(words: Sequence[str]) -> int:
    """Measure what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m measures.bench.memory", add_help=False)
    parser.add_argument("--open", type=int, default=0, metavar="MATCHES")
    parser.add_argument("--within", type=int, default=0, metavar="MB")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    args, rest = parser.parse_known_args(words)
    settings = dict([each.split("=", 1) for each in args.setting])
    if args.open:
        asyncio.run(print_open_matches(args.open))
        return 0
    if args.within:
        return within(args.within, args.cores, settings)
    return in_pairs(partial(measure, settings=settings), rest, __doc__, "measures.bench.memory")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
