"""Contests: strength, attack, defence, several at the same time (CRF-14 to CRF-16)."""

import pytest

from bot.games.crossfire.rules import actions, facts
from tests.games.crossfire.table import Table

FRONT = "c8:10 c7:10 c6:10 c5:10"
"""A chain of seat 2 down to c5."""


def attacked(card: str = "8", answer: str = "2 3 9", node: str = "6", turn_hand: str = "8 2 3 4"):
    """Let seat 1 attack the node of seat 2 at c4, which has a chain of tens behind it."""
    table = Table("c2:10 c3:10", f"{FRONT} c4:{node}", hand=turn_hand, hands={2: answer})
    table.play(f"attack {card} c4")
    return table


@pytest.mark.parametrize(
    ("node", "enough"),
    [("A", "A"), ("6", "6"), ("10", "10"), ("J", "J"), ("Q", "Q"), ("K", "K"), ("Jo", "Jo"), ("Jo", "A")],
)
def test_the_opening_card_has_at_least_the_targets_strength_crf_14_crf_15(node, enough):
    table = Table("c2:10 c3:10", f"c4:{node}", hand=f"{enough} 2s 2c 2d")
    assert actions.Attack(table.mine(enough), table.square("c4")) in table.legal(actions.Attack)


@pytest.mark.parametrize(("node", "short"), [("2", "A"), ("7", "6"), ("J", "10"), ("K", "Q"), ("A", "Jo")])
def test_a_weaker_card_opens_no_contest_crf_14_crf_15(node, short):
    table = Table("c2:10 c3:10", f"c4:{node}", hand=f"{short} 2s 2c 2d")
    assert "of strength" in table.no(f"attack {short} c4")


def test_an_attack_comes_from_a_powered_node_beside_the_target_crf_15():
    table = Table("c2:10 c3:10 b3:4", "c4:2 b4:2 d3:2 e4:2", hand="K 2s 2c 2d")
    where = {table.table.name(one.at) for one in table.legal(actions.Attack)}
    assert where == {"c4", "d3"}
    assert "b3 has no power: its 4 is paired with nothing." in table.no("attack K b4")
    assert "You have no powered node and no base beside e4." in table.no("attack K e4")


def test_any_base_attacks_even_a_royal_and_neither_own_nodes_nor_empty_squares_crf_15():
    table = Table("c2:Q b2:10 b3:10", "c3:5", hand="K 2s 2c 2d")
    assert "your 10 of hearts" in table.no("attack K b3")
    assert "c4 is empty" in table.no("attack K c4")
    (told, *_) = table.play("attack K c3")
    assert told == facts.Attacked(0, told.card, table.square("c3"), table.square("c2"), target=1)


def test_the_target_keeps_its_power_during_the_contest_crf_15():
    table = attacked()
    table.place(2, "b4:4")
    assert table.powered(2) == "b4 c4 c5 c6 c7 c8"
    assert table.at("c4").owner == 1


def test_the_attacker_continues_with_an_equal_or_greater_card_crf_16():
    table = attacked("8", answer="9 2 3", turn_hand="8 9 5 4")
    table.play("answer 9 c4")
    assert "to go on with your attack you need at least that" in table.no("answer 5 c4")
    table.play("answer 9 c4")
    assert table.at("c4").leader == 0
    assert table.ranks("c4") == ["6", "8", "9", "9"]


def test_without_an_answer_the_pile_is_lost_at_the_start_of_the_winners_turn_crf_16():
    table = attacked("8")
    told = table.play("discard 2")
    kinds = [type(fact).__name__ for fact in told]
    assert kinds == ["Discarded", "Lapsed", "TurnBegan", "Seized", "Drew"]
    assert told[3] == facts.Seized(0, table.square("c4"), loser=1, held=False, base=False)
    pile = table.at("c4")
    assert (pile.owner, pile.kind, table.ranks("c4")) == (0, "seized", ["6", "8"])


def test_the_owner_defends_with_a_strictly_greater_card_and_wins_a_seized_pile_crf_16_crf_17():
    table = attacked("8", answer="8s 9 2")
    assert "an 8 leads" in table.no("answer 8s c4")
    told = table.play("answer 9 c4")
    assert told[0] == facts.Answered(1, told[0].card, table.square("c4"), table.square("c5"), target=0)
    assert (table.at("c4").leader, table.at("c4").rival) == (1, 0)
    table.play("discard 2")
    pile = table.at("c4")
    assert (pile.owner, pile.kind, table.ranks("c4")) == (1, "seized", ["6", "8", "9"])
    assert table.turn == 2


def test_each_further_card_needs_another_powered_node_or_base_beside_the_pile_crf_16():
    table = Table("c2:10 c3:10", "c4:6 c5:3", hand="8 2 3 4", hands={2: "9 2 3"})
    table.play("attack 8 c4")
    assert "c5 has no power: its 3 is paired with nothing, and no chain leads back to a base" in table.no(
        "answer 9 c4"
    )
    table = Table("c2:10 c3:10", "c4:10", hand="K 2 3 4", hands={2: "K 2 3"})
    table.play("attack K c4")
    assert not table.legal(actions.Answer), "the contested node itself does not count"


def two_fronts(hand: str, answers: str) -> Table:
    """Return a table where both seats are in front of two nodes of seat 2, b4 (a 6) and d4 (a 4)."""
    tens = "b8:10 b7:10 b6:10 b5:10 d8:10 d7:10 d6:10 d5:10"
    return Table("b2:10 b3:10 d2:10 d3:10", f"{tens} b4:6 d4:4", hand=hand, hands={2: answers})


def test_a_turn_has_one_play_so_other_contests_lapse_crf_16():
    table = two_fronts("8 9 2s 3s", "9s 10s J")
    table.play("attack 8 b4", "answer 9s b4", "attack 9 d4")
    # Seat 1 attacked at d4 instead of continuing at b4: seat 2 has won b4 and must answer at d4.
    assert (table.at("b4").owner, table.at("b4").kind) == (1, "seized")
    assert (table.at("d4").leader, table.at("d4").rival) == (0, 1)
    table.play("answer 10s d4", "discard 2s")
    assert (table.at("d4").owner, table.at("d4").kind) == (1, "seized")


def test_only_a_contest_led_by_another_is_answered_crf_16():
    table = attacked("8", answer="9 10 J")
    assert "contested already: answer there" in table.no("attack 9 c4")
    assert "c5 is not contested" in table.no("answer 9 c5")
    table.play("answer 9 c4", "discard 2")
    assert "c4 is not contested" in table.no("answer 10 c4")


def test_the_leader_of_a_contest_waits_for_the_answer_crf_16():
    table = two_fronts("8 9 2s 3s", "J 10s Js")
    table.play("attack 8 b4")
    table.state.turn = 0
    assert "You lead at b4 already: wait for the answer" in table.no("answer 9 b4")
    assert "You lead at b4 already: wait for the answer" in table.no("attack 9 b4")
