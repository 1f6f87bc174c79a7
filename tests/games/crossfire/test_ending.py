"""The end of matches of two players (CRF-06, CRF-21), and resignations."""

import pytest

from bot.engine.contract import Resign
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.actions import Discard
from tests.games.crossfire.table import RULES, Table

SIEGE = "c2:10 c3:10 c4:10 c5:10 c6:10 c7:10"
"""A chain of seat 1 up to the base of seat 2 at c8."""


def test_winning_an_attack_on_an_enemy_base_wins_the_game_even_with_an_empty_pack_crf_06_crf_21():
    table = Table(SIEGE, "c8:5", hand="8 2s 3s 4s", draws={1: ""})
    told = table.play("attack 8 c8", "discard 2c")
    assert facts.Seized(0, table.square("c8"), loser=1, held=False, base=True) in told
    assert (table.outcome.winners, table.outcome.scores) == ((0,), (1, 0))
    assert not RULES.to_act(table.state)


def test_a_base_is_defended_from_adjacent_bases_and_becomes_a_seized_pile_crf_15_crf_16_crf_17():
    table = Table(SIEGE, "c8:5", hand="8 2s 3s 4s", hands={2: "9 2c 3c"})
    table.play("attack 8 c8", "answer 9 c8", "discard 2s")
    assert table.outcome is None
    assert (table.at("c8").owner, table.at("c8").kind, table.powered(2)) == (1, "seized", "")
    table.play("keep-one c8 2:5")
    assert table.ranks("c8") == ["5"]


def test_a_draw_from_an_empty_pack_is_a_tie_with_that_option_crf_06_crf_28():
    table = Table("c2:10", hand="8 2s 3s 4s", draws={2: ""}, end="tie")
    told = table.play("discard 8")
    assert facts.PackEmpty(1) in told
    assert not [fact for fact in told if isinstance(fact, facts.EndCounted)]
    assert table.outcome.drawn
    assert table.outcome.scores == (0, 0)


def test_the_last_card_can_still_be_played_crf_06():
    table = Table("c2:10", hand="8 2s 3s 4s", draws={2: "9s"})
    table.play("discard 8")
    assert table.outcome is None
    assert table.state.decks[1].order == ()


def test_a_resignation_loses_also_out_of_turn():
    table = Table("c2:10", hand="8 2s 3s 4s")
    told = table.do(Resign(), seat=2)
    assert told[0] == facts.Resigned(1)
    assert table.outcome.winners == (0,)
    with pytest.raises(IllegalAction, match="The match is over"):
        RULES.apply(table.state, 0, Discard(0), Stream("over", b"o" * 32))
