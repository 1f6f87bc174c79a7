"""How fast Arclash plays: `pytest tests/bench -n 0 --benchmark-enable`. Figures go to docs/PERFORMANCE.md."""

import time
from random import Random

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.games.arclash.rules.options import Options
from tests.games.arclash.test_random_play import shipped

FLOOR = 4000
"""Actions a second of CPU time on one core that issue 4 asks for."""
GAMES = {2: 20, 3: 14, 6: 6}
"""Matches a round of the benchmark plays, by seats."""


def play(number: int, seats: int) -> int:
    """Play at random to the end, with the legal list and all views at each action; return the actions."""
    rules, random, rng = shipped(), Random(number), Stream("bench", number.to_bytes(32, "big"))
    state = rules.setup(rules.normalize(Options(), seats), seats, rng)
    actions = 0
    while rules.outcome(state) is None:
        seat = random.choice(sorted(rules.to_act(state)))
        legal = rules.legal(state, seat)
        for viewer in (None, *range(seats)):
            rules.view(state, viewer)
        rules.apply(state, seat, random.choice(legal), rng)
        actions += 1
    return actions


def midway(seats: int):
    """A match after 120 actions, in the middle of a turn."""
    rules, random, rng = shipped(), Random(1), Stream("bench", bytes([seats]) * 32)
    state = rules.setup(rules.normalize(Options(score=50), seats), seats, rng)
    for _ in range(120):
        seat = random.choice(sorted(rules.to_act(state)))
        rules.apply(state, seat, random.choice(rules.legal(state, seat)), rng)
    assert rules.outcome(state) is None
    return state


@pytest.mark.parametrize("seats", GAMES)
def test_random_play(benchmark, seats):
    actions = benchmark.pedantic(
        lambda: sum(play(number, seats) for number in range(GAMES[seats])), rounds=5, warmup_rounds=1
    )
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = round(actions / benchmark.stats["median"])


@pytest.mark.parametrize("seats", GAMES)
def test_random_play_reaches_the_figure_of_the_issue(seats):
    play(0, seats)
    begin = time.process_time()
    actions = sum(play(number, seats) for number in range(1, 5))
    assert actions / (time.process_time() - begin) > FLOOR


@pytest.mark.parametrize("seats", GAMES)
def test_a_clone(benchmark, seats):
    benchmark(shipped().clone, midway(seats))


@pytest.mark.parametrize("seats", GAMES)
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    rules = shipped()
    view, rng = rules.view(midway(seats), 0), Stream("resample", bytes(32))
    benchmark(rules.resample, view, rng)


@pytest.mark.parametrize("seats", GAMES)
def test_encoding_and_decoding_a_state(benchmark, seats):
    state = midway(seats)
    benchmark.extra_info["bytes"] = len(msgspec.json.encode(state))
    kept = benchmark(lambda: msgspec.json.decode(msgspec.json.encode(state), type=type(state)))
    assert kept == state
