"""The course of turns and rounds, and the end of a match (PAP-20, PAP-23, PAP-24)."""

import pytest

from bot.engine.contract import Outcome, Resign
from bot.games.papyrus.rules.actions import EndTurn
from bot.games.papyrus.rules.facts import MatchOver, SeatOut, TurnBegan
from tests.games.papyrus.table import RULES, Table


def test_the_last_squad_with_a_unit_wins_pap_23():
    table = Table("smg C7:7 | smg D7:1")
    _shot, out, over = table.do("attack SMG-1 2:SMG-1", 6)
    assert out == SeatOut(1)
    assert over == MatchOver(Outcome((0,), (7, 0), "The last squad standing."))
    assert table.state.outcome == over.outcome
    assert RULES.to_act(table.state) == frozenset()
    assert list(RULES.legal(table.state, 0)) == []
    assert table.no(EndTurn(), seat=1) == "The match is over."


def test_one_splash_that_removes_the_last_of_all_squads_is_a_draw_pap_23():
    table = Table("rpg C7:5 | smg D7:8 | smg E7:4")
    *_, over = table.do("attack RPG-1 2:SMG-1", 6)
    assert over.outcome == Outcome((), (0, 0, 0), "One splash took the last units of all squads.")
    assert over.outcome.drawn


def test_an_eliminated_seat_is_skipped_pap_23():
    table = Table("smg C7 | smg D7:1 | smg P1")
    assert SeatOut(1) in table.do("attack SMG-1 2:SMG-1", 6)
    assert table.do("end-turn") == [TurnBegan(2, 1, 2)]
    assert table.do("end-turn") == [TurnBegan(0, 2, 2)]
    assert table.no(Resign(), seat=2) == "You are out of this match."


def test_a_seat_that_eliminates_itself_passes_the_turn_and_rounds_begin_at_its_place_pap_18_pap_23():
    table = Table("rpg C7:5 | smg D7 | smg P1")
    _shot, out, began = table.do("attack RPG-1 2:SMG-1", 6)
    assert (out, began) == (SeatOut(0), TurnBegan(1, 1, 2))
    assert table.do("end-turn") == [TurnBegan(2, 1, 2)]
    assert table.do("end-turn") == [TurnBegan(1, 2, 2)]


@pytest.mark.parametrize(("hp", "winners", "why"), [(9, (1,), "wins"), (10, (), "is shared")])
def test_after_the_round_limit_the_most_hp_wins_and_equal_hp_draw_pap_23(hp, winners, why):
    table = Table(f"smg C7:{hp} | smg P1", rounds=2)
    table.play("end-turn", "end-turn", "end-turn")
    (over,) = table.do("end-turn")
    assert over.outcome == Outcome(winners, (hp, 10), f"The round limit is reached: the most HP {why}.")


def test_ten_rounds_without_a_change_of_hp_end_the_match_pap_23():
    table = Table("smg C7, smg C8 | smg P1")
    for round_ in range(1, 11):
        assert (table.state.round, table.state.quiet) == (round_, round_)
        assert table.state.outcome is None
        table.do("end-turn")
        table.do("end-turn")
    assert table.state.outcome.winners == (0,)
    assert table.state.outcome.why == "10 rounds went by without a change of HP: the most HP wins."


@pytest.mark.parametrize("change", ["attack", "heal"])
def test_a_change_of_hp_restarts_the_count_pap_23(change):
    table = Table("medic C7, smg C8:5 | smg D7")
    for _ in range(18):
        table.do("end-turn")
    assert table.state.quiet == 10
    if change == "attack":
        table.do("attack SMG-1 2:SMG-1", 6)
    else:
        table.do("heal Medic-1 SMG-1")
    assert table.state.quiet == 0
    for _ in range(20):
        table.do("end-turn")
    assert (table.state.quiet, table.state.outcome) == (10, None)
    table.do("end-turn")
    assert (table.do("end-turn"), table.state.outcome is None) != ([], True)
    assert table.state.outcome is not None


def test_resigning_on_turn_passes_the_turn_and_out_of_turn_does_not():
    table = Table("smg C7, smg C8 | smg P1 | smg P2 | smg P3")
    (resigned,) = table.do(Resign(), seat=4)
    assert (resigned.seat, table.state.turn, table.state.pool) == (3, 0, 4)
    resigned, began = table.do(Resign())
    assert (resigned.seat, began) == (0, TurnBegan(1, 1, 2))
    assert {unit.square for unit in table.state.units[:2]} == {-1}
    assert table.state.out == (True, False, False, True)


def test_resigning_at_the_end_of_a_round_begins_the_next_or_ends_the_match():
    table = Table("smg C7 | smg P1 | smg P2", turn=3)
    assert table.do(Resign())[1] == TurnBegan(0, 2, 2)
    _, over = Table("smg C7:4 | smg P1 | smg P2", turn=3, rounds=1).do(Resign())
    assert over.outcome.winners == (1,)
    _, over = Table("smg C7:4 | smg P1", turn=2).do(Resign())
    assert over.outcome == Outcome((0,), (4, 0), "All the others have resigned or are out.")
