"""The battle: its start, the Support stage, the damage (ARC-09 to ARC-11)."""

from __future__ import annotations

from bot.engine.cards import costs
from bot.games.arclash.cards.words.levels import LevelDownCost
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.queries import ArclashQueries
from tests.games.arclash.cards_for_tests import POOL, number_of
from tests.games.arclash.table import RULES, Table


def kinds(told):
    return [type(fact).__name__ for fact in told]


def of(told, kind):
    return [fact for fact in told if isinstance(fact, kind)]


def test_effects_at_the_start_of_the_battle_arc_09():
    table = Table.in_support("Drummer", "Drop Stream", dice=(4,))
    assert table.power(1) == 300
    rolled = of([event.public for event in table.events], facts.Rolled)
    assert rolled == [facts.Rolled(0, "TST-16", (4,), 6)]


def test_a_reroll_is_offered_to_the_rolling_seat_once_a_turn_arc_09():
    table = Table.in_support("Lucky; hand Dice Dice", "Drop Stream", dice=(1, 6, 2))
    table.do("1: play Dice")
    assert table.awaited == [1]
    assert table.view(2).question.rolled == (1,)
    asked = Table.wording.menu(table.view(1), RULES.legal(table.state, 0), (), ["Ann", "Ben"]).text
    assert "You rolled **1** for *Dice*." in asked, asked
    assert "> Roll a die; your Character gains 25 power for each point" in asked, asked
    assert "*Lucky* lets you: **do you roll again?**" in asked, asked
    told = table.do("1: choose roll again")
    assert of(told, facts.Rolled) == [facts.Rolled(0, "TST-19", (6,), 6, again=True)]
    assert table.power(1) == 350
    table.do("2: pass")
    table.do("1: play Dice")
    assert table.power(1) == 400


def test_the_support_stage_begins_with_the_lowest_power_then_clockwise_with_a_die_for_ties_arc_10():
    table = Table.in_support("Drop Stream", "Spark", "Drop Stream")
    assert (table.state.order, table.awaited) == ((1, 2, 0), [2])
    assert table.no("1: pass") == "It is not your turn: seat 2 plays a Support or passes."
    table = Table.in_support("Drop", "Spark", "Drop Stream", dice=(3, 5))
    assert table.state.order == (1, 2, 0)
    assert of([event.public for event in table.events], facts.TieRolled) == [
        facts.TieRolled("support", (0, 1), ((3, 5),), 1)
    ]


def test_the_support_stage_lasts_until_all_have_passed_and_a_pass_is_final_arc_10():
    table = Table.in_support("Dawn; hand Push Push Push", "Drop; hand Push", "Drop Stream")
    table.play("1: play Push", "2: pass", "3: pass")
    assert table.no("2: play Push") == "You have passed: you play no more Supports in this battle."
    table.play("1: play Push", "1: play Push")
    assert table.awaited == [1]
    table.do("1: pass")
    assert table.state.phase == "renew"


def test_the_order_is_fixed_and_a_seat_without_supports_passes_itself_arc_10_arc_15():
    table = Table.in_support("Dawn; hand Push Push Flame", "Drop; hand Push Push")
    table.play("1: play Push", "2: play Push", "1: play Push")
    assert (table.power(1), table.awaited, table.state.order) == (200, [2], (0, 1))
    table.do("2: pass")
    assert (table.legal(1), table.awaited) == (["pass"], [1])


def test_a_support_takes_effect_at_once_and_is_public_arc_10():
    table = Table.in_support("Dawn; hand Push Mire Flame", "Drop")
    told = table.do("1: play Push")
    assert kinds(told) == ["Played", "PowerChanged"]
    assert told[1] == facts.PowerChanged(0, "TST-31", 0, 50, "turn", 150)
    assert [shown.number for shown in table.view().places[0].supports] == ["TST-31"]
    table.do("2: pass")
    assert table.no("1: play Flame") == "Flame is a Character: only Supports are played in a battle."
    table.do("1: play Mire")
    assert table.power(2) == 150


def test_a_condition_of_a_support_is_evaluated_when_it_is_played_arc_10():
    table = Table.in_support("Dawn; hand Kindle Coin", "Spark; hand Kindle", dice=(1,))
    table.play("1: play Kindle", "2: play Kindle", "1: play Coin")
    assert (table.power(1), table.power(2)) == (175, 300)


