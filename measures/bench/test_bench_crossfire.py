"""How fast Crossfire plays: `pytest measures/bench -n 0 --benchmark-enable`.

Figures go to docs/PERFORMANCE.md.
"""

import time
from random import Random

import pytest

from bot.engine.fair import Stream
from bot.games.crossfire.rules import piles
from bot.games.crossfire.rules.cards import card, joker, rank
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.pairing import can_pair_all, split_half
from bot.games.crossfire.rules.power import codes_of, decide
from bot.games.crossfire.rules.table import make_table
from bot.games.crossfire.rules.view import Pile
from tests.games.crossfire.chance import an_action
from tests.games.crossfire.table import LAYOUTS, RULES

FLOOR = 3000
"""Actions a second of CPU time on one core that are wanted, two players."""
POWER_LIMIT = 0.002
"""The limit in seconds for the power of the fullest two-player board."""


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
def test_random_play_of_two_reaches_the_figure_of_the_issue(lively, allowance):
    play(0)
    begin = time.process_time()
    actions = sum(play(number, lively=lively) for number in range(1, 11))
    assert actions / (time.process_time() - begin) > FLOOR / allowance


@pytest.mark.parametrize("shares", [(0, 1), (0, 0, 0, 1), (0,)], ids=["half", "three quarters", "all"])
def test_deciding_power_on_the_hardest_of_many_full_boards(benchmark, shares):
    """CRF-08: with all caches cold; the boards differ much, so the hardest of a hundred is measured."""
    boards = [full_board(number, shares) for number in range(100)]
    table, board = max(boards, key=lambda each: seconds_to_decide(*each))

    benchmark.pedantic(
        lambda: decide(table, 0, codes_of(table, board, 0)), setup=forget_what_was_decided, rounds=50
    )
    if benchmark.enabled:
        assert benchmark.stats["median"] < POWER_LIMIT


def seconds_to_decide(table, board):
    forget_what_was_decided()
    begin = time.process_time()
    decide(table, 0, codes_of(table, board, 0))
    return time.process_time() - begin


def forget_what_was_decided():
    for kept in (decide, can_pair_all, split_half):
        kept.cache_clear()


def full_board(number: int, shares: tuple[int, ...]):
    """Every square of the two-player table covered, supports too, with three Jokers a pack."""
    random = Random(number)
    table = make_table(LAYOUTS["two"].grid.strip(), 2)
    packs = [
        [card(seat, r, s) for r in range(1, 14) for s in range(4)] + [joker(seat)] * 3 for seat in (0, 1)
    ]
    for pack in packs:
        random.shuffle(pack)
        pack.sort(key=lambda one: rank(one) > 10)  # the royals last: the hardest boards have none
    board: list[Pile | None] = [None] * table.grid.size
    for square in range(table.grid.size):
        home = max(table.base_home[square], table.support_home[square])
        seat = home if home >= 0 else random.choice(shares)
        board[square] = piles.node(seat, packs[seat].pop(0))
    return table, tuple(board)
