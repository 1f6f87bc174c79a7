"""Two checkouts side by side: the real bot against a stand-in for Discord, its memory and processor time.

The measures begin each round with the other checkout, so that a busy machine is as bad for both.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, TypeAlias

from measures.wire.many_matches import FIRST_USER, Size
from measures.wire.scale import StandIn

HERE: Final = Path(__file__).parents[2]
"""This checkout."""
Figures: TypeAlias = Mapping[str, float]
"""What was measured of one checkout, by its name with its unit."""
PATIENCE = 240
"""Seconds until a start counts as failed."""


class Running(NamedTuple):
    """A bot that has given its first answer."""

    pid: int
    stand_in: StandIn
    folder: Path
    """Its working folder, with the file of its evening (`measures.wire.evening`)."""

    @property
    def played(self) -> Path:
        """The file that is written at the end of an evening."""
        return self.folder / "evening.json"


@contextmanager
def checkout(ref: str) -> Iterator[Path]:
    """Check an older version out into a temporary git worktree, and remove it at the end."""
    git = ["git", "-C", str(HERE), "worktree"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "older")
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), ref], check=True)
        try:
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def of(root: Path) -> dict[str, str]:
    """Return the environment in which Python runs the code of a checkout, with no settings of this one."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DISCORD", "DATABASE", "LOCAL_", "WORKER", "CACHE"))
    } | {"PYTHONPATH": str(root)}


def family(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


def megabytes(pid: int) -> float:
    """Return the memory of a process and its children: proportional set sizes, so shared pages count once."""
    rows = [
        line.split()
        for each in family(pid)
        for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        if line.startswith("Pss:")
    ]
    return sum([int(row[1]) for row in rows]) / 1024


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used with its children, ended ones too."""
    spent = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15] for each in family(pid)]
    return sum([int(ticks) for both in spent for ticks in both]) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def started(
    root: Path, cores: int, folder: Path, settings: Mapping[str, str] | None = None, group: Path | None = None
) -> AsyncIterator[Running]:
    """Run the bot of a checkout on this many cores until the end of the block, from its first answer on.

    `group` is the control group in which it runs.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    stand_in = StandIn(Size(servers=1), port)
    runner = await stand_in.start()
    env = of(root) | {
        "DISCORD_TOKEN": "bWVhc3VyZXM.measures.measures",
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'bot.sqlite3'}",
        "LOG_LEVEL": "WARNING",
        **(settings or {}),
    }
    player = HERE / "measures" / "wire" / "evening.py"
    allowed = sorted(os.sched_getaffinity(0))[:cores]

    def confine() -> None:
        os.sched_setaffinity(0, allowed)
        if group is not None:
            (group / "cgroup.procs").write_text(str(os.getpid()))

    with (folder / "bot.log").open("a") as log:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            str(player),
            str(port),
            str(folder / "evening.json"),
            env=env,
            cwd=folder,
            stdout=log,
            stderr=log,
            preexec_fn=confine,
        )
    try:
        ready, ended = asyncio.ensure_future(stand_in.ready.wait()), asyncio.ensure_future(bot.wait())
        await asyncio.wait({ready, ended}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            raise RuntimeError(f"The bot did not connect:\n{(folder / 'bot.log').read_text()[-2000:]}")
        await stand_in.sent.wait()
        if await stand_in.typed(FIRST_USER + 5, "roll", {"expression": "2d6"}, PATIENCE) is None:
            raise RuntimeError("The bot did not answer.")
        yield Running(bot.pid, stand_in, folder)
    finally:
        if bot.returncode is None:
            bot.send_signal(signal.SIGINT)
            await asyncio.wait_for(bot.wait(), 60)
        await runner.cleanup()


def in_pairs(measure: Callable[[Path], Figures], words: Sequence[str], told: str | None, name: str) -> int:
    """Measure this checkout, with `--against REF` beside an older one, and print the medians."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=told)
    parser.add_argument("--against", metavar="REF", help="an older version, as git names it")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args(words)
    if args.against is None:
        _print([measure(HERE) for _ in range(args.rounds)], [])
        return 0
    with checkout(args.against) as older:
        found: dict[Path, list[Figures]] = {HERE: [], older: []}
        for number in range(args.rounds):
            for root in (HERE, older) if number % 2 else (older, HERE):
                found[root].append(measure(root))
        _print(found[HERE], found[older])
    return 0


def _print(here: Sequence[Figures], older: Sequence[Figures]) -> None:
    for name in here[0]:
        now = median([each[name] for each in here])
        if not older:
            print(f"{name:45} {now:8.2f}")
            continue
        then = median([each[name] for each in older])
        ratio = median([new[name] / old[name] for new, old in zip(here, older, strict=True)])
        print(f"{name:45} {now:8.2f}   before {then:8.2f}   ratio {ratio:.2f}")
