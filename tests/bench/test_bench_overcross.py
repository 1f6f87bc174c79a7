"""How fast Overcross plays: `pytest tests/bench -n 0 --benchmark-enable`; figures in docs/PERFORMANCE.md."""

from random import Random

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.games.overcross.rules.options import Options
from tests.games.overcross.chance import OBJECTIVES, RULES

FLOOR = 3000
"""Actions a second of CPU time on one core that issue 12 asks for."""
GAMES = {2: 10, 4: 4}
"""Matches a round of the benchmark plays, by seats."""


def play(number: int, seats: int) -> int:
    """Play at random to the end, with the legal list and all views at each action; return the actions."""
    random, rng = Random(number), Stream("bench", number.to_bytes(32, "big"))
    state = RULES.setup(Options(objective=OBJECTIVES[number % 5]), seats, rng)
    actions = 0
    while RULES.outcome(state) is None:
        seat = random.choice(sorted(RULES.to_act(state)))
        legal = RULES.legal(state, seat)
        for viewer in (None, *range(seats)):
            RULES.view(state, viewer)
        RULES.apply(state, seat, random.choice(legal), rng)
        actions += 1
    return actions


def midway(seats: int):
    """A match after 150 actions."""
    random, rng = Random(1), Stream("bench", bytes([seats]) * 32)
    state = RULES.setup(Options(objective="deathmatch", score=100), seats, rng)
    for _ in range(150):
        seat = random.choice(sorted(RULES.to_act(state)))
        RULES.apply(state, seat, random.choice(RULES.legal(state, seat)), rng)
    assert RULES.outcome(state) is None
    return state


@pytest.mark.parametrize("seats", GAMES)
def test_random_play(benchmark, seats):
    actions = benchmark.pedantic(
        lambda: sum(play(number, seats) for number in range(GAMES[seats])), rounds=5, warmup_rounds=1
    )
    if benchmark.enabled:
        speed = round(actions / benchmark.stats["median"])
        benchmark.extra_info["actions_per_second"] = speed
        assert seats > 2 or speed > FLOOR


@pytest.mark.parametrize("seats", GAMES)
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    view, rng = RULES.view(midway(seats), 0), Stream("resample", bytes(32))
    benchmark(RULES.resample, view, rng)


@pytest.mark.parametrize("seats", GAMES)
def test_encoding_and_decoding_a_state(benchmark, seats):
    state = midway(seats)
    benchmark.extra_info["bytes"] = len(msgspec.json.encode(state))
    kept = benchmark(lambda: msgspec.json.decode(msgspec.json.encode(state), type=type(state)))
    assert kept == state
