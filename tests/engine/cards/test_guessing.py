"""Guesses of the position of a marked card in a hand (ARC-18)."""

import pytest

from bot.games.arclash.cards.words.hands import Guess
from bot.games.arclash.cards.words.places import Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from tests.engine.cards.toy import Story, Toy

TIDE = Filter(word="tide")
GUESS = Guess(TIDE, right=(Debuff(50, "you"),), wrong=(Buff(100),))


@pytest.fixture
def table():
    """Return a hand of 2 Tide, 3 Stone, 4 Tide; the loaded shuffle orders them as 4, 3, 2."""
    toy = Toy()
    toy.put("hand", 0, "Tide A", "Stone B", "Tide C")
    return toy


def test_the_owner_marks_and_the_opponent_guesses(table):
    story = Story(table).play(GUESS)
    question = story.question
    assert (question.seat, question.kind, question.why, question.options) == (0, "card", "guess", (2, 4))
    story.answer(2)
    question = story.question
    assert (question.seat, question.kind, question.options, question.of) == (1, "guess", (0, 1, 2), 0)
    (draw,) = story.rng.draws
    assert (draw.kind, draw.purpose, draw.size) == ("shuffle", "guess TOY-01", 3)


@pytest.mark.parametrize(
    ("marked", "position", "shown", "power"),
    [(2, 2, 2, -50), (2, 0, None, 100), (2, 1, None, 100), (4, 0, 4, -50)],
)
def test_a_right_guess_shows_the_card_and_a_wrong_one_nothing(table, marked, position, shown, power):
    story = Story(table).play(GUESS).answer(marked, position)
    assert story.told() == [("guessed", 1, position, shown), ("power", 0, power, "turn")]
    assert len(story.rng.draws) == 1, "the hand is laid out once"


def test_a_single_matching_card_is_marked_by_a_question_too_and_without_one_nothing_happens(table):
    table.zones[0]["hand"] = [2, 3]
    assert Story(table.clone()).play(GUESS).answers == (2,)
    table.zones[0]["hand"] = [3]
    assert Story(table.clone()).play(GUESS).over
    table.zones[0]["hand"] = []
    assert Story(table.clone()).play(GUESS).told() == []


def test_a_hand_of_one_card_needs_no_guess(table):
    table.zones[0]["hand"] = [4]
    story = Story(table).play(GUESS)
    assert story.over
    assert story.told() == [("guessed", 1, 0, 4), ("power", 0, -50, "turn")]
    assert story.rng.draws == []


def test_you_choose_the_guessing_opponent_among_several():
    table = Toy(3)
    table.put("hand", 0, "Tide", "Tide")
    story = Story(table).play(GUESS)
    assert story.question.kind == "seat"
    story.answer(2, 3)
    assert (story.question.seat, story.question.kind) == (2, "guess")


def test_the_chosen_opponent_guesses(table):
    story = Story(table).play(Debuff(1), Guess(whose="chosen", wrong=(Debuff(2, "chosen"),))).answer(3, 0)
    assert story.told("guessed", "power") == [
        ("power", 1, -1, "turn"),
        ("guessed", 1, 0, None),
        ("power", 1, -2, "turn"),
    ]
    again = Story(table.clone()).play(Guess(whose="chosen", wrong=(Buff(1),)))
    assert again.told("guessed") == story.told("guessed")


def test_a_guess_may_lead_to_nothing(table):
    assert Story(table).play(Guess(), Buff(7)).answer(3, 1).told("power") == [("power", 0, 7, "turn")]
