"""Amounts: every kind, halved, multiplied, bounded (ARC-18)."""

import pytest

from bot.engine.cards.nodes import AMOUNT
from bot.engine.cards.words.counting import CountOf
from bot.engine.cards.words.dice import Dice, Rolled
from bot.engine.cards.words.hands import DrawCards
from bot.games.arclash.cards.words.levels import LevelOf
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import ScoreOf
from tests.engine.cards.toy import Story, Toy, ToyFace


def gained(story: Story) -> int:
    """Return the power added to seat 1 (the first)."""
    return sum(by for kind, target, by, _ in story.told("power") if target == 0)


def test_dice_are_rolled_shown_and_multiplied():
    story = Story(None, 3, 6).play(Buff(Dice(dice=2, times=25)))
    assert story.told() == [("rolled", 0, (3, 6), 6), ("power", 0, 225, "turn")]
    assert [(draw.kind, draw.purpose, draw.sides) for draw in story.rng.draws] == [("roll", "roll TOY-01", 6)]


@pytest.mark.parametrize(("die", "half"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_half_a_die_is_rounded_up_before_it_is_multiplied(die, half):
    assert gained(Story(None, die).play(Buff(Dice(halved=True, times=50)))) == half * 50


def test_at_most_bounds_the_product_and_0_is_no_bound():
    assert gained(Story(None, 6).play(Buff(Dice(times=25, at_most=100)))) == 100
    assert gained(Story(None, 3).play(Buff(Dice(times=25, at_most=100)))) == 75
    assert gained(Story(None, 6).play(Buff(Dice(times=25, at_most=0)))) == 150


def test_an_ability_stores_its_last_roll():
    story = Story(None, 2, 5).play(
        Buff(Rolled(times=10)), Buff(Dice(times=100)), Debuff(Dice()), Buff(Rolled(halved=True, times=7))
    )
    assert [fact[2] for fact in story.told("power")] == [200, -5, 3 * 7]
    assert gained(Story(None, 6).play(Buff(Dice())).play(Buff(Rolled(times=50)))) == 6, "by no other"


def test_cards_are_counted_by_place_player_and_filter():
    table = Toy(3)
    table.put("hand", 0, "Tide One", "Tide Two", "Stone")
    table.put("discard", 1, "Tide Three", "Stone")
    table.put("discard", 2, "Tide Four")
    in_hand = CountOf(Cards("hand", which=Filter(word="tide")), times=10)
    assert gained(Story(table.clone()).play(Buff(in_hand))) == 20
    thrown_away = CountOf(Cards("discard", "opponents"), halved=True, times=10)
    assert gained(Story(table.clone()).play(Buff(thrown_away))) == 20


@pytest.mark.parametrize(
    ("zone", "number"),
    [("hand", 1), ("deck", 2), ("discard", 3), ("stack", 4), ("current", 1), ("supports", 6), ("play", 10)],
)
def test_each_place_is_counted(zone, number):
    table = Toy()
    for place, count in {"hand": 1, "deck": 2, "discard": 3, "stack": 3, "supports": 5}.items():
        table.put(place, 0, *["Card"] * count)
    # the Support that counts is in play itself
    assert gained(Story(table).play(Buff(CountOf(Cards(zone))))) == number


def test_levels_and_scores_of_several_players_are_added():
    table = Toy(3)
    table.put("stack", 1, ToyFace("Two", level=2))
    table.put("stack", 2, ToyFace("Three", level=3))
    table.scores = [4, 1, 2]
    assert gained(Story(table.clone()).play(Buff(LevelOf("everyone", times=5)))) == 30
    assert gained(Story(table.clone()).play(Buff(LevelOf(times=5, at_most=3)))) == 3
    assert gained(Story(table.clone()).play(Buff(ScoreOf("opponents", times=10)))) == 30
    assert gained(Story(table.clone()).play(Buff(ScoreOf()))) == 4


def test_an_amount_of_0_does_nothing():
    story = Story().play(Buff(ScoreOf()), DrawCards(CountOf(Cards("discard"))), Debuff(Rolled()))
    assert story.over
    assert story.told() == []


def test_amounts_are_bounded():
    table = Toy()
    table.put("hand", 0, *["Card"] * 30)
    assert gained(Story(table).play(Buff(CountOf(Cards("hand"), times=999)))) == AMOUNT
