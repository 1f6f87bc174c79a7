"""Recovering, renewing a stack, and the end of the match (ARC-12 to ARC-14)."""

from __future__ import annotations

from bot.games.arclash.rules import actions, facts
from tests.games.arclash.table import RULES, Table

EIGHT = " ".join(["Push"] * 8)


def of(table, kind):
    return [event.public for event in table.events if isinstance(event.public, kind)]


def test_an_effect_for_the_next_turn_lasts_to_its_recover_phase_arc_12():
    table = Table.in_support("Dawn; hand Echo", "Drop")
    table.play("1: play Echo", "2: pass", "1: pass")
    assert table.power(1) == 150
    assert table.view().places[0].parts[-1].until == "next-turn"
    table.play("1: stay", "2: stay")
    assert table.view().places[0].parts[1].until == "turn"
    table.play("1: stand", "2: stand")
    assert table.power(1) == 175
    while table.state.phase == "support":
        table.do("pass")
    assert table.power(1) == 100


def test_supports_are_discarded_and_their_effects_end_arc_12():
    table = Table.in_support("Dawn; hand Vow", "Drop; hand Mire")
    assert table.do("1: play Vow")[-1].until == "turn", "what lasts with its card too"
    table.play("2: play Mire", "1: pass", "2: pass")
    assert (table.discard(1), table.discard(2)) == ("Vow", "Mire")
    assert of(table, facts.Recovered) == [facts.Recovered(2)]
    assert (table.power(1), table.power(2)) == (100, 200)


def test_every_level_four_loses_a_level_also_the_winners_arc_12():
    table = Table.after_battle("Spark Flame Blaze Sun", "Drop Stream River Ocean", score=50)
    assert table.stack(1) == "Spark Flame Blaze"
    assert table.stack(2) == "Drop Stream River"
    down = [(fact.seat, fact.why) for fact in of(table, facts.LevelledDown)]
    assert down == [(1, "battle"), (0, "level-4")]


def test_each_draws_up_to_eight_arc_12():
    table = Table.after_battle("Dawn; hand Push Push", "Drop")
    assert [len(side.hand) for side in table.state.sides] == [8, 8]
    drew = [event for event in table.events if isinstance(event.public, facts.Drew)]
    assert [event.public for event in drew] == [facts.Drew(0, 6), facts.Drew(1, 8)]
    assert len(drew[0].seen_by(0).cards) == 6
    assert drew[0].seen_by(1).cards == ()


def test_an_empty_deck_is_refilled_by_shuffling_the_discard_pile_and_with_both_empty_the_draw_stops_arc_12():
    first = "Dawn; hand Push Push; deck Blank Blank; discard Mire Mire Mire Mire Mire"
    table = Table.after_battle(first, f"Dawn; hand {EIGHT} Mire", "Dawn; hand Push; deck Blank")
    assert of(table, facts.Refilled) == [facts.Refilled(0, 5)]
    assert (len(table.side(1).hand), table.deck(1), table.discard(1)) == (8, "Mire", "")
    assert len(table.side(2).hand) == 9, "a hand over eight is kept"
    assert table.hand(3) == "Push Blank"


def test_each_seat_may_replace_the_stack_by_a_level_one_of_the_hand_arc_13():
    table = Table.after_battle(f"Dawn Oath; hand Spark {EIGHT}", f"Drop; hand {EIGHT}")
    assert table.awaited == [1, 2]
    assert table.legal(1) == ["renew Spark", "stay"]
    assert table.legal(2) == ["stay"]
    assert table.do("1: renew Spark") == [facts.Chose(0, "renew")]
    assert table.view(1).placed is not None
    told = table.do("2: stay")
    assert isinstance(told[1], facts.Revealed)
    assert [shown and shown.number for shown in told[1].cards] == ["TST-01", None]
    assert table.stack(1) == "Spark"
    assert table.discard(1) == "Dawn Oath"
    assert table.state.turn == 2


