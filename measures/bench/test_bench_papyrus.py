"""How fast Papyrus plays: `pytest measures/bench -n 0 --benchmark-enable`. Figures: docs/PERFORMANCE.md."""

import time
from random import Random

import pytest

from bot.engine.fair import Stream
from bot.games.papyrus.rules.actions import Formation, Preset, Ready
from bot.games.papyrus.rules.field import field_of, make_field
from bot.games.papyrus.rules.options import Options
from bot.games.papyrus.rules.state import occupied
from tests.games.papyrus.table import RULES

FLOOR = 2500
"""Actions a second of CPU time on one core that are wanted."""


def deployed(number: int):
    """Ten against ten on 16x12, ready to fight."""
    rng = Stream("bench", number.to_bytes(32, "big"))
    state = RULES.setup(Options(), 2, rng)
    for action in (Preset("balanced"), Ready(), Formation(), Ready()):
        for seat in (0, 1):
            RULES.apply(state, seat, action, rng)
    return state, rng


def fight(number: int) -> int:
    """Play at random to the end, with the legal list and both views at each action; return the actions."""
    random = Random(number)
    state, rng = deployed(number)
    actions = 0
    while RULES.outcome(state) is None:
        legal = RULES.legal(state, state.turn)
        action = legal[random.randrange(len(legal))]
        RULES.apply(state, state.turn, action, rng)
        RULES.view(state, 0)
        RULES.view(state, 1)
        actions += 1
    return actions


def test_random_play_of_ten_against_ten(benchmark):
    actions = benchmark.pedantic(lambda: sum(map(fight, range(10))), rounds=5, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = actions / benchmark.stats["median"]


def test_random_play_reaches_the_figure_of_the_issue(allowance):
    fight(0)
    begin = time.process_time()
    actions = sum(map(fight, range(10)))
    assert actions / (time.process_time() - begin) > FLOOR / allowance


@pytest.mark.parametrize("phase", ["moving", "attacking"])
def test_counting_the_legal_actions(benchmark, phase):
    state, _ = deployed(1)
    state.phase = phase
    assert benchmark(lambda: len(RULES.legal(state, state.turn))) > 0


def test_taking_a_view(benchmark):
    state, _ = deployed(1)
    assert benchmark(RULES.view, state, 0).viewer == 0


def test_flooding_from_ten_units_at_once(benchmark):
    state, _ = deployed(1)
    field = field_of(state.options, 2)
    starts = [unit.square for unit in state.units if unit.seat == 0]
    assert benchmark(field.grid.floods, starts, [20] * 10, occupied(state.units)).bit_count() > 1000


def test_opening_the_largest_field_cold(benchmark):
    rows = "/".join(["." * 40] * 14 + ["." * 8 + "#." * 12 + "." * 8] + ["." * 40] * 15)

    def open_field():
        make_field.cache_clear()
        return make_field(rows, 4, 30)

    assert len(benchmark(open_field).zones) == 4
