"""Prices: every cost, what can be paid, and what a question reveals (ARC-18, ARC-15)."""

from itertools import permutations

import pytest

from bot.engine.cards import costs
from bot.engine.cards.words.counting import HaveCost
from bot.engine.cards.words.hands import MillCost
from bot.engine.cards.words.logic import May
from bot.games.arclash.cards.words.abilities import DiscardCost
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff
from tests.engine.cards.toy import Story, Toy

TIDE, MOON = Filter(word="tide"), Filter(word="moon")
BUFF = (Buff(50),)
GAINED = ("power", 0, 50, "turn")


@pytest.fixture
def table():
    """Return a hand of 2 Tide, 3 Moon, 4 Moon Tide, 5 Stone; a deck of two; 8 Tide in the discard pile."""
    toy = Toy()
    toy.put("hand", 0, "Tide A", "Moon B", "Moon Tide C", "Stone D")
    toy.put("deck", 0, "Card", "Card")
    toy.put("discard", 0, "Tide E")
    return toy


def test_a_free_offer_is_still_optional():
    story = Story().play(May(BUFF))
    question = story.question
    assert (question.seat, question.kind, question.why, question.options) == (0, "may", "may", (0, 1))
    assert question.about == May(BUFF)
    assert story.answer(1).told() == [GAINED]
    assert Story().play(May(BUFF), Buff(1)).answer(0).told() == [("power", 0, 1, "turn")]


def test_cards_are_discarded_one_after_another(table):
    story = Story(table).play(May(BUFF, (DiscardCost(2),))).answer(1)
    question = story.question
    assert (question.kind, question.why, question.left, question.options) == ("card", "cost", 2, (2, 3, 4, 5))
    story.answer(5)
    assert story.answers == (2, 3, 4)
    assert story.question.left == 1
    assert story.told() == []
    assert story.answer(2).told() == [("paid", 0, (5, 2), 0), GAINED]


def test_a_filtered_cost_asks_even_without_a_choice(table):
    table.zones[0]["hand"] = [2]
    story = Story(table).play(May(BUFF, (DiscardCost(1, TIDE),))).answer(1)
    assert story.answers == (2,)


def test_the_first_choice_leaves_enough_for_the_rest(table):
    """A Tide and a Moon: a card with both may pay either, as long as the other can still be paid."""
    table.zones[0]["hand"] = [3, 4, 5]
    story = Story(table).play(May(BUFF, (DiscardCost(1, TIDE), DiscardCost(1, MOON)))).answer(1)
    assert story.answers == (4,)
    assert story.answer(4).answers == (3,)
    table.zones[0]["hand"] = [2, 4]
    story = Story(table.clone()).play(May(BUFF, (DiscardCost(1, TIDE), DiscardCost(1, MOON)))).answer(1)
    assert story.answers == (2,)


def test_a_price_can_refill_the_deck_from_the_discard_pile(table):
    assert Story(table.clone()).play(May(BUFF, (MillCost(3),))).answer(1).told()[-1] == GAINED
    assert Story(table.clone()).play(May(BUFF, (MillCost(4),))).over
    assert Story(table.clone()).play(May(BUFF, (MillCost(2), MillCost(2)))).over


@pytest.mark.parametrize(
    ("pay", "answers", "paid"),
    [
        ((DiscardCost(4),), (), [("paid", 0, (2, 3, 4, 5), 0)]),  # a whole hand, without a question
        ((MillCost(2),), (), [("paid", 0, (), 2)]),  # face down
        ((HaveCost(Cards("discard", which=TIDE)),), (), []),  # a card that must be held stays
        ((DiscardCost(1, MOON), MillCost(1), HaveCost(Cards("hand"), 4)), (4,), [("paid", 0, (4,), 1)]),
    ],
)
def test_every_cost_is_paid(table, pay, answers, paid):
    story = Story(table).play(May(BUFF, pay)).answer(1, *answers)
    assert story.told() == [*paid, GAINED]
    assert table.cards("discard", 0)[:1] == (8,)


@pytest.mark.parametrize(
    "cost",
    [
        DiscardCost(5),
        MillCost(4),
        HaveCost(Cards("discard"), 2),
        HaveCost(Cards("discard", which=MOON)),
        HaveCost(Cards("supports", which=TIDE)),
        HaveCost(Cards("hand"), 5),
        HaveCost(Cards("deck"), 3),
    ],
)
def test_a_publicly_unpayable_offer_is_skipped(table, cost):
    story = Story(table).play(May(BUFF, (cost,)))
    assert story.over
    assert story.told() == []


@pytest.mark.parametrize(
    "cost",
    [
        DiscardCost(3, TIDE),
        DiscardCost(1, Filter(word="ember")),
        HaveCost(Cards("hand", which=Filter(word="ember"))),
        HaveCost(Cards("deck", which=TIDE)),
    ],
)
def test_arc_15_an_offer_unpayable_from_a_hidden_place_asks_too(table, cost):
    story = Story(table).play(May(BUFF, (cost,)))
    assert story.answers == (0,)
    rich = table.clone()
    rich.zones[0]["hand"] = rich.put("supports", 0, *["Tide Ember"] * 4)
    rich.zones[0]["supports"] = []
    rich.zones[0]["deck"] = rich.put("deck", 0, "Tide", "Tide")
    other = Story(rich).play(May(BUFF, (cost,)))
    assert other.answers == (0, 1)
    seen = story.question.seen_by(1)
    assert (seen.seat, seen.kind, seen.options) == (0, "may", ())
    assert other.question.seen_by(1).options == ()
    assert story.answer(0).told() == []


def test_the_visible_part_of_a_question(table):
    question = Story(table).play(May(BUFF, (DiscardCost(1, MOON),))).answer(1).question
    assert question.seen_by(0) == question
    for viewer in (1, None):
        seen = question.seen_by(viewer)
        assert (seen.seat, seen.kind, seen.card, seen.why) == (0, "card", question.card, "cost")
        assert (seen.options, seen.looking, seen.left, seen.may_stop) == ((), (), 1, False)


def test_an_assignment_of_different_cards_is_found_if_there_is_one(table):
    """Compared with all possible assignments of cards."""
    kinds = (Filter(), TIDE, MOON, Filter(word="ember"))
    hand = table.cards("hand", 0)
    for size in range(1, 4):
        for number in range(len(kinds) ** size):
            wanted = [kinds[number // len(kinds) ** place % len(kinds)] for place in range(size)]
            ways = [
                way
                for way in permutations(hand, size)
                if all(which.matches(table.face(card)) for card, which in zip(way, wanted, strict=True))
            ]
            assert costs.covers(table, hand, wanted) is bool(ways)
            assert costs.fitting(table, hand, wanted) == sorted({way[0] for way in ways})


def test_no_card_is_assigned_twice(table):
    assert costs.covers(table, (2, 3), (Filter(), Filter()))
    assert not costs.covers(table, (2,), (Filter(), Filter()))
    assert costs.fitting(table, (2,), (Filter(), Filter())) == []
