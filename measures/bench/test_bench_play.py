"""The speed of games: `pytest measures/bench -n 0 --benchmark-enable`. Figures: docs/PERFORMANCE.md.

Random play, with the legal list and all views at each action, as by `python -m bot simulate`.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.games.crossfire.rules import piles
from bot.games.crossfire.rules.cards import card, joker, rank
from bot.games.crossfire.rules.pairing import can_pair_all, split_half
from bot.games.crossfire.rules.power import codes_of, decide
from bot.games.crossfire.rules.table import make_table
from bot.games.crossfire.rules.view import Pile
from bot.games.registry import GAMES
from measures.bench.playing import bytecodes_per_action, midway, series
from tests.games.crossfire.table import LAYOUTS

FLOORS = {"papyrus": 2500, "crossfire": 3000, "arclash": 4000, "neo-combat": 4000, "overcross": 3000}
"""The minimum actions a second of CPU time on one core for two players."""
MATCHES = {"papyrus": 6, "crossfire": 10, "arclash": 6, "neo-combat": 6, "overcross": 3}
"""The number of timed matches."""
INSTRUCTIONS = {"crossfire": 3_700, "overcross": 5_800}
"""The most instructions of Python 3.11 for an action: a tenth more than measured."""
POWER_LIMIT = 0.002
"""The limit in seconds for the power of the fullest two-player board."""
MIDWAY: dict[str, tuple[dict[str, Any], int]] = {
    "arclash": ({"score": 50}, 120),
    "neo-combat": ({}, 120),
    "overcross": ({"objective": "deathmatch", "score": 100}, 150),
}
"""The options, and the number of actions before the measured state."""


@pytest.mark.parametrize(
    ("game", "seats"), [*[(game, 2) for game in FLOORS], ("arclash", 3), ("arclash", 6), ("crossfire", 4)]
)
def test_random_play(benchmark: Any, allowance: float, game: str, seats: int) -> None:
    matches = series(game, seats, {}, seed="bench")
    matches.play(0)  # created once

    def play() -> tuple[int, float]:
        played = [matches.play(number) for number in range(1, MATCHES[game] + 1)]
        return sum([len(each.actions) for each in played]), sum([each.cpu_seconds for each in played])

    actions, seconds = benchmark.pedantic(play)
    benchmark.extra_info["actions_per_second"] = round(actions / seconds)
    if seats == 2:
        assert actions / seconds > FLOORS[game] / allowance


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions have other instructions")
@pytest.mark.parametrize(("game", "most"), INSTRUCTIONS.items())
def test_an_action_takes_no_more_instructions_than_it_did(game: str, most: int) -> None:
    assert bytecodes_per_action(game, 1) < most


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in MIDWAY for seats in (2, 4)])
def test_a_state_is_cloned_resampled_and_encoded(benchmark: Any, game: str, seats: int) -> None:
    """The table has the time to resample a state; the rest is in the extra information."""
    rules, state = GAMES[game].rules, midway(game, seats, *MIDWAY[game])
    view, rng = rules.view(state, 0), Stream("resample", bytes(32))
    began = time.process_time()
    for _ in range(100):
        assert rules.clone(state) == state
    cloned = time.process_time()
    for _ in range(100):
        kept = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    encoded = time.process_time()
    assert kept == state
    benchmark.extra_info |= {"clone, µs": 1e4 * (cloned - began), "codec, µs": 1e4 * (encoded - cloned)}
    benchmark(rules.resample, view, rng)


@pytest.mark.parametrize("shares", [(0, 1), (0, 0, 0, 1), (0,)], ids=["half", "three quarters", "all"])
def test_deciding_power_on_the_hardest_of_many_full_boards(benchmark: Any, shares: tuple[int, ...]) -> None:
    """CRF-08: with all caches cold; the boards differ much, so the hardest of a hundred is measured."""
    boards = [full_board(number, shares) for number in range(100)]
    table, board = max(boards, key=lambda each: seconds_to_decide(*each))

    benchmark.pedantic(lambda: decide(table, 0, codes_of(table, board, 0)), setup=clear_caches, rounds=50)
    if benchmark.enabled:
        assert benchmark.stats["median"] < POWER_LIMIT


def seconds_to_decide(table: Any, board: Any) -> float:
    clear_caches()
    begin = time.process_time()
    decide(table, 0, codes_of(table, board, 0))
    return time.process_time() - begin


def clear_caches() -> None:
    for kept in (decide, can_pair_all, split_half):
        kept.cache_clear()


def full_board(number: int, shares: tuple[int, ...]) -> tuple[Any, tuple[Pile | None, ...]]:
    """Return a two-player table with every square covered, supports too, with three Jokers a pack."""
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
