"""The Showrunner, the hard player of Overcross: its differences from the Plotter."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from bot.engine.fair import Stream
from bot.engine.grid import grid_of
from bot.games.overcross.players.plotter import Plotter, Showrunner
from bot.games.overcross.rules.actions import Move, Play
from bot.games.overcross.rules.view import number_of
from tests.games.overcross.chance import RULES, positions
from tests.games.players.test_every_computer import Duel, won

SHOWRUNNER, PLOTTER = Showrunner(), Plotter()
GRID = grid_of(11, 11)


def laid(first: str, second: str, now: str = "seat 1, round 6, cards"):
    """Return a position of the Assassination, from the lines of each seat about its cards."""
    return RULES.position(
        f"options: objective=assassination\nnow: {now}\n"
        f"seat 1:\nnamed: CST-27\n{first}\nseat 2:\nnamed: CST-27\n{second}"
    )


def chosen(player, state, mood: int = 1):
    """Return a player's action in a position on its turn."""
    (seat,) = RULES.to_act(state)
    return player.choose(RULES, RULES.view(state, seat), RULES.legal(state, seat), random.Random(mood))


def choices(player, state):
    return [chosen(player, state, mood) for mood in range(6)]


def test_its_leader_keeps_away_from_the_enemies_ovc_23():
    state = laid("CST-27 at F1:", "CST-27 at F11:\nCST-02 at D3:")
    here, foe = GRID.parse("F1"), GRID.parse("D3")
    for choice in choices(SHOWRUNNER, state):
        assert isinstance(choice, Move)
        assert GRID.chebyshev(choice.to, foe) > GRID.chebyshev(here, foe)
        assert "less to it" in SHOWRUNNER.reason(RULES, RULES.view(state, 0), 0, choice)
    for choice in choices(PLOTTER, state):
        assert isinstance(choice, Move)
        assert GRID.chebyshev(choice.to, foe) < GRID.chebyshev(here, foe), "it goes there and strikes"


def test_a_healer_stays_with_its_leader():
    state = laid("CST-27 at F1: moved, acted\nCST-07 at F5:", "CST-27 at F11:")
    leader = GRID.parse("F1")
    for choice in choices(SHOWRUNNER, state):
        assert isinstance(choice, Move)
        assert GRID.chebyshev(choice.to, leader) <= 3
        assert "better placed" in SHOWRUNNER.reason(RULES, RULES.view(state, 0), 0, choice)
    assert {choice.to // 11 > 4 for choice in choices(PLOTTER, state)} == {True}, "it follows the others"


def test_it_puts_lava_under_the_enemy_leader_and_never_under_its_own_ovc_13():
    state = laid("CST-27 at F1:\nhand: CST-50 CST-02", "CST-27 at F11:\nCST-02 at F4:")
    foe = GRID.parse("F11")
    for choice in choices(SHOWRUNNER, state):
        assert isinstance(choice, Play)
        assert number_of(state, choice.card) == "CST-50", "before it deploys"
        assert GRID.chebyshev(choice.at, foe) <= 1
    assert {number_of(state, choice.card) for choice in choices(PLOTTER, state)} == {"CST-02"}


@pytest.mark.parametrize("player", [SHOWRUNNER, PLOTTER], ids=lambda player: player.key)
def test_its_leader_leaves_lava_at_once_ovc_13(player):
    state = laid("CST-27 at A1:", "CST-27 at K11:\nterrain: CST-50 at B2, of seat 2")
    for choice in choices(player, state):
        assert isinstance(choice, Move)
        assert GRID.chebyshev(choice.to, GRID.parse("B2")) > 1


def test_it_keeps_healing_for_its_leader():
    hurt, well = "CST-02 at E3: 3 counters", "CST-27 at F1: moved, acted"
    kept = laid(f"{well}\n{hurt}, moved, acted\nhand: CST-71", "CST-27 at F11:")
    assert not any(isinstance(choice, Play) for choice in choices(SHOWRUNNER, kept))
    assert all(isinstance(choice, Play) for choice in choices(PLOTTER, kept))
    used = laid("CST-27 at F1: 3 counters, moved, acted\nhand: CST-71", "CST-27 at F11:")
    assert all(isinstance(choice, Play) for choice in choices(SHOWRUNNER, used))


def for_two(state) -> bool:
    options = state.options
    return state.seats == 2 and options.objective == "assassination" and options.victims == "leader"


OTHERS = {
    "a Champion": "options: objective=assassination victims=champion\n"
    "seat 1:\nnamed: CST-28\nCST-28 at F1:\nseat 2:\nnamed: CST-28\nCST-28 at F11:\nCST-02 at D3:",
    "three seats": "options: objective=assassination\n"
    "seat 1:\nnamed: CST-27\nCST-27 at F1:\nseat 2:\nnamed: CST-27\nCST-27 at F11:\nCST-02 at D3:\nseat 3:",
    "the death match": "options: objective=deathmatch\n"
    "seat 1:\nCST-02 at E3: 3 counters\nhand: CST-71\nseat 2:\nCST-02 at F11:",
}
"""Positions in which the fitted weights would choose differently."""


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_with_other_objectives_it_plays_like_the_plotter(text):
    state = RULES.position(text)
    assert choices(SHOWRUNNER, state) == choices(PLOTTER, state)


def test_two_states_with_the_same_view_get_the_same_legal_choice_ovc_29():
    rng, different = Stream("other", bytes(32)), 0
    found = (state for state in positions(range(95, 101, 5), 0.2) if for_two(state) and state.turn)
    for state in islice(found, 12):
        (seat,) = RULES.to_act(state)
        other = RULES.resample(RULES.view(state, seat), rng)
        different += (other.hands, other.decks) != (state.hands, state.decks)
        assert chosen(SHOWRUNNER, state) == chosen(SHOWRUNNER, other)
        assert chosen(SHOWRUNNER, state) in RULES.legal(state, seat)
    assert different > 3


def test_its_evaluation_is_the_plotter_s_ovc_43():
    state = laid("CST-27 at F1: 3 counters\nCST-14 at A1:", "CST-27 at F11:")
    view = RULES.view(state, 0)
    assert SHOWRUNNER.chances(RULES, view) == PLOTTER.chances(RULES, view) < 0.5


@pytest.mark.soak
def test_it_wins_more_than_half_of_its_matches_against_the_plotter():
    """At the measured rate, half of 200 matches or fewer are won a few times in ten thousand."""
    offered = {"opening": "half"}
    assert won(Duel("overcross", PLOTTER, few=(0, 0), options=offered), SHOWRUNNER, 200) > 100
