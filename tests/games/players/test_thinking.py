"""Searching players think in a separate process, and recognize a decided match."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from bot.engine.fair import SEED_BYTES, Stream
from bot.games.computers import COMPUTERS, computers, normal_player
from bot.games.neocombat.players.tracker import Tracker
from bot.games.registry import GAMES
from bot.processes.workers import Thinking

NEO = GAMES["neo-combat"].rules
SEED = bytes(range(SEED_BYTES))


def not_here(*_given: Any) -> Any:
    raise AssertionError("it thinks in the bot's own process")


def played(done: int) -> Any:
    """Return the position of a Tracker (seat 1) against a random player after at most this many actions."""
    rng, mood = Stream("thinking", bytes(32)), random.Random(1)
    state = NEO.setup(NEO.normalize(NEO.Options(), 2), 2, rng)
    for _ in range(done):
        if NEO.outcome(state) is not None:
            break
        seat = min(NEO.to_act(state))
        player = COMPUTERS["tracker" if seat == 0 else "random"]
        action = player.choose(NEO, NEO.view(state, seat), NEO.legal(state, seat), mood)
        NEO.apply(state, seat, action, rng)
    return state


async def test_a_search_runs_in_another_process_and_a_seed_gives_the_same_move():
    state = played(20)
    seat = min(NEO.to_act(state))
    view, legal = NEO.view(state, seat), NEO.legal(state, seat)
    searching: Any = SimpleNamespace(key="tracker", searches=True)
    thinking, turns = Thinking(steps=1), 0
    with patch.object(Tracker, "choose", not_here):
        first = await thinking(searching, NEO, view, legal, SEED, NEO.cards)  # the process starts
        again = asyncio.ensure_future(thinking(searching, NEO, view, legal, SEED, NEO.cards))
        while not again.done():
            await asyncio.sleep(0)
            turns += 1
    await thinking.aclose()
    assert turns > 1, "the loop was free meanwhile"
    here = COMPUTERS["tracker"].choose(NEO, view, legal, random.Random(int.from_bytes(SEED)))
    assert first == await again == here


async def test_players_without_search_or_without_a_choice_need_no_process():
    state = played(20)
    seat = min(NEO.to_act(state))
    view, legal = NEO.view(state, seat), list(NEO.legal(state, seat))
    thinking = Thinking()
    assert await thinking(COMPUTERS["tracker"], NEO, view, legal, SEED, NEO.cards) in legal
    searching: Any = SimpleNamespace(key="gone", searches=True, choose=lambda *given: given[2][0])
    assert await thinking(searching, NEO, view, legal[:1], SEED, NEO.cards) == legal[0]
    assert thinking._workers._pool is None
    await thinking.aclose()


def test_the_tracker_resigns_a_lost_match_and_continues_a_won_one():
    state = played(10_000)
    assert NEO.outcome(state).winners == (0,)
    lost, won = NEO.view(state, 1), NEO.view(state, 0)
    assert Tracker().gives_up(NEO, lost)
    assert not Tracker().takes_draw(NEO, lost)
    assert not Tracker().gives_up(NEO, won)
    assert not Tracker().takes_draw(NEO, won)
    begun = NEO.view(played(1), 1)
    assert Tracker().takes_draw(NEO, begun), "an even match"
    assert not Tracker().gives_up(NEO, begun), "not before sensible"
    assert not COMPUTERS["rookie"].gives_up(NEO, lost), "a novice never does"


def test_only_hard_players_use_the_search_budget_of_the_settings():
    for player in computers(7).values():
        assert not player.searches or player.level == "hard"
        assert not player.searches or player.steps == 7


@pytest.mark.parametrize("key", [key for key, player in COMPUTERS.items() if player.level == "hard"])
def test_every_hard_player_has_the_strength_for_three_wins_of_five_against_normal(key):
    (game,) = COMPUTERS[key].games
    ahead = COMPUTERS[key].strength(game) - normal_player(game).strength(game)
    assert 1 / (1 + 10 ** (-ahead / 400)) > 0.6


@pytest.mark.parametrize("key", COMPUTERS)
def test_no_player_resigns_or_accepts_a_draw_from_an_unreadable_view(key):
    computer = COMPUTERS[key]
    assert not computer.gives_up(NEO, object())
    assert not computer.takes_draw(NEO, object())
