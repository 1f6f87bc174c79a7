"""Rulings found by playing (CRF-27 to CRF-31), except those tested with their subjects."""

import pytest

from bot.engine.contract import Resign
from bot.engine.errors import BadOptions
from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.scoring import claims_of, count_points
from bot.games.crossfire.rules.view import Claim
from tests.games.crossfire.table import RULES, Table

NOBODY_BY = ["", "", "", ""]


def four(*piles: str, **more: object) -> Table:
    return Table(*[*piles, *NOBODY_BY][:4], **more)


# ---- CRF-27: a tower raised with a card of the hand


@pytest.mark.parametrize(("held", "card"), [("10@2", "K"), ("K@2", "10s")])
def test_a_royal_or_a_10_of_the_hand_makes_a_tower_with_the_other_in_a_pile_crf_27(held, card):
    table = Table(f"c2:10 c3:10 c4:{held}+9+5@2", hand=f"{card} 2 3 6")
    (told, *_) = table.play(f"raise {card} c4 2:{held.partition('@')[0]}")
    assert isinstance(told, facts.Raised)
    assert told.origin == table.square("c3")
    pile = table.at("c4")
    assert (pile.owner, pile.kind, table.ranks("c4")) == (0, "tower", ["King", "10"])
    assert table.discards(1) == ["9h"]
    assert table.discards(2) == ["5h"]
    assert table.powered() == "c2 c3 c4"
    assert table.turn == 2  # it is the turn's play
    assert len(table.hand(1)) == 3


def test_such_a_tower_needs_a_powered_node_beside_an_own_uncontested_pile_crf_22_crf_27_crf_31():
    table = Table("c2:4 c3:10@2+9", hand="K Q 2 3")
    assert not table.legal(actions.Raise)
    assert "You have no powered node beside c3" in table.no("raise K c3 2:10")
    chain = "c8:10 c7:10 c6:10 c5:10"
    table = Table("c2:10 c3:10 c4:4+10", chain, turn=2, hand="K 2 3 4", hands={1: "Qc 3c 4c"})
    assert "The seized pile at c4 belongs to seat 1" in table.no("raise K c4 1:10")
    table.play("attack K c4")
    assert not table.legal(actions.Raise)
    assert "c4 is contested: it cannot be resolved now" in table.no("raise Qc c4 10")
    table = four("e2:10 e3:10", "", "e4:10 e5:10+2", hand="K 2s 3s 4s", turn=3)
    table.play("raise K e5 10")
    assert table.at("e5").kind == "tower", "a partner's powered node serves where the chains meet"


def test_such_a_tower_needs_one_card_of_the_hand_and_one_of_the_pile_crf_27():
    table = Table("c2:10 c3:10 c4:10@2+Q+5", hand="K 10s 9 J")
    told = {(one.card, one.held) for one in table.legal(actions.Raise)}
    ten, queen, _ = table.at("c4").cards
    assert told == {(table.mine("K"), ten), (table.mine("J"), ten), (table.mine("10s"), queen)}
    assert "a 9 and a Queen make no tower" in table.no("raise 9 c4 Q")
    assert "a King and a Queen make no tower" in table.no("raise K c4 Q")
    assert "That card is not in the pile at c4" in table.no("raise K c4 10s")
    assert "You do not hold" in table.no("raise Ks c4 2:10")


# ---- CRF-28: an empty pack with two players


ENDING = {"draws": {2: ""}, "end": "points"}
"""Seat 2 must draw next and has no card."""


def test_the_option_for_the_end_is_for_two_and_not_dropped_with_four_crf_28_33():
    assert RULES.normalize(Options(end="points"), 2).end == "points"
    assert RULES.normalize(Options(end="tie"), 2).end == "tie"
    assert RULES.normalize(Options(end="points"), 4).end == RULES.normalize(Options(), 4).end
    with pytest.raises(BadOptions, match="The option end must be"):
        RULES.normalize(Options(end="draw"), 2)
    with pytest.raises(BadOptions, match="A tie at an empty pack is for two players"):
        RULES.normalize(Options(end="tie"), 4)


def test_an_enemy_base_under_a_led_attack_counts_two_unless_its_owner_leads_crf_28():
    chain = "a2:10 a3:10 a4:10 a5:10 a6:10 a7:10"
    table = Table(chain, "a8:5", hand="8 2s 3s 4s", **ENDING)
    (*_, counted, over) = table.play("attack 8 a8")
    assert counted == facts.EndCounted((Claim(2, 0, 5), Claim(0, 0, 0)))
    assert over.outcome.why == "A pack ran out: most points win"
    assert (table.outcome.winners, table.outcome.scores) == ((0,), (7, 0))
    table = Table(chain, "a8:5", hand="8 2s 3s 4s", hands={2: "9 2c 3c"}, draws={1: ""}, end="points")
    table.play("attack 8 a8", "answer 9 a8")
    assert table.outcome.scores == (5, 0)


