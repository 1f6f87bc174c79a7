"""Menus offer exactly the legal actions: all screens of random matches, and some examples."""

from __future__ import annotations

from bot.engine.sentences import OWN
from bot.games.arclash.rules import actions
from tests.games.arclash.screens import ADVANCE, RULES, SUPPORT, Desk, SceneDesk, fresh_randomness, told_apart
from tests.games.screens import choices, labelled, labels


def test_a_ready_made_deck_is_one_tap_a_custom_one_is_explained_and_both_can_be_undone_arc_01_arc_15():
    menu = SceneDesk("phase: decks\nseat 1:\nplays: reading-light\nseat 2: ready").screen()
    deck = labelled(menu, "The Long Reading Light")
    assert deck.actions == (actions.TakeDeck("reading-light"),)
    assert deck.hint.startswith("Search every turn")
    assert "/deck play" in menu.text
    menu = SceneDesk("phase: decks\nseat 1: ready\nplays: reading-light\nseat 2:").screen()
    assert menu.text.startswith(
        "**You play the deck The Long Reading Light.** 1 of 2 has chosen. Waiting for ■ **Ben**."
    )
    (back,) = choices(menu)
    assert (back.actions, back.style) == ((actions.Withdraw(),), "plain")


def test_discards_are_chosen_next_two_at_once_and_copies_once_arc_07():
    menu = SceneDesk(ADVANCE.replace("seat 2", "placed: TID-10\nseat 2")).screen()
    pairs = labels(menu, "Discard two")
    assert len(pairs) == len(set(pairs)) == 16
    pair = labelled(menu, "Read by Your Own Light + Read by Your Own Light")
    assert (pair.actions, pair.hint) == ((actions.Pay(4), actions.Pay(5)), "Support; Support")
    assert "Discard" not in [group.prompt for group in menu.groups]
    menu = SceneDesk(ADVANCE.replace("seat 2", "placed: TID-10\npaying: TID-03\nseat 2")).screen()
    assert "Choose what to discard for it: 1 card to go" in menu.text
    assert "So far: *Sea Cucumber, Unhurried*." in menu.text
    assert labels(menu, "Discard").count("Read by Your Own Light") == 1
    assert "Whale Who Keeps Appointments" not in labels(menu, "Discard")
    assert labelled(menu, "Take it back").actions == (actions.Withdraw(),)


def test_a_support_is_shown_before_it_is_played_and_passing_needs_a_confirmation_with_one_arc_10():
    desk = SceneDesk(SUPPORT)
    menu = desk.screen()
    assert labels(menu, "Play a Support") == ["Read by Your Own Light", "Full Net", "Packed Lunch"]
    assert labelled(menu, "Pass").style == "grave"
    net = labelled(menu, "Full Net")
    assert net.actions == ()
    screen = desk.screen(net.key)
    assert "When played: " in screen.text
    (play,) = choices(screen)
    (action,) = play.actions
    assert (play.label, play.style) == ("Play Full Net", "good")
    assert told_apart(desk.view, action) == (actions.Play, "TID-13")
    reading = desk.screen("read")
    assert "***Packed Lunch*** · Support" in reading.text
    fox = labelled(reading, "Three-Cup Fox")
    assert "an opponent guesses where it is" in desk.screen("read", fox.key).text
    desk = SceneDesk(SUPPORT.replace("hand: 2xTID-12 TID-13 TID-08 COM-01", "hand: TID-08 TID-09"))
    assert labelled(desk.screen(), "Pass").style == "main"
    assert "You have no Support" in desk.screen().text


def test_a_seat_that_has_passed_or_stands_sees_that_arc_10():
    passed = SUPPORT.replace("now 1", "now 2").replace("seat 1: 2 points, lost", "seat 1: passed")
    menu = SceneDesk(passed.replace("4 points, passed", "4 points")).screen()
    assert menu.text.startswith("You have passed. ■ **Ben** is to play a Support or to pass.\nYour hand: ")
    stands = ADVANCE.replace("3 points, lost", "stands").replace("ready, ", "")
    assert SceneDesk(stands).screen().text.startswith("You stand for this turn. Waiting for ■ **Ben**.")
    assert SceneDesk(stands).screen().groups == ()


def test_cards_to_advance_or_renew_are_shown_with_level_power_and_costs_arc_07_arc_13():
    menu = SceneDesk(ADVANCE).screen()
    assert labels(menu, "Advance to") == ["Whale Who Keeps Appointments", "Lamp at the Bottom of Everything"]
    whale = labelled(menu, "Whale Who Keeps Appointments")
    assert whale.hint.startswith("level 3, power ")
    assert "; discard 2 cards" in whale.hint
    stand = labelled(menu, "Stand")
    assert (stand.actions, stand.style) == ((actions.Stand(),), "plain")
    menu = SceneDesk(ADVANCE.replace("phase: advance", "phase: renew")).screen()
    assert labels(menu, "Begin again with") == ["Sea Cucumber, Unhurried", "Wick, Smallest of the School"]
    assert labelled(menu, "Keep the stack").actions == (actions.Stay(),)


SEARCH = """
phase: renew, turn 4
seat 1:
stack: TID-01 TID-05
plays: reading-light
hand: TID-04 TID-06
deck: TID-09 TID-12 TID-08
seat 2:
stack: MOT-03 MOT-05
1: stay
2: stay
"""


def test_a_search_offers_matching_cards_or_none_and_an_offer_shows_price_and_effect_arc_18():
    menu = SceneDesk(SEARCH).screen()
    assert menu.text.startswith("**Choose a card to take.**\n***Wick, Smallest of the School***")
    assert labels(menu, "Your answer") == [
        "Lamp at the Bottom of Everything",
        "Professor of the Seventh Trench",
    ]
    assert labelled(menu, "No more").actions == (actions.Choose(-1),)
    paid = SEARCH.replace("TID-01 TID-05", "TID-02 TID-06").replace("hand: TID-04 TID-06", "hand: TID-04")
    menu = SceneDesk(paid).screen()
    assert menu.text.startswith("**Do you want to discard the top 2 cards of your deck? Then: ")
    assert [choice.label for choice in choices(menu)[:2]] == ["Yes", "No"]
    assert labelled(menu, "Yes").actions == (actions.Choose(1),)


CLEO_ASKS = """
phase: support, turn 4
order: 2 1 3, now 3
seat 1: 2 points
stack: TID-01 TID-04
hand: 5
seat 2: 4 points, won
stack: STO-01 STO-05
hand: 6
seat 3: 1 point
stack: FOX-02 FOX-05
plays: three-cups
hand: FOX-03 FOX-12 FOX-13
3: play FOX-13
"""


def test_an_opponent_is_chosen_by_name_with_details_and_sees_whose_card_asks_arc_18():
    desk = SceneDesk(CLEO_ASKS, seat=3)
    menu = desk.screen()
    assert menu.text.startswith("**Choose an opponent.**\n***Free Sample*** · Support\n")
    ben = labelled(menu, "■ Ben")
    assert ben.actions == (actions.Choose(1),)
    assert ben.hint.endswith(", 4 points, 6 in hand")
    RULES.apply(desk.state, 2, actions.Choose(1), fresh_randomness(1))
    menu = Desk(desk.state, 1).screen()
    assert menu.text.startswith(
        "▲ **Cleo** asks you; the opponent on the card is you.\n**Choose what happens.**"
    )
    assert labels(menu, "Your answer")[0].replace(OWN, "") == "▲'s Character gains 75 power"
