"""Menus offer exactly the legal actions: all screens of random matches, and some examples."""

from __future__ import annotations

from bot.engine.sentences import OWN
from bot.games.overcross.rules.actions import Attack, Move, Play
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import number_of
from tests.games.overcross.screens import DUEL, RULES, Desk, desk
from tests.games.random_play import fresh_randomness
from tests.games.screens import choices, labelled, labels

OGRE = f"""{DUEL}now: seat 1, round 4, minor
seat 1:
CST-14 at D2:
CST-26 at B2:
seat 2:
CST-02 at D5: 2 counters
"""
"""Ann's Ogre of speed 2 and her Barista are near Ben's Forum Regular."""
HAND = f"""{DUEL}now: seat 1, round 2
seat 1:
CST-26 at B2:
hand: CST-06 CST-32 CST-46 CST-59 CST-18
deck: CST-03
seat 2:
CST-02 at D5:
"""


def plans_of(menu):
    groups = [group for group in menu.groups if "Move and attack" in group.prompt]
    return [one for group in groups for one in group.choices]


def test_a_suggested_move_with_attack_is_offered_beside_single_steps_ovc_09_ovc_16_ovc_18():
    menu = desk(OGRE).screen("u0")
    (plan,) = plans_of(menu)
    assert plan.label == "C4, then attack ■Forum Regular"
    assert plan.hint == "hits 3 in 6, then 2 in 6 saved, kills"
    assert [type(action) for action in plan.actions] == [Move, Attack]
    assert "1 other Character could still move" in menu.text
    assert "fist (hits under 4, damage 5, major action)" in menu.text
    assert "D4" in labels(menu, "Move")
    assert menu.focus.chosen == 10


def test_the_best_attack_is_a_button_once_the_moves_are_over_and_the_leader_is_the_best_target_ovc_23():
    text = (
        "options: objective=assassination width=7 height=7\nnow: seat 1, round 4, {phase}\n"
        "seat 1:\nCST-14 at C6:\nseat 2:\nnamed: CST-27\nCST-27 at D7: 1 counter\nCST-02 at C7: 2 counters\n"
    )
    before = desk(text.format(phase="minor")).screen()
    assert labels(before, "Attack at once, the best first") == [
        "Well-Read Ogre → ■Cornstalk Editor",
        "Well-Read Ogre → ■Forum Regular",
    ]
    assert not [one for one in choices(before) if one.label.startswith("Attack (")]
    after = desk(text.format(phase="major")).screen()
    (button,) = [one for one in choices(after) if one.label.startswith("Attack (")]
    assert button.label == "Attack (3 in 6): Well-Read Ogre → ■Cornstalk Editor"
    assert button.actions == (Attack(0, 45, 0),)
    assert not [
        one
        for one in choices(desk(text.format(phase="major").replace("C6", "A1")).screen())
        if "→" in one.label
    ]


def play_wind_machine(asked: OvercrossState) -> None:
    """Play the hand's Wind Machine, which asks for its target."""
    (wind,) = [
        action
        for action in RULES.legal(asked, 0)
        if isinstance(action, Play) and number_of(asked, action.card) == "CST-66"
    ]
    RULES.apply(asked, 0, wind, fresh_randomness(1))


def test_a_question_with_one_answer_is_a_button_ovc_33():
    asked = RULES.position(HAND.replace("CST-18\n", "CST-66\n").replace("CST-26 at B2:\n", ""))
    play_wind_machine(asked)
    menu = Desk(asked, 0).screen()
    assert [(group.prompt, group.choices[0].label.replace(OWN, "")) for group in menu.groups][:1] == [
        ("", "■Forum Regular at D5")
    ]


def test_no_suggested_move_leads_through_a_trapdoor_or_into_the_zone_of_an_invasion_ovc_26():
    trapped = desk(OGRE.replace("seat 1:", "terrain: CST-56 at D4\nseat 1:"))
    assert all(
        "Move and attack" in each.prompt or "D4" not in each.prompt for each in trapped.screen().groups
    )
    plans = plans_of(trapped.screen("u0"))
    assert plans
    assert all(not plan.label.startswith("D4") for plan in plans)


def test_cards_are_chosen_by_cost_and_then_by_square_ovc_10():
    here = desk(HAND)
    assert labels(here.screen(), "Play a card") == [
        "First-Post Goblin",
        "Fan Club",
        "Wall",
        "Bump the Thread",
    ]
    assert "Cards may still cost 2 in this turn, of 2 in all." in here.screen().text
    deployed = labelled(here.screen("c1"), "A1")
    assert deployed.then == ("u1",), "the screen of who was just deployed comes next"
    assert labels(here.screen("c4"), "Attach to") == ["●Barista on Break"]
    (event,) = choices(here.screen("c6"))
    assert event.label == "Play Bump the Thread"
    assert event.actions == (Play(6),)


def test_terrain_on_a_large_grid_is_placed_by_row_and_square_ovc_13():
    large = HAND.replace("width=7 height=7", "width=21 height=21")
    here = desk(large)
    rows = labels(here.screen("c5"), "Put its centre on: first the row")
    assert rows[0] == "Row 3: 21 squares"
    assert len(labels(here.screen("c5", "r3"), "The square")) == 21


def test_a_question_of_a_card_shows_its_text_and_answers_ovc_33():
    asked = RULES.position(
        HAND.replace("CST-18\n", "CST-66\n").replace("CST-02 at D5:", "CST-02 at D5:\nCST-03 at E5:")
    )
    play_wind_machine(asked)
    menu = Desk(asked, 0).screen()
    assert "Choose the target" in menu.text
    assert "Wind Machine" in menu.text
    assert "■Forum Regular at D5" in [each.replace(OWN, "") for each in labels(menu, "Your answer")]


def test_the_screen_of_cards_begins_with_names_so_that_the_select_is_visible_on_a_phone():
    menu = desk(HAND).screen("read")
    lines = menu.text.split("\n")
    assert len(lines) == 5
    assert all(line.startswith("***") and line.endswith(")") and len(line) < 60 for line in lines), lines
    (card, *_) = choices(menu)
    assert "May be deployed" in desk(HAND).screen("read", card.key).text
