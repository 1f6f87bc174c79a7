"""Example positions in Crossfire's own notation, and the pages of the rules that are drawn from them."""

from __future__ import annotations

import pytest

from bot.games import catalogue
from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.cards import back, card, joker
from bot.games.crossfire.rules.lighting import lighting
from bot.games.crossfire.rules.scoring import count_points
from bot.games.crossfire.rules.view import LaidCard, Pile
from tests.games.crossfire.table import RULES
from tests.games.random_play import fresh_randomness
from tests.games.table import page_scene

PAGES = catalogue.rulebook("crossfire")

SMALL = """
options: grid=bbb/222/.oo/.../111/aaa
.   .   .
Kc2 2s2 5d2
.   ??n 4cn
3h1 .   .
7h1 Th1 Jc1
.   .   .
"""
"""Three columns: a3 and a2 pair, b2 is a 10; line 5 is the row of the neutrals."""


def scene(*lines: str, table: str = SMALL):
    return page_scene("crossfire", table + "\n".join(lines))


def fault(*lines: str, table: str = SMALL) -> str:
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines, table=table)
    return str(raised.value)


def at(view, name):
    return view.board[view.table.grid.parse(name)]


def names(view, squares):
    table = view.table
    return " ".join([table.name(square) for square in sorted(squares)])


def test_squares_have_nodes_or_neutrals_and_lines_the_other_data():
    view = scene("seat 2: a3:9s1+Jd", "seat 1: b3:Kd2^Ts").view
    assert (view.width, view.height, view.seats, view.phase, view.turn) == (3, 6, 2, "turn", 0)
    assert at(view, "a2") == Pile(0, "node", (card(0, 7, 2),))
    assert at(view, "b5") == Pile(1, "node", (card(1, 2, 3),))
    assert at(view, "b4") == Pile(-1, "neutral", (back(0),))
    assert at(view, "c4") == Pile(-1, "neutral", (card(0, 4, 0),))
    assert at(view, "a1") is None
    assert (view.viewer, view.hand, view.hands) == (None, (), (4, 3))
    assert at(view, "a3") == Pile(1, "seized", (card(0, 9, 3), card(1, 11, 1)))
    assert at(view, "b3") == Pile(0, "tower", (card(1, 13, 1), card(0, 10, 3)))


def test_a_contest_is_led_by_its_last_card_crf_16():
    view = scene("contest: b5 5s1 9h2 9s1").view
    pile = at(view, "b5")
    assert (pile.leader, pile.rival, pile.lapsed) == (0, 1, False)
    assert pile.laid[1] == LaidCard(1, card(1, 9, 2))
    defended = at(scene("contest: b5 5s1 9h2, lapsed").view, "b5")
    assert (defended.leader, defended.rival, defended.lapsed) == (1, 0, True)
    lost = at(scene("contest: c4 3s1").view, "c4")
    assert (lost.leader, lost.rival) == (-1, -1)


def test_the_public_sees_no_hand_and_missing_hands_are_dealt_crf_05_crf_26():
    told = ("turn: seat 2, number 9", "hand 2: 7h Ts Jo 8h1")
    view = scene("seen by: seat 2", *told).view
    assert (view.viewer, view.turn, view.turns, view.hands) == (1, 1, 9, (3, 4))
    assert set(view.hand) == {card(1, 7, 2), card(1, 10, 3), joker(1), card(0, 8, 2)}
    assert scene(*told).view.hand == ()
    dealt = scene("seen by: seat 1", "hand 1: 7c").view.hand
    assert (card(0, 7, 0) in dealt, len(dealt)) == (True, 4)


def test_a_step_is_carried_out_by_the_rules_with_its_sentence_crf_12():
    told = scene("hand 1: 7d", "pack 2: 9c", "seen by: seat 2", "1: lay 7d on b3")
    assert at(told.view, "b3") == Pile(0, "node", (card(0, 7, 1),))
    laid, began, drew = told.recent
    assert isinstance(laid, facts.Laid)
    assert (began.seat, told.view.turn) == (1, 1)
    assert drew.card == card(1, 9, 0)


