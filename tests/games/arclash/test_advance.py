"""The start of a turn, advancing, and the effects of a stack (ARC-06 to ARC-08)."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.decks import Deck
from bot.games.arclash.game import FirstRules
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import Boost
from tests.games.arclash.cards_for_tests import number_of
from tests.games.arclash.table import RULES, Table


def kinds(told):
    return [type(fact).__name__ for fact in told]


def began(*seats: str, **more) -> Table:
    """Return a match in which all have chosen to keep their stacks: the next turn has begun."""
    table = Table(*seats, phase="renew", **more)
    for seat in range(len(seats)):
        table.do(f"{seat + 1}: stay")
    return table


def changes(table: Table) -> list[tuple[int, str]]:
    found = [event.public for event in table.events]
    return [(fact.seat + 1, fact.card) for fact in found if isinstance(fact, facts.PowerChanged)]


def test_effects_at_the_start_of_a_turn_come_lowest_power_first_then_clockwise_arc_06():
    table = began("Dawn", "Spark", "Drop")
    assert (table.power(1), table.state.phase) == (125, "advance")
    assert not [event for event in table.events if isinstance(event.public, facts.TieRolled)]
    table = began("Dawn Oath", "Drop", "Dawn", "Dawn Herald Reaper")
    assert changes(table) == [(3, "TST-14"), (4, "TST-14"), (1, "TST-14")]


def test_the_lowest_is_the_lowest_of_those_whose_effects_trigger_arc_06():
    """Clockwise from seat 2, lowest of all but with nothing to do, seat 3 would come first (DECISIONS 21)."""
    table = began("Dawn Oath", "Spark", "Dawn Flame")
    assert [table.power(seat) for seat in (1, 2, 3)] == [325, 200, 425]
    assert changes(table) == [(1, "TST-14"), (3, "TST-14")]


@pytest.mark.parametrize(
    ("dice", "rolls", "first", "order"),
    [((2, 5, 3), ((2, 5, 3),), 1, [2, 3, 1]), ((4, 1, 4, 2, 6), ((4, 1, 4), (2, 0, 6)), 2, [3, 1, 2])],
    ids=["the highest comes first", "those who tie roll again"],
)
def test_equal_powers_roll_a_die_and_the_highest_comes_first_arc_06(dice, rolls, first, order):
    table = began("Dawn", "Dawn", "Dawn", dice=dice)
    assert changes(table) == [(seat, "TST-14") for seat in order]
    tie = next(event.public for event in table.events if isinstance(event.public, facts.TieRolled))
    assert tie == facts.TieRolled("order", (0, 1, 2), rolls, first)


def test_a_condition_is_evaluated_when_its_ability_is_carried_out_arc_06():
    """The first Bully is lowest and gains 50; for the second, lowest then, the condition holds too."""
    table = began("Bully", "Bully", dice=(1, 6))
    assert changes(table) == [(2, "TST-15"), (1, "TST-15")]
    table = began("Bully", "Bully Oath", "Drop")
    assert changes(table) == [(1, "TST-15")]


def test_a_card_is_placed_face_down_and_added_to_the_stack_at_the_reveal_arc_07():
    table = Table("Spark; hand Flame Push", "Drop; hand Stream")
    told = table.do("1: advance Flame")
    assert told == [facts.Chose(0, "advance")]
    assert table.stack(1) == "Spark"
    assert table.view(1).placed.number == number_of("Flame")
    told = table.do("2: advance Stream")
    assert kinds(told) == ["Chose", "Revealed", "Advanced", "Advanced"]
    assert [shown.number for shown in told[1].cards] == ["TST-02", "TST-06"]
    assert (table.stack(1), table.stack(2)) == ("Spark Flame", "Drop Stream")


def test_advances_are_repeated_until_all_have_passed_arc_07():
    table = Table("Spark; hand Flame Blaze Push", "Drop")
    table.play("1: advance Flame", "2: stand")
    assert table.awaited == [1]
    assert table.view().places[1].done
    table.play("1: advance Blaze", "1: pay Push")
    assert table.stack(1) == "Spark Flame Blaze"
    assert table.state.phase == "advance"
    table.do("1: stand")
    assert table.state.phase == "support"


def test_a_revealed_pass_is_final_arc_07():
    table = Table("Spark; hand Flame", "Drop; hand Stream")
    table.do("1: stand")
    table.play("1: withdraw", "1: stand", "2: advance Stream")
    assert (
        table.no("1: advance Flame") == "You stand for the rest of this Advance phase: wait for the others."
    )
    assert table.no("1: withdraw").startswith("There is nothing to take back")
    assert table.legal(1) == []


def test_a_character_advances_from_the_level_below_unless_the_card_says_otherwise_arc_07():
    table = Table("Spark; hand Blaze Push", "Drop")
    assert table.no("1: advance Blaze") == (
        "Blaze advances from an [Ember] Character of Level 2, and your current Character is Spark, Level 1."
    )
    assert table.legal(1) == ["stand"]
    table = Table("Spark; hand Leaper", "Drop")
    table.play("1: advance Leaper", "2: stand")
    assert table.stack(1) == "Spark Leaper"


def test_costs_are_chosen_when_the_card_is_placed_and_paid_at_the_reveal_arc_07():
    table = Table("Spark Flame; hand Push Blaze Mire", "Drop")
    assert table.do("1: advance Blaze") == []
    assert table.told(1) == [facts.Prepared(0, table.view(1).placed, 1)]
    assert not table.view().places[0].ready
    assert table.legal(1) == ["pay Push", "pay Mire", "withdraw"]
    told = "Blaze lies face down already: choose 1 card to discard for it, or withdraw it."
    assert table.no("1: stand") == table.no(actions.Advance(table.card(1, "Push")), seat=1) == told
    told = table.do("1: pay Mire")
    assert told == [facts.Chose(0, "advance")]
    assert [shown.number for shown in table.view(1).paying] == [number_of("Mire")]
    advanced = table.do("2: stand")[2]
    assert [shown.number for shown in advanced.paid] == [number_of("Mire")]
    assert (table.hand(1), table.discard(1)) == ("Push", "Mire")


@pytest.mark.parametrize(
    ("seat", "card", "sentence"),
    [
        (
            "Spark Flame Blaze; hand Sun Push Mire",
            "Sun",
            "Sun asks you to discard 3 cards, and besides it you have 2 such cards.",
        ),
        (
            "Drop Stream River; hand Ocean Stream Push; discard Push",
            "Ocean",
            "Ocean asks that you have 3 or more cards in your discard pile, and you have 1.",
        ),
        (
            "Drop Stream; hand River Drop; deck Blank",
            "River",
            (
                "River asks you to discard the top 2 cards of your deck, and with the discard pile only 1 is "
                "left."
            ),
        ),
        (
            "Drop Stream; hand River Push",
            "River",
            "River asks you to discard a [Tide] card, and you have no other such card.",
        ),
    ],
)
def test_the_refusal_of_an_unpayable_card_names_the_missing_cards_arc_07(seat, card, sentence):
    assert Table(seat, "Drop").no(f"1: advance {card}") == sentence


def test_only_matching_cards_can_pay_and_the_rest_must_stay_payable_arc_07():
    """Ocean needs any card first and then a [Tide] card: the only Tide must be kept for that."""
    table = Table("Drop Stream River; hand Ocean Stream Push; discard Push Push Push", "Drop")
    table.do("1: advance Ocean")
    assert table.legal(1) == ["pay Push", "withdraw"]
    assert table.no("1: pay Stream").startswith("Stream does not count for Ocean")
    assert table.no(actions.Pay(table.side(1).placed), seat=1).startswith("Ocean is your face-down card")
    table.do("1: pay Push")
    assert (
        table.no(actions.Pay(table.side(1).paying[0]), seat=1)
        == "You have chosen Push already: choose another card."
    )
    assert table.legal(1) == ["pay Stream", "withdraw"]
    table.play("1: pay Stream", "2: stand")
    assert table.stack(1) == "Drop Stream River Ocean"


def test_cards_are_discarded_from_the_deck_which_is_refilled_if_need_be_arc_07_arc_12a():
    """The card of the hand that is discarded for the same advance is not among those shuffled."""
    table = Table("Drop Stream; hand River Drop; deck Blank; discard Push Mire", "Drop")
    table.play("1: advance River", "1: pay Drop")
    told = table.do("2: stand")
    assert kinds(told)[2:] == ["Refilled", "Advanced"]
    assert len(told[3].milled) == 2
    assert table.discard(1).startswith("Drop Blank ")
    assert sorted((table.discard(1) + " " + table.deck(1)).split()) == ["Blank", "Drop", "Mire", "Push"]


def test_of_several_open_ways_the_player_chooses_when_placing_the_card_arc_07():
    """Turncoat: from an [Ember] Level 1 for two cards, from any for one."""
    table = Table("Spark; hand Turncoat Push Mire", "Drop; hand Stream")
    assert table.do("1: advance Turncoat") == []
    assert table.told(1) == [facts.WayAsked(0, table.view(1).placed)]
    assert (table.view(1).way, table.view(1).owed) == (-1, 0)
    assert table.legal(1) == ["way way 1", "way way 2", "withdraw"]
    asked = "Turncoat is already face down: choose the way in which it advances, or withdraw it."
    assert table.no("1: pay Push") == table.no("1: stand") == asked
    assert table.no(actions.Way(2), seat=1).startswith("Turncoat cannot advance that way now")
    assert table.do("1: way 2") == []
    assert table.told(1) == [facts.Prepared(0, table.view(1).placed, 1)]
    assert table.no(actions.Way(0), seat=1).startswith("Turncoat lies face down already: choose 1 card")
    table.play("1: pay Mire", "2: stand")
    assert (table.stack(1), table.discard(1), table.hand(1)) == ("Spark Turncoat", "Mire", "Push")


def test_a_way_can_be_undone_until_all_have_chosen_and_is_secret_arc_07_arc_15():
    table = Table("Spark; hand Turncoat Push Mire", "Drop")
    table.play("1: advance Turncoat", "1: way 2", "1: pay Mire")
    seen = table.view(2), table.view(None)
    table.play("1: withdraw", "1: advance Turncoat", "1: way 1", "1: pay Mire", "1: pay Push")
    assert (table.view(2), table.view(None)) == seen
    assert table.view(2).way is UNSET
    table.do("2: stand")
    assert table.discard(1) == "Mire Push"


@pytest.mark.parametrize("seat", ["Spark; hand Turncoat Push", "Drop; hand Turncoat Push Mire"])
def test_a_single_open_way_needs_no_question_arc_07(seat):
    table = Table(seat, "Drop")
    table.do("1: advance Turncoat")
    assert (table.view(1).owed, table.view(1).way) == (1, 1)
    assert table.no(actions.Way(0), seat=2).startswith("There is no way to choose")


def test_ways_with_the_same_cost_are_one_choice_arc_07():
    """Wanderer advances from Spark and from any Level 1 for free: there is no choice."""
    table = Table("Spark; hand Wanderer", "Drop")
    table.do("1: advance Wanderer")
    assert table.view().places[0].ready


def test_a_card_that_cannot_be_paid_for_at_the_reveal_is_discarded_instead_arc_07():
    table = Table("Drop Stream River; hand Ocean Stream Push; discard Push Push Push", "Drop")
    table.play("1: advance Ocean", "1: pay Push", "1: pay Stream")
    side = table.side(1)
    table.change(1, deck=Deck(side.deck.order + side.deck.discard))
    told = table.do("2: stand")
    assert kinds(told)[1:] == ["Revealed", "AdvanceFailed"]
    assert table.stack(1) == "Drop Stream River"
    assert table.discard(1) == "Ocean"
    assert table.hand(1) == "Push Stream"


def test_supports_beginners_and_cards_not_held_are_refused_arc_07():
    table = Table("Spark; hand Push Drop Flame", "Drop; hand Stream")
    assert table.no("1: advance Push").startswith("Push is a Support: it is played in the battle")
    assert table.no("1: advance Drop") == "Drop advances from no Character: it can only begin a stack."
    foreign = actions.Advance(table.card(2, "Stream"))
    assert table.no(foreign, seat=1) == "That card is not in your hand: choose one that is."
    assert (
        table.no(actions.Advance(999), seat=1)
        == table.no(actions.Advance(-1), seat=1)
        == table.no(foreign, seat=1)
    )
    assert table.no("1: pay Push") == "There is nothing to pay for: first put a Character face down."


def test_effects_on_advancing_follow_all_advances_in_the_order_of_the_new_powers_arc_06_arc_07():
    """Before, Ben's 150 are less than Ann's 200; with the new cards Ann's 300 are less than his 350."""
    table = Table("Spark; hand Herald", "Dawn; hand Oath")
    table.state.boosts = (Boost(table.side(2).stack[0], 1, 50, 1),)
    table.do("1: advance Herald")
    told = table.do("2: advance Oath")
    assert kinds(told)[:4] == ["Chose", "Revealed", "Advanced", "Advanced"]
    assert [fact.seat for fact in told if isinstance(fact, facts.Drew | facts.PowerChanged)] == [0, 1]


