"""How fast Arclash plays: `pytest measures/bench -n 0 --benchmark-enable`. Figures: docs/PERFORMANCE.md."""

import time

import pytest

from bot.games.arclash.rules.options import Options
from measures.bench.playing import measure_codec, measure_play, measure_resampling, midway, play
from tests.games.arclash.shipped import shipped

FLOOR = 4000
"""Actions a second of CPU time on one core that are wanted."""
GAMES = {2: 20, 3: 14, 6: 6}
"""Matches a round of the benchmark plays, by seats."""


def one(number: int, seats: int) -> int:
    """Play a match at random; return its actions."""
    return play(shipped(), Options(), number, seats)


def a_match(seats: int):
    """A match after 120 actions, in the middle of a turn."""
    return midway(shipped(), Options(score=50), seats, 120)


@pytest.mark.parametrize("seats", GAMES)
def test_random_play(benchmark, seats):
    measure_play(benchmark, lambda number: one(number, seats), GAMES[seats])


@pytest.mark.parametrize("seats", GAMES)
def test_random_play_reaches_the_figure_of_the_issue(seats, allowance):
    one(0, seats)
    begin = time.process_time()
    actions = sum(one(number, seats) for number in range(1, 5))
    assert actions / (time.process_time() - begin) > FLOOR / allowance


@pytest.mark.parametrize("seats", GAMES)
def test_a_clone(benchmark, seats):
    benchmark(shipped().clone, a_match(seats))


@pytest.mark.parametrize("seats", GAMES)
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    measure_resampling(benchmark, shipped(), a_match(seats))


@pytest.mark.parametrize("seats", GAMES)
def test_encoding_and_decoding_a_state(benchmark, seats):
    measure_codec(benchmark, a_match(seats))