def test_a_probed_neutral_has_the_given_card_crf_20():
    table = SMALL.replace(".   ??n", "6s2 ??n").replace("3h1 .", "3h1 Td1")
    told = scene("neutrals: b4:5s2", "hand 1: 9h", "1: attack 9h b4", table=table)
    assert isinstance(told.recent[0], facts.Probed)
    assert at(told.view, "b4").cards == (card(1, 5, 3),)


def test_a_won_base_ends_the_match_crf_21():
    told = scene("turn: seat 2, number 8", "hand 2: 9h", "contest: b5 9s1", "2: discard 9h")
    assert any(isinstance(fact, facts.Seized) and fact.base for fact in told.recent)
    assert told.view.outcome.winners == (0,)
    assert at(told.view, "b5").kind == "seized"
    assert scene("phase: over").view.outcome.winners == (0,)  # the points of the end (CRF-28)
    tied = scene("phase: over", table=SMALL.replace("options: ", "options: end=tie "))
    assert tied.view.outcome.winners == ()


def test_focus_shows_the_uses_of_a_card_crf_12():
    told = scene("seen by: seat 1", "hand 1: 7c Kd 2d 9s", "focus: 7c", "mark: c4 known")
    assert names(told.view, told.focus.reach) == "b3 a4"
    assert told.focus.chosen is None
    assert told.focus.targets[11] == "known"


def test_bases_that_may_be_redealt_crf_03():
    view = scene("phase: bases").view
    assert view.deciding == (True, True)
    assert (view.hands, view.turn, view.turns) == ((0, 0), -1, 0)


def test_a_table_as_large_as_a_named_layout_needs_no_layout():
    drawn = """
. . . . .
5c2 Kd2 3h2 5d2 2d2
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
7d1 4d1 Ts1 Qd1 2s1
. . . . .
"""
    assert scene(table=drawn).view.options.layout == "two"
    assert scene("names: Cleo, Dan", table=drawn).names == ("Cleo", "Dan")
    assert "no layout has 5 columns and 8 rows" in fault(table=drawn.replace(". . . . .", "", 1))


def test_a_table_without_a_drawing_has_the_given_bases():
    told = scene("seats: 4", "cards: told", "bases: J", "seat 1: e2:10 e3:Q", "hand 3: K", table="").view
    assert (told.options.layout, told.hands) == ("four", (0, 0, 1, 0))
    assert at(told, "e3") == Pile(0, "node", (card(0, 12, 2),))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what is this", 'line 9: "what is this" is neither a row of the table'),
        ("colour: red", 'line 9: "colour: red" is neither'),
        ("seat 1: b3:9x", 'line 9: "9x" is not a card'),
        ("seat 1: b3:9s5", 'line 9: "9s5" is not a card'),
        ("seat 4: b3:9s", 'line 9: "seat 4: b3:9s" is neither'),
        ("seat 1: b3:Ts^Kd", "line 9: a tower is a royal and a 10, in this order."),
        ("neutrals: b3:9s", "line 9: b3 is no square of a neutral."),
        ("seat 2: f9:9s", "line 9: "),
        ("contest: b3 9s1", "line 9: nothing lies at b3."),
        ("contest: b5", 'line 9: "b5" is not a contest'),
        ("contest:", 'line 9: "" is not a contest'),
        ("contest: b5 9s2", "line 9: nobody attacks at b5"),
        ("contest: b5 9s", 'line 9: "9s" is not a card: write 7h1, with the seat of its pack.'),
        ("contest: b4 9s1", "line 9: the neutral at b4 has been probed"),
        ("phase: lunch", 'line 9: "lunch" is not a phase'),
        ("turn: seat 3", "line 9: there is no seat 3 here."),
        ("turn: now", 'line 9: "now" is not known of a turn'),
        ("cards: many", 'line 9: "many" says nothing of the cards'),
        ("options: jokers=9", "line 9: The option jokers must be a whole number from 2 to 3"),
        ("options: jokers=2 jokers=3", 'line 9: the options: "jokers=3" is not one of'),
        ("options: jokers", 'line 9: the options: "jokers" is not one of'),
        ("options: joker=3", 'line 9: the options: "joker=3" is not one of'),
        ("names: Ann, Ben, Cleo", "3 names for 2 seats"),
        ("1: lay 7h", "line 9: Say which square, such as c3."),
        ("1: lay Ac c3", "line 9: c2 has no power: a Jack never has any."),
        ("1: lay 7x b3", 'line 9: "7x" is not a card'),
        ("hand 1: 7x", 'line 9: "7x" is not a card'),
        ("hand 1: 7h", "the 7 of hearts of seat 1's pack is there 2 times, not once."),
    ],
)
def test_errors_have_their_line(line, words):
    assert words in fault(line)


