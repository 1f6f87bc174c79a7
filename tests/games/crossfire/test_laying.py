"""Laying cards, supports, and Jokers of the hand (CRF-05, CRF-11 to CRF-13)."""

import pytest

from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.actions import Discard
from tests.games.crossfire.table import Table

LAYS = {
    "CRF-12: from a powered node any card goes on an empty square beside it": (
        "c2:4 c3:6",
        {"K": "b3 d3 c4", "2": "b3 d3 c4", "7": "b3 d3 c4", "Jo": "b3 d3 c4"},
    ),
    "CRF-12: from an unpowered base only straight ahead and only a partner": (
        "c2:4",
        {"6": "c3", "Jo": "c3", "5": "", "K": ""},
    ),
    "CRF-11, CRF-12: from a supported base either power can be paired": (
        "c2:3 c1:4",
        {"7": "c3", "3": "c3", "6": "", "K": ""},
    ),
    "CRF-12: from a dead node only a partner that links it": (
        "c2:4 c3:6 c4:3",
        {"7": "b3 d3 b4 d4 c5", "Jo": "b3 d3 b4 d4 c5", "5": "b3 d3", "K": "b3 d3"},
    ),
    "CRF-12: from a node cut off from its base nothing is laid": ("c2:4 c5:6", {"4s": "", "6": "c3"}),
    "CRF-12: a royal leads nowhere": ("c2:10 c3:Q", {"4": "", "Jo": ""}),
    "CRF-17: nothing is laid off a seized pile": ("c2:10 c3:10+2", {"4": ""}),
}
"""Piles of a seat, and the squares where each card of its hand can be laid."""


@pytest.mark.parametrize(("piles", "lays"), LAYS.values(), ids=LAYS)
def test_the_squares_where_a_card_can_be_laid(piles, lays):
    table = Table(piles, hand=" ".join([*lays, "2c", "2d", "2s"][:4]))
    assert {held: table.lays(held) for held in lays} == lays


def test_cards_are_laid_on_the_field_in_the_seats_direction_with_their_origin_crf_12():
    table = Table("c2:10", hand="K 2 7 8")
    assert table.lays("K") == "c3"
    assert "support square" in table.no("lay K c1")
    assert Table("", "c8:4", turn=2, hand="6 5 9 K").lays("6", seat=2) == "c7"
    table = Table("c2:4 c3:6", hand="K 2 7 8")
    (laid, *_) = table.play("lay K c4")
    assert laid == facts.Laid(0, table.at("c4").cards[0], table.square("c4"), table.square("c3"))


def test_with_two_players_a_possible_link_accepts_any_card_crf_29():
    table = Table("c2:10 c3:10 e3:4", hand="6 5 Jo K")
    assert {table.lays(rank) for rank in ("6", "5", "Jo", "K")} == {"b3 d3 c4"}  # d3 is beside the dead 4 too
    table.play("lay 6 d3")
    assert table.powered() == "c2 c3 d3 e3"


def test_an_attacked_node_keeps_its_power_and_can_be_laid_from_crf_15():
    table = Table("c2:4 c3:6", "c4:10 c8:10 c7:10 c6:10 c5:10", turn=2, hand="Q 2 3 4")
    table.play("attack Q c3")
    assert table.turn == 1
    assert table.lays("2c") == "b3 d3"


def test_a_card_may_be_discarded_instead_and_the_next_turn_begins_with_a_draw_crf_05():
    table = Table("c2:10", hand="K 2 7 8", draws={2: "9s 5s"})
    told = table.do(Discard(table.mine("K")))
    assert told == [
        facts.Discarded(0, table.state.decks[0].discard[0]),
        facts.TurnBegan(1, 2),
        facts.Drew(1, -2),
    ]
    assert (table.discards(1), len(table.hand(1)), table.turn) == (["Kh"], 3, 2)
    assert ("9s" in table.hand(2), len(table.hand(2))) == (True, 4)


def test_a_support_is_laid_behind_its_base_as_the_turns_play_crf_11():
    table = Table("c2:6", hand="4 5 A Q")
    (told, *_) = table.play("support 4 c2")
    assert told == facts.Supported(0, table.at("c1").cards[0], table.square("c1"), table.square("c2"))
    assert table.ranks("c1") == ["4"]
    assert table.turn == 2
    assert table.powered() == "c2"


def test_supports_are_number_cards_with_a_sum_up_to_ten_and_one_for_each_base_crf_11():
    table = Table("c2:6 d2:3 d1:2", hand="4 5 Q Jo")
    supports = table.legal(actions.Support)
    assert supports == [actions.Support(table.mine("4"), table.square("c2"))]
    assert "make 11: the sum must not pass 10" in table.no("support 5 c2")
    assert "supported by an Ace to a 10, not by a Queen" in table.no("support Q c2")
    assert "not by a Joker" in table.no("support Jo c2")
    assert "has its support already" in table.no("support 4 d2")
    assert "is a Jack: only a numbered base" in table.no("support 4 b2")
    assert "is no base of yours: yours are a2, b2, c2, d2, e2" in table.no("support 4 c8")


def test_a_joker_of_the_hand_replaces_a_node_before_the_play_crf_13():
    table = Table("c2:4 c3:Q", hand="Jo 2 3 4")
    (told,) = table.play("replace c3")
    assert isinstance(told, facts.Replaced)
    assert table.ranks("c3") == ["Joker"]
    assert table.hand(1) == ["2h", "3h", "4h", "Qh"]
    assert table.turn == 1
    assert table.powered() == "c2 c3"
    table.play("lay Q c4")
    assert table.turn == 2


def test_a_joker_replaces_bases_and_supports_too_crf_13():
    table = Table("c2:6 c1:4", hand="Jo Jo 3 5")
    table.play("replace c2", "replace c1")
    assert table.ranks("c1") == table.ranks("c2") == ["Joker"]
    assert table.powered() == "c2"
    assert "You hold no Joker" in table.no("replace d2")


def test_a_joker_replaces_no_seized_pile_tower_contested_pile_or_joker_crf_13():
    table = Table("c2:10 c3:K^10 d2:Jo b3:4+5 e2:9", "e3:10 d7:10", hand="Jo 2 3 4")
    assert [table.table.name(one.at) for one in table.legal(actions.Replace)] == ["a2", "b2", "c2", "e2"]
    assert "is a tower" in table.no("replace c3")
    assert "is a seized pile" in table.no("replace b3")
    assert "is a Joker already" in table.no("replace d2")
    assert "holds no node of yours" in table.no("replace e3")
    table = Table("c2:10 c3:4", "c4:10 c5:10 c6:10 c7:10 c8:10", turn=2, hand="Q 2 3 4", hands={1: "Jo 2 3"})
    table.play("attack Q c3")
    assert "c3 is contested" in table.no("replace c3")


def test_a_replaced_node_of_the_enemys_pack_is_later_discarded_to_its_pack_crf_13():
    table = Table("c2:10 c3:Q@2", hand="Jo 2 3 4")
    table.play("replace c3")
    assert table.state.shown[0] == (table.mine("2:Q"),)
    table.play("discard 2:Q")
    assert table.discards(2) == ["Qh"]
    assert table.discards(1) == []
    assert table.state.shown[0] == ()
