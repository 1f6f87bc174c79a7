"""How long a table of Crossfire takes: for two 10 ms at the median warm, 60 ms cold; Ultimate 25 ms."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from bot.engine.wording import Focus
from bot.games.crossfire.wording.wording import CrossfireWording
from renderers.crossfire import CrossfireRenderer
from tests.games.crossfire.table import RULES
from tests.renderers.crossfire_positions import NAMES, crowded, fought, holding, match, table

RENDERER = CrossfireRenderer(CrossfireWording())
ROOT = Path(__file__).resolve().parents[2]

COLD = """
import time
from bot.games.crossfire.wording.wording import CrossfireWording
from renderers.crossfire import CrossfireRenderer
from tests.renderers.crossfire_positions import NAMES, {made}
{view}
began = time.perf_counter()
{drawn}
print(1000 * (time.perf_counter() - began))
"""


def _cold_milliseconds(made: str, view: str, drawn: str) -> float:
    """Return how long the first picture of a fresh process takes, its imports aside."""
    code = COLD.format(made=made, view=view, drawn=drawn)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _table(benchmark: BenchmarkFixture, form: str, plays: int, largest: int) -> None:
    view, facts = table(form, 2, plays)
    picture = benchmark(RENDERER.board, view, names=NAMES[: view.seats], recent=facts)
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= largest


def test_a_full_table_for_two(benchmark: BenchmarkFixture) -> None:
    _table(benchmark, "two", 70, 120_000)


def test_a_full_table_for_four(benchmark: BenchmarkFixture) -> None:
    _table(benchmark, "four", 170, 120_000)


def test_a_full_table_of_ultimate(benchmark: BenchmarkFixture) -> None:
    _table(benchmark, "ultimate", 380, 250_000)


def test_a_table_with_every_kind_of_pile(benchmark: BenchmarkFixture) -> None:
    view, facts = crowded(), fought()
    picture = benchmark(RENDERER.board, view, names=NAMES[:2], recent=facts)
    assert len(picture.png) <= 120_000


def test_the_table_after_each_play_of_a_match(benchmark: BenchmarkFixture) -> None:
    """A few squares differ from picture to picture, as in the bot's daily work."""
    batch = [
        (RULES.view(state, None), [event.public for event in events]) for state, events in match("two", 8, 80)
    ]
    turn = iter(range(1_000_000))

    def next_table() -> None:
        view, facts = batch[next(turn) % len(batch)]
        RENDERER.board(view, names=NAMES[:2], recent=facts)

    benchmark(next_table)


def test_a_private_table_with_reach_and_targets(benchmark: BenchmarkFixture) -> None:
    view, _ = table("two", 2, 30)
    free = frozenset(at for at, pile in enumerate(view.board) if pile is None)
    benchmark(RENDERER.board, view, names=NAMES[:2], focus=Focus(7, free, {17: "9+", 27: "J+"}))


def test_a_hand(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.hand, holding("6h Td Kc Jo"), names=NAMES[:2])
    assert picture is not None
    assert len(picture.png) <= 120_000


def test_the_first_table_and_hand_of_a_process(benchmark: BenchmarkFixture) -> None:
    """The table has the time of the process; the pictures' own time is in the extra information."""
    board = "CrossfireRenderer(CrossfireWording()).board(view, names=NAMES[:2], recent=facts)"
    hand = "CrossfireRenderer(CrossfireWording()).hand(view, names=NAMES[:2])"
    tables: list[float] = []
    hands: list[float] = []

    def first_pictures() -> None:
        tables.append(_cold_milliseconds("table", 'view, facts = table("two", 2, 70)', board))
        hands.append(_cold_milliseconds("holding", 'view = holding("6h Td Kc Jo")', hand))

    benchmark.pedantic(first_pictures, rounds=5)  # type: ignore[no-untyped-call]
    benchmark.extra_info["first table, ms"] = sorted(round(value, 1) for value in tables)
    benchmark.extra_info["first hand, ms"] = sorted(round(value, 1) for value in hands)
    assert min(tables + hands) > 0
