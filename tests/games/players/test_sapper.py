"""The Sapper's decisions at Crossfire, each in a position with one clearly best action."""

from __future__ import annotations

import random

from bot.games.crossfire.players.sapper import Sapper
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
from bot.games.simulation import Series
from tests.games.crossfire.table import RULES, Table
from tests.games.players.crossfire_greedy import CrossfireGreedy

SAPPER = Sapper()


def choices(table: Table):
    """Return its actions in a story, over its moods."""
    return {chosen(table, table.state.turn, mood) for mood in range(6)}


def chosen(table: Table, seat: int, mood: int = 1):
    """Return its action in a position; seats from 0."""
    view, legal = RULES.view(table.state, seat), RULES.legal(table.state, seat)
    return SAPPER.choose(RULES, view, legal, random.Random(mood))


def test_it_scores_in_a_team_crf_23():
    greedy = CrossfireGreedy()
    options, last = RULES.normalize(Options(), 4), []
    played = Series(
        rules=RULES, options=options, seats=4, players=(SAPPER, greedy) * 2, games=1, seed="team",
        views=False, most_actions=90,
    )  # fmt: skip
    played.play(0, lambda state, _: last.append(state.tallies))
    assert last[-1][0].points > last[-1][1].points


def test_power_near_a_base_of_its_own_team_has_no_value_crf_23():
    for held, told in (("", "right before an enemy base"), ("b3:10 b4:10 b5:10 ", "about 2.0 plays away")):
        table = Table(f"{held}c2:10", "", "", "", hand="10 2s 3s 4s")
        lay = Lay(table.mine("10"), table.square("c3"))
        assert told in SAPPER.reason(RULES, RULES.view(table.state, 0), 0, lay)


SIEGE = "a2:10 a3:10 a4:10 a5:10 a6:10 a7:10"
"""A chain of seat 1 up to the base of seat 2 at a8."""


def test_it_storms_a_base_with_an_unbeatable_king_crf_21():
    table = Table(SIEGE, "a8:5", hand="9 K 3s 4s")
    assert choices(table) == {Attack(table.mine("K"), table.square("a8"))}


def test_it_pairs_a_dead_node_ahead_with_its_partner_crf_12():
    table = Table("a2:10 a3:4", "e8:10", hand="6 Q K J")
    assert choices(table) == {Lay(table.mine("6"), table.square("a4"))}


def test_it_answers_at_its_base_first_and_continues_its_attack_crf_16():
    others = "a8:5 e8:10 e7:10 e6:10 e5:10 e4:10"
    table = Table(SIEGE + " e3:5", others, hand="9 2s 3s 4s", hands={2: "Qs 2c Kc"})
    table.play("attack 9 a8")
    (answer,) = choices(table)
    assert answer in {Answer(table.mine(card), table.square("a8")) for card in ("Qs", "Kc")}
    table = Table(SIEGE, "a8:5", hand="9 Q 3s 4s", hands={2: "J 2c 3c"})
    table.play("attack 9 a8", "answer J a8")
    assert choices(table) == {Answer(table.mine("Q"), table.square("a8"))}


def test_it_raises_a_tower_for_free_or_with_a_card_of_the_hand_crf_19_crf_27():
    (choice,) = choices(Table("a2:10 a3:K+10@2+4", "e8:10", hand="6 2 3 9"))
    assert isinstance(choice, Tower)
    (choice,) = choices(Table("a2:10 a3:10 a4:10 a5:10@2+9@2", "a8:3", hand="Q 2s 2c 2d"))
    assert isinstance(choice, (Raise, KeepOne))


def test_it_discards_no_king_crf_05():
    table = Table("", "", hand="Kh 2 3 Ks")
    assert {type(choice) for choice in choices(table)} == {Discard}
    assert not {choice.card for choice in choices(table)} & {table.mine("Kh"), table.mine("Ks")}


def test_it_redeals_poor_bases_and_keeps_good_ones_crf_03():
    poor = Table("a2:K b2:Q c2:J d2:3 e2:Ks", "")
    good = Table("a2:Jo b2:10 c2:J d2:3 e2:7", "")
    for table, wanted in ((poor, Redeal()), (good, Keep())):
        table.state.phase, table.state.deciding = "bases", (True, False)
        assert chosen(table, 0) == wanted
