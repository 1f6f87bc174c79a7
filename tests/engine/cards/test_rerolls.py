"""Rerolls by cards (ARC-18)."""

import pytest

from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Reroll, Rolled
from bot.engine.cards.words.logic import AllOf, If
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.levels import LevelIs
from bot.games.arclash.cards.words.power import Buff
from bot.games.arclash.cards.words.score import ScoreIs
from tests.engine.cards.toy import Story, Toy, ToyFace


def charm(*, once=True, needs=None):
    return ToyFace("Charm", abilities=(Ability("roll", (Reroll(),), needs, once),), number="TOY-77")


@pytest.fixture
def table():
    """Return a table where seat 0 has a card, number 2, that rerolls once a turn."""
    toy = Toy()
    toy.put("stack", 0, charm())
    return toy


def test_after_a_roll_you_may_reroll_all_dice(table):
    story = Story(table, 1, 2, 6, 5).play(Buff(Dice(dice=2)), Buff(Rolled(times=2)))
    question = story.question
    assert (question.seat, question.kind, question.card, question.options) == (0, "reroll", 2, (0, 1))
    assert question.rolled == (1, 2)
    assert story.told() == [("rolled", 0, (1, 2), 6)]
    assert story.answer(1).over
    assert story.told() == [
        ("rolled", 0, (1, 2), 6),
        ("rolled again", 0, (6, 5), 6),
        ("power", 0, 11, "turn"),
        ("power", 0, 22, "turn"),
    ]
    assert table.used_up == [2]
    assert [draw.purpose for draw in story.rng.draws] == ["roll TOY-01", "reroll TOY-77"]
    assert [fact[1] for fact in table.facts[:2]] == [3, 2], "the card that rolls again is named for it"


def test_a_declined_reroll_stays_available(table):
    story = Story(table, 5, 1, 4).play(Buff(Dice()), Buff(Dice())).answer(0)
    assert story.question.rolled == (1,)
    assert table.used_up == []
    assert story.answer(1).told("power") == [("power", 0, 5, "turn"), ("power", 0, 4, "turn")]


def test_several_cards_offer_rerolls_in_sequence(table):
    table.put("supports", 0, charm())
    story = Story(table, 1, 2, 3).play(Buff(Dice()))
    assert story.question.card == 2
    story.answer(1)
    assert (story.question.card, story.question.rolled) == (3, (2,))
    assert story.answer(1).told("power") == [("power", 0, 3, "turn")]
    story = Story(table, 1).play(Buff(Dice()))
    assert story.over, "both are used up now"


@pytest.mark.parametrize(("once", "second"), [(True, 3), (False, 4)])
def test_a_used_card_offers_nothing_and_an_unlimited_one_offers_each_roll(once, second):
    table = Toy()
    table.put("stack", 0, charm(once=once))
    story = Story(table, 1, 2, 3, 4).play(Buff(Dice()), Buff(Dice())).answer(1, *() if once else (1,))
    assert story.over
    assert story.told("power") == [("power", 0, 2, "turn"), ("power", 0, second, "turn")]
    assert table.used_up == ([2] if once else [])


def test_the_die_of_a_condition_can_be_rerolled(table):
    test = If(DieShows(at_least=6), (Buff(1),), (Buff(2),))
    assert Story(table.clone(), 3, 6).play(test).answer(1).told("power") == [("power", 0, 1, "turn")]
    assert Story(table.clone(), 6, 3).play(test).answer(1).told("power") == [("power", 0, 2, "turn")]


def test_coins_and_dice_of_others_cannot_be_rerolled(table):
    assert Story(table.clone()).play(If(CoinShows(), ())).over
    assert Story(table.clone()).play(Buff(Dice()), seat=1).over


@pytest.mark.parametrize(
    ("ability", "without", "having"),
    [
        (Ability("roll", (Reroll(),), ScoreIs(at_least=3), once=True), [2, 0], [3, 0]),
        (Ability("roll", (If(ScoreIs(rank="lowest"), (Reroll(),)),)), [1, 0], [0, 1]),
    ],
)
def test_a_reroll_may_have_a_condition(ability, without, having):
    table = Toy()
    table.put("stack", 0, ToyFace("Charm", abilities=(ability,)))
    table.scores = without
    assert Story(table.clone()).play(Buff(Dice())).over
    table.scores = having
    assert Story(table).play(Buff(Dice())).question.kind == "reroll"


def test_a_roll_is_kept_during_another_question():
    """After the dice an opponent has to be chosen: neither is decided twice."""
    table = Toy(3)
    table.put("stack", 0, charm())
    story = Story(table, 1, 6).play(
        If(AllOf((DieShows(at_least=6), LevelIs("opponent"))), (Buff(1, "chosen"),))
    )
    story.answer(1)
    assert story.question.kind == "seat"
    assert story.answer(2).told() == [
        ("rolled", 0, (1,), 6),
        ("rolled again", 0, (6,), 6),
        ("power", 2, 1, "turn"),
    ]


def test_decided_dice_are_not_offered_again_when_a_seat_leaves(table):
    """The card rerolls only for the leading seat, which seat 0 is only after seat 1 has left."""
    leader = Toy(3)
    leader.put("stack", 0, charm(needs=ScoreIs(rank="highest")))
    leader.scores = [3, 5, 0]
    story = Story(leader, 4).play(If(AllOf((DieShows(), LevelIs("opponent"))), (Buff(1),)))
    assert story.question.kind == "seat"
    assert story.leave(1).over
    assert story.told() == [("rolled", 0, (4,), 6), ("power", 0, 1, "turn")]
