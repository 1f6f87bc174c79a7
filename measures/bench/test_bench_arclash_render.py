"""How long pictures of Arclash take: a table 20 ms and a card 15 ms at the median, warm."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.arclash.cards.cards import Library
from renderers.kit.cache import forget
from tests.games.arclash.shipped import arclash_pool
from tests.renderers.arclash_positions import (
    NAMES,
    advancing,
    every_fact,
    fighting,
    fought,
    full_hand,
    holding,
    library,
    pool,
    renderer_of,
)

RENDERER = renderer_of(library())
ROOT = Path(__file__).resolve().parents[2]

COLD = """
import time
from tests.renderers.arclash_positions import NAMES, fighting, fought, full_hand, holding, library
from tests.renderers.arclash_positions import pool, renderer_of
renderer, card = renderer_of(library()), pool().cards["HAR-04"]
view, hand = fighting(4), holding(*full_hand())
pool().hash
began = time.perf_counter()
{drawn}
print(1000 * (time.perf_counter() - began))
"""


def _cold_milliseconds(drawn: str) -> float:
    """Return how long the first picture of a fresh process takes, its imports aside."""
    code = COLD.format(drawn=drawn)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_full_table(benchmark: BenchmarkFixture, seats: int) -> None:
    picture = benchmark(RENDERER.board, fighting(seats), names=NAMES[:seats], recent=fought())
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 250_000


def test_the_table_from_phase_to_phase(benchmark: BenchmarkFixture) -> None:
    """All four panels and the news differ from picture to picture, more than in the bot's daily work."""
    views = [fighting(4), advancing(4), fighting(4, current=3), fighting(4, phase="battle", order=())]
    turns = cycle([(view, every_fact()[at : at + 4]) for at, view in enumerate(views * 6)])

    def next_table() -> None:
        view, facts = next(turns)
        RENDERER.board(view, names=NAMES[:4], recent=facts)

    benchmark(next_table)


def test_a_closer_look(benchmark: BenchmarkFixture) -> None:
    benchmark(RENDERER.board, fighting(2), names=NAMES[:2], part="seat-0")


def test_a_hand(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.hand, holding(*full_hand()), names=NAMES[:2])
    assert picture is not None
    benchmark.extra_info["bytes"] = len(picture.png)


def test_one_card_again(benchmark: BenchmarkFixture) -> None:
    benchmark(RENDERER.card, pool().cards["HAR-04"], pool())


def test_one_shipped_card_after_another(benchmark: BenchmarkFixture) -> None:
    """As people leaf through them: each is drawn once and then kept."""
    cards = arclash_pool()
    renderer, faces = renderer_of(Library(cards)), cycle(cards.cards.values())
    picture = benchmark(lambda: renderer.card(next(faces), cards))
    benchmark.extra_info["bytes"] = len(picture.png)


def test_a_card_with_nothing_kept(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        RENDERER.card, (pool().cards["HAR-04"], pool()), setup=forget, rounds=20
    )


def test_the_first_pictures_of_a_process(benchmark: BenchmarkFixture) -> None:
    """The table has the time of the process; the pictures' own time is in the extra information."""
    drawn = {
        "table": "renderer.board(view, names=NAMES[:4], recent=fought())",
        "hand": "renderer.hand(hand, names=NAMES[:2])",
        "card": "renderer.card(card, pool())",
    }
    taken: dict[str, list[float]] = {name: [] for name in drawn}

    def first_pictures() -> None:
        for name, code in drawn.items():
            taken[name].append(_cold_milliseconds(code))

    benchmark.pedantic(first_pictures, rounds=3)  # type: ignore[no-untyped-call]
    for name, times in taken.items():
        benchmark.extra_info[f"first {name}, ms"] = sorted(round(value, 1) for value in times)
    assert all(value > 0 for times in taken.values() for value in times)
