"""Movement, rule by rule."""

import pytest

from bot.games.papyrus.rules.actions import EndTurn, Move
from bot.games.papyrus.rules.facts import Moved, TurnBegan
from tests.games.papyrus.table import RULES, Table


def test_the_pool_is_spent_on_any_units_in_any_order_and_a_diagonal_step_costs_two_pap_06_pap_07():
    table = Table("smg C7, smg C9 | smg P1")
    table.do("move SMG-1 to D7")
    table.do("move SMG-2 to C10")
    assert table.do("move SMG-1 to E8") == [Moved(0, tuple(map(table.grid.parse, ("D7", "E7", "E8"))))]
    assert (table.state.pool, table.unit("1 SMG-1").moved) == (0, 3)


def test_the_pool_is_twice_the_units_alive_at_the_start_of_the_turn_pap_07():
    table = Table("smg C7, smg C8, medic C9 | smg P1, smg P2")
    assert table.do("end-turn") == [TurnBegan(1, 1, 4)]
    assert table.do("end-turn") == [TurnBegan(0, 2, 6)]


def test_the_cost_is_the_shortest_path_around_barriers_and_units_pap_07():
    table = Table("smg D4, smg P9, smg P8, smg P7 | smg E5", barriers="E4 E3")
    (moved,) = table.do("move SMG-1 to F4")
    assert [table.grid.name(square) for square in moved.path] == ["D4", "D3", "D2", "E2", "F2", "F3", "F4"]
    assert table.state.pool == 8 - 6


def test_too_expensive_moves_are_refused_with_both_figures_and_unreachable_ones_too_pap_07():
    table = Table("smg D4 | smg P9", barriers="E4 G4 G6 F5 H5")
    assert table.no("move SMG-1 to F4") == (
        "SMG-1 cannot go there: F4 is 4 spaces away by the shortest free path, "
        "and your squad has 2 spaces left this turn."
    )
    assert table.no("move SMG-1 to G5") == (
        "SMG-1 cannot reach G5: units and barriers close every way there."
    )


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("D5", "SMG-1 cannot enter D5: a barrier stands there."),
        ("E4", "SMG-1 cannot enter E4: your own Medic-1 stands there."),
        ("C4", "SMG-1 cannot enter C4: seat 2's RPG-1 stands there."),
        ("D4", "SMG-1 stands at D4 already."),
    ],
)
def test_units_and_barriers_cannot_be_entered_pap_07(to, sentence):
    table = Table("smg D4, medic E4 | rpg C4", barriers="D5")
    assert table.no(f"move SMG-1 to {to}") == sentence


def test_an_rpg_unit_moves_two_spaces_a_turn_pap_08():
    table = Table("rpg C7, smg C9 | smg P1")
    assert table.no("move RPG-1 to F7") == (
        "RPG-1 cannot go there: F7 is 3 spaces away by the shortest free path, "
        "and an RPG unit goes at most 2 spaces a turn (0 gone)."
    )
    table.do("move RPG-1 to D7")
    assert "at most 2 spaces a turn (1 gone)" in table.no("move RPG-1 to F7")
    table.do("move RPG-1 to E7")
    assert table.state.pool == 2
    assert [action for action in RULES.legal(table.state, 0) if getattr(action, "unit", 1) == 0] == []


def test_an_rpg_unit_pays_from_the_common_pool_and_may_move_again_next_turn_pap_08():
    table = Table("rpg C7, smg C9 | smg P1")
    table.do("move SMG-1 to F9")
    assert table.state.pool == 1
    assert "your squad has 1 space left" in table.no("move RPG-1 to E7")
    table.do("move RPG-1 to D7")
    table.play("end-turn", "end-turn", "move RPG-1 to F7")


def test_the_first_attack_or_heal_ends_the_moves_pap_09():
    table = Table("smg C7, smg C9 | smg D7")
    table.do("attack SMG-1 SMG-1", 1)
    assert table.no("move SMG-2 to C10") == (
        "Your moves ended with your first attack or heal this turn: attack, heal or end your turn."
    )
    assert not any(isinstance(action, Move) for action in RULES.legal(table.state, 0))
    table = Table("medic C7, smg C8:5 | smg P1")
    table.do("heal Medic-1 SMG-1")
    assert table.state.phase == "attacking"
    assert "Your moves ended" in table.no("move SMG-1 to C9")


def test_a_player_may_end_the_turn_at_any_time_pap_10():
    table = Table("smg C7 | smg D7")
    assert EndTurn() in RULES.legal(table.state, 0)
    table.do("attack SMG-1 SMG-1", 1)
    assert list(RULES.legal(table.state, 0)) == [EndTurn()]


def test_invalid_squares_and_units_are_refused():
    table = Table("smg C7 | smg P1")
    for square in (-1, 192, 10**30, -(10**30)):
        assert table.no(Move(0, square)) == "That square is not on the map."
    for unit in (-1, 2, 10**30):
        assert table.no(Move(unit, 5)) == "There is no such unit."


def test_only_own_living_units_move_on_the_own_turn():
    table = Table("smg C7, smg C8:2 | smg D8")
    assert table.no("move D8 to E8") == "SMG-1 of seat 2 is not yours to command."
    assert table.no(Move(2, 9), seat=2) == "It is not your turn: seat 1 is playing."
    table.do("end-turn")
    table.do("attack SMG-1 1:SMG-2", 6)
    table.do("end-turn")
    assert table.no("move SMG-2 to C9") == ("Your SMG-2 has left the board: choose a unit that still stands.")
