"""The Colonel, the hard player of Crossfire: its differences from the Sapper."""

from __future__ import annotations

import random

import pytest

from bot.engine.fair import Stream
from bot.games.crossfire.players.sapper import Colonel, Sapper
from bot.games.crossfire.rules.actions import Answer, Attack, Discard, Lay
from tests.games.crossfire.chance import positions
from tests.games.crossfire.table import RULES, Table
from tests.games.players.test_every_computer import Duel, won
from tests.games.players.test_sapper import SIEGE

COLONEL, SAPPER = Colonel(), Sapper()


def chosen(player, state, seat: int = 0, mood: int = 1):
    """Return a player's action in a position; seats from 0."""
    return player.choose(RULES, RULES.view(state, seat), RULES.legal(state, seat), random.Random(mood))


def test_it_lays_a_card_that_the_sapper_discards_crf_05():
    table = Table("a2:10 a3:10", "e8:10", hand="2 K Q J")
    for mood in range(6):
        assert chosen(SAPPER, table.state, mood=mood) == Discard(table.mine("2"))
        assert isinstance(laid := chosen(COLONEL, table.state, mood=mood), Lay)
        assert laid.card == table.mine("2")


def test_it_storms_a_base_and_keeps_the_king_for_the_answer_crf_16():
    table = Table(SIEGE, "a8:5", hand="9 K 3s 4s", hands={2: "J 2c 3c"})
    assert chosen(COLONEL, table.state) == Attack(table.mine("9"), table.square("a8"))
    table.play("attack 9 a8", "answer J a8")
    assert chosen(COLONEL, table.state) == Answer(table.mine("K"), table.square("a8"))


def test_two_states_with_the_same_view_get_the_same_legal_choice_crf_26():
    rng, different = Stream("other", bytes(32)), 0
    for state in [*positions(range(20, 22), kept=0.06), *positions(range(20, 21), "four", kept=0.02)]:
        for seat in RULES.to_act(state):
            other = RULES.resample(RULES.view(state, seat), rng)
            different += other.hands != state.hands
            assert chosen(COLONEL, state, seat) == chosen(COLONEL, other, seat)
            assert chosen(COLONEL, state, seat) in RULES.legal(state, seat)
    assert different > 3


def test_its_evaluation_is_the_sapper_s():
    state = Table(SIEGE, "a8:5", hand="9 K 3s 4s").state
    view = RULES.view(state, 0)
    assert COLONEL.chances(RULES, view) == SAPPER.chances(RULES, view) > 0.5


@pytest.mark.soak
def test_it_wins_more_than_half_of_its_matches_against_the_sapper():
    """At the measured rate of 62 %, half of 200 matches or fewer are won a few times in ten thousand."""
    assert won(Duel("crossfire", SAPPER, few=(0, 0)), COLONEL, 200) > 100
