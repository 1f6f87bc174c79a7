"""Menus offer exactly the legal actions: all screens of random matches, and some examples."""

from __future__ import annotations

from msgspec.structs import replace

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine import menus
from bot.games.crossfire.menus.card_screens import PHONE, Turn
from bot.games.crossfire.menus.pile_screens import _PROMPTS
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.cards import card
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.state import put
from bot.games.crossfire.rules.view import LaidCard, Pile
from tests.games.crossfire.chance import positions
from tests.games.crossfire.screens import Desk
from tests.games.crossfire.table import RULES, Table
from tests.games.random_play import fresh_randomness
from tests.games.screens import choices, labelled, labels

STORY = Table("b2:10 b3:4 c2:7 d2:3s", "b4:9c c8:10 d8:7", hand="6h 9s K Jo")


def test_the_first_screen_shows_the_uses_of_each_card():
    menu = Desk(STORY.state, 0).screen()
    prompts = [group.prompt for group in menu.groups[:4]]
    assert prompts == [
        "6♥: lay ×3, support d2",
        "K♥: lay ×2",
        "9♠: lay ×2",
        "Joker: lay ×3, replace ×6",
    ]
    assert labels(menu, prompts[0]) == [
        "Support d2 with 6♥",
        *("Lay 6♥ on a3", "Lay 6♥ on c3", "Lay 6♥ on d3", "Discard 6♥", "Show me on the board"),
    ]
    assert labelled(menu, "Lay 6♥ on c3").hint == "powered: makes 10 with the 4 at b3"
    assert [choice.label for choice in menu.groups[-1].choices] == ["Replace a node by your Joker"]


def test_a_closed_select_shows_on_a_phone_what_its_card_can_do():
    """The walk at 390 pixels found German ones that were cut; what has no room is counted."""
    counted = 0
    for code in codes():
        with speaking(language(code)):
            for state in positions(range(6), kept=0.3):
                if state.phase != "turn":
                    continue
                turn = Turn(RULES.view(state, state.turn), list(RULES.legal(state, state.turn)))
                for held in turn.cards:
                    words, label = turn.able(held), turn.card_label(held)
                    short = turn.able(held, PHONE - len(label))
                    assert short == words or len(words) > PHONE - len(label)
                    assert len(f"{label}: {short}") <= PHONE + 2 or " +" in short or ", " not in short
                    counted += " +" in short
    assert counted


def test_a_card_is_played_in_three_taps_with_the_same_last_question():
    desk = Desk(STORY.state, 0)
    for label, path in {
        "Lay 6♥ on c3": ("6h", "l12"),
        "Support d2 with 6♥": ("6h", "s8"),
        "Discard 6♥": ("6h", "discard"),
    }.items():
        assert desk.screen(labelled(desk.screen(), label).key) == desk.screen(*path)


def test_choices_beyond_the_select_of_a_card_are_on_its_own_screen_crf_25():
    tens = " ".join([f"{column}{row}:10" for column in "dgj" for row in range(2, 10)])
    desk = Desk(Table(tens, "", "", "", ultimate=True, hand="Jo 2c 2d 2h").state, 0)
    offered = labels(desk.screen(), "2♣: lay ×45")
    assert len(offered) == 25
    assert offered[-2:] == ["Discard 2♣", "Show me on the board"]
    squares = [choice for choice in choices(desk.screen("2c")) if choice.key.startswith("l")]
    assert len(squares) == 45


def test_a_square_and_the_last_question_show_the_future_power_of_the_card_crf_07():
    desk = Desk(STORY.state, 0)
    menu = desk.screen("6h")
    assert labels(menu, "Lay 6♥ on") == ["a3", "c3", "d3"]
    assert labelled(menu, "c3").hint == labelled(menu, "a3").hint == "powered: makes 10 with the 4 at b3"
    assert labelled(menu, "d3").hint == "dead: without power"
    assert (STORY.names(menu.focus.reach), menu.focus.chosen) == ("d1 a3 c3 d3", None)
    last = desk.screen("6h", labelled(menu, "c3").key)
    (done,) = choices(last)
    assert (done.label, done.style) == ("Lay 6♥ on c3", "good")
    assert done.actions == (actions.Lay(card(0, 6, 2), STORY.square("c3")),)
    assert last.text == (
        "**Lay 6♥ on c3?**\nIt will be powered: makes 10 with the 4 at b3.\nThis ends your turn."
    )
    king = desk.screen("Kh", labelled(desk.screen("Kh"), "c3").key)
    assert "dead: a King never has power" in king.text


