"""Discards from hands and decks: by the owner's choice, by yours, at random (ARC-18, ARC-15)."""

import pytest

from bot.engine.cards.program import STOP
from bot.engine.cards.words.dice import Dice
from bot.games.arclash.cards.words.abilities import DiscardCards
from bot.games.arclash.cards.words.places import Filter
from tests.engine.cards.toy import Story, Toy, ToyFace

TIDE = Filter(word="tide")


@pytest.fixture
def table():
    """Return three seats; the hands of the others are 3 Tide, 4 Stone, 5 Tide, and 6 Stone, 7 Stone."""
    toy = Toy(3)
    toy.put("hand", 1, "Tide A", "Stone B", "Tide C")
    toy.put("hand", 2, "Stone D", "Stone E")
    return toy


# ---- by the owner


def test_the_owner_chooses_one_card_after_another(table):
    story = Story(table).play(DiscardCards(count=2)).answer(1)
    question = story.question
    assert (question.seat, question.kind, question.why, question.left) == (1, "card", "discard", 2)
    assert (question.looking, question.of) == ((), None), "it is their own hand"
    assert story.answers == (3, 4, 5)
    story.answer(4)
    assert story.answers == (3, 5)
    assert story.told() == []
    assert story.answer(5).told() == [("discarded", 1, 1, (4, 5))]
    assert story.over


def test_several_choose_clockwise_and_discard_after_all_have_chosen(table):
    table.put("hand", 0, "Own", "Own")
    story = Story(table).play(DiscardCards("everyone"), seat=1)
    asked = []
    while not story.over:
        asked.append(story.question.seat)
        assert story.told() == []
        story.answer(story.answers[0])
    assert asked == [1, 2, 0]
    assert story.told() == [("discarded", 1, 1, (3,)), ("discarded", 2, 2, (6,)), ("discarded", 0, 0, (8,))]


def test_a_whole_hand_is_discarded_without_a_question_and_an_empty_one_is_skipped(table):
    story = Story(table.clone()).play(DiscardCards("opponents", count=2))
    assert story.question.seat == 1
    assert story.answer(3, 4).told() == [("discarded", 1, 1, (3, 4)), ("discarded", 2, 2, (6, 7))]
    table.zones[1]["hand"] = []
    assert Story(table).play(DiscardCards("opponents", count=9)).told() == [("discarded", 2, 2, (6, 7))]


def test_arc_15_a_hand_with_only_matching_cards_is_asked_like_others(table):
    """One world has a single Tide in the hand, the other nothing else: others cannot distinguish them."""
    few, many = table.clone(), table.clone()
    few.faces[6] = ToyFace("Tide D")
    many.faces[6] = many.faces[7] = ToyFace("Tide D")
    asked = []
    for world, options in ((few, (6,)), (many, (6, 7))):
        story = Story(world).play(DiscardCards("opponents", count=1, which=TIDE)).answer(3)
        asked.append(story.question.seen_by(0))
        assert story.answers == options
    assert asked[0] == asked[1]
    assert asked[0].options == ()


def test_fewer_matching_cards_are_all_discarded(table):
    story = Story(table).play(DiscardCards("opponents", count=3, which=TIDE))
    assert story.answers == (3, 5)
    story.answer(5)
    assert story.answers == (3,)
    assert story.answer(3).told() == [("discarded", 1, 1, (5, 3))]


def test_a_shielded_hand_is_skipped_without_a_question(table):
    table.guards = [(1, ("discard",))]
    story = Story(table).play(DiscardCards("opponents"))
    assert story.question.seat == 2
    assert story.answer(7).told() == [("discarded", 2, 2, (7,)), ("prevented", 1, "discard")]


def test_the_number_of_cards_can_depend_on_dice(table):
    story = Story(table, 2).play(DiscardCards("opponents", count=Dice())).answer(3, 4)
    assert story.told("rolled") == [("rolled", 0, (2,), 6)], "rolled once, though gone through three times"
    assert story.told("discarded") == [("discarded", 1, 1, (3, 4)), ("discarded", 2, 2, (6, 7))]


# ---- by you


def test_you_see_the_hand_and_choose(table):
    story = Story(table).play(DiscardCards(count=2, how="you", which=TIDE)).answer(1)
    question = story.question
    assert (question.seat, question.of, question.looking) == (0, 1, (3, 4, 5))
    assert story.answers == (3, 5)
    assert story.answer(3, 5).told() == [("discarded", 0, 1, (3, 5))]


def test_a_look_at_a_hand_without_matching_cards_counts(table):
    story = Story(table).play(DiscardCards(how="you", which=TIDE)).answer(2)
    assert story.question.looking == (6, 7)
    assert story.answers == (STOP,)
    story.answer(STOP)
    assert story.over
    assert story.told() == []


def test_you_discard_a_whole_hand_without_a_question_and_nothing_of_an_empty_one(table):
    story = Story(table.clone()).play(DiscardCards(count=2, how="you")).answer(2)
    assert story.told() == [("discarded", 0, 2, (6, 7))]
    table.zones[2]["hand"] = []
    for which in (Filter(), TIDE):
        story = Story(table.clone()).play(DiscardCards(how="you", which=which)).answer(2)
        assert story.over
        assert story.told() == []


def test_from_your_own_hand_you_choose_as_its_owner(table):
    table.put("hand", 0, "Tide", "Stone")
    question = Story(table).play(DiscardCards("you", how="you", which=TIDE)).question
    assert (question.of, question.looking, question.options) == (None, (), (8,))


# ---- at random


@pytest.mark.parametrize(("count", "cards", "kind"), [(1, (5,), "pick"), (2, (5, 4), "shuffle")])
def test_one_card_is_a_random_pick_and_several_are_one_shuffle(table, count, cards, kind):
    story = Story(table).play(DiscardCards(how="random", count=count)).answer(1)
    assert story.told() == [("discarded", 1, 1, cards)]
    assert [(draw.kind, draw.purpose, draw.size) for draw in story.rng.draws] == [(kind, "discard TOY-01", 3)]


def test_a_whole_hand_needs_no_draw(table):
    story = Story(table).play(DiscardCards("opponents", how="random", count=3))
    assert story.told() == [("discarded", 1, 1, (3, 4, 5)), ("discarded", 2, 2, (6, 7))]
    assert story.rng.draws == []


# ---- from decks


def test_cards_are_discarded_from_the_top_of_decks(table):
    table.put("deck", 1, "Card", "Card", "Card")
    story = Story(table).play(DiscardCards("opponents", "deck", 2))
    assert story.told() == [("milled", 1, 2)], "who has no deck is passed over"
    assert table.cards("discard", 1) == (8, 9)
