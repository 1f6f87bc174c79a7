"""How fast Neo-Combat plays: `pytest measures/bench -n 0 --benchmark-enable`.

Figures go to docs/PERFORMANCE.md.
"""

import time
from random import Random

import pytest

from bot.engine.fair import Stream
from bot.games.neocombat.rules.options import Options
from bot.players.neocombat.tracker import Tracker
from measures.bench.playing import measure_codec, measure_play, measure_resampling, play
from tests.games.neocombat.table import RULES

FLOOR = 4000
"""Actions a second of CPU time on one core that are wanted with two seats."""
GAMES = {2: 12, 3: 8, 6: 4}
"""Matches a round of the benchmark plays, by seats."""


def one(number: int, seats: int) -> int:
    """Play a match at random; return its actions."""
    return play(RULES, Options(), number, seats)


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
    measure_play(benchmark, lambda number: one(number, seats), GAMES[seats])


def test_random_play_reaches_the_figure_of_the_issue(allowance):
    one(0, 2)
    begin = time.process_time()
    actions = sum(one(number, 2) for number in range(1, 7))
    assert actions / (time.process_time() - begin) > FLOOR / allowance


@pytest.mark.parametrize("seats", [2, 6])
def test_a_decision_of_the_tracker(benchmark, seats):
    state = in_combat(seats)
    seat = min(RULES.to_act(state))
    view, legal, random = RULES.view(state, seat), RULES.legal(state, seat), Random(1)
    assert benchmark(lambda: Tracker().choose(RULES, view, legal, random)) in legal


@pytest.mark.parametrize("seats", [2, 6])
def test_a_state_made_anew_for_a_computer_player(benchmark, seats):
    measure_resampling(benchmark, RULES, in_combat(seats))


@pytest.mark.parametrize("seats", [2, 6])
def test_encoding_and_decoding_a_state(benchmark, seats):
    measure_codec(benchmark, in_combat(seats))
