"""The size of a card, and deterministic limits on simultaneous effects (ARC-18)."""

import pytest

from bot.engine.cards import bounds, machine
from bot.engine.cards.program import Program
from bot.engine.cards.words.counting import CountOf, HaveCost
from bot.engine.cards.words.dice import Dice, DieShows
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, Choose, If, May, Not
from bot.games.arclash.cards.words.abilities import Ability, DiscardCost
from bot.games.arclash.cards.words.hands import Guess
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff
from bot.games.arclash.cards.words.score import ScoreIs
from tests.engine.cards.toy import Story, Toy


@pytest.mark.parametrize(
    ("ability", "nodes", "depth"),
    [
        (Ability("played", (Buff(50),)), 2, 2),
        (Ability("played", (Buff(Dice(dice=3)),)), 3, 3),
        (Ability("played", (Buff(CountOf(Cards("hand", which=Filter(word="tide")))),)), 3, 3),
        (Ability("played", (Buff(1), DrawCards()), ScoreIs()), 4, 2),
        (Ability("played", (If(Not(AllOf((ScoreIs(), DieShows()))), (Buff(1),), (Buff(2),)),)), 8, 5),
        (Ability("played", (May((Buff(1),), (DiscardCost(), HaveCost(Cards("hand")))),)), 5, 3),
        (Ability("played", (Choose(((Buff(1),), (Buff(2), Buff(Dice())), ())),)), 6, 4),
        (Ability("played", (Guess(right=(Buff(1),), wrong=(Buff(2),)),)), 4, 3),
    ],
)
def test_the_size_of_an_ability(ability, nodes, depth):
    assert bounds.measure((ability,)) == bounds.Measure(nodes, depth)


def test_the_size_of_a_card_is_that_of_all_its_abilities():
    abilities = (Ability("played", (Buff(50),)), Ability("advance", (Buff(Dice()),)))
    assert bounds.measure(abilities) == bounds.Measure(5, 3)
    assert bounds.measure(()) == bounds.Measure(0, 0)


def test_the_deepest_tree_is_measured():
    effect = Buff(1)
    for _ in range(5_000):
        effect = May((effect,))
    assert bounds.measure((Ability("played", (effect,)),)) == bounds.Measure(5_002, 5_002)


def many(count):
    """Return abilities of this number of cards; the card is identified by its number."""
    return [(card, 0, Ability("played", (Buff(1),))) for card in range(count)]


def run(program, table):
    return machine.run(program, table, Story().rng)


@pytest.fixture
def table():
    toy = Toy(2)
    toy.put("hand", 0, *["Card"] * 100)
    return toy


def test_abilities_beyond_the_limit_are_dropped_and_reported_once(table):
    program = run(machine.begin_all(Program(), many(bounds.ABILITIES + 9)), table)
    assert program == Program()
    assert len(table.told("power")) == bounds.ABILITIES
    assert table.facts[-1] == ("cut short", bounds.ABILITIES)
    assert len(table.told("cut short")) == 1


def test_abilities_queued_one_by_one_count_together(table):
    program = Program()
    for card, seat, ability in many(bounds.ABILITIES + 2):
        program = machine.begin(program, card, seat, ability)
    assert program == machine.begin_all(Program(), many(bounds.ABILITIES + 2))


def test_each_chain_has_its_own_limit_of_abilities(table):
    for _ in range(3):
        program = run(machine.begin_all(Program(), many(bounds.ABILITIES)), table)
        assert program == Program()
    assert len(table.told("power")) == 3 * bounds.ABILITIES
    assert table.told("cut short") == []


def test_the_effects_of_a_chain_are_limited(table):
    once = If(ScoreIs(), (Buff(1),) * 4)  # five effects
    abilities = [(card, 0, Ability("played", (once,))) for card in range(bounds.EFFECTS // 5)]
    assert run(machine.begin_all(Program(), abilities), table).idle
    assert table.told("cut short") == []
    run(machine.begin_all(Program(), [*abilities, (77, 0, abilities[0][2])]), table)
    assert table.facts[-1] == ("cut short", 77)
    assert len(table.told("power")) == 2 * (bounds.EFFECTS - bounds.EFFECTS // 5)


def test_a_chain_continues_over_questions(table):
    asking = Ability("played", (May((Buff(1),)),) * 6)
    program = run(machine.begin_all(Program(), [(card, 0, asking) for card in range(40)]), table)
    answered = 0
    while program.question is not None:
        program = machine.answer(program, table, 1, Story().rng)
        answered += 1
    assert program == Program()
    assert answered == bounds.EFFECTS // 2
    assert len(table.told("cut short")) == 1
