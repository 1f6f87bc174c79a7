"""How long pictures of Neo-Combat take: a table 10 ms at the median warm, 60 ms cold; 150,000 bytes."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.kit.cache import forget
from renderers.neocombat import NeoCombatRenderer
from tests.games.neocombat.chance import playthrough
from tests.games.neocombat.table import RULES
from tests.renderers.neocombat_positions import NAMES, STAGES, crowd, fought, library, seen, skirmish, window

RENDERER = NeoCombatRenderer(library(), NeoCombatWording(library()))
ROOT = Path(__file__).resolve().parents[2]

COLD = """
import time
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.neocombat import NeoCombatRenderer
from tests.renderers.neocombat_positions import NAMES, crowd, fought, library, seen, skirmish
renderer, view = NeoCombatRenderer(library(), NeoCombatWording(library())), {view}
began = time.perf_counter()
{drawn}
print(1000 * (time.perf_counter() - began))
"""


def _cold_milliseconds(view: str, drawn: str) -> float:
    """Return how long the first picture of a fresh process takes, its imports aside."""
    code = COLD.format(view=view, drawn=drawn)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.parametrize("stage", ["skirmish", "own skirmish", "window"])
def test_a_table_for_two(benchmark: BenchmarkFixture, stage: str) -> None:
    picture = benchmark(RENDERER.board, STAGES[stage], names=NAMES[:2], recent=fought())
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 150_000


@pytest.mark.parametrize(("seats", "team"), [(4, 4), (6, 4), (3, 8)])
def test_a_full_table(benchmark: BenchmarkFixture, seats: int, team: int) -> None:
    picture = benchmark(RENDERER.board, crowd(seats, team), names=NAMES[:seats], recent=fought())
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 150_000


def test_the_table_after_each_action_of_a_match(benchmark: BenchmarkFixture) -> None:
    """A few tokens differ from picture to picture, as in the bot's daily work."""
    batch = [
        (
            RULES.view(turning.after, None),
            [event.public for event in turning.events if event.public is not None],
        )
        for turning in playthrough(5)
    ][:200]
    turn = cycle(batch)

    def next_table() -> None:
        view, facts = next(turn)
        RENDERER.board(view, names=NAMES[: view.seats], recent=facts)

    benchmark(next_table)


def test_a_table_with_nothing_kept(benchmark: BenchmarkFixture) -> None:
    def draw() -> None:
        RENDERER.board(seen(window()), names=NAMES[:2], recent=fought())

    benchmark.pedantic(draw, setup=forget, rounds=20)  # type: ignore[no-untyped-call]


def test_a_closer_look(benchmark: BenchmarkFixture) -> None:
    benchmark(RENDERER.board, STAGES["own skirmish"], names=NAMES[:2], part="seat-0")


def test_a_hand(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.hand, seen(skirmish(), 0), names=NAMES[:2])
    assert picture is not None
    benchmark.extra_info["bytes"] = len(picture.png)


def test_the_first_pictures_of_a_process(benchmark: BenchmarkFixture) -> None:
    """The table has the time of the process; the pictures' own time is in the extra information."""
    drawn = {
        "table for two": ("seen(skirmish())", "renderer.board(view, names=NAMES[:2], recent=fought())"),
        "table for four": ("crowd(4, 4)", "renderer.board(view, names=NAMES[:4], recent=fought())"),
        "hand": ("seen(skirmish(), 0)", "renderer.hand(view, names=NAMES[:2])"),
    }
    taken: dict[str, list[float]] = {name: [] for name in drawn}

    def first_pictures() -> None:
        for name, (view, code) in drawn.items():
            taken[name].append(_cold_milliseconds(view, code))

    benchmark.pedantic(first_pictures, rounds=3)  # type: ignore[no-untyped-call]
    for name, times in taken.items():
        benchmark.extra_info[f"first {name}, ms"] = sorted(round(value, 1) for value in times)
    assert all(value > 0 for times in taken.values() for value in times)
