"""Conditions: each with a position in which it holds and a similar one in which it does not (ARC-18)."""

import pytest

from bot.engine.cards import machine
from bot.engine.cards.nodes import NODES
from bot.engine.cards.words.counting import Holds
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, RolledWas
from bot.engine.cards.words.logic import AllOf, AnyOf, If, Not
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.levels import LevelIs
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import BattleWas, Buff, PowerIs
from bot.games.arclash.cards.words.score import ScoreIs
from tests.engine.cards.toy import Story, Toy, ToyFace

YES, NO = Buff(1), Buff(2)
TRUE, FALSE = ScoreIs(at_least=0), ScoreIs(at_least=99)


def holds(condition, table=None, *dice, before=()):
    """Whether the condition holds, by the executed branch of an `if`."""
    story = Story(table, *dice).play(*before, If(condition, (YES,), (NO,)))
    return {1: True, 2: False}[story.told("power")[-1][2]]


@pytest.fixture
def table():
    """Return three seats: powers 100, 300, 200; levels 1, 3, 2; scores 5, 5, 2; and cards in two hands."""
    toy = Toy(3)
    toy.put("stack", 1, ToyFace("Second", power=300, level=3))
    toy.put("stack", 2, ToyFace("Third", power=200, level=2))
    toy.scores = [5, 5, 2]
    toy.battles = ["won", "lost", ""]
    toy.put("hand", 0, "Tide", "Stone")
    toy.put("hand", 1, "Tide")
    return toy


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        (Holds(Cards("hand")), True),
        (Holds(Cards("hand"), at_least=2), True),
        (Holds(Cards("hand"), at_least=3), False),
        (Holds(Cards("hand", which=Filter(word="tide")), at_least=2), False),
        (Holds(Cards("hand", "everyone", Filter(word="tide")), at_least=2), True),
        (Holds(Cards("hand", "opponents"), at_least=0, at_most=0), False),
        (Holds(Cards("discard"), at_least=0, at_most=0), True),
        (ScoreIs(at_least=5), True),
        (ScoreIs(at_least=6), False),
        (ScoreIs(at_most=4), False),
        (ScoreIs("opponents", at_most=2), True),
        (ScoreIs("opponents", at_least=3, at_most=4), False),
        (ScoreIs(rank="highest"), True),
        (ScoreIs(rank="lowest"), False),
        (ScoreIs("opponents", rank="lowest"), True),
        (ScoreIs("opponents", at_most=2, rank="highest"), False),
        (PowerIs(at_least=100, at_most=100), True),
        (PowerIs(at_least=101), False),
        (PowerIs(rank="lowest"), True),
        (PowerIs(rank="highest"), False),
        (PowerIs("strongest-opponent", at_least=300), True),
        (PowerIs("weakest-opponent", at_least=201), False),
        (PowerIs("leading-opponent", at_least=300), True),
        (LevelIs(at_least=2), False),
        (LevelIs(), True),
        (LevelIs("opponents", at_least=3), True),
        (LevelIs("opponents", at_least=4), False),
        (LevelIs("weakest-opponent", at_least=2, at_most=2), True),
        (BattleWas("won"), True),
        (BattleWas("lost"), False),
    ],
)
def test_conditions_on_the_table(table, condition, held):
    assert holds(condition, table) is held


def test_a_condition_without_its_battle_or_player_does_not_hold(table):
    assert not holds(BattleWas("won"))
    assert not holds(BattleWas("lost"))
    nobodys = PowerIs("chosen"), ScoreIs("chosen"), LevelIs("chosen"), Holds(Cards("hand", "chosen"))
    for condition in nobodys:
        assert not holds(condition, table.clone())


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        (DieShows(at_least=4), {4, 5, 6}),
        (DieShows(at_least=2, at_most=3), {2, 3}),
        (DieShows(parity="even"), {2, 4, 6}),
        (DieShows(parity="odd", at_least=3), {3, 5}),
    ],
)
def test_a_die_is_rolled_for_a_condition(condition, shown):
    assert {die for die in range(1, 7) if holds(condition, None, die)} == shown


