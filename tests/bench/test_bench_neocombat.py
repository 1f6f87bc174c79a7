"""How fast Neo-Combat plays: `pytest tests/bench -n 0 --benchmark-enable`.

Figures go to docs/PERFORMANCE.md.
"""

import time
from random import Random

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.games.neocombat.rules.options import Options
from bot.players.tracker import Tracker
from tests.games.neocombat.table import RULES

FLOOR = 4000
"""Actions a second of CPU time on one core that issue 11 asks for with two seats."""
GAMES = {2: 12, 3: 8, 6: 4}
"""Matches a round of the benchmark plays, by seats."""


def play(number: int, seats: int) -> int:
    """Play at random to the end, with the legal list and all views at each action; return the actions."""
    random, rng = Random(number), Stream("bench", number.to_bytes(32, "big"))
    state = RULES.setup(RULES.normalize(Options(), seats), seats, rng)
    actions = 0
    while RULES.outcome(state) is None:
        seat = random.choice(sorted(RULES.to_act(state)))
        legal = RULES.legal(state, seat)
        for viewer in (None, *range(seats)):
            RULES.view(state, viewer)
        RULES.apply(state, seat, random.choice(legal), rng)
        actions += 1
    return actions


def in_combat(seats: int):
    """A match in the combat of its second turn, with a choice of plays."""
    for number in range(20):
        random, rng = Random(number), Stream("bench", bytes([number]) * 32)
        state = RULES.setup(RULES.normalize(Options(), seats), seats, rng)
        while RULES.outcome(state) is None:
            seat = min(RULES.to_act(state))
            legal = RULES.legal(state, seat)
            if state.turn == 2 and state.phase == "combat" and state.fight is None and len(legal) > 40:
                return state
            RULES.apply(state, seat, random.choice(legal), rng)
    raise AssertionError("none of these matches had such a combat")


@pytest.mark.parametrize("seats", GAMES)
def test_random_play(benchmark, seats):
    actions = benchmark.pedantic(
        lambda: sum(play(number, seats) for number in range(GAMES[seats])), rounds=5, warmup_rounds=1
    )
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = round(actions / benchmark.stats["median"])


def test_random_play_reaches_the_figure_of_the_issue():
    play(0, 2)
    begin = time.process_time()
    actions = sum(play(number, 2) for number in range(1, 7))
    assert actions / (time.process_time() - begin) > FLOOR


@pytest.mark.parametrize("seats", [2, 6])
def test_a_decision_of_the_tracker(benchmark, seats):
    state = in_combat(seats)
    seat = min(RULES.to_act(state))
    view, legal, random = RULES.view(state, seat), RULES.legal(state, seat), Random(1)
    assert benchmark(lambda: Tracker().choose(RULES, view, legal, random)) in legal


@pytest.mark.parametrize("seats", [2, 6])
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    view, rng = RULES.view(in_combat(seats), 0), Stream("resample", bytes(32))
    benchmark(RULES.resample, view, rng)


@pytest.mark.parametrize("seats", [2, 6])
def test_encoding_and_decoding_a_state(benchmark, seats):
    state = in_combat(seats)
    benchmark.extra_info["bytes"] = len(msgspec.json.encode(state))
    kept = benchmark(lambda: msgspec.json.decode(msgspec.json.encode(state), type=type(state)))
    assert kept == state
