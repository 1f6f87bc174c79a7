"""Permanent effects of cards (ARC-08): power and shields, without random numbers, choices or cycles."""

import pytest

from bot.engine.cards.words.counting import CountOf, Holds
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Rolled
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, If, Not
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.levels import LevelOf
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff, PowerIs, power_changes
from bot.games.arclash.cards.words.score import ScoreIs
from bot.games.arclash.cards.words.shield import Shield, shields
from tests.engine.cards.toy import Toy, ToyFace


def always(*effects, needs=None) -> ToyFace:
    return ToyFace("Standing", abilities=(Ability("always", effects, needs),))


def changes(face: ToyFace, table: Toy | None = None, seat: int = 0):
    table = table or Toy(3)
    (card,) = table.put("stack", seat, face)
    return list(power_changes(table, card, seat))


def test_power_is_added_and_taken():
    assert changes(always(Buff(50), Debuff(25, "opponents"))) == [(0, 50), (1, -25), (2, -25)]


def test_amounts_are_evaluated_each_time():
    table = Toy()
    table.put("discard", 0, "Tide", "Stone")
    face = always(Buff(CountOf(Cards("discard", which=Filter(word="tide")), times=25)))
    (card,) = table.put("supports", 0, face)
    assert table.power(0) == 125
    table.put("discard", 0, "Tide")
    assert table.power(0) == 150
    table.zones[0]["supports"].remove(card)
    assert table.power(0) == 100
    table.put("stack", 1, ToyFace("Three", level=3))
    assert changes(always(Debuff(LevelOf("opponents", times=25))), table) == [(1, -75)]


def test_it_applies_while_its_condition_holds():
    table = Toy()
    face = always(Buff(50), needs=Holds(Cards("hand"), at_least=1))
    assert changes(face, table) == []
    table.put("hand", 0, "Card")
    assert changes(face, table) == [(0, 50)]
    assert changes(always(Buff(5), needs=Not(ScoreIs(at_least=1)))) == [(0, 5)]
    assert changes(always(Buff(5), needs=AnyOf((ScoreIs(at_least=1), ScoreIs())))) == [(0, 5)]


def test_branches_within_branches():
    branch = If(ScoreIs(at_least=1), (Buff(1),), (Buff(2), If(ScoreIs(), (Buff(3),)), Buff(4)))
    assert changes(always(branch, Buff(5))) == [(0, 2), (0, 3), (0, 4), (0, 5)]


def test_several_abilities_count_and_others_do_not():
    abilities = (
        Ability("always", (Buff(1),)),
        Ability("played", (Buff(2),)),
        Ability("always", (Debuff(3, "everyone"),)),
    )
    assert changes(ToyFace("Many", abilities=abilities), Toy(2), 1) == [(1, 1), (1, -3), (0, -3)]


def test_an_opponent_is_a_target_only_without_a_choice():
    assert changes(always(Debuff(5)), Toy(2)) == [(1, -5)]
    assert changes(always(Debuff(5)), Toy(3)) == []
    table = Toy(3)
    assert changes(always(Debuff(5, "leading-opponent")), table) == []
    table.scores = [9, 1, 2]
    assert changes(always(Debuff(5, "leading-opponent")), table) == [(2, -5)]


@pytest.mark.parametrize(
    "effect",
    [
        Buff(Dice()),
        Buff(Rolled()),
        Buff(5, "strongest-opponent"),
        Buff(5, "weakest-opponent"),
        Buff(5, "chosen"),
        Buff(0),
        If(DieShows(), (Buff(5),)),
        If(CoinShows(), (Buff(5),)),
        If(PowerIs(), (Buff(5),)),
        If(AllOf((ScoreIs(), PowerIs())), (Buff(5),)),
        DrawCards(),
    ],
)
def test_random_numbers_choices_power_and_actions_have_no_effect(effect):
    """Legal cards have none of these; if one had, the power would not become cyclic."""
    table = Toy(2)
    table.power = None  # a query of power would fail
    assert changes(always(effect), table) == []


def test_permanent_shields():
    table = Toy(3)
    face = always(
        Shield(("debuff",)), If(ScoreIs(), (Shield(("discard", "level-down"), "everyone"),)), Buff(5)
    )
    (card,) = table.put("stack", 1, face)
    others = ("discard", "level-down")
    assert list(shields(table, card, 1)) == [(1, ("debuff",)), (1, others), (2, others), (0, others)]
    assert list(shields(table, 0, 0)) == []
