"""How fast Crossfire plays: `pytest tests/bench --benchmark-enable`. Figures go to docs/PERFORMANCE.md."""

import time
from random import Random

import pytest

from bot.engine.fair import Stream
from bot.games.crossfire.options import Options
from bot.games.crossfire.power import codes_of, decide
from tests.games.crossfire.chance import an_action
from tests.games.crossfire.table import RULES
from tests.games.crossfire.test_power import full_board

FLOOR = 3000
"""Actions a second of CPU time on one core that issue 3 asks for, two players."""


def play(number: int, *, seats: int = 2, ultimate: bool = False, lively: bool = False) -> int:
    """Play at random to the end, with the legal list and all views at each action; return the actions."""
    random, rng = Random(number), Stream("bench", number.to_bytes(32, "big"))
    state = RULES.setup(Options(ultimate=ultimate), seats, rng)
    actions = 0
    while RULES.outcome(state) is None:
        seat = min(RULES.to_act(state))
        RULES.apply(state, seat, an_action(random, state, seat, lively), rng)
        for viewer in range(seats):
            RULES.view(state, viewer)
        actions += 1
    return actions


@pytest.mark.parametrize("lively", [False, True], ids=["at random", "lively"])
def test_random_play_of_two(benchmark, lively):
    actions = benchmark.pedantic(
        lambda: sum(play(number, lively=lively) for number in range(20)), rounds=5, warmup_rounds=1
    )
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = actions / benchmark.stats["median"]


@pytest.mark.parametrize("ultimate", [False, True], ids=["four", "ultimate"])
def test_random_play_of_four(benchmark, ultimate):
    actions = benchmark.pedantic(
        lambda: sum(play(number, seats=4, ultimate=ultimate, lively=True) for number in range(3)),
        rounds=3,
        warmup_rounds=1,
    )
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = actions / benchmark.stats["median"]


@pytest.mark.parametrize("lively", [False, True], ids=["at random", "lively"])
def test_random_play_of_two_reaches_the_figure_of_the_issue(lively):
    play(0)
    begin = time.process_time()
    actions = sum(play(number, lively=lively) for number in range(1, 11))
    assert actions / (time.process_time() - begin) > FLOOR


def test_deciding_power_on_the_fullest_board(benchmark):
    boards = [full_board(number, (0, 1)) for number in range(50)]

    def decide_all():
        decide.cache_clear()
        return [decide(table, 0, codes_of(table, board, 0)) for table, board in boards]

    assert len(benchmark(decide_all)) == 50
