"""A seat leaves the match while a card is being carried out."""

import pytest

from bot.engine.cards import machine
from bot.engine.cards.program import Program
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows
from bot.engine.cards.words.logic import AllOf, AnyOf, If
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards
from bot.games.arclash.cards.words.levels import LevelIs
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import ScoreIs
from tests.engine.cards.toy import Story, Toy


@pytest.fixture
def table():
    toy = Toy(4)
    for seat in range(4):
        toy.put("hand", seat, "Card", "Card")
    return toy


def test_the_running_effects_of_a_leaving_seat_are_dropped(table):
    assert Story(table.clone()).leave(1).program == Program(), "nothing, where nothing is asked"
    story = Story(table).play(Debuff(50), Buff(10), seat=2)
    assert story.question.seat == 2
    assert story.leave(2).over
    assert story.told() == []


def test_the_queued_effects_of_a_leaving_seat_are_dropped_and_others_continue(table):
    story = Story(table)
    abilities = [(0, 0, Ability("played", (Debuff(1),)))]
    abilities += [(seat, seat, Ability("played", (Buff(seat, "you"),))) for seat in (2, 3)]
    story.program = machine.run(machine.begin_all(Program(), abilities), table, story.rng)
    story.leave(2)
    assert story.answers == (1, 3)
    assert story.answer(3).told() == [("power", 3, -1, "turn"), ("power", 3, 3, "turn")]


def test_a_seat_that_left_cannot_be_chosen(table):
    story = Story(table).play(Debuff(50))
    assert story.answers == (1, 2, 3)
    assert story.leave(2).answers == (1, 3)
    story.leave(1)
    assert story.over, "the only opponent left is not asked for"
    assert story.told() == [("power", 3, -50, "turn")]


def test_a_seat_that_left_is_not_awaited(table):
    story = Story(table).play(DiscardCards("opponents")).answer(table.cards("hand", 1)[0])
    assert story.question.seat == 2
    story.leave(2)
    assert story.question.seat == 1, "the choice may be another one now, so it is made again"
    story.answer(table.cards("hand", 1)[1], table.cards("hand", 3)[0])
    assert story.told() == [("discarded", 1, 1, (7,)), ("discarded", 3, 3, (10,))]


def test_dice_and_coins_keep_their_results(table):
    story = Story(table, 2, 1).play(
        If(AllOf((CoinShows(), LevelIs("opponent"))), (Buff(9),)),
        DiscardCards("opponents", count=Dice(sides=2)),
    )
    assert story.told() == [("tossed", 0, False), ("rolled", 0, (1,), 2)]
    story.leave(3)
    assert story.told("tossed", "rolled") == [("tossed", 0, False), ("rolled", 0, (1,), 2)]
    assert len(story.rng.draws) == 2


def test_results_are_not_reused_for_dice_of_another_kind(table):
    """The condition had asked for an opponent's choice on one path; the other path has another die."""
    table.scores = [0, 5, 0, 0]
    way = AnyOf((AllOf((ScoreIs("opponents", at_least=5), DieShows(20), LevelIs("opponent"))), DieShows(4)))
    story = Story(table, 17, 3).play(If(way, (Buff(1),)))
    assert story.question.kind == "seat"
    story.leave(1)
    assert story.told("rolled") == [("rolled", 0, (17,), 20), ("rolled", 0, (3,), 4)]
    assert story.over


def test_a_chosen_opponent_that_left_is_no_target(table):
    story = Story(table).play(Debuff(50), Debuff(50), Debuff(10, "chosen")).answer(2)
    story.answer(3).told()
    story = Story(table.clone()).play(Debuff(50), DiscardCards("chosen"), Debuff(10, "chosen")).answer(2)
    assert story.question.seat == 2
    story.leave(2)
    assert story.over
    assert story.told("power")[-1] == ("power", 2, -50, "turn")
