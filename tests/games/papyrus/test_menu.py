"""Menus offer exactly the legal actions: all screens of random matches, and some examples."""

from __future__ import annotations

import pytest

from bot.engine import menus
from bot.engine.grid import grid_of
from bot.engine.positions import ScriptedStream
from bot.games.papyrus.players.skirmisher import planned_moves
from bot.games.papyrus.rules.actions import (
    Attack,
    EndTurn,
    Formation,
    Heal,
    Move,
    Place,
    Preset,
    Ready,
    Recruit,
)
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.wording.wording import PapyrusWording
from bot.games.registry import GAMES
from bot.matches.options import offered_options
from tests.games.papyrus.screens import WORDING, Desk
from tests.games.papyrus.spoken import crowded
from tests.games.papyrus.table import RULES, SQUADS, Table
from tests.games.random_play import fresh_randomness
from tests.games.screens import NAMES, choices, labelled, labels

POSITION = Table(
    "smg C7:8, sniper D7, rpg B7, medic C8:9 | smg C5:6, shotgun E7, smg H7, smg I8", barriers="F3"
)


def test_the_first_screen_lists_the_units_that_can_act():
    menu = Desk(POSITION.state, 0).screen()
    assert labels(menu, "Choose a unit") == ["SMG-1", "Sniper-1", "RPG-1", "Medic-1"]
    assert labelled(menu, "SMG-1").hint == "C7, 8 HP, can move, 1 target"
    assert "8 spaces to move" in menu.text
    assert labelled(menu, "End turn").style == "grave"


def test_the_screen_of_a_unit_has_targets_steps_and_heals_pap_11_pap_19():
    """Single steps are arrows, and lead to the same unit again."""
    square, menu = grid_of(16, 12).parse, Desk(POSITION.state, 0).screen("u0")
    best, *_ = labels(menu, "Attack, the best first")
    assert labelled(menu, best).hint == "C5, 6 HP: 5 in 6, 2 damage, 2 spaces"
    assert (best, menu.focus.chosen, menu.focus.targets[square("C5")]) == ("■SMG-1", square("C7"), "5/6")
    (north,) = menu.groups[0].choices  # the other three squares are occupied
    assert (north.key, north.label, north.actions) == ("n", "↑ C6", (Move(0, square("C6")),))
    assert north.then == ("u0",)
    assert north.hint.startswith("1 space, ")
    medic = Desk(POSITION.state, 0).screen("u3")
    assert labels(medic, "Heal") == ["SMG-1"]
    heal = labelled(medic, "SMG-1")
    assert (heal.hint, heal.actions) == ("C7, 8 HP: heals 2", (Heal(3, 0),))
    assert medic.focus.targets[square("C7")] == "+2"


def test_many_destinations_are_chosen_by_row(monkeypatch):
    monkeypatch.setattr(menus, "PAGES", 1)
    menu = Desk(POSITION.state, 0).screen("u0")
    rows = labels(menu, "Move: first the row")
    assert rows[0] == "Row 1: 5 squares"
    row = Desk(POSITION.state, 0).screen("u0", labelled(menu, rows[0]).key)
    assert labels(row, "Move") == ["A1", "B1", "C1", "D1", "E1"]


def test_a_destination_shows_the_targets_from_there():
    table = Table("smg A1 | smg G1, sniper A9")
    menu = Desk(table.state, 0).screen("u0")
    assert labelled(menu, "C1").hint == "2 spaces, 1 target, best 3 in 6"
    assert labelled(menu, "A2").hint == "1 space, no target"


def test_a_hint_of_an_rpg_counts_friend_and_foe_in_the_blast_pap_18():
    table = Table("rpg B3, smg E4 | smg E3, smg F3, sniper F4")
    hint = labelled(Desk(table.state, 0).screen("u0"), "■SMG-1").hint
    assert hint == "E3, 10 HP: 4 in 6, 8 damage, 3 spaces, blast on 2 more of theirs and 1 of yours"


def test_end_turn_is_highlighted_when_nothing_useful_is_left():
    desk = Desk(Table("smg A1 | smg K12", width=16, height=12).state, 0)
    assert labels(desk.screen(), "Choose a unit") == ["SMG-1"]
    end = labelled(desk.screen(), "End turn")
    assert (end.style, end.hint) == ("main", "2 spaces left")
    table = Table("smg A1 | smg C1")
    table.do("attack SMG-1 SMG-1", 6)
    (end,) = choices(Desk(table.state, 0).screen())
    assert (end.label, end.style, end.hint, end.actions) == ("End turn", "main", "", (EndTurn(),))