def test_only_the_asked_seat_can_answer_a_question_of_a_card_arc_07():
    table = Table("Spark; hand Storm", "Drop; hand Push", "Drop; hand Mire")
    table.play("1: advance Storm", "2: stand", "3: stand")
    assert table.awaited == [1]
    assert table.legal(1) == ["choose seat 2", "choose seat 3"]
    assert table.no("2: stand") == "Storm asks seat 1 something: the match goes on after the answer."
    assert (
        table.no(actions.Choose(1), seat=2)
        == "Storm asks seat 1 something: the match goes on after the answer."
    )
    assert table.no("1: stand") == "Storm asks you something: answer that first."
    assert (
        table.no(actions.Choose(5), seat=1) == "Storm does not offer that: choose one of the answers shown."
    )
    table.do("1: choose seat 3")
    assert (table.hand(2), table.hand(3)) == ("Push", "")
    assert table.awaited == [1]


def test_the_top_card_counts_and_abilities_of_all_levels_stay_in_force_arc_08():
    table = Table("Spark Warden Leaper; discard Push Push Mire", "Drop")
    place = table.view().places[0]
    assert place.power == 500 + 75
    assert [(part.source, part.by, part.kind) for part in place.parts] == [
        ("TST-09", 500, "printed"),
        ("TST-17", 75, "always"),
    ]


