"""How long pictures of Overcross take: a table 12 ms at the median warm, 70 ms cold; 160,000 bytes."""

from __future__ import annotations

from itertools import cycle

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.overcross.wording.wording import OvercrossWording
from renderers.kit.cache import forget
from renderers.overcross import OvercrossRenderer
from tests.games.overcross.chance import RULES, playthrough
from tests.renderers.overcross_positions import LIBRARY, NAMES, crowd, duel, fight, seen

RENDERER = OvercrossRenderer(LIBRARY, OvercrossWording(LIBRARY))


@pytest.mark.parametrize("objective", ["invasion", "flag"])
def test_a_table_for_two(benchmark: BenchmarkFixture, objective: str) -> None:
    state = duel(objective)
    picture = benchmark(RENDERER.board, seen(state), names=NAMES[:2], recent=fight(state))
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 160_000


def test_a_table_for_four(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.board, seen(crowd()), names=NAMES)
    benchmark.extra_info["bytes"] = len(picture.png)
    assert len(picture.png) <= 160_000


def test_the_table_after_each_action_of_a_match(benchmark: BenchmarkFixture) -> None:
    """A few squares differ from picture to picture, as in the bot's daily work."""
    options = RULES.normalize(RULES.position("seat 1:\nseat 2:").options, 2)
    batch = [
        (RULES.view(turning.after, None), [event.public for event in turning.events])
        for turning in playthrough(5, (options, 2))
        if turning.after.turn
    ][:200]
    turn = cycle(batch)

    def next_table() -> None:
        view, facts = next(turn)
        RENDERER.board(view, names=NAMES[:2], recent=[fact for fact in facts if fact is not None])

    benchmark(next_table)


def test_a_table_with_nothing_kept(benchmark: BenchmarkFixture) -> None:
    state = duel()

    def draw() -> None:
        RENDERER.board(seen(state), names=NAMES[:2], recent=fight(state))

    benchmark.pedantic(draw, setup=forget, rounds=10)  # type: ignore[no-untyped-call]


def test_a_hand(benchmark: BenchmarkFixture) -> None:
    picture = benchmark(RENDERER.hand, seen(duel(), 0), names=NAMES[:2])
    assert picture is not None
    benchmark.extra_info["bytes"] = len(picture.png)