def test_each_neutral_of_the_ring_owned_and_each_row_to_the_furthest_powered_node_count_one_crf_28():
    def claims(*piles: str, **more: str) -> tuple[Claim, ...]:
        table = Table(*piles, **more)
        return claims_of(table.table, table.state.board)

    assert claims("c2:10 c3:10 b4:4+9 d4:3", "b6:4+9", neutrals="c4:5") == (Claim(0, 2, 1), Claim(0, 1, 0))
    south, north = "a2:10 a3:3 b3:7 a4:5 c3:4", "e8:10 e7:10 e6:10"
    assert claims(south, north) == (Claim(rows=1), Claim(rows=2))
    assert [claim.rows for claim in claims(f"{south} a5:5", north)] == [3, 2]
    assert claims("a4:10", "") == (Claim(), Claim()), "no base is powered, so it is linked to none"


def test_equal_points_are_a_tie_crf_28():
    table = Table("c2:10 c3:10", "c8:10 c7:10", hand="8 2s 3s 4s", **ENDING)
    table.play("discard 8")
    assert (table.outcome.winners, table.outcome.scores) == ((), (1, 1))
    assert table.outcome.why == "A pack ran out with equal points: a tie"


NAMES = ["Ann", "Ben"]


def test_the_leader_on_points_is_shown_before_and_after_the_end_crf_28():
    wording, chain = Table.wording, "a2:10 a3:10 a4:10 a5:10 a6:10 a7:10"
    table = Table(chain, "a8:5", hand="8 2s 3s 4s", draws={2: ""}, end="points")
    view = RULES.view(table.state, None)
    assert wording.aim(view.options, 2) == "win an attack on the enemy base; most points when a pack runs out"
    assert "Points if a pack runs out: ● 5, ■ 0 · " in wording.status(view, NAMES)
    told = wording.board_text(view, NAMES)
    assert "Ann, if a pack ran out now: 5 points (power 5 rows ahead)." in told
    assert "Ben, if a pack ran out now: 0 points (nothing)." in told
    panel = wording.menu(RULES.view(table.state, 0), RULES.legal(table.state, 0), (), NAMES).text
    assert "Points if a pack runs out: ● 5, ■ 0." in panel.splitlines()
    table.play("attack 8 a8")
    view = RULES.view(table.state, None)
    assert wording.status(view, NAMES).endswith("A pack ran out: most points win. Points: ● 7, ■ 0.")
    tie = RULES.view(Table("a2:10 a3:10", "", end="tie").state, None)
    assert "a tie when a pack runs out" in wording.aim(tie.options, 2)
    assert "oint" not in wording.status(tie, NAMES) + wording.board_text(tie, NAMES)


# ---- CRF-31: further rulings


def test_a_base_won_back_by_the_partner_is_a_base_of_the_seat_that_holds_it_crf_31():
    """Seat 3 holds e2, a base of seat 1's line: from there it lays straight ahead, and attacks."""
    table = four("", "", "e2:4", hand="6 K Q J", turn=3)
    assert table.lays("6", 3) == "e3"
    table = four("", "e3:5", "e2:4", hand="6 K Q J", turn=3)
    assert table.play("attack K e3")


def test_a_chain_joins_bases_of_both_partners_by_who_holds_them_crf_23_crf_31():
    spine = "e3:10 e4:10 e5:10 e6:10 e7:10 e8:10"
    mine = four("e2:10", "", spine)
    assert count_points(mine.table, mine.state.board)[0].chain == 2
    theirs = four("", "", f"e2:10 {spine}")
    assert count_points(theirs.table, theirs.state.board)[0].chain == 0
    beside = four("d2:10", "", "e2:10")
    assert count_points(beside.table, beside.state.board)[0].chain == 2


def test_a_base_with_an_own_seized_pile_is_no_base_until_resolved_crf_31():
    table = Table("c2:5+9", "c3:4", hand="K 2s 3s 4s")
    assert not table.legal(actions.Attack)
    table.play("keep-one c2 9")
    assert table.play("attack K c3")


def test_a_support_stays_when_its_base_is_lost_in_a_match_of_teams_crf_23_crf_31():
    table = four("c5:10 d5:10 d4:10 d3:10 d2:10", "b5:5 a5:3", hand="8 2s 3s 4s")
    table.play("attack 8 b5", "discard 2c", "discard 2c", "discard 2c")
    assert (table.at("b5").owner, table.at("a5").owner, table.ranks("a5")) == (0, 1, ["3"])
    assert table.outcome is None


def test_a_pile_won_at_the_start_of_a_turn_counts_before_an_empty_pack_ends_the_match_crf_31():
    table = four("c5:10 d5:10 d4:10 d3:10 d2:10", "b5:5", hand="8 2s 3s 4s", draws={1: ""})
    table.play("attack 8 b5", "discard 2c", "discard 2c", "discard 2c")
    assert table.outcome.winners == (0, 2)
    assert table.outcome.scores == (1, 0, 1, 0)
    table = Table("c2:10 c3:10", neutrals="c4:5", hand="8 2s 3s 4s", draws={1: ""}, end="points")
    table.play("attack 8 c4", "discard 2c")
    assert table.outcome.scores == (2, 0)  # the neutral, and the row of c3


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_a_resignation_loses_for_the_team_crf_31(seat):
    table = four("", "")
    table.do(Resign(), seat=seat)
    assert table.outcome.winners == ((1, 3) if seat % 2 else (0, 2))