def test_a_discard_needs_a_confirmation_and_a_support_shows_the_new_power_of_its_base_crf_05_crf_11():
    desk = Desk(STORY.state, 0)
    way = labelled(desk.screen("9s"), "Discard 9♠")
    assert (way.style, way.actions) == ("plain", ())
    (done,) = choices(desk.screen("9s", "discard"))
    assert done.actions == (actions.Discard(card(0, 9, 3)),)
    table = Table("b2:3 b3:3s", "c8:10", hand="4s 2c K Q")
    menu = Desk(table.state, 0).screen("4s")
    assert labelled(menu, "b2").hint == "the base counts as 3 or 7, powered: makes 10 with the 3 at b3"


def test_a_joker_replaces_a_node_and_the_turn_continues_crf_13():
    desk = Desk(STORY.state, 0)
    for path in (("swap",), ("Jo",)):
        menu = desk.screen(*path, labelled(desk.screen(*path), "b2").key)
        assert "10♥ comes to your hand" in menu.text
        assert "Your turn goes on" in menu.text
        assert choices(menu)[0].actions == (actions.Replace(STORY.square("b2")),)
    assert desk.screen("swap").focus.targets[STORY.square("b2")] == "swap"


ATTACK = Table("b2:10 b3:4 c3:6", "c4:9s c5:A c8:10", hand="J K 9d 2c")


def test_an_attack_shows_the_owner_s_possible_answers_crf_15_crf_16():
    menu = Desk(ATTACK.state, 0).screen("Jh")
    assert labels(menu, "Attack with J♥") == ["c4"]
    assert labelled(menu, "c4").hint == "against 9♠ of ■: ■ has no node beside it for an answer"
    assert menu.focus.targets == {ATTACK.square("c4"): "vs 9"}
    king = Desk(ATTACK.state, 0).screen("Kh")
    assert labelled(king, "c4").hint == "against 9♠ of ■: nothing tops a King"
    base = Table("b2:10 b3:4 c3:6 d3:10 d4:10 d5:10 d6:10 d7:10", "d8:5 c8:10", hand="J 2 3 5c")
    desk = Desk(base.state, 0)
    hint = labelled(desk.screen("Jh"), "d8").hint
    assert hint == "against their base, 5♥ of ■: ■ may answer with a Queen or higher"
    text = desk.screen("Jh", labelled(desk.screen("Jh"), "d8").key).text
    assert text.endswith(
        "Against 5♥ of ■: you lead, and ■ may answer next with a Queen or higher.\n"
        "**Winning this base wins the match.**\nThis ends your turn."
    )


def contest_table():
    """Return a table where Ben has two nodes under attack and can answer at only one of them."""
    table = Table("b2:10 b3:4 c3:6 d3:4", "c4:9s c5:A b5:9c b6:10 d4:3 c8:10", turn=2, hand="Q K 10s 2c")
    for name, leading in (("c4", card(0, 11, 3)), ("d4", card(0, 12, 3))):
        pile = table.at(name)
        contested = replace(pile, laid=(LaidCard(0, leading),), leader=0, rival=1)
        table.state.board = tuple(
            contested if square == table.square(name) else one for square, one in enumerate(table.state.board)
        )
    return table


def test_contests_to_answer_come_first_and_a_play_elsewhere_loses_them_crf_16():
    table = contest_table()
    for name in ("c5", "b5", "b6", "b7", "b8"):
        put(table.state, table.square(name), Pile(1, "node", (card(1, 10, 0),)))
    desk = Desk(table.state, 1)
    menu = desk.screen()
    assert menu.groups[0].prompt == "Answer a contest"
    assert labelled(menu, "c4: ● leads with J♠").hint == "you can answer with Q♥ or K♥"
    assert "At c4 (9♠) ● leads with J♠, and you must answer now with a Queen or higher." in menu.text
    assert "At d4 (3♥) ● leads with Q♠, and you cannot answer." in menu.text
    way = labelled(menu, "c4: ● leads with J♠").key
    contest = desk.screen(way)
    assert labels(contest, "Answer with") == ["Q♥", "K♥"]
    assert contest.focus.chosen == table.square("c4")
    last = desk.screen(way, labelled(contest, "K♥").key)
    assert choices(last)[0].actions == (actions.Answer(card(1, 13, 2), table.square("c4")),)
    assert "You leave d4 to ●." in last.text
    elsewhere = desk.screen("2c-2", "discard").text
    assert elsewhere.endswith("This ends your turn. You leave c4 to ● and d4 to ●.")