def test_permanent_effects_of_others_apply_unless_a_shield_prevents_them_arc_08():
    table = Table("Drop Frost", "Spark", "Spark", "Dawn Frost")
    assert [table.power(seat) for seat in (1, 2, 3, 4)] == [250, 100, 100, 250]
    table = Table.in_support("Spark; hand Ward", "Drop Frost")
    table.play("1: play Ward")
    assert table.power(1) == 200


def test_an_effect_that_lasts_with_its_card_ends_when_the_card_leaves_the_stack_arc_08():
    table = Table("Spark; hand Oath Blaze Push", "Drop; hand Topple Topple")
    table.play("1: advance Oath", "2: stand", "1: stand")
    assert table.power(1) == 400
    assert table.view().places[0].parts[1].until == "stack"
    table.play("2: play Topple")
    assert (table.stack(1), table.power(1)) == ("Spark", 200)


def test_power_never_reveals_a_hidden_hand_arc_15():
    """Counter counts all cards in hand; a card that counts only matching ones counts none there."""
    table = Table("Spark Counter; hand Push Push Mire", "Drop")
    assert table.power(1) == 375
    held = Table("Spark Counter; hand Push Push Flame", "Drop; hand Stream")
    held.do("2: advance Stream")
    assert held.power(1) == 375
    table.change(1, hand=table.side(1).hand[:1])
    assert table.power(1) == 325
    assert replace(table.view(2), viewer=None).hand == ()


