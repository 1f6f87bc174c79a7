"""Menus offer exactly the legal actions: all screens of random matches, and some examples."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.actions import Move, Pass, Stop
from bot.games.neocombat.rules.orders import MovePlan, Passing, PlannedMove
from tests.games.every_game import on_screen
from tests.games.neocombat.screens import NAMES, WORDING, desk_of, random_positions
from tests.games.neocombat.table import KINDS, RULES, Table
from tests.games.random_play import fresh_randomness
from tests.games.screens import Screen, check_limits, choices, labelled, labels
from tests.languages.marked import MARKED, unmarked

GERMAN = language("de")


@pytest.mark.parametrize("spoken", [MARKED, GERMAN], ids=["marked", "german"])
def test_screens_of_orders_reveal_nothing_are_translated_and_within_limits_neo_18(spoken):
    """The other screens are tested with those of all games."""
    for number in range(4):
        for state, seat in islice(random_positions(number, 0.02), 4):
            twin = RULES.resample(RULES.view(state, seat), fresh_randomness(number))
            with speaking(spoken):
                menu, other = [
                    WORDING.orders_menu(RULES.view(each, seat), RULES.Orders(attacks="kill"), (), NAMES)
                    for each in (state, twin)
                ]
            assert menu == other
            check_limits(Screen(("orders",), menu))
            assert spoken is GERMAN or unmarked("\n".join(on_screen(Screen((), menu))), NAMES) == []


def a_fight():
    """Return a combat: Ann has a revealed scout and a cloaked blaster, Ben a revealed scout of 5 health."""
    return (
        Table("*A3@1 B5@1", "*C6@1/3 B6@2")
        .hold(1, "Burst, Aimed Shot, Slash, Detect, Spot! or Snapshot")
        .hold(2, "Dodge, Armour")
    )


def test_a_play_is_chosen_by_card_varan_and_target_and_shows_its_effect_neo_09():
    desk = desk_of(a_fight(), 1)
    first = desk.screen()
    at_once = labelled(first, "●1.2 B5 Blaster: Burst → ■2.1")
    assert desk.screen(at_once.key) == desk.screen(f"c{KINDS['Burst']}", "v1")
    assert labels(first, "Play a card") == ["Detect", "Spot! or Snapshot", "Burst", "Aimed Shot", "Slash"]
    assert labels(first, "Or attack with a varan") == ["●1.1 A3 Scout", "●1.2 B5 Blaster"]
    card = f"c{KINDS['Burst']}"
    assert labels(desk.screen(card), "With") == ["●1.1 A3 Scout", "●1.2 B5 Blaster"]
    last = desk.screen(card, "v1")
    assert "■2.1 C6 Hunter (Sector 1, revealed, damage 3 of 5)" in last.text
    assert "2 damage, kills; they may answer" in last.text
    assert "●1.2 is revealed by it." in last.text
    assert last.focus.chosen == 1
    assert last.focus.targets == {2: "2 damage, kills"}
    twice = labelled(last, "Play, a second attack follows")
    assert twice.actions == (actions.Play(KINDS["Burst"], 2, 1, again=True),)
    claim = desk.screen(f"c{KINDS['Aimed Shot']}", "v1")
    assert labelled(claim, "Play, extra card (accurate)").actions[0].claim


def test_a_card_with_two_uses_asks_for_one_neo_17():
    desk = desk_of(Table("*A3 B5", "*C6 B6@1").hold(1, "Spot! or Snapshot").hold(2, "Stun"), 1)
    card = f"c{KINDS['Spot! or Snapshot']}"
    assert [choice.label for choice in choices(desk.screen(card))] == ["sensor", "shot"]
    on_a_cloaked_one = "On ■2.2 unknown (Sector 1, cloaked): is revealed; they may answer."
    assert on_a_cloaked_one in desk.screen(card, "w0").text


def test_a_play_can_be_followed_by_passing_until_attacked_neo_10a():
    desk = desk_of(a_fight(), 1)
    until = labelled(desk.screen(f"c{KINDS['Burst']}", "v0"), "Play, then pass until attacked")
    out = labelled(desk.screen(), "Pass until I am attacked")
    assert (until.actions, out.actions) == ((actions.Play(KINDS["Burst"], 2, 0),), (Pass(),))
    assert until.orders == out.orders == {"passing": Passing(1, 0)}


def test_a_window_shows_the_result_of_each_answer_or_that_no_card_fits_neo_10():
    menu = desk_of(a_fight().play(1, "Burst", "2.1", "1.1"), 2).screen()
    assert "**You may answer** *Burst* by ●1.1 of ● **Ann** on" in menu.text
    assert "Without an answer it takes 2 damage and is **killed**." in menu.text
    assert labels(menu, "Answer with") == ["Armour", "Dodge"]
    assert labelled(menu, "Dodge").hint == "no damage; the card leaves the game"
    assert labelled(menu, "Do not answer").actions == (Pass(),)
    menu = desk_of(a_fight().hold(2, "Jammer").play(1, "Burst", "2.1", "1.1"), 2).screen()
    assert "You hold no card that answers it; the others do not see that." in menu.text
    assert [choice.label for choice in choices(menu)] == ["Do not answer", "Read my cards"]


def moving():
    table = Table("*A3@1 B5@1", "*C6@2 B6@2", phase="movement")
    table.state.step = 1
    return table


def test_a_move_is_chosen_by_varan_and_sector_neo_06():
    desk = desk_of(moving(), 1)
    menu = desk.screen()
    assert menu.text.splitlines()[0] == "**Movement:** revealed varans of speed 1 or more move."
    assert labels(menu, "Move a varan") == ["●1.1 A3 Scout"]
    assert labelled(menu, "No more moves this turn").actions == (Stop(),)
    where = desk.screen("m0")
    assert labels(where, "Move to") == ["Centre", "Sector 2", "A new sector"]
    assert labelled(where, "Sector 2").hint == "■2.1, ■2.2"
    assert labelled(where, "Centre").actions == (Move(0, 0),)
    assert where.focus.reach == {0, 2}


def test_in_the_first_turn_the_screens_have_tips():
    tables = [(moving(), 1), (a_fight(), 1), (a_fight().play(1, "Burst", "2.1", "1.1"), 2)]
    for table, seat in tables:
        assert "\n-# " in desk_of(table, seat).screen().text
        table.state.turn = 2
        assert "\n-# " not in desk_of(table, seat).screen().text


def test_a_plan_is_made_move_by_move_and_stored_with_the_other_orders_neo_05c():
    desk = desk_of(moving(), 1)
    menu = desk.screen("plan")
    assert labels(menu, "Plan a move of") == ["●1.1 A3 Scout", "●1.2 B5 Blaster"]
    when = desk.screen("plan", "1")
    assert labels(when, "In step 2") == ["Centre", "Sector 2", "A new sector", "Where ●1.1 A3 Scout is then"]
    done = desk.screen("plan", "1", "20", "0", "3c")
    assert "step 2: ●1.2 to ●1.1; step 3: ●1.1 → Sector 2" in done.text
    plan = MovePlan(1, (PlannedMove(1, 2, after=0), PlannedMove(0, 3, 2)))
    assert labelled(done, "Save: no more moves after that").orders == {"plan": plan}
    assert desk.screen("plan", "1", "9z") == menu


@pytest.mark.parametrize("number", range(4))
def test_every_plan_keeps_to_the_limits_and_has_only_own_varans(number):
    for state, seat in islice(random_positions(number, 0.02), 5):
        if not state.tokens:
            continue
        view, path = RULES.view(state, seat), ("plan",)
        while True:
            menu = WORDING.orders_menu(view, RULES.Orders(), path, NAMES)
            check_limits((("orders", *path), menu))
            onward = [each for each in choices(menu) if each.orders is None]
            if not onward:
                break
            path = (*path, onward[-1].key)
        saved = [each.orders.plan for each in choices(menu) if each.orders is not None]
        team = state.options.team
        assert all(move.token // team == seat for plan in saved for move in plan.moves)


def test_orders_are_shown_and_changed_one_by_one_neo_10a():
    view = RULES.view(a_fight().state, 0)
    menu = WORDING.orders_menu(view, RULES.Orders(), (), NAMES)
    assert "- Attacks: ask me\n- Sensors: ask me\n- Repair: ask me" in menu.text
    kill = labelled(menu, "Attacks: answer what would kill").orders
    assert kill == RULES.Orders(attacks="kill")
    both = labelled(WORDING.orders_menu(view, kill, (), NAMES), "Pass until I am attacked").orders
    assert both == RULES.Orders(attacks="kill", passing=Passing(1, 0))
    told = WORDING.orders_menu(view, both, (), NAMES)
    assert "In this combat you pass until" in told.text
    assert labelled(told, "Ask me everything").orders == RULES.Orders()


def test_repair_is_one_hand_off_and_too_many_cards_are_counted_neo_14_neo_15():
    table = Table("*A3@1/2 B5@1", "*C6@2 B6@2").hold(1, "Field Dressing, Burst").repair()
    menu = desk_of(table, 1).screen()
    assert "You have chosen: nothing." in menu.text
    assert labels(menu, "Use a card") == ["Field Dressing for ●1.1 A3 Scout"]
    assert labels(menu, "Cloak again") == ["●1.1 A3 Scout"]
    table.do(1, actions.Dress(KINDS["Field Dressing"], 0)).do(1, actions.Cloak(0)).do(1, actions.Shuffle(0))
    menu = desk_of(table, 1).screen()
    assert "You have chosen: *Field Dressing* for ●1.1; cloak ●1.1; shuffle ●1.1." in menu.text
    assert labelled(menu, "Ready").style == "good"
    table = Table("A3", "C6").hold(1, "Burst, Burst, Slash, Slash, Armour, Dodge, Stun").repair()
    menu = desk_of(table, 1).screen()
    assert "Discard 2 cards more: you may keep 5." in menu.text
    assert "Ready" not in [choice.label for choice in choices(menu)]