def test_a_choice_has_its_own_fact_if_no_other_fact_shows_it():
    table = Table.in_support("Dawn; hand Peek Push", "Drop; hand Push", "Spark; hand Mire Push")
    table.play("1: play Peek")
    assert table.do("1: choose seat 3") == [facts.Decided(0, "TST-36", "seat", 2)]
    assert [shown.number for shown in table.view(1).looking] == ["TST-32", "TST-31"]
    assert table.view(2).looking == table.view(3).looking == ()
    assert table.view(2).question.options == ()
    told = table.do("1: choose Mire")
    assert kinds(told) == ["Discarded"]


def test_a_level_down_discards_the_top_except_a_level_one_and_power_is_never_negative_arc_11():
    table = Table.in_support("Dawn; hand Topple Topple Ruin", "Drop Stream; hand Push")
    table.play("1: play Topple")
    assert (table.stack(2), table.discard(2)) == ("Drop", "Stream")
    table.do("2: play Push")
    assert kinds(table.do("1: play Topple")) == ["Played"]
    assert table.stack(2) == "Drop"
    table.play("2: pass", "1: play Ruin")
    place = table.view().places[1]
    assert (place.power, sum([part.by for part in place.parts])) == (0, -749)


def test_the_highest_power_scores_the_levels_of_the_defeated_who_lose_one_level_arc_11():
    table = Table.after_battle("Drop Stream River", "Spark Flame", "Dawn Oath Leaper", "Spark")
    told = [event.public for event in table.events]
    assert of(told, facts.Beaten) == [facts.Beaten(0, (650, 400, 500, 200), (3, 2, 3, 1), 6, 6)]
    assert table.scores == [6, 0, 0, 0]
    stacks = [table.stack(seat) for seat in (1, 2, 3, 4)]
    assert stacks == ["Drop Stream River", "Spark", "Dawn Oath", "Spark"], "a Level 1 stays"
    assert [side.last for side in table.state.sides] == ["won", "lost", "lost", "lost"]
    assert of(told, facts.LevelledDown) == [
        facts.LevelledDown(seat, table.view().places[seat].discard[-1], "battle") for seat in (1, 2)
    ]


def test_a_tie_for_the_highest_is_decided_by_a_die_and_the_other_tied_are_defeated_arc_11():
    table = Table.after_battle("Drop Stream", "Spark Flame", "Dawn", dice=(2, 5))
    told = [event.public for event in table.events]
    assert of(told, facts.TieRolled)[-1] == facts.TieRolled("battle", (0, 1), ((2, 5),), 1)
    assert table.scores == [0, 3, 0]
    assert table.stack(1) == "Drop"


def test_effects_after_the_damage_need_a_card_still_in_a_stack_arc_11():
    """Reaper of the winner draws a card; that of the loser has just been discarded."""
    table = Table.after_battle("Drop Reaper Leaper", "Spark Reaper; hand Push Push Push Push Push")
    told = [event.public for event in table.events]
    drew = [fact for fact in of(told, facts.Drew) if fact.card == number_of("Reaper")]
    assert [(fact.seat, fact.count) for fact in drew] == [(0, 1)]
    assert kinds(told).index("LevelledDown") + 1 == told.index(drew[0])


def test_a_card_not_in_the_hand_is_refused_wherever_it_is_arc_15():
    table = Table.in_support("Dawn; hand Push", "Drop; hand Mire")
    for card in (table.card(2, "Mire"), 999, -1, table.side(1).deck.order[0]):
        assert table.no(actions.Play(card), seat=1) == "That card is not in your hand: choose one that is."


def test_going_down_a_level_is_a_price_that_a_level_one_cannot_pay_arc_18():
    table = Table.in_support("Dawn Oath; hand Sacrifice Sacrifice Ward", "Drop Stream; hand Sacrifice")
    assert table.play("1: play Sacrifice", "1: choose no") == [facts.Decided(0, "TST-50", "may", 0)]
    assert (table.stack(1), table.power(1)) == ("Dawn Oath", 300), "nothing is got for nothing"
    table.play("2: pass", "1: play Ward", "1: play Sacrifice")
    assert table.legal(1) == ["choose no", "choose yes"]
    assert kinds(table.do("1: choose yes")) == ["LevelledDown", "PowerChanged"], "no shield is in the way"
    assert (table.stack(1), table.power(1)) == ("Dawn", 100 + 300)
    alone = Table.in_support("Dawn; hand Sacrifice", "Drop Stream")
    assert kinds(alone.do("1: play Sacrifice")) == ["Played"]
    assert alone.state.program.question is None
    twice = (LevelDownCost(), LevelDownCost())
    queries = ArclashQueries(Table("Dawn Oath", "Spark Flame Blaze").state, POOL)
    assert [costs.payable(queries, seat, twice) for seat in (0, 1)] == [False, True], "each Level but once"
