"""How long a board takes: at most 10 ms at the median warm, 60 ms cold, at most 120 KB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from bot.engine.wording import Focus
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.papyrus import PapyrusRenderer
from tests.renderers.positions import NAMES, fight, position

VIEW = position()
RECENT = fight(VIEW, seat=1) + fight(VIEW, seat=0)
HUGE = position(40, 30, 4, 30)
RENDERER = PapyrusRenderer(PapyrusWording())
ROOT = Path(__file__).resolve().parents[2]

COLD = """
import time
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.papyrus import PapyrusRenderer
from tests.renderers.positions import NAMES, fight, position
view = position()
recent = fight(view, seat=1) + fight(view, seat=0)
began = time.perf_counter()
PapyrusRenderer(PapyrusWording()).board(view, names=NAMES[:2], recent=recent)
print(1000 * (time.perf_counter() - began))
"""


def _cold_milliseconds() -> float:
    """Return how long the first board of a fresh process takes, its imports aside."""
    done = subprocess.run([sys.executable, "-c", COLD], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


def test_a_board_after_a_turn_of_both_sides(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.board, VIEW, names=NAMES[:2], recent=RECENT)
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 122_000


def test_a_board_after_each_of_many_matches(benchmark: BenchmarkFixture) -> None:
    """Units, numbers and HP differ from board to board, as between moves of a match."""
    views = [position(seed=seed, barriers=VIEW.barriers) for seed in range(20)]
    turn = iter(range(1_000_000))

    def next_board() -> None:
        view = views[next(turn) % len(views)]
        RENDERER.board(view, names=NAMES[:2], recent=fight(view))

    benchmark(next_board)


def test_a_private_board_with_reach_and_targets(benchmark: BenchmarkFixture) -> None:
    free = set(range(192)) - {unit.square for unit in VIEW.units} - set(VIEW.barriers)
    focus = Focus(VIEW.units[0].square, frozenset(sorted(free)[:50]), {VIEW.units[12].square: "4/6"})
    benchmark(RENDERER.board, VIEW, names=NAMES[:2], focus=focus)


def test_the_largest_board(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.board, HUGE, names=NAMES, recent=fight(HUGE, moves=10, shots=10))
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 122_000


def test_the_first_board_of_a_process(benchmark: BenchmarkFixture) -> None:
    """The table has the time of the process; the board's own time is in the extra information."""
    took: list[float] = []

    def first_board() -> None:
        took.append(_cold_milliseconds())

    benchmark.pedantic(first_board, rounds=5)  # type: ignore[no-untyped-call]
    benchmark.extra_info["first board, ms"] = sorted(round(value, 1) for value in took)
    assert min(took) > 0
