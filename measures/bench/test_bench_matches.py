"""The cost of a move: `pytest measures/bench/test_bench_matches.py -n 0 --benchmark-enable`.

Figures go to docs/PERFORMANCE.md. Ten against ten on 16x12, two seats, after deployment; SQLite with
`synchronous=FULL` on the disk of the temporary folder.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.database.migrate import migrate
from bot.games.papyrus.rules.actions import Formation, Ready, Recruit
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.matches.model import Person
from tests.matches.table import ANN, BEN, Table, TestClock

COMMIT_LIMIT = 0.003
"""The limit in seconds for a median commit."""
MEMORY_LIMIT = 150
"""The limit in MB for 100 open matches in total."""

RULES = PapyrusRules({}, {})
SQUAD = [Recruit(kind) for kind in Kind for _ in range(2)]


class Duel:
    """A match in play, with actions sent to the service."""

    def __init__(self, loop: asyncio.AbstractEventLoop, url: str) -> None:
        self.loop = loop
        self.table = Table(url, TestClock(), "bench", games={"papyrus": RULES})
        self.luck = random.Random(1)
        self.opened = 0
        self.match = ""

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def deploy(self) -> None:
        """Open the next match and play until the first turn."""
        self.opened += 1
        self.match = (await self.table.started(BEN, channel=self.opened)).id
        for batch in ([*SQUAD, Ready()], [Formation(), Ready()]):
            for person in (ANN, BEN):
                await self.table.act(self.match, person, *batch)

    async def chosen(self) -> tuple[Person, Any]:
        """Return the seat to act and one of its legal actions."""
        awaited = await self.table.awaited(self.match)
        if not awaited:
            await self.deploy()
            return await self.chosen()
        (seat,) = awaited
        person = (ANN, BEN)[seat]
        legal = (await self.table.view(self.match, person)).legal
        return person, legal[self.luck.randrange(len(legal))]

    async def act(self, person: Person, action: Any) -> None:
        await self.table.act(self.match, person, action)


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Duel]:
    loop = asyncio.new_event_loop()
    url = f"sqlite:///{tmp_path}/matches.db"
    loop.run_until_complete(migrate(url))
    opened = Duel(loop, url)
    opened.do(opened.deploy())
    yield opened
    opened.do(opened.table.close())
    loop.close()


def test_a_move_through_the_service(benchmark: Any, duel: Duel) -> None:
    """Load, check, apply, encode, commit and view: everything but Discord."""

    def next_move() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return duel.do(duel.chosen()), {}

    benchmark.pedantic(lambda *move: duel.do(duel.act(*move)), setup=next_move, rounds=300, warmup_rounds=20)
    if benchmark.stats:
        assert benchmark.stats.stats.median < COMMIT_LIMIT


def test_the_commit_alone(benchmark: Any, duel: Duel) -> None:
    """One transaction: request, match, action, events, draws and outbox."""
    commit = duel.table.store.commit
    changes: list[Any] = []

    async def caught(change: Any) -> Any:
        changes.append(change)
        raise KeyboardInterrupt

    def next_change() -> tuple[tuple[Any, ...], dict[str, Any]]:
        move = duel.do(duel.chosen())
        duel.table.store.commit = caught  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            duel.do(duel.act(*move))
        duel.table.store.commit = commit  # type: ignore[method-assign]
        return (changes.pop(),), {}

    benchmark.pedantic(
        lambda change: duel.do(commit(change)), setup=next_change, rounds=300, warmup_rounds=20
    )
    if benchmark.stats:
        assert benchmark.stats.stats.median < COMMIT_LIMIT


def test_a_cached_match_view(benchmark: Any, duel: Duel) -> None:
    """The query of autocomplete, from memory."""
    channel = duel.do(duel.table.service.info(duel.match)).channel
    duel.do(duel.table.service.match_view(duel.match, ANN.user))
    match_view = benchmark(lambda: duel.table.service.cached_view(channel, ANN.user))
    assert match_view.match.id == duel.match


def test_a_hundred_open_matches_fit_in_memory() -> None:
    """A separate process opens 100 matches, views each from both seats, and reports its size."""
    ran = subprocess.run(
        [sys.executable, "-m", "measures.bench.memory", "--open", "100"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    megabytes = float(ran.stdout.split()[-2])
    assert megabytes < MEMORY_LIMIT, ran.stdout
