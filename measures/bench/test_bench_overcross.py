"""How fast Overcross plays: `pytest measures/bench -n 0 --benchmark-enable`; figures: PERFORMANCE.md."""

import pytest

from bot.games.overcross.rules.options import Options
from measures.bench.playing import measure_codec, measure_play, measure_resampling, midway, play
from tests.games.overcross.chance import OBJECTIVES, RULES

FLOOR = 3000
"""Actions a second of CPU time on one core that are wanted."""
GAMES = {2: 10, 4: 4}
"""Matches a round of the benchmark plays, by seats."""


def one(number: int, seats: int) -> int:
    """Play a match at random; return its actions."""
    return play(RULES, Options(objective=OBJECTIVES[number % 5]), number, seats)


def a_match(seats: int):
    """A match after 150 actions."""
    return midway(RULES, Options(objective="deathmatch", score=100), seats, 150)


@pytest.mark.parametrize("seats", GAMES)
def test_random_play(benchmark, seats):
    speed = measure_play(benchmark, lambda number: one(number, seats), GAMES[seats])
    assert seats > 2 or speed > FLOOR


@pytest.mark.parametrize("seats", GAMES)
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    measure_resampling(benchmark, RULES, a_match(seats))


@pytest.mark.parametrize("seats", GAMES)
def test_encoding_and_decoding_a_state(benchmark, seats):
    measure_codec(benchmark, a_match(seats))