def test_errors_of_the_table_have_their_place():
    assert fault(table=". . .\n. .") == "line 2: the row has 2 squares, the first one 3."
    assert fault(table=SMALL.replace("7h1", ".  ")) == "the base a2 of seat 1 is missing."
    assert fault(table=SMALL.replace("3h1", "??n")) == "line 6: a3 is no square of a neutral."
    assert "the options: " in fault(table=SMALL.replace("bbb/", "xbb/"))
    assert "not as large" in fault(table=SMALL.replace("/.oo/", "/.oo/.../"))


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_a_page_has_a_position_of_whole_packs_crf_01(page):
    assert 200 < len(page.text) <= 900
    assert len(page.scene) <= 3000
    view = page_scene("crossfire", page.scene).view
    assert view.tallies == count_points(view.table, view.board)
    assert RULES.view(RULES.resample(view, fresh_randomness(1)), view.viewer) == view


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_highlights_of_a_page_are_true_by_the_rules(page):
    told = page_scene("crossfire", page.scene)
    view, table = told.view, told.view.table
    if told.focus is None:
        return
    powered = lighting(table, view.board, 0).powered | lighting(table, view.board, 1).powered
    legal = RULES.legal(RULES.resample(view, fresh_randomness(1)), view.turn)
    fights = {one.at for one in legal if isinstance(one, actions.Attack | actions.Answer)}
    for square, label in told.focus.targets.items():
        assert square not in powered if label == "dead" else square in fights
    lays = {one.at for one in legal if isinstance(one, actions.Lay | actions.Rebuild)}
    lays |= {table.behind[one.base] for one in legal if isinstance(one, actions.Support)}
    assert told.focus.reach <= lays


def page(title):
    (found,) = [one for one in PAGES if one.title == title]
    return page_scene("crossfire", found.scene)


def powered(view, team=0):
    return names(view, lighting(view.table, view.board, team).powered)


def test_the_pictures_of_the_pages_agree_with_their_texts():
    assert powered(page("Power").view) == "b2 c2 b3 c3 d3 b4 c4 d4"
    assert names(page("Your turn").view, page("Your turn").focus.reach) == "b3 d3 b4 d4 c5"
    assert names(page("Dead nodes").view, page("Dead nodes").focus.reach) == "b3 d3 c4"
    assert powered(page("Bases and supports").view) == "b2 b3"
    assert set(page("Jokers").focus.targets.values()) == {"vs 9"}
    assert set(page("Attacking and defending").focus.targets.values()) == {"vs J"}
    assert at(page("Towers").view, "c4").kind == "tower"
    assert page("Neutrals and probing").recent[0].leads
    assert at(page("Neutrals and probing").view, "b4").leader == -1
    tally = page("Four players").view.tallies[0]
    assert (tally.bases, tally.chain, tally.middle) == (1, 2, 2)
    assert page("Crossfire Ultimate").view.tallies[0].points == 4
    assert page("How it ends").view.outcome.winners == (0,)


def test_a_4_on_e3_powers_the_base_behind_it_crf_12():
    view = page("Dead nodes").view
    state = RULES.resample(view, fresh_randomness(1))
    state.hands = ((card(0, 4, 0),), *state.hands[1:])
    lays = [one.at for one in RULES.legal(state, 0) if isinstance(one, actions.Lay)]
    assert names(view, lays) == "e3"