def test_more_targets_than_one_select_holds_are_all_offered():
    desk = Desk(crowded().state, 0)
    targets = labels(desk.screen("u0"), "Attack, the best first")
    assert len(targets) == 25
    assert targets[-1] == "More targets"
    more = choices(desk.screen("u0", "more"))
    attacks = {
        a for s in desk.all_screens() for c in choices(s.menu) for a in c.actions if isinstance(a, Attack)
    }
    assert len(more) == 6
    assert attacks == {Attack(0, target) for target in range(1, 31)}


def test_thirty_units_and_long_rows_need_two_selects():
    squad = ", ".join(f"smg {name}" for name in [f"{c}{r}" for c in "AC" for r in range(1, 16)])
    table = Table(f"{squad} | smg AN30", width=40, height=30, squad=30)
    desk = Desk(table.state, 0)
    first = desk.screen()
    prompts = [group.prompt for group in first.groups if group.prompt]
    assert prompts == ["Choose a unit (SMG-1 to SMG-15)", "Choose a unit (SMG-16 to SMG-30)"]
    unit = desk.screen("u29")
    rows = [choice for choice in choices(unit) if choice.label.startswith("Row")]
    assert len(rows) == 30
    wide = desk.screen("u29", "r15")
    assert len([group for group in wide.groups if group.prompt]) == 2
    assert len(choices(wide)) > 25


def picking(**options):
    return RULES.setup(RULES.normalize(Options(**options), 2), 2, fresh_randomness(1))


def test_a_squad_can_be_picked_with_two_clicks_of_the_kinds_of_this_match_pap_02():
    state = picking(squad=4)
    menu = Desk(state, 0).screen()
    assert labelled(menu, "Balanced").actions == (Preset("balanced"),)
    assert labelled(menu, "Balanced").hint == "2 SMG, 1 Shotgun, 1 Sniper"
    assert labelled(menu, "4 more Sniper").actions == (Recruit(Kind.SNIPER),) * 4
    assert all(choice.key != "ready" for choice in choices(menu))
    untold = type(WORDING)().menu(RULES.view(state, 0), RULES.legal(state, 0), (), NAMES)
    assert labelled(untold, "Rockets").actions == (Preset("rockets"),), "of which the menu was not told"
    RULES.apply(state, 0, Preset("balanced"), fresh_randomness(1))
    assert labelled(Desk(state, 0).screen(), "Ready").actions == (Ready(),)
    menu = Desk(picking(kinds=Kinds.BASIC), 0).screen()
    assert labels(menu, "Add a unit") == ["SMG"]
    assert labels(menu, "Take a ready-made squad") == ["Balanced"], "the others are the same here"
    assert labelled(menu, "Balanced").hint == "10 SMG"


@pytest.mark.parametrize("name", GAMES["papyrus"].setups)
def test_the_ready_made_squads_of_each_set_up_differ(name):
    game = GAMES["papyrus"]
    for seats in game.rules.seats:
        options = offered_options(game.rules, game.setups[name].of(seats).options, seats)
        state = game.rules.setup(options, seats, fresh_randomness(1))
        menu = game.wording.menu(game.rules.view(state, 0), game.rules.legal(state, 0), (), NAMES * 2)
        (ready,) = [group for group in menu.groups if group.prompt == "Take a ready-made squad"]
        hints = [each.hint for each in ready.choices]
        assert len(hints) == len(set(hints)) >= 5


def test_units_are_placed_column_by_column_on_a_tall_field_pap_03(monkeypatch):
    monkeypatch.setattr(menus, "PAGES", 1)
    state = picking(squad=3, height=20)
    for seat in (0, 1):
        RULES.apply(state, seat, Preset("rockets"), fresh_randomness(1))
        RULES.apply(state, seat, Ready(), fresh_randomness(1))
    desk = Desk(state, 1)
    assert labelled(desk.screen(), "Default formation").actions == (Formation(),)
    assert labelled(desk.screen(), "RPG-1").hint == "not placed yet"
    unit = desk.screen("u4")
    assert labels(unit, "Choose a square: first the column") == [
        "Column O: 20 squares",
        "Column P: 20 squares",
    ]
    column = desk.screen("u4", "c14")
    assert labelled(column, "O7").actions == (Place(4, grid_of(16, 20).parse("O7")),)
    assert "■RPG-1" in column.text
    RULES.apply(state, 1, Formation(), fresh_randomness(1))
    offered = [each.label for each in choices(Desk(state, 1).screen())]
    assert offered == ["Ready", "Medic-1", "RPG-1", "RPG-2"], "the default formation stands"
    RULES.apply(state, 1, Place(4, grid_of(16, 20).parse("O1")), fresh_randomness(1))
    assert labelled(Desk(state, 1).screen(), "Default formation").actions == (Formation(),)


# ---- fewer taps


PLANNING = PapyrusWording(SQUADS, planned_moves)


class PlanningDesk(Desk):
    wording = PLANNING


def plan_of(menu):
    (plan,) = [choice for choice in choices(menu) if choice.key == "plan"]
    return plan