# Abilities that wait, and such as happen once a turn


def test_a_character_thrown_off_its_stack_at_the_start_of_a_turn_acts_no_more_arc_06a():
    """Usurper has the least power and acts first: Rouser is gone when its turn comes."""
    table = began("Usurper", "Drop Rouser")
    assert (table.stack(2), table.power(2)) == ("Drop", 200)
    assert not changes(table)
    table = began("Usurper Oath", "Drop Rouser")
    assert (table.stack(2), table.power(2)) == ("Drop", 250), "what it has given before stays"


def test_a_character_thrown_off_at_an_advance_acts_no_more_arc_06a():
    table = Table("Spark; hand Felling", "Drop; hand Herald")
    table.play("1: advance Felling", "2: advance Herald")
    assert (table.stack(1), table.stack(2), table.hand(2)) == ("Spark Felling", "Drop", "")


def test_two_abilities_once_a_turn_are_not_shared_and_a_failed_condition_uses_up_nothing_arc_06b():
    """Twice: 25 with power of at least 260, and 10 always, each once a turn."""
    table = Table.in_support("Twice; hand Push Push", "Drop Stream; hand Push Push Push")
    table.do("1: play Push")
    assert table.power(1) == 200 + 50 + 10, "the condition of the first does not hold"
    table.do("2: play Push")
    assert table.power(1) == 260 + 25
    table.play("1: play Push", "2: play Push")
    assert table.power(1) == 285 + 50, "both are used up"
    assert RULES.notation(table.state).count("@1/") == 2
    assert RULES.position(RULES.notation(table.state)).spent == table.state.spent


