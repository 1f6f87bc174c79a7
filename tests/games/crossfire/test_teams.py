"""Four players in teams (CRF-22 to CRF-24)."""

import pytest

from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.scoring import count_points
from bot.games.crossfire.rules.view import Tally
from tests.games.crossfire.table import Table

SPINE = "e3:10 e4:10"
"""Seat 1's chain from its base e2 up to e4; e5 is the middle node's square."""


def four(*positions: str, **more: object) -> Table:
    return Table(*positions, *[""] * (4 - len(positions)), **more)


def test_partners_have_opposite_seats_and_turns_are_clockwise_crf_22():
    table = four("e2:10", hand="K 2s 3s 4s")
    homes = [table.table.name(table.table.bases[seat][2]) for seat in range(4)]
    assert homes == ["e2", "b5", "e8", "h5"]  # below, left, above, right
    seats = []
    for _ in range(5):
        seats.append(table.turn)
        table.play(f"discard {table.hand(table.turn)[0]}")
    assert seats == [1, 2, 3, 4, 1]


@pytest.mark.parametrize(
    ("seat", "base", "ahead"), [(1, "e2", "e3"), (2, "b5", "c5"), (3, "e8", "e7"), (4, "h5", "g5")]
)
def test_each_seat_lays_straight_ahead_from_its_own_bases_crf_12_crf_22(seat, base, ahead):
    positions = ["", "", "", ""]
    positions[seat - 1] = f"{base}:4"
    table = four(*positions, turn=seat, hand="6 K Q J")
    assert table.lays("6", seat) == ahead


def test_a_partners_nodes_are_not_played_from_paired_or_attacked_crf_12_crf_15_crf_22():
    table = four("e2:10", "g5:2", "e8:10 e7:10 f5:10 f6:10 f7:10 f8:10", hand="K 2s 3s 4s")
    assert table.lays("K") == "e3"
    assert "d7 has no node of yours beside it" in table.no("lay K d7")
    assert "f5 is your partner's, and no chain connects it with a powered node of yours." in table.no(
        "attack K g5"
    )
    table = four("e2:10 e3:10", "", "e4:4", hand="6 K Q J")
    assert "f4" not in table.lays("6"), "a dead node pairs only with one's own card"
    assert not table.legal(actions.Attack)
    assert "attack an enemy or a neutral node" in table.no("attack K e4")


def test_partners_with_connected_chains_play_anywhere_on_them_crf_22():
    table = four("e2:10 e3:10 e4:10", "", "e8:10 e7:10 e6:10", hand="K 2s 3s 4s")
    assert table.powered(1) == "e2 e3 e4"
    table.place(3, "e5:10")
    assert table.powered(1) == table.powered(3) == "e2 e3 e4 e5 e6 e7 e8"
    assert "d7" in table.lays("K")


POWERED = {
    "CRF-22: a pair is not made of nodes of two owners": (("e2:4", "", "e3:6"), ""),
    "CRF-22: a pair is made of one owner's nodes": (("e2:4 e3:6",), "e2 e3"),
    "CRF-22: links run over both partners' powered nodes": (
        ("e2:10 e5:10", "", "e3:10 e4:10"),
        "e2 e3 e4 e5",
    ),
    "CRF-22: one's own nodes are linked by a partner's base too": (("e6:10", "", "e8:10 e7:10"), "e6 e7 e8"),
    "CRF-09, CRF-23: a seized base is no base of its holder": (("b5:10 c5:10",), ""),
}


@pytest.mark.parametrize(("piles", "powered"), POWERED.values(), ids=POWERED)
def test_the_squares_with_power_in_a_team(piles, powered):
    assert four(*piles).powered() == powered


def test_a_laid_card_may_link_itself_over_a_partners_node_crf_29():
    table = four("e2:10", "f6:4", "", "h6:10", turn=2, hand="6 Jo K 5")
    assert table.powered(2) == ""
    assert table.lays("6", 2) == table.lays("Jo", 2) == "g6"
    (laid, *_) = table.play("lay 6 g6")
    assert laid == facts.Laid(1, table.at("g6").cards[0], table.square("g6"), table.square("f6"))
    assert table.powered(2) == table.powered(4) == "f6 g6 h6"


