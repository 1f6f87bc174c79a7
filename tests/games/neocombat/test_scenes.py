"""Example positions in Neo-Combat's own notation, and the pages of the rules that are drawn from them."""

from __future__ import annotations

import pytest

from bot.games import catalogue
from renderers.contract import ALT_TEXT_LIMIT
from renderers.neocombat import NeoCombatRenderer
from tests.games.neocombat.screens import WORDING
from tests.games.neocombat.table import KINDS, RULES, varan
from tests.games.table import page_scene

PAGES = catalogue.rulebook("neo-combat")
SMALL = """
phase: combat, turn 3
first: 2
seat 1: 2 kills, 7 dealt
varans: *A3@2/1 sideways, B5 moved, C1 known, A4 dead
hand: 2x Burst, Slash, 2 more
seat 2: passed
varans: *C6@2, B6@2, C5@0, B9
claimed: 2 sensors
"""


def scene(*lines, text=SMALL):
    return page_scene("neo-combat", text + "\n".join(lines))


def fault(*lines, text=SMALL):
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines, text=text)
    return str(raised.value)


def test_lines_describe_the_public_data():
    view = scene("discard: Spot!, 2x Burst", "removed: Dodge").view
    assert (view.phase, view.turn, view.first, view.current, view.options.team) == ("combat", 3, 1, 1, 4)
    assert (view.kills, view.dealt, view.hands, view.passed) == ((2, 0), (7, 0), (5, 0), (1,))
    one, two, three, four = view.tokens[:4]
    assert (one.sector, one.revealed, one.sideways, two.moved, three.revealed) == (2, True, True, True, False)
    assert not four.here
    assert [token.sector for token in view.tokens[4:]] == [2, 2, 0, 2]
    assert view.wounds[varan("A3")] == 1
    assert view.discard == (KINDS["Spot!"], KINDS["Burst"], KINDS["Burst"])
    assert view.deck == 80 - 5 - 4
    assert view.knowledge[0].name_of(2) == varan("C1")
    assert view.knowledge[1].possible(1)[0].claimed == ("sensors",)


def test_a_shuffle_makes_a_set_of_known_varans_neo_18c():
    view = scene("shuffled: 1 2", text=SMALL.replace("*C6@2", "C6@2 known")).view
    assert view.knowledge[1].tokens[0].maybe == view.knowledge[1].tokens[1].maybe == (0, 1)


def test_a_hand_is_visible_only_to_its_owner_neo_18():
    own, public = scene(text=f"seen by: seat 1\n{SMALL}").view, scene().view
    assert {KINDS["Burst"], KINDS["Slash"]} <= set(own.hand)
    assert public.hand == public.varans == ()


def test_a_position_can_be_played():
    shown = scene("hand: 1 more", "now: 1", "1: play card:Burst target:2.1 user:1.2 again:yes", "2: pass")
    assert shown.view.second is not None
    assert shown.view.wounds[varan("C6")] == 2
    assert shown.recent


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("varans: A3",), "all teams are of the same size, and in the draft nobody has one."),
        (("hand: Bursts",), 'line 10: there is no card "Bursts".'),
        (("claimed: 2 wings",), 'line 10: "wings" is no attribute'),
        (("claimed: 9 sniper",), 'line 10: "9" is none of its varans: write 1 for the first.'),
        (("phase: tea",), 'line 10: "tea" is not a phase: specials, movement, combat, repair, draft.'),
        (("phase: combat, cloaked 2",), 'line 10: "cloaked 2" is not known of a phase'),
        (("now: 4",), "a position has two seats or more"),
        (("hand: 9x Burst",), "more copies of a card are told than the deck has."),
        (("seat 4:",), "line 10: seat 3 comes next, not seat 4."),
        (("seat 3: 2 wins",), 'line 10: "2 wins" is not known of a seat'),
        (("seat 3:", "varans: A3, B1, B2, B3"), "one stands here twice."),
        (("seat 3:", "varans: Z9"), 'line 11: "Z9" is not a varan: write *A3@2/1 sideways.'),
        (("seat 3:", "varans: B1 asleep"), 'line 11: "asleep" is not known of a varan'),
        (("seat 3:", "varans: B1/6"), "line 11: B1 has 6 health: with so much damage it is dead."),
        (("anything",), 'line 10: "anything" is neither "seat 1:" nor one of'),
    ],
)
def test_an_error_has_its_line(lines, sentence):
    assert sentence in fault(*lines)


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_each_page_of_the_rules_has_a_scene_that_is_drawn(page):
    shown = page_scene("neo-combat", page.scene)
    assert len(page.text) <= 900
    assert WORDING.board_text(shown.view, shown.names)
    renderer = NeoCombatRenderer(RULES.library, WORDING)
    picture = renderer.board(shown.view, names=shown.names, recent=shown.recent, focus=shown.focus)
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert all(WORDING.describe(fact, shown.view, shown.names) for fact in shown.recent)