def test_suggested_moves_are_done_in_one_tap_or_in_part():
    table = Table("smg A5, shotgun B6, sniper A7 | smg P5, smg O6", hill=True)
    desk = PlanningDesk(table.state, 0)
    plan = plan_of(desk.screen())
    assert all(isinstance(action, Move) for action in plan.actions)
    assert plan.label == f"Take {len(plan.actions)} suggested moves"
    menu = desk.screen(labelled(desk.screen(), "Change them").key)
    assert plan_of(menu).actions == plan.actions
    assert menu.focus.reach == {move.to for move in plan.actions}
    stays = labelled(menu, labels(menu, "Leave a unit where it is")[0])
    rest = plan_of(desk.screen("change", stays.key)).actions
    assert rest == tuple(move for move in plan.actions if f"o{move.unit}" != stays.key)
    assert desk.screen("change", "o99") == desk.screen()
    for action in plan.actions:
        RULES.apply(table.state, 0, action, fresh_randomness(1))
    assert all(choice.key != "plan" for choice in choices(Desk(table.state, 0).screen()))


def test_a_volley_skips_possibly_dead_targets_and_rockets_pap_18_pap_20():
    """Two hits of 2 can kill the unit with 4 HP, so a third SMG aims at another one."""
    table = Table("smg C6, smg C7, smg C8, rpg C10 | smg E7:4, smg E10, smg F6")
    volley = next(choice for choice in choices(Desk(table.state, 0).screen()) if choice.key == "volley")
    assert len(volley.actions) == 3
    assert all(attack.unit != table.index("1 RPG-1") for attack in volley.actions)
    at_the_wounded = [attack for attack in volley.actions if attack.target == table.index("2 SMG-1")]
    assert len(at_the_wounded) == 2
    for action in volley.actions:
        RULES.apply(table.state, 0, action, ScriptedStream([6]))


def test_useful_squares_come_first_and_lead_to_the_next_unit():
    table = Table("smg A1, smg B9 | smg H1", barriers="E4")
    menu = Desk(table.state, 0).screen("u0")
    first, *_ = labels(menu, "Worth going to")
    chosen = next(choice for choice in choices(menu) if choice.key.startswith("w"))
    assert chosen.label == first
    assert chosen.then == ("u1",)
    assert ": 1 target, best" in chosen.label
    assert "seen by 1" in chosen.hint


def test_a_move_with_an_attack_is_one_choice_pap_09():
    table = Table("shotgun A1, smg B9 | smg E1")
    menu = Desk(table.state, 0).screen("u0")
    strike = labelled(menu, labels(menu, "Go and attack, which ends your moves")[0])
    move, attack = strike.actions
    assert (move.unit, attack) == (0, Attack(0, table.index("2 SMG-1")))
    for action in strike.actions:
        RULES.apply(table.state, 0, action, ScriptedStream([6]))
    assert table.state.phase == "attacking"


def test_without_targets_cover_towards_the_enemy_is_a_useful_square():
    table = Table("smg A6, smg A7 | sniper P6", barriers="E6 G6")
    screen = Desk(table.state, 0).screen("u0")
    covers = [choice for choice in choices(screen) if choice.key.startswith("w")]
    assert covers
    assert all("in cover" in choice.hint and "from the enemy" in choice.label for choice in covers)
    first, *_, last = [int(choice.label.split(": ")[1].split()[0]) for choice in covers]
    assert first <= last < 15


def test_a_move_into_the_square_of_a_skipped_move_is_skipped_too_pap_06():
    """SMG-2 moves to A2, from which SMG-1 has moved to A4."""
    table = Table("smg A2, smg A1 | smg P8")
    through = (Move(0, 3 * 16), Move(1, 16))

    class Desk(PlanningDesk):
        wording = PapyrusWording(SQUADS, lambda view: through)

    menu = Desk(table.state, 0).screen("change")
    assert choices(menu)[0].actions == through
    assert Desk(table.state, 0).screen("change", "o0") == Desk(table.state, 0).screen()


def test_the_next_unit_is_one_tap_away_and_the_first_screen_heals_pap_19():
    desk = Desk(Table("smg A1, smg B9, smg C3 | smg P1").state, 0)
    following = [
        labelled(desk.screen(f"u{unit}"), label) for unit, label in ((0, "Next: SMG-2"), (2, "Next: SMG-1"))
    ]
    assert [(choice.actions, choice.then) for choice in following] == [((), ("u1",)), ((), ("u0",))]
    table = Table("medic A1, smg A2:5 | smg P1")
    heal = labelled(Desk(table.state, 0).screen(), "Medic-1 → SMG-1")
    assert (heal.actions, heal.hint) == ((Heal(0, 1),), "A2, 5 HP: heals 2")
