"""The Sapper's decisions at Crossfire, each in a position where one of them is plainly the best."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

import pytest

from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    Discard,
    Keep,
    KeepOne,
    Lay,
    Raise,
    Redeal,
    Tower,
)
from bot.games.crossfire.rules.options import Options
from bot.players import RandomPlayer
from bot.players.crossfire.sapper import Sapper
from bot.players.opponent import Opponent
from bot.simulation import Series
from tests.games.crossfire.chance import positions
from tests.games.crossfire.table import RULES, Table
from tests.players.crossfire_greedy import CrossfireGreedy

SAPPER = Sapper()
SECONDS = 0.1
"""CPU time that a decision may take at the median."""


def series(*players: Opponent, games: int = 1, seed: str = "tests", most: int = 9999, **options) -> Series:
    """A series of matches between these players."""
    return Series(
        rules=RULES,
        options=RULES.normalize(Options(**options), len(players)),
        seats=len(players),
        players=players,
        games=games,
        seed=seed,
        views=False,
        most_actions=most,
    )


def won(rival: Opponent, games: int, seats: int = 2, **options) -> tuple[int, int]:
    """How many of so many matches it wins and loses, half of them in each seat or team."""
    wins = losses = 0
    for team in (0, 1):
        players = [SAPPER if seat % 2 == team else rival for seat in range(seats)]
        played = series(*players, games=games // 2, **options)
        for number in range(games // 2):
            winners = played.play(number).outcome.winners
            wins += team in winners
            losses += 1 - team in winners
    return wins, losses


def chosen(state, seat: int, mood: int = 1):
    """What it does in a position, seats from 0."""
    return SAPPER.choose(RULES, RULES.view(state, seat), RULES.legal(state, seat), random.Random(mood))


def choices(table: Table):
    """What it does in a story in any of its moods."""
    return {chosen(table.state, table.state.turn, mood) for mood in range(6)}


# Whole matches


@pytest.mark.parametrize(("form", "kept"), [("two", 0.1), ("four", 0.03), ("ultimate", 0.008)])
def test_every_choice_is_legal_in_random_positions(form, kept):
    for state in positions(range(1, 4 if form == "two" else 2), form, kept=kept):
        for seat in sorted(RULES.to_act(state)):
            action = chosen(state, seat)
            assert action in RULES.legal(state, seat)
            assert not isinstance(action, Resign)


def test_two_states_that_look_the_same_get_the_same_choice_crf_26():
    rng, different = Stream("other", bytes(32)), 0
    for state in [*positions(range(20, 24), kept=0.06), *positions(range(20, 21), "four", kept=0.03)]:
        for seat in sorted(RULES.to_act(state)):
            other = RULES.resample(RULES.view(state, seat), rng)
            different += other.hands != state.hands
            assert chosen(state, seat) == chosen(other, seat)
    assert different > 5


def test_the_same_seed_plays_the_same_match():
    once, again = (series(SAPPER, SAPPER, seed="same", most=16).play(0) for _ in range(2))
    assert once.actions == again.actions


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"end": "points", "jokers": 3}), (2, {"grid": "bbb/222/.../ooo/.../ooo/111/aaa"})],
)
def test_it_plays_all_tables_of_two_to_the_end(seats, options):
    assert series(*[SAPPER] * seats, seed="tables", **options).play(0).outcome.why


def test_it_makes_points_in_a_team_crf_23():
    greedy = CrossfireGreedy()
    played = series(SAPPER, greedy, SAPPER, greedy, seed="team", most=90)
    last = []
    played.play(0, lambda state, _: last.append(state.tallies))
    assert last[-1][0].points > last[-1][1].points


def test_it_beats_the_random_player_and_the_greedy_one():
    assert won(RandomPlayer(), 4)[0] >= 3
    wins, losses = won(CrossfireGreedy(), 4)
    assert wins > losses + 1


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (2, {"end": "points"}), (4, {})])
def test_it_beats_both_as_often_as_it_is_to(seats, options):
    wins, losses = won(RandomPlayer(), 40, seats, **options)
    assert wins >= 0.95 * (wins + losses) > 30
    wins, losses = won(CrossfireGreedy(), 40, seats, **options)
    assert wins >= 0.6 * 40


def test_a_decision_takes_less_than_a_tenth_of_a_second():
    times = []
    for form, numbers in (("two", range(40, 43)), ("four", range(41, 42))):
        for state in positions(numbers, form, kept=0.04):
            for seat in RULES.to_act(state):
                view, legal = RULES.view(state, seat), RULES.legal(state, seat)
                began = process_time()
                SAPPER.choose(RULES, view, legal, random.Random(1))
                times.append(process_time() - began)
    assert len(times) > 10
    assert median(times) < SECONDS


# Single decisions


def test_a_base_that_its_team_holds_is_no_longer_one_that_power_comes_nearer_to_crf_23():
    for held, told in (("", "right before an enemy base"), ("b3:10 b4:10 b5:10 ", "about 2.0 plays away")):
        table = Table(f"{held}c2:10", "", "", "", hand="10 2s 3s 4s")
        lay = Lay(table.mine("10"), table.square("c3"))
        assert told in SAPPER.reason(RULES, RULES.view(table.state, 0), 0, lay)


SIEGE = "a2:10 a3:10 a4:10 a5:10 a6:10 a7:10"
"""A chain of seat 1 up to the base of seat 2 at a8."""


def test_it_storms_a_base_with_a_king_that_nothing_tops_crf_21():
    table = Table(SIEGE, "a8:5", hand="9 K 3s 4s")
    assert choices(table) == {Attack(table.mine("K"), table.square("a8"))}


def test_it_answers_at_its_base_whatever_else_there_is_to_win_crf_16():
    table = Table(
        SIEGE + " e3:5", "a8:5 e8:10 e7:10 e6:10 e5:10 e4:10", hand="9 2s 3s 4s", hands={2: "Qs 2c Kc"}
    )
    table.play("attack 9 a8")
    assert choices(table) == {Answer(table.mine("Qs"), table.square("a8"))} or choices(table) == {
        Answer(table.mine("Kc"), table.square("a8"))
    }


def test_it_goes_on_with_its_attack_on_a_base_crf_16():
    table = Table(SIEGE, "a8:5", hand="9 Q 3s 4s", hands={2: "J 2c 3c"})
    table.play("attack 9 a8", "answer J a8")
    assert choices(table) == {Answer(table.mine("Q"), table.square("a8"))}


def test_it_pairs_a_dead_node_ahead_with_its_partner_crf_12():
    table = Table("a2:10 a3:4", "e8:10", hand="6 Q K J")
    assert choices(table) == {Lay(table.mine("6"), table.square("a4"))}


def test_it_raises_a_tower_for_free_on_its_way_crf_19():
    table = Table("a2:10 a3:K+10@2+4", "e8:10", hand="6 2 3 9")
    (choice,) = choices(table)
    assert isinstance(choice, Tower)


def test_it_raises_a_tower_with_a_card_of_the_hand_crf_27():
    table = Table("a2:10 a3:10 a4:10 a5:10@2+9@2", "a8:3", hand="Q 2s 2c 2d")
    (choice,) = choices(table)
    assert isinstance(choice, (Raise, KeepOne))


def test_it_discards_no_king_crf_05():
    table = Table("", "", hand="Kh 2 3 Ks")
    assert {type(choice) for choice in choices(table)} == {Discard}
    assert not {choice.card for choice in choices(table)} & {table.mine("Kh"), table.mine("Ks")}


def test_it_deals_poor_bases_anew_and_keeps_good_ones_crf_03():
    poor = Table("a2:K b2:Q c2:J d2:3 e2:Ks", "")
    good = Table("a2:Jo b2:10 c2:J d2:3 e2:7", "")
    for table, wanted in ((poor, Redeal()), (good, Keep())):
        table.state.phase, table.state.deciding = "bases", (True, False)
        assert chosen(table.state, 0) == wanted