def test_a_seized_pile_can_be_resolved_in_all_ways_crf_18_crf_19():
    table = Table("b2:10 b3:4 c3:6 c4:10s@2+Q@2+K", "c8:10", hand="4h 2c 2d 2h")
    desk = Desk(table.state, 0)
    way = labelled(desk.screen(), "c4")
    assert way.hint == "10♠, Q♥, K♥, a tower can be raised"
    menu = desk.screen(way.key)
    assert labels(menu, "Raise a tower: free") == [
        "Q♥ of ■'s pack on 10♠ of ■'s pack",
        "K♥ on 10♠ of ■'s pack",
    ]
    assert labels(menu, "Keep one card as your node: free") == ["10♠ of ■'s pack", "Q♥ of ■'s pack", "K♥"]
    assert len(labels(menu, "Replace it from your hand: your play")) == 4
    keep = next(choice for choice in choices(menu) if choice.key == "k-Ts-2")
    assert keep.hint == "powered by itself, as a 10"
    last = desk.screen(way.key, keep.key)
    assert "Discarded: 2 other cards." in last.text
    tower = desk.screen(way.key, "t-Kh-Ts-2")
    assert "the strength of a King; this one will be powered" in tower.text


def test_an_unknown_neutral_is_probed_crf_20():
    table = Table("b2:10 b3:10", "c8:10", neutrals="b4:9s", hand="6h 2c 2d 2h")
    prompts = [group.prompt for group in Desk(table.state, 0).screen().groups]
    assert any(prompt.startswith("6♥: ") and "probe b4" in prompt for prompt in prompts), prompts
    assert not any("attack" in prompt for prompt in prompts), prompts
    menu = Desk(table.state, 0).screen("6h")
    assert labelled(menu, "b4").hint == "a neutral, face down: your card leads if it is higher"
    assert menu.focus.targets[table.square("b4")] == "probe"
    (done,) = choices(Desk(table.state, 0).screen("6h", labelled(menu, "b4").key))
    assert done.label == "Probe b4 with 6♥"


def test_bases_are_redealt_or_kept_with_one_click_crf_03():
    number = next(number for number in range(60) if opening(number).phase == "bases")
    state = opening(number)
    seat = min(RULES.to_act(state))
    menu = Desk(state, seat).screen()
    assert [(choice.label, choice.style) for choice in choices(menu)] == [
        ("Deal new bases", "main"),
        ("Keep these", "good"),
    ]
    assert menu.text.startswith("**Your bases**: ")
    RULES.apply(state, seat, actions.Keep(), fresh_randomness(number))
    if state.phase == "bases":
        assert Desk(state, seat).screen().text.startswith("Your bases are settled: ")


def opening(number):
    return RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(number))


def test_many_squares_are_chosen_by_row_on_a_massive_area_crf_25(monkeypatch):
    monkeypatch.setattr(menus, "PAGES", 1)
    tens = " ".join([f"{column}{row}:10" for column in "dgj" for row in range(2, 10)])
    table = Table(tens, "", "", "", ultimate=True, hand="Jo 2c 2d 2h")
    desk = Desk(table.state, 0)
    lays = [one for one in desk.legal if isinstance(one, actions.Lay) and one.card == card(0, 2, 0)]
    assert len(lays) > 25
    menu = desk.screen("2c")
    rows = labels(menu, "Lay 2♣ on: first the row")
    assert all(row.startswith("Row ") for row in rows)
    row = desk.screen("2c", labelled(menu, rows[0]).key)
    assert 1 <= len(choices(row)) <= 25
    assert row.focus.reach == {
        one.at for one in lays if one.at // table.table.grid.width == int(rows[0].split(":")[0][4:]) - 1
    }
    found = {one for screen in desk.all_screens() for c in choices(screen.menu) for one in c.actions}
    assert found == set(desk.legal)


def test_the_prompts_of_a_seized_pile_are_not_cut_on_a_phone():
    for code in codes():
        with speaking(language(code)):
            assert [words for each in _PROMPTS.values() if len(words := gettext(each)) > 36] == []
