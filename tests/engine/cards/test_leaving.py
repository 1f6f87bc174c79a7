"""A seat leaves the match while cards are in the middle of something."""

import pytest

from bot.engine.cards import machine
from bot.engine.cards.program import Program
from bot.games.arclash.cards.words import (
    Ability,
    AllOf,
    AnyOf,
    Buff,
    CoinShows,
    Debuff,
    Dice,
    DieShows,
    DiscardCards,
    If,
    LevelIs,
    ScoreIs,
)
from tests.engine.cards.toy import Story, Toy


@pytest.fixture
def table():
    toy = Toy(4)
    for seat in range(4):
        toy.put("hand", seat, "Card", "Card")
    return toy


def test_what_the_cards_of_who_left_were_doing_is_dropped(table):
    assert Story(table.clone()).leave(1).program == Program(), "nothing, where nothing is asked"
    story = Story(table).play(Debuff(50), Buff(10), seat=2)
    assert story.question.seat == 2
    assert story.leave(2).over
    assert story.told() == []


def test_what_waits_of_theirs_is_dropped_and_the_rest_goes_on(table):
    story = Story(table)
    abilities = [(0, 0, Ability("played", (Debuff(1),)))]
    abilities += [(seat, seat, Ability("played", (Buff(seat, "you"),))) for seat in (2, 3)]
    story.program = machine.run(machine.begin_all(Program(), abilities), table, story.rng)
    story.leave(2)
    assert story.answers == (1, 3)
    assert story.answer(3).told() == [("power", 3, -1, "turn"), ("power", 3, 3, "turn")]


def test_who_left_is_not_to_be_chosen_any_more(table):
    story = Story(table).play(Debuff(50))
    assert story.answers == (1, 2, 3)
    assert story.leave(2).answers == (1, 3)
    story.leave(1)
    assert story.over, "the only opponent left is not asked for"
    assert story.told() == [("power", 3, -50, "turn")]


def test_who_left_is_not_waited_for(table):
    story = Story(table).play(DiscardCards("opponents")).answer(table.cards("hand", 1)[0])
    assert story.question.seat == 2
    story.leave(2)
    assert story.question.seat == 1, "the choice may be another one now, so it is made again"
    story.answer(table.cards("hand", 1)[1], table.cards("hand", 3)[0])
    assert story.told() == [("discarded", 1, 1, (7,)), ("discarded", 3, 3, (10,))]


def test_dice_and_coins_stay_as_they_fell(table):
    story = Story(table, 2, 1).play(
        If(AllOf((CoinShows(), LevelIs("opponent"))), (Buff(9),)),
        DiscardCards("opponents", count=Dice(sides=2)),
    )
    assert story.told() == [("tossed", 0, False), ("rolled", 0, (1,), 2)]
    story.leave(3)
    assert story.told("tossed", "rolled") == [("tossed", 0, False), ("rolled", 0, (1,), 2)]
    assert len(story.rng.draws) == 2


def test_dice_of_another_sort_are_not_taken_for_those_that_fell(table):
    """The condition asked for an opponent's choice on one way; on the other way there is another die."""
    table.scores = [0, 5, 0, 0]
    way = AnyOf((AllOf((ScoreIs("opponents", at_least=5), DieShows(20), LevelIs("opponent"))), DieShows(4)))
    story = Story(table, 17, 3).play(If(way, (Buff(1),)))
    assert story.question.kind == "seat"
    story.leave(1)
    assert story.told("rolled") == [("rolled", 0, (17,), 20), ("rolled", 0, (3,), 4)]
    assert story.over


def test_the_chosen_opponent_who_left_is_nobody(table):
    story = Story(table).play(Debuff(50), Debuff(50), Debuff(10, "chosen")).answer(2)
    story.answer(3).told()
    story = Story(table.clone()).play(Debuff(50), DiscardCards("chosen"), Debuff(10, "chosen")).answer(2)
    assert story.question.seat == 2
    story.leave(2)
    assert story.over
    assert story.told("power")[-1] == ("power", 2, -50, "turn")