def test_only_a_partner_of_ten_links_and_only_beside_the_chain_crf_29():
    table = four("e2:10", "f6:4", "", "h6:10", turn=2, hand="6 Jo K 5")
    assert table.lays("K", 2) == table.lays("5", 2) == ""
    needs = "f6 has no power: only a card that makes 10 with it can be laid off it, 6 or a Joker."
    assert table.no("lay K g6") == table.no("lay 5 g6") == needs
    assert "its 4 is paired with nothing, and no chain leads back to a base" in table.no("lay 6 f7")
    assert "g5 has no node of yours beside it" in table.no("lay 6 g5")
    dead = four("e2:10", "f6:4", "", "g7:3", turn=2, hand="6 Jo K 5")
    assert dead.lays("6", 2) == "", "a partner's dead node links nothing"


def test_a_dead_joker_is_linked_by_any_power_that_makes_ten_and_a_dead_ten_by_none_crf_29():
    table = four("e2:10", "f6:Jo", "", "h6:10", turn=2, hand="A 9 10 K")
    assert table.lays("A", 2) == table.lays("9", 2) == "g6"
    assert table.lays("10", 2) == table.lays("K", 2) == ""
    table = four("e2:10", "f6:10", "", "h6:10", turn=2, hand="A 9 10 Jo")
    assert not table.legal(actions.Lay)
    alone = "f6 has no power: its 10 needs no partner, but no chain leads back to a base."
    assert table.no("lay Jo g6") == table.no("lay 10 g6") == alone


def test_a_contest_is_between_two_seats_without_partners_crf_16():
    table = four("e2:10 e3:10", "e4:5", "", "f4:10 g4:10 h4:10", hand="8 2s 3s 4s", hands={4: "K Q J"})
    table.play("attack 8 e4", "discard 2c")
    assert "The contest at e4 is not yours" in table.no("attack 2c e4")
    table.play("discard 2c")
    assert "The contest at e4 is not yours: it is between seat 1 and seat 2." in table.no("answer K e4")
    assert table.at("e4").lapsed


def test_the_answer_is_due_on_the_rivals_turn_and_the_pile_is_won_a_round_later_crf_16():
    table = four("e2:10 e3:10", "", "", "e4:5 f4:10 g4:10 h4:10", hand="8 2s 3s 4s", hands={4: "K Q J"})
    table.play("attack 8 e4", "discard 2c", "discard 2c")
    assert not table.at("e4").lapsed
    table.play("answer K e4")
    assert (table.at("e4").leader, table.at("e4").rival) == (3, 0)
    table.play("discard 2s", "discard 2d", "discard 2d")
    assert (table.at("e4").owner, table.at("e4").kind) == (3, "seized")


def test_a_lapsed_contest_cannot_be_answered_crf_16():
    table = four("e2:10 e3:10", "e4:5 d4:10 c4:10 b4:10", "", "", hand="8 2s 3s 4s", hands={2: "K Q J"})
    told = table.play("attack 8 e4", "discard J")
    assert facts.Lapsed(1, table.square("e4"), leader=0) in told
    table.state.turn = 1
    assert "Your turn to answer at e4 has passed: seat 1 wins it." in table.no("answer K e4")


def test_a_neutral_is_open_to_all_but_the_leaders_partner_crf_20():
    around = ("e2:10 e3:10", "d4:10 c4:10 b4:10", "e8:10 e7:10 e6:10 e5:10", "f4:10 g4:10 h4:10")
    table = four(
        *around, neutrals="e4:5", hand="8 2s 3s 4s", hands={2: "9 2c 2d", 3: "K 2c 2d", 4: "Q 2c 2d"}
    )
    table.play("attack 8 e4", "discard 2c")
    assert "Your partner leads at e4: leave it to them." in table.no("answer K e4")
    table.play("discard 2c", "answer Q e4")
    assert table.at("e4").leader == 3


def points(table: Table) -> list[tuple[int, int, int]]:
    return [
        (tally.bases, tally.chain, tally.middle) for tally in count_points(table.table, table.state.board)
    ]


def test_one_point_for_each_enemy_base_held_and_two_for_a_chain_from_base_to_partners_base_crf_23():
    table = four()
    assert points(table) == [(0, 0, 0), (0, 0, 0)]
    table.place(1, "b5:4 h5:4+9")
    table.place(4, "c2:4")
    assert points(table) == [(2, 0, 0), (1, 0, 0)]
    table = four("e2:10 e3:10 e4:10", "", "e8:10 e7:10 e6:10")
    assert points(table)[0] == (0, 0, 0)
    table.place(1, "e5:10")
    assert points(table)[0] == (0, 2, 2)  # e5 is also the middle node's square
    table = four("d2:10 d3:4 d4:6 d5:4 d6:10", "", "d8:10 d7:10")
    assert points(table)[0] == (0, 0, 0)
    table.place(1, "e5:6")
    assert points(table)[0][1] == 2  # any one pairing is enough (CRF-08): d3+d4 and d5+e5


