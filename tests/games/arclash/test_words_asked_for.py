"""Effect words that were added on request of designers, each in a match (ARC-18; docs/CARDS.md)."""

from __future__ import annotations

from typing import Any

from bot.games.arclash.rules import facts
from tests.games.arclash.table import RULES, Table


def on_turn(seat: int, *seats: str, **more: Any) -> Table:
    """Return a battle in which this seat is on turn to play a Support."""
    table = Table.in_support(*seats, **more)
    table.state.current = seat - 1
    return table


def told_of(table: Table, kind: type, seat: int | None = None) -> list:
    return [fact for fact in table.told(seat) if isinstance(fact, kind)]


def test_power_is_an_amount_halved_and_bounded_or_a_difference():
    """Mirror: half the strongest opponent's power, at most 100. Gap: the difference of powers, at most 60."""
    for opponents, gained in ((("Dawn; hand Push", "Drop"), 100), (("Dawn",), 50)):
        table = on_turn(1, "Spark; hand Mirror", *opponents)
        table.play("1: play Mirror")
        assert table.power(1) == 200 + gained
    table = on_turn(1, "Spark; hand Gap Gap", "Emberling")
    table.play("1: play Gap")
    assert table.power(2) == 150 - 50
    table.play("2: pass", "1: play Gap")
    assert table.power(2) == 100 - 60


def test_players_discard_down_to_a_number_by_their_own_choice_unless_shielded():
    table = on_turn(
        4,
        "Spark; hand Drain",
        "Drop; hand Push Mire Ward",
        "Dawn; hand Push Push",
        "Bully; hand Ward Push Push Push",
    )
    table.play("4: play Ward", "1: play Drain")
    assert table.awaited == [2]
    table.play("2: choose Mire")
    assert (table.hand(2), table.hand(3), table.discard(2)) == ("Push Ward", "Push Push", "Mire")
    assert table.hand(4) == "Push Push Push"
    assert told_of(table, facts.Prevented)


def test_the_last_support_is_cancelled_with_its_changes_of_power():
    table = on_turn(2, "Spark; hand Annul", "Drop; hand Push Push")
    table.play("2: play Push")
    assert table.power(2) == 250
    table.play("1: play Annul")
    assert (table.power(2), table.discard(2)) == (200, "Push")
    assert told_of(table, facts.Cancelled)
    table.play("2: play Push", "1: pass", "2: pass")
    assert table.scores == [0, 1]
    table = on_turn(1, "Spark; hand Annul", "Drop")
    table.play("1: play Annul")
    assert not told_of(table, facts.Cancelled)


def test_a_forbidden_player_plays_no_more_supports_in_this_battle():
    table = on_turn(1, "Spark; hand Hush Push", "Drop; hand Push")
    table.play("1: play Hush")
    assert told_of(table, facts.Forbidden)
    assert table.awaited == [1]
    assert table.view().places[1].done
    table.play("1: play Push", "1: pass")
    assert (table.scores, table.state.phase) == ([1, 0], "renew")
    assert not table.view().places[1].done


def test_points_scored_by_a_card_can_win_at_once_arc_14():
    table = on_turn(1, "Spark; hand Prize Push; score 3", "Drop", dice=(1,), score=9)
    table.play("1: play Prize")
    assert table.scores == [5, 0]
    won = on_turn(1, "Spark; hand Prize; score 8", "Drop", dice=(1,), score=9)
    won.play("1: play Prize")
    outcome = RULES.outcome(won.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (10, 0))
    assert won.state.program.idle


def test_a_hand_is_shown_to_one_player_only_arc_15():
    table = on_turn(1, "Spark; hand Spy", "Drop; hand Push Mire", "Dawn; hand Ward")
    others = table.view(2).hand, table.view(3).hand
    table.play("1: play Spy")
    assert [table.name(one.card) for one in table.view(1).looking] == ["Push", "Mire", "Ward"]
    assert table.legal(1) == ["choose no more"]
    for viewer in (2, 3, None):
        assert table.view(viewer).looking == ()
    table.play("1: choose no more")
    seen = told_of(table, facts.Looked, 1)
    assert [[table.name(one.card) for one in fact.cards] for fact in seen] == [["Push", "Mire"], ["Ward"]]
    for viewer in (2, 3, None):
        assert [(fact.count, fact.cards) for fact in told_of(table, facts.Looked, viewer)] == [
            (2, ()),
            (1, ()),
        ]
    assert (table.view(2).hand, table.view(3).hand) == others


def test_a_look_at_the_top_of_the_deck_keeps_its_order_arc_15():
    table = on_turn(1, "Spark; hand Gaze; deck Push Mire Ward Topple", "Drop")
    table.play("1: play Gaze")
    assert sorted(table.name(one.card) for one in table.view(1).looking) == ["Mire", "Push", "Ward"]
    assert table.view(2).looking == ()
    table.play("1: choose no more")
    assert table.deck(1) == "Push Mire Ward Topple"
    assert [fact.cards for fact in told_of(table, facts.Looked, 2)] == [()]


