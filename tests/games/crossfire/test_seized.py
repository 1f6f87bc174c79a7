"""Seized piles and all ways to resolve them, towers (CRF-17 to CRF-19)."""

from bot.games.crossfire.rules import actions, facts
from tests.games.crossfire.table import Table


def test_a_seized_pile_defends_with_its_highest_card_and_is_won_like_a_node_crf_16_crf_17():
    table = Table("c2:10 c3:10", "c4:Q+3+5", hand="J Q 2 3")
    assert "seat 2's seized pile of strength 12: your Jack has only 11" in table.no("attack J c4")
    table.play("attack Q c4")
    assert table.at("c4").leader == 0
    chain = "c8:10 c7:10 c6:10 c5:10"
    table = Table("c2:10 c3:10", f"c4:7+3 {chain}", hand="8 2s 3s 4s", hands={2: "9 2c 2s"})
    table.play("attack 8 c4", "answer 9 c4", "discard 2s")
    assert (table.at("c4").owner, table.ranks("c4")) == (1, ["7", "3", "8", "9"])


def test_a_seized_pile_is_replaced_by_a_card_of_the_hand_as_the_turns_play_crf_18():
    table = Table("c2:10 c3:10 c4:4@2+9+5@2", hand="6s Q 2 3")
    (told, *_) = table.play("rebuild 6s c4")
    assert isinstance(told, facts.Rebuilt)
    assert told.origin == table.square("c3")
    assert table.ranks("c4") == ["6"]
    assert table.discards(1) == ["9h"]
    assert table.discards(2) == ["4h", "5h"]
    assert table.turn == 2


def test_replacing_needs_a_powered_node_beside_it_a_base_is_not_enough_crf_18():
    table = Table("c2:4 c3:4@2+9", hand="6 Q 2 3")
    assert not table.legal(actions.Rebuild)
    assert "You have no powered node beside c3" in table.no("rebuild 6 c3")


def test_all_but_one_card_are_removed_for_free_and_either_owners_card_may_stay_crf_18():
    table = Table("c2:10 c3:10 c4:4@2+9", hand="6 Q 2 3")
    (told,) = table.play("keep-one c4 2:4")
    assert told == facts.KeptOne(0, table.square("c4"), table.at("c4").cards[0], (told.removed))
    pile = table.at("c4")
    assert (pile.owner, pile.kind, table.ranks("c4")) == (0, "node", ["4"])
    assert table.discards(1) == ["9h"]
    assert table.turn == 1
    assert table.lays("6") == "b3 d3 b4 d4 c5"  # the 4 is a dead node now, and 6 pairs with it


def test_only_own_uncontested_seized_piles_are_resolved_crf_18():
    table = Table("c2:10 c3:10 d3:4+9", "c4:4+9", hand="6 Q 2 3")
    assert "belongs to seat 2: it is not yours to resolve" in table.no("keep-one c4 2:9")
    assert "belongs to seat 2" in table.no("rebuild 6 c4")
    assert "c3 is not a seized pile" in table.no("keep-one c3 10")
    assert "which holds: 4 of hearts, 9 of hearts" in table.no("keep-one d3 Kh")
    chain = "c8:10 c7:10 c6:10 c5:10"
    table = Table("c2:10 c3:10 c4:4+9", chain, turn=2, hand="K 2 3 4", hands={1: "2c 3c 4c"})
    table.play("attack K c4")
    assert "c4 is contested: it cannot be resolved now" in table.no("keep-one c4 9")


def test_a_tower_of_a_royal_and_a_ten_has_power_10_and_the_royals_strength_crf_19():
    table = Table("c2:10 c3:10 c4:K@2+10+4@2", "c5:5", hand="6 Q 2 3")
    (told,) = table.play("tower c4 2:K 10")
    assert isinstance(told, facts.Towered)
    pile = table.at("c4")
    assert (pile.owner, pile.kind, table.ranks("c4")) == (0, "tower", ["King", "10"])
    assert table.discards(2) == ["4h"]
    assert table.powered() == "c2 c3 c4"
    assert table.turn == 1


def test_a_tower_is_attacked_at_the_strength_of_its_royal_and_seized_can_be_towered_again_crf_19():
    table = Table("c2:10 c3:10", "c4:Q^10", hand="K J 2s 3s")
    assert "seat 2's tower of strength 12" in table.no("attack J c4")
    table.play("attack K c4", "discard 2c")
    assert table.ranks("c4") == ["Queen", "10", "King"]
    assert len(table.legal(actions.Tower)) == 2
    table.play("tower c4 K 2:10")
    assert table.ranks("c4") == ["King", "10"]
    assert table.discards(2) == ["2c", "Qh"]


def test_a_tower_needs_a_royal_and_a_ten_of_the_pile_crf_19():
    table = Table("c2:10 c3:10 c4:K+9 b3:10+2", hand="6 Q 2 3")
    assert not table.legal(actions.Tower)
    assert "needs a 10 of the pile" in table.no("tower c4 K 10h")
    assert "needs a Jack, Queen or King of the pile" in table.no("tower b3 Kh 10")


def test_a_tower_can_be_built_on_an_own_seized_base_crf_19():
    table = Table("c2:K+10+4", hand="6 Q 2 3")
    assert table.powered() == ""
    table.play("tower c2 K 10")
    assert table.powered() == "c2"
    assert table.lays("6") == "c3"


def test_what_stands_on_the_own_support_square_has_no_power_of_its_own_crf_01_crf_11_crf_19():
    """A tower there neither attacks nor defends beside it (DECISIONS 21)."""
    table = Table("c2:10 c1:K^10 d2:K+9", "d1:2", hand="6 Q 2 3")
    assert table.powered() == "c2"
    assert not table.legal(actions.Attack), "not at d1, beside it"
    won = Table("c2:10 c3:10 c4:10 c5:10 c6:10 c7:10 c8:10 c9:K^10 d8:K+9", "d9:2", hand="6 Q 2 3")
    assert won.powered() == "c2 c3 c4 c5 c6 c7 c8 c9", "on an enemy's it is a tower like any other"
    assert {each.at for each in won.legal(actions.Attack)} == {won.square("d9")}