def test_retaking_a_lost_base_removes_the_point_crf_23():
    table = four("b5:4", "b4:10 c4:10 c5:10", hand="2s 3s 4s 5s", hands={2: "K 2c 2d"})
    table.play("discard 2s")
    assert table.state.tallies[0] == Tally(bases=1)
    table.play("attack K b5", "discard 2c", "discard 2c", "discard 3s")
    assert (table.at("b5").owner, table.at("b5").kind) == (1, "seized")
    table.play("discard 2c")
    assert table.state.tallies[0] == Tally()


def test_two_points_for_control_of_the_middle_node_crf_23():
    table = four(SPINE + " e2:10", neutrals="e5:5", hand="8 2s 3s 4s")
    table.play("attack 8 e5", "discard 2c", "discard 2c", "discard 2c")
    assert table.at("e5").owner == 0
    assert points(table)[0] == (0, 0, 2)
    told = table.play("discard 2s")
    assert facts.PointsCounted((Tally(middle=2), Tally())) in told


def test_a_seized_base_and_its_neighbours_do_not_attack_each_other_crf_23():
    table = four("b5:10", "b4:10", turn=2, hand="K 2s 3s 4s", hands={1: "K 2s 3s"})
    assert "b4 and b5 are in one base line and do not attack each other" in table.no("attack K b5")
    table.place(2, "c5:10 c4:10")
    assert table.play("attack K b5")[0].origin == table.square("c5")
    holder = four("b5:10 c5:10 d5:10 d4:10 d3:10 d2:10", "b4:5", hand="K 2s 3s 4s")
    assert holder.powered(1) == "d2 d3 d4 b5 c5 d5"
    assert "do not attack each other" in holder.no("attack K b4")
    holder.place(1, "c4:10")
    assert holder.play("attack K b4")[0].origin == holder.square("c4")


def test_a_base_in_enemy_hands_is_not_supported_and_its_support_can_be_seized_crf_11_crf_15_crf_23():
    table = four("", "e2:4", hand="3 2s 3s 4s")
    assert "The base e2 is in the hands of seat 2." in table.no("support 3h e2")
    table = four("e2:4 e1:3", "e2:10", turn=2, hand="3s 2s 3d 4s")
    assert table.powered(2) == ""
    table.place(2, "e3:10 d3:10 c3:10 c4:10 b4:10")
    assert table.play("attack 3s e1")[0].origin == table.square("e2")


OURS, THEIRS = "b3:2 b4:2 b6:2 b7:2 h3:2 h4:2", "c2:2 d2:2 f2:2 g2:2 c8:2 d8:2"
"""Six enemy bases of each team."""


@pytest.mark.parametrize(
    ("ours", "theirs", "turn", "winners"),
    [
        (OURS, "", 1, (0, 2)),
        (OURS.removesuffix(" h4:2"), "", 1, None),
        ("", THEIRS, 1, (1, 3)),
        (OURS, THEIRS, 1, (0, 2)),
        (OURS, THEIRS, 2, (1, 3)),
        (OURS, THEIRS, 3, (0, 2)),
    ],
    ids=["six", "five", "six in the others' turn", *["both, and the team on turn wins"] * 3],
)
def test_six_points_at_the_end_of_any_turn_win_crf_23(ours, theirs, turn, winners):
    table = four(ours, theirs, turn=turn, hand="K 2s 3s 4s")
    table.play("discard K")
    assert (table.outcome and table.outcome.winners) == winners


@pytest.mark.parametrize(
    ("theirs", "winners", "scores"), [("", (0, 2), (1, 0, 1, 0)), ("c2:2", (), (1,) * 4)]
)
def test_when_a_pack_is_empty_most_points_win_crf_24(theirs, winners, scores):
    table = four("b3:2", theirs, hand="K 2s 3s 4s", draws={2: ""})
    table.play("discard K")
    assert (table.outcome.winners, table.outcome.scores) == (winners, scores)