def test_an_advancement_returns_to_the_hand_and_a_support_to_the_deck():
    table = on_turn(1, "Spark; hand Recall", "Mourner Echoer", "Drop")
    table.play("1: play Recall", "1: choose seat 2")
    assert (table.stack(2), table.hand(2).split()[0]) == ("Mourner", "Echoer")
    assert [fact.seat for fact in told_of(table, facts.Drew)] == [1]
    table = on_turn(1, "Spark; hand Recall", "Drop")
    table.play("1: play Recall")
    assert table.stack(2) == "Drop", "a Level 1 does not return"
    assert not told_of(table, facts.Returned)
    table = on_turn(2, "Spark; hand Bury", "Drop; hand Push; deck Blank")
    table.play("2: play Push", "1: play Bury")
    assert sorted(table.deck(2).split()) == ["Blank", "Push"]
    assert (table.power(2), table.view().places[1].supports) == (250, ())


def test_a_free_advance_costs_nothing_and_triggers_the_card():
    """From the hand, which asks in any case (ARC-15), the deck or the discard pile."""
    table = on_turn(1, "Spark Flame; hand Climb Blaze Herald", "Drop")
    table.play("1: play Climb")
    assert table.legal(1) == ["choose Blaze", "choose no more"]
    table.play("1: choose Blaze")
    assert (table.stack(1), table.hand(1)) == ("Spark Flame Blaze", "Herald")
    table = on_turn(1, "Spark; hand Climb Herald; deck Push Mire", "Drop")
    table.play("1: play Climb", "1: choose Herald")
    assert (table.stack(1), table.hand(1)) == ("Spark Herald", "Push")
    table = on_turn(1, "Spark; hand Climb Push", "Drop")
    table.play("1: play Climb")
    assert table.legal(1) == ["choose no more"]
    table.play("1: choose no more")
    assert not told_of(table, facts.Climbed)
    table = on_turn(1, "Spark; hand Ascend; deck Push Flame Stream Mire", "Drop")
    table.play("1: play Ascend", "1: choose Flame")
    assert (table.stack(1), sorted(table.deck(1).split())) == ("Spark Flame", ["Mire", "Push", "Stream"])
    table = on_turn(1, "Spark; hand Rise; discard Flame Push", "Drop")
    table.play("1: play Rise", "1: choose Flame")
    assert (table.stack(1), table.discard(1)) == ("Spark Flame", "Push")


def test_cards_in_a_stack_are_triggered_by_a_support():
    table = on_turn(2, "Heckler; hand Push", "Drop Echoer; hand Push Push")
    table.play("2: play Push")
    assert (table.power(1), table.power(2)) == (200 + 25 - 10, 350)
    table.play("1: play Push")
    assert table.power(1) == 215 + 50 - 10, "once a turn, and Echoer again"


def test_a_level_lost_in_battle_triggers_after_the_damage():
    table = Table.after_battle("Mourner Stream", "Drop Flame Blaze")
    assert table.stack(1) == "Mourner"
    assert [fact.seat for fact in told_of(table, facts.Drew) if fact.card] == [0]


def test_each_opponent_chooses_in_turn_and_then_all_choices_are_carried_out():
    """Ballot: a Character from the hand, or 50 power and a card for the player of it."""
    table = on_turn(
        1, "Spark; hand Ballot; deck Blank Blank", "Drop; hand Flame Push Stream", "Dawn; hand Push", "Bully"
    )
    table.play("1: play Ballot")
    assert (table.awaited, len(table.legal(2))) == ([2], 2)
    table.play("2: choose 1")
    assert (table.awaited, table.hand(2)) == ([3], "Flame Push Stream"), "nothing before all have chosen"
    table.play("3: choose 1", "4: choose 2")
    assert (table.awaited, table.legal(2)) == ([2], ["choose Flame", "choose Stream"])
    for viewer in (1, 3, 4, None):
        assert table.view(viewer).question.options == (), "what fits is known to its owner alone (ARC-15)"
    table.play("2: choose Stream")
    assert (table.discard(2), table.hand(3), table.power(4)) == ("Stream", "Push", 150)
    assert (table.hand(1), table.power(1)) == ("Blank", 210), "then it goes on for who played it"


def test_a_seat_that_leaves_while_opponents_choose_is_skipped_and_keywords_work():
    table = on_turn(1, "Spark; hand Ballot; deck Blank", "Drop; hand Push", "Dawn; hand Push")
    table.play("1: play Ballot", "2: resign")
    assert table.awaited == [3]
    table.play("3: choose 2")
    assert (table.power(3), table.hand(1)) == (50, "Blank")
    table = on_turn(1, "Spark; hand Banner; deck Blank", "Drop")
    table.play("1: play Banner")
    assert (table.power(1), table.hand(1)) == (225, "Blank")