def test_the_last_roll_includes_dice_of_conditions():
    before = (If(DieShows(at_least=6), ()),)
    assert holds(RolledWas(at_least=4, at_most=4), None, 4, before=before)
    assert not holds(RolledWas(parity="odd"), None, 4, before=before)
    assert holds(RolledWas(at_least=8), None, 4, 4, before=(Buff(Dice(dice=2)),))
    assert holds(RolledWas(at_least=0, at_most=0), None)


def test_a_coin_is_tossed_and_shown():
    story = Story(None, 1).play(If(CoinShows(), (YES,), (NO,)))
    assert story.told() == [("tossed", 0, True), ("power", 0, 1, "turn")]
    assert [(draw.kind, draw.purpose, draw.sides) for draw in story.rng.draws] == [("roll", "toss TOY-01", 2)]
    assert not holds(CoinShows(), None, 2)
    before = (Buff(Dice()), If(CoinShows(), ()))
    assert holds(RolledWas(at_least=5, at_most=5), None, 5, 1, before=before), "a coin is no roll"


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        (Not(TRUE), False),
        (Not(FALSE), True),
        (AllOf((TRUE, TRUE)), True),
        (AllOf((TRUE, FALSE)), False),
        (AllOf((FALSE, TRUE)), False),
        (AnyOf((FALSE, FALSE)), False),
        (AnyOf((FALSE, TRUE)), True),
        (AnyOf((TRUE, FALSE)), True),
        (Not(AllOf((TRUE, AnyOf((FALSE, Not(FALSE)))))), False),
    ],
)
def test_conditions_of_conditions(condition, held):
    assert holds(condition) is held


def test_conditions_are_evaluated_lazily():
    story = Story().play(If(AllOf((FALSE, CoinShows())), (YES,)), If(AnyOf((TRUE, DieShows())), (YES,)))
    assert story.told("tossed", "rolled") == []
    assert story.rng.draws == []


def test_an_ability_with_a_false_condition_does_nothing():
    assert Story().play(YES, needs=FALSE).told() == []
    assert Story().play(YES, needs=TRUE).told() == [("power", 0, 1, "turn")]


def test_the_condition_of_an_ability_is_evaluated_when_it_is_carried_out():
    """The first ability makes the condition of the second one true, though both were triggered before."""
    story = Story()
    abilities = [
        (0, 0, Ability("played", (Buff(400),))),
        (0, 0, Ability("played", (YES,), PowerIs(at_least=500))),
    ]
    program = machine.begin_all(machine.IDLE, abilities)
    assert machine.run(program, story.table, story.rng).idle
    assert [fact[2] for fact in story.told("power")] == [400, 1]


def turned(times):
    """Return a true condition, negated this number of times."""
    condition = TRUE
    for _ in range(times):
        condition = Not(condition)
    return condition


def test_the_limit_of_conditions_is_the_maximum_of_a_legal_card():
    assert holds(turned(NODES - 2))
    assert not holds(turned(NODES - 1)), "that is a condition for every node of a card"
    assert not holds(turned(NODES)), "one more is taken not to hold, turned around an even number of times"


def test_each_effect_has_its_own_limit_of_conditions():
    half = If(turned(NODES // 2), (YES,), (NO,))
    assert [fact[2] for fact in Story().play(half, half, half).told("power")] == [1, 1, 1]
    assert holds(turned(NODES - 2), before=(half,))
    assert not holds(turned(NODES - 1), before=(half,))


def test_conditions_beyond_the_limit_are_harmless():
    assert Story().play(If(turned(400), (YES,), (NO,))).over
    wide = AllOf((TRUE,) * 4)
    for _ in range(NODES):
        wide = AllOf((wide, TRUE))
    assert not holds(wide)