def test_only_a_level_one_begins_a_stack_and_the_choice_can_be_undone_until_all_have_chosen_arc_13_arc_15():
    table = Table.after_battle(f"Dawn; hand Flame Spark {EIGHT}", "Drop")
    no_beginner = "a stack begins with a Level 1 Character."
    assert table.no("1: renew Flame") == f"Flame is a Level 2 Character: {no_beginner}"
    assert table.no("1: renew Push") == f"Push is a Support: {no_beginner}"
    table.do("1: renew Spark")
    assert table.do("1: withdraw") == [facts.Withdrew(0, "renew")]
    assert table.view(1).placed is None
    table.play("1: stay", "2: stay")
    assert table.stack(1) == "Dawn"


def test_an_effect_that_lasts_with_a_card_ends_when_its_stack_is_renewed_arc_13():
    table = Table("Drop; hand Oath Spark", "Dawn")
    table.play("1: advance Oath", "2: stand", "1: stand", "2: pass", "1: pass")
    assert table.power(1) == 400
    table.play("1: renew Spark", "2: stay")
    assert table.power(1) == 200


def test_reaching_the_winning_score_ends_the_match_at_once_arc_14():
    table = Table.after_battle("Drop Stream; score 9", "Spark; score 8", score=10)
    outcome = table.state.outcome
    assert outcome.winners == (0,)
    assert (outcome.scores, outcome.why) == ((10, 8), "The winning score is reached")
    assert table.stack(2) == "Spark"
    assert table.awaited == []
    assert table.no(actions.Stay(), seat=1) == "The match is over."


def test_after_the_last_turn_most_points_win_and_equal_points_are_a_draw_arc_14():
    table = Table.after_battle("Drop Stream; score 3", "Spark; score 8", rounds=1, score=20)
    assert table.state.outcome.winners == (1,)
    assert table.state.outcome.why == "The most points after the last turn"
    table = Table.after_battle("Drop Stream; score 7", "Spark; score 8", rounds=3, turn=3, score=20)
    assert (table.state.outcome.drawn, table.state.outcome.scores) == (True, (8, 8))
    table = Table.after_battle("Drop Stream", "Spark", rounds=0, turn=150)
    assert RULES.outcome(table.state) is None, "without a limit it goes on"


def test_a_resigned_seat_leaves_and_the_last_one_wins():
    table = Table.in_support("Dawn; hand Push; score 3", "Drop Frost", "Spark")
    assert table.power(1) == 50
    told = table.do("2: resign")
    assert told == [facts.Resigned(1)]
    place = table.view().places[1]
    assert (place.out, place.stack, place.power, place.ready) == (True, (), 0, False)
    assert table.power(1) == 100
    assert table.no(actions.Pass(), seat=2) == "You are out of this match."
    table.do("3: resign")
    assert table.state.outcome.winners == (0,)
    assert table.state.outcome.why == "Everybody else has resigned"


def test_the_match_continues_when_the_awaited_seat_resigns():
    table = Table("Spark; hand Flame", "Drop", "Drop")
    table.play("1: advance Flame", "2: stand")
    told = table.do("3: resign")
    assert [type(fact).__name__ for fact in told] == ["Resigned", "Revealed", "Advanced"]
    assert told[1].cards[2] is None
    battle = Table.in_support("Dawn", "Drop", "Drop Stream")
    battle.do("1: resign")
    assert battle.awaited == [2]
    battle.play("2: pass", "3: pass")
    assert battle.scores == [0, 0, 1]


def test_a_question_to_a_resigned_seat_is_dropped_and_one_about_it_is_asked_again():
    table = Table.in_support("Dawn; hand Peek Push", "Drop; hand Push", "Drop Stream; hand Push")
    table.do("1: play Peek")
    table.do("1: resign")
    assert table.state.program.idle
    assert table.awaited == [2]
    table = Table.in_support("Dawn; hand Peek Push", "Drop; hand Push Push", "Drop Stream; hand Mire Push")
    table.play("1: play Peek", "1: choose seat 2")
    table.do("2: resign")
    assert table.view().question.of == 2
    table.do("1: choose Mire")
    assert table.hand(3) == "Push"