def test_two_rerolls_of_one_card_may_both_be_used_arc_06b():
    table = Table.in_support("Luckier; hand Dice Dice", "Drop Stream", dice=(1, 2, 3))
    table.play("1: play Dice", "1: choose roll again")
    assert table.awaited == [2], "a card lets the same dice be rolled again once"
    table.play("2: pass", "1: play Dice")
    assert table.awaited == [1]


def test_what_is_used_up_is_there_again_in_the_next_turn_arc_06b():
    table = Table.in_support("Twice; hand Push", "Drop Stream")
    table.do("1: play Push")
    assert table.state.spent
    table.play("2: pass", "1: pass", "1: stay", "2: stay")
    assert not table.state.spent


def test_a_look_and_a_search_among_the_top_refill_the_deck_first_arc_12a():
    table = Table.in_support("Spark; hand Sift; deck Blank; discard Push Mire Drop", "Drop Stream")
    told = table.do("1: play Sift")
    assert kinds(told)[1] == "Refilled"
    assert len(table.view(1).looking) == 3
    table = Table.in_support("Spark; hand Gaze; deck ; discard Push Mire", "Drop Stream")
    table.do("1: play Gaze")
    assert sorted(table.names([card.card for card in table.view(1).looking]).split()) == ["Mire", "Push"]


def test_a_discard_from_the_deck_refills_it_and_stays_out_of_the_shuffle_arc_12a():
    table = Table.in_support("Spark; hand Grind", "Drop Stream; deck Blank; discard Push Mire Ward")
    table.do("1: play Grind")
    assert table.discard(2).split()[0] == "Blank"
    assert (len(table.discard(2).split()), len(table.deck(2).split())) == (3, 1)
    table = Table.in_support("Spark; hand Grind", "Drop Stream; deck ; discard Push")
    table.do("1: play Grind")
    assert (table.discard(2), table.deck(2)) == ("Push", "")


def test_version_1_keeps_what_was_so_before_these_rulings(monkeypatch):
    monkeypatch.setattr(ArclashRules, "table", FirstRules.table)
    table = began("Usurper", "Drop Rouser")
    assert (table.stack(2), table.power(2)) == ("Drop", 250)
    table = Table.in_support("Twice; hand Push Push", "Drop Stream; hand Push")
    table.play("1: play Push", "2: play Push")
    assert table.power(1) == 260, "the first was used up when its condition failed"
    table = Table.in_support("Spark; hand Grind", "Drop Stream; deck Blank; discard Push Mire Ward")
    table.do("1: play Grind")
    assert (table.discard(2), table.deck(2)) == ("Push Mire Ward Blank", "")
