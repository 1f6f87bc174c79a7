"""The players that a card means, choices among them, and stored choices (ARC-18)."""

import pytest

from bot.engine.cards.words.counting import CountOf, Holds
from bot.engine.cards.words.logic import If
from bot.games.arclash.cards.words.places import Cards
from bot.games.arclash.cards.words.power import Buff, Debuff, PowerIs
from tests.engine.cards.toy import Story, Toy, ToyFace


def targets(story: Story) -> list[int]:
    return [fact[1] for fact in story.told("power")]


def table_of(*powers: int) -> Toy:
    toy = Toy(len(powers))
    for seat, power in enumerate(powers):
        toy.put("stack", seat, ToyFace("Current", power=power))
    return toy


def test_you_everyone_and_the_opponents_are_in_clockwise_order_from_you():
    for whose, seats in {"you": [2], "opponents": [3, 0, 1], "everyone": [2, 3, 0, 1]}.items():
        assert targets(Story(Toy(4)).play(Buff(1, whose), seat=2)) == seats


def test_a_choice_among_several_opponents_asks_and_a_single_one_does_not():
    assert targets(Story(Toy(2)).play(Debuff(50, "opponent"))) == [1]
    story = Story(Toy(4)).play(Debuff(50, "opponent"), seat=1)
    assert (story.question.seat, story.question.kind, story.question.why) == (1, "seat", "opponent")
    assert story.answers == (2, 3, 0)
    assert story.told() == [], "nothing happens before it is answered"
    assert targets(story.answer(3)) == [3]
    assert story.over


def test_an_ability_stores_its_last_chosen_opponent():
    story = Story(Toy(3)).play(Debuff(50, "opponent"), Buff(10, "chosen"), Buff(10), Debuff(5, "chosen"))
    assert targets(story.answer(2)) == [2, 2, 0, 2]
    story = Story(Toy(3)).play(Debuff(50), Debuff(50), Debuff(1, "chosen"))
    assert targets(story.answer(1).answer(2)) == [1, 2, 2]
    assert targets(Story(Toy(2)).play(Debuff(50), Debuff(50, "chosen"))) == [1, 1], "the only opponent too"
    assert targets(Story(Toy(2)).play(Debuff(50)).play(Debuff(50, "chosen"))) == [1], "by no other ability"


def test_nobody_is_chosen_before_a_choice():
    story = Story(Toy(3)).play(Debuff(50, "chosen"))
    assert story.over
    assert story.told() == []


def test_a_choice_for_a_condition_is_stored_too():
    table = Toy(3)
    table.put("hand", 2, "Card")
    story = Story(table).play(If(Holds(Cards("hand", "opponent")), (Debuff(50, "chosen"),)))
    assert targets(story.answer(2)) == [2]


def test_an_amount_can_count_cards_of_the_chosen_opponent():
    table = Toy(3)
    table.put("hand", 1, "Card", "Card", "Card")
    story = Story(table).play(Debuff(CountOf(Cards("hand", "chosen"), times=10), "opponent"))
    assert story.answer(1).told("power") == [("power", 1, -30, "turn")]


@pytest.mark.parametrize(
    ("whose", "seat"), [("strongest-opponent", 2), ("weakest-opponent", 3), ("leading-opponent", 1)]
)
def test_the_strongest_weakest_and_leading_opponent(whose, seat):
    table = table_of(900, 200, 300, 100)
    table.scores = [9, 5, 4, 3]
    story = Story(table).play(Debuff(50, whose), Buff(1, "chosen"))
    assert targets(story) == [seat, seat], "you yourself do not count, and it is remembered who it was"


@pytest.mark.parametrize("whose", ["strongest-opponent", "weakest-opponent", "leading-opponent"])
def test_you_choose_only_among_equals(whose):
    table = table_of(0, 200, 200, 200, 200)
    table.changes = [(2, -100 if whose == "strongest-opponent" else 100, "turn")]
    table.scores = [0, 3, 2, 3, 3]
    story = Story(table).play(Debuff(50, whose))
    assert story.answers == (1, 3, 4)
    assert targets(story.answer(3)) == [3]


def test_seats_that_left_are_no_targets_and_a_single_seat_has_no_opponent():
    table = Toy(4)
    table.seats.remove(2)
    assert targets(Story(table).play(Buff(1, "everyone"), seat=3)) == [3, 0, 1]
    table = Toy(2)
    table.seats.remove(1)
    for whose in ("opponent", "opponents", "strongest-opponent", "weakest-opponent", "leading-opponent"):
        assert Story(table.clone()).play(Debuff(50, whose)).told() == []
    assert Story(table).play(If(PowerIs(rank="highest"), (Buff(1),))).told() == [("power", 0, 1, "turn")]
