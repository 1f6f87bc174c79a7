"""Neutral nodes and probing (CRF-02, CRF-20)."""

import pytest

from bot.games.crossfire.rules import actions, facts
from tests.games.crossfire.table import RULES, Table

NORTH = "c8:10 c7:10"
SOUTH = "c2:10 c3:10"


def probing(neutral: str, hand: str = "8 9 2s 3s", answers: str = "10s J 2c", **more: object) -> Table:
    """Return a table with both seats in front of the neutral at c4: seat 1 at c3, seat 2 around it at b4."""
    chain = "b8:10 b7:10 b6:10 b5:10 b4:10"
    return Table(SOUTH, chain, neutrals=f"c4:{neutral}", hand=hand, hands={2: answers}, **more)


def test_any_card_probes_a_neutral_whose_rank_is_hidden_until_then_crf_20_crf_26():
    table = probing("Q", hand="A K Jo 3s")

    def seen() -> set[tuple[int, ...]]:
        return {RULES.view(table.state, viewer).board[table.square("c4")].cards for viewer in (None, 0, 1)}

    assert len([one for one in table.legal(actions.Attack) if one.at == table.square("c4")]) == 4
    assert seen() == {(-1,)}
    (told, *_) = table.play("attack A c4")
    assert table.ranks("c4") == ["Queen", "Ace"]
    assert seen() == {table.at("c4").cards}
    assert told.neutral == table.at("c4").cards[0]


def test_a_lower_or_equal_card_turns_it_face_down_again_and_stays_on_it_crf_20():
    for neutral in ("8", "9"):
        table = probing(neutral)
        (told, *_) = table.play("attack 8 c4")
        assert not told.leads
        table.play("discard 2c")
        pile = table.at("c4")
        assert (pile.owner, pile.kind, pile.contested) == (-1, "neutral", False)
        assert table.ranks("c4") == [neutral, "8"]


def test_a_card_that_attacks_a_known_neutral_without_beating_it_stays_there_crf_30():
    table = probing("8", hand="7 8s 9 3s")
    table.play("attack 7 c4", "discard 2c")
    (told, *_) = table.play("attack 8s c4")
    assert (told.leads, table.at("c4").contested) == (False, False)
    table.play("discard 10s")
    table.play("attack 9 c4", "discard J")
    assert table.ranks("c4") == ["8", "7", "8", "9"]
    assert table.at("c4").owner == 0


def test_both_may_contest_a_neutral_and_each_card_must_beat_the_leading_one_crf_20_crf_30():
    table = probing("7", hand="8 Q 2s 3s", answers="10s J 8s")
    table.play("attack 8 c4")
    assert "At c4 an 8 leads, of strength 8: to top it you need more" in table.no("answer 8s c4")
    told = table.play("answer 10s c4")
    assert told[0].target == 0
    assert not [fact for fact in told if isinstance(fact, facts.Seized)]
    table.play("answer Q c4", "discard J")
    assert table.at("c4").owner == 0
    assert table.ranks("c4") == ["7", "8", "10", "Queen"]


def test_another_seat_may_beat_a_neutral_after_a_failed_probe_crf_20():
    table = probing("9", hand="8 Q 2s 3s")
    table.play("attack 8 c4", "attack 10s c4", "discard 2s")
    assert table.at("c4").owner == 1
    assert table.ranks("c4") == ["9", "8", "10"]


@pytest.mark.parametrize(
    ("neutral", "card", "leads"), [("K", "Ks", False), ("Jo", "Jo", True), ("A", "Jo", False)]
)
def test_nothing_beats_a_neutral_king_and_a_joker_only_a_joker_crf_20(neutral, card, leads):
    table = probing(neutral, hand=f"{card} 2s 3s 4s")
    assert table.play(f"attack {card} c4")[0].leads == leads
    table.play("discard 2c")
    assert table.at("c4").owner == (0 if leads else -1)


def test_a_higher_card_leads_and_wins_the_pile_and_its_cards_go_to_their_packs_crf_18_crf_20():
    table = probing("7@2")
    (told, *_) = table.play("attack 8 c4")
    assert told.leads
    told = table.play("discard 2c")
    assert facts.Seized(0, table.square("c4"), loser=-1, held=False, base=False) in told
    assert (table.at("c4").owner, table.ranks("c4")) == (0, ["7", "8"])
    table.play("keep-one c4 8")
    assert table.discards(2) == ["2c", "7h"]


def test_an_ace_beats_a_neutral_joker_and_a_second_joker_does_not_top_the_first_crf_20():
    table = probing("Jo", hand="Jo 2s 3s 4s", answers="Jo A 2c")
    table.play("attack Jo c4")
    assert "of strength 0: to top it you need more" in table.no("answer Jo c4")
    table.play("answer A c4")
    assert table.at("c4").leader == 1


def test_a_neutral_is_probed_from_a_powered_node_or_in_other_layouts_a_base_crf_15_crf_20():
    table = Table("c2:4 c3:4", neutrals="c4:2", hand="K 2s 3s 4s")
    assert "c3 has no power: its 4 is paired with nothing" in table.no("attack K c4")
    grid = "bbb/222/.../ooo/.../ooo/111/aaa"
    assert Table("b2:Q", neutrals="b3:2", hand="K 2s 3s 4s", grid=grid).play("attack K b3")[0].leads


def test_a_neutral_has_no_power_and_blocks_chains_crf_02():
    table = Table(SOUTH, NORTH, neutrals="c4:10", hand="K 2s 3s 4s")
    assert table.lays("K") == "b3 d3"
    assert "c4 is taken by a neutral node" in table.no("lay K c4")
