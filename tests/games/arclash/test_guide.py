"""The designers' guide: the maximum effect of a card, and the points that it exceeds (ARC-16, ARC-17)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.language import speaking
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.words.counting import CountOf, HaveCost, Holds
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Rolled, RolledWas
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.arclash.cards.cards import Advancement, Character, Support
from bot.games.arclash.cards.checks.guide import GUIDE, advice
from bot.games.arclash.cards.checks.reckoning import NO_BOUND, Gain, at_the_most, by_chance, surely, ways_of
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards, DiscardCost, Search
from bot.games.arclash.cards.words.hands import Guess
from bot.games.arclash.cards.words.levels import LevelDown, LevelOf
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import Score, ScoreIs, ScoreOf
from bot.games.catalogue import card_codes
from tests.languages.marked import MARKED, unmarked

HERON = Filter(word="Heron")
MANY = CountOf(Cards("discard"))


def most(*effects: Effect, on: str = "played", level: int = 0) -> Gain:
    return at_the_most(ways_of([Ability(on, effects)], level))


def codes(card) -> set[str]:
    """Return the codes of advice on a card; all sentences must be in the catalogues."""
    with speaking(MARKED):
        found = list(advice(card))
    assert [sentence for _, _, sentence in found if unmarked(sentence)] == []
    return {code for code, _, _ in found}


def support(*effects: Effect, needs=None) -> Support:
    return Support(number="REE-11", name="Ripple", abilities=(Ability("played", effects, needs=needs),))


def character(level: int, *effects: Effect, on: str = "start-of-battle", costs=()) -> Character:
    guide = GUIDE[level]
    paid = DiscardCost(guide.discards[0]) if guide.discards[0] else None
    return Character(
        number="REE-01",
        name="Heron",
        level=level,
        power=guide.power[0],
        advances=(Advancement(costs=costs or ((paid,) if paid else ())),) if level > 1 else (),
        abilities=(Ability(on, effects),) if effects else (),
    )


@pytest.mark.parametrize(
    ("by", "buff"),
    [
        (35, 35),
        (Dice(times=25), 150),
        (Dice(2, 8, times=10), 160),
        (Dice(halved=True, times=25), 75),
        (Dice(sides=5, halved=True, times=10), 30),
        (Dice(times=25, at_most=110), 110),
        (LevelOf(times=20), 80),
        (LevelOf("opponents"), 20),
        (ScoreOf(times=2), 398),
        (CountOf(Cards("current", "opponents", HERON), times=10), 50),
        (CountOf(Cards("current"), halved=True, times=10), 10),
        (MANY, NO_BOUND),
        (CountOf(Cards("hand", which=HERON), times=10, at_most=60), 60),
        (Rolled(times=10), 0),
    ],
)
def test_an_amount_counts_with_its_maximum(by, buff):
    assert most(Buff(by)).buff == buff


@pytest.mark.parametrize(
    ("effects", "gain"),
    [
        ((Buff(20), Buff(30)), Gain(buff=50)),
        ((Buff(20, "opponent"), Buff(30, "everyone")), Gain(buff=30)),
        ((Debuff(20, "you"), Debuff(30, "everyone"), Debuff(5)), Gain(debuff=35)),
        ((DrawCards(2), DrawCards(3, "opponents"), Search("deck", 2)), Gain(cards=4)),
        ((Search("discard", 5, to="deck"),), Gain()),
        ((DiscardCards(count=2), DiscardCards("you", count=3)), Gain(forced=2)),
        ((If(CoinShows(), (Buff(20),), (Buff(30),)),), Gain(buff=30)),
        ((May((Buff(20),)), Buff(5)), Gain(buff=25)),
        ((Choose(((Buff(20),), (Buff(30), DrawCards()))),), Gain(buff=30, cards=1)),
        ((Choose(((Debuff(20, "chosen"),), (DrawCards(),)), "opponents"),), Gain(debuff=20, cards=5)),
        ((Guess(right=(Buff(20),), wrong=(DrawCards(),)),), Gain(buff=20, cards=1)),
        ((Buff(Dice(sides=4, times=10)), Debuff(Rolled(halved=True, times=10))), Gain(40, 20)),
    ],
)
def test_the_maximum_of_each_effect_is_found_over_all_paths(effects, gain):
    assert most(*effects) == gain


@pytest.mark.parametrize(
    ("test", "gains"),
    [
        (RolledWas(at_least=4), {Gain(40, 0, 1), Gain(50, 0, 1), Gain(60, 0, 1)}),
        (RolledWas(at_most=1), {Gain(10, 0, 1)}),
        (Not(RolledWas(at_least=2)), {Gain(10, 0, 1)}),
        (RolledWas(at_least=5, parity="even"), {Gain(60, 0, 1)}),
        (AllOf((RolledWas(at_least=5), RolledWas(parity="odd"))), {Gain(50, 0, 1)}),
        (AnyOf((RolledWas(at_least=6), RolledWas(at_most=1))), {Gain(60, 0, 1), Gain(10, 0, 1)}),
    ],
)
def test_paths_that_depend_on_a_roll_are_separated_by_it(test, gains):
    ways = ways_of([Ability("played", (Buff(Dice(times=10)), If(test, (DrawCards(),))))], 0)
    assert {way for way in ways if way.cards} == gains


def test_a_die_of_a_condition_is_a_roll_too_and_abilities_are_added():
    ways = ways_of([Ability("played", (If(DieShows(at_least=5), (Buff(Rolled(times=10)),)),))], 0)
    assert ways == {Gain(), Gain(50), Gain(60)}
    both = (Ability("advance", (Buff(20),)), Ability("always", (If(CoinShows(), (Buff(30), DrawCards())),)))
    assert ways_of(both, 2) == {Gain(20), Gain(50, 0, 1)}


@pytest.mark.parametrize(
    ("on", "until", "level", "buff"),
    [
        ("advance", "stack", 2, 10),
        ("start-of-turn", "turn", 2, 10),
        ("start-of-turn", "next-turn", 2, 20),
        ("start-of-turn", "stack", 2, NO_BOUND),
        ("start-of-battle", "stack", 4, 10),
        ("start-of-battle", "next-turn", 4, 10),
        ("end-of-battle", "next-turn", 3, 10),
        ("end-of-battle", "turn", 3, 0),
        ("end-of-battle", "stack", 3, NO_BOUND),
    ],
)
def test_lasting_effects_are_added_over_the_turns(on, until, level, buff):
    assert most(Buff(10, until=until), on=on, level=level).buff == buff


@pytest.mark.parametrize(
    ("effects", "gain"),
    [
        ((Buff(20), Buff(Dice(times=25)), Buff(MANY)), Gain(buff=NO_BOUND)),
        ((Buff(CountOf(Cards("play", which=HERON), times=50, at_most=200)),), Gain()),
        ((Buff(LevelOf(times=50)),), Gain()),
        ((If(CoinShows(), (Buff(60),), (Buff(40), DrawCards(2))),), Gain(buff=40)),
        ((May((Buff(60),)),), Gain(buff=60)),
        ((May((Buff(60),), (DiscardCost(),)),), Gain()),
        ((Choose(((Buff(60),), (Buff(40),))),), Gain(buff=60)),
        ((Choose(((Buff(60),), (Buff(40),)), "opponent"),), Gain(buff=40)),
        ((Choose(((DrawCards(),), (Buff(40), DrawCards())), "opponents"),), Gain(cards=5)),
        ((Guess(right=(DrawCards(2),), wrong=(DrawCards(3),)),), Gain(cards=2)),
        ((DiscardCards(count=2), DiscardCards(count=Dice())), Gain(forced=2)),
    ],
)
def test_the_minimum_effects_of_a_support(effects, gain):
    assert surely([Ability("played", effects)]) == gain


@pytest.mark.parametrize(
    ("test", "chance"),
    [
        (DieShows(at_least=3), True),
        (RolledWas(parity="even"), True),
        (AllOf((ScoreIs(at_least=2), CoinShows())), True),
        (Not(CoinShows()), True),
        (AnyOf((ScoreIs(at_least=2), CoinShows())), False),
        (ScoreIs(at_least=2), False),
        (None, False),
    ],
)
def test_chance_is_a_needed_result_of_a_die_or_a_coin(test, chance):
    assert bool(by_chance(test)) is chance
    assert test is None or surely([Ability("played", (Buff(90),), needs=test)]) == Gain(), "not in any case"


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_limits_of_the_guide_s_table_arc_16(level):
    guide = GUIDE[level]
    lowest, highest = guide.power[0], guide.power[-1]
    plain = character(level)
    assert codes(plain) == set()
    assert codes(msgspec.structs.replace(plain, power=highest)) == set()
    if highest < 999:
        assert codes(msgspec.structs.replace(plain, power=highest + 1)) == {"A101"}
    if lowest:
        assert codes(msgspec.structs.replace(plain, power=lowest - 1)) == {"A101"}
    assert codes(character(level, Buff(guide.buff), Debuff(guide.debuff))) == set()
    assert codes(character(level, Buff(guide.buff), DrawCards(guide.cards))) == set()
    assert codes(character(level, Buff(guide.buff + 1))) == {"A104"}
    assert codes(character(level, Debuff(guide.debuff + 1))) == {"A105"}
    assert codes(character(level, Search("top", guide.cards, top=8), DrawCards())) == {"A107"}
    assert codes(character(level, Search("deck"))) == (set() if level > 2 else {"A108"})
    halved = Dice(halved=True, times=guide.buff_times, at_most=100)
    assert codes(character(level, Buff(halved))) == set()
    assert codes(character(level, Buff(msgspec.structs.replace(halved, times=guide.buff_times + 1)))) == {
        "A102"
    }
    taken = Dice(halved=True, times=guide.debuff_times + 1, at_most=60 if level == 4 else 50)
    assert codes(character(level, Debuff(taken))) == {"A103"}


@pytest.mark.parametrize(
    ("level", "costs", "found"),
    [
        (2, (DiscardCost(1),), set()),
        (2, (DiscardCost(2),), {"A109"}),
        (2, (DiscardCost(1), MillCost(1)), {"A109"}),
        (3, (HaveCost(Cards("discard")),), set()),
        (3, (DiscardCost(2), HaveCost(Cards("discard"))), set()),
        (3, (DiscardCost(3),), {"A109"}),
        (4, (DiscardCost(2),), {"A110"}),
        (4, (DiscardCost(2), HaveCost(Cards("discard"))), set()),
        (4, (DiscardCost(4),), {"A110"}),
    ],
)
def test_advancing_costs_what_the_guide_says_arc_16(level, costs, found):
    assert codes(character(level, costs=costs)) == found


@pytest.mark.parametrize(
    ("by", "found"),
    [
        (Dice(sides=3, times=25), {"A106"}),
        (Dice(sides=3, times=25, at_most=60), set()),
        (CountOf(Cards("current", "opponents"), times=20), {"A106"}),
        (CountOf(Cards("current", "opponents", HERON), times=20), set()),
        (LevelOf(times=25), set()),
    ],
)
def test_a_level_1_multiplies_within_limits_arc_16(by, found):
    assert codes(character(1, Buff(by))) == found


def test_draws_at_different_times_are_separate():
    one = Ability("advance", (DrawCards(),))
    other = Ability("start-of-turn", (DrawCards(),))
    card = msgspec.structs.replace(character(1), abilities=(one, other))
    assert codes(card) == set()
    assert codes(msgspec.structs.replace(card, abilities=(other, other))) == {"A107"}


@pytest.mark.parametrize(
    ("effects", "found"),
    [
        ((Buff(50),), set()),
        ((Buff(51),), {"A201"}),
        ((Buff(Dice(times=50)),), set()),
        ((If(CoinShows(), (Buff(200),), (Buff(50),)),), set()),
        ((If(CoinShows(), (Buff(200),), (Buff(60),)),), {"A201"}),
        ((If(CoinShows(), (Buff(MANY),)),), {"A202"}),
        ((Buff(MANY),), {"A201", "A202"}),
        ((Buff(50), Debuff(25)), set()),
        ((Buff(50), Debuff(26)), {"A203"}),
        ((If(CoinShows(), (Buff(40),), (Debuff(90),)),), set()),
        ((Buff(40), If(CoinShows(), (Debuff(40),))), {"A203"}),
        ((Buff(Dice(sides=4, times=25)), Debuff(Rolled(halved=True, times=25))), set()),
        ((Buff(Dice(sides=4, times=25)), Debuff(Rolled(times=25))), {"A203"}),
        ((Buff(49), DrawCards()), set()),
        ((Buff(50), DrawCards()), {"A204"}),
        ((If(CoinShows(), (Buff(90),), (DrawCards(),)),), set()),
        ((Buff(49), Search("discard")), set()),
        ((DrawCards(2),), {"A205"}),
        ((DrawCards(), Search("discard")), {"A205"}),
        ((Guess(right=(DrawCards(),), wrong=(DrawCards(3),)),), set()),
        ((LevelDown(),), {"A206"}),
        ((LevelDown("you"),), {"A211"}),
        ((Guess(wrong=(LevelDown(),)),), set()),
        ((If(ScoreIs(at_least=2), (LevelDown(),)),), {"A206"}),
        ((If(DieShows(at_least=5), (May((LevelDown(),)),)),), set()),
        ((If(CoinShows(), (LevelDown(), Buff(10)), (LevelDown(),)),), {"A206"}),
        ((Guess(right=(LevelDown(),), wrong=(LevelDown(), Buff(10))),), {"A206"}),
        ((DiscardCards(count=2),), {"A207"}),
        ((DiscardCards("you", count=2),), {"A211"}),
        ((DiscardCards(count=Dice()),), set()),
        ((May((DiscardCards(count=2),), (DiscardCost(),)),), set()),
        ((Score(),), {"A302"}),
        ((If(CoinShows(), (Score(),)),), set()),
    ],
)
def test_a_support_keeps_to_the_guide_arc_17(effects, found):
    assert codes(support(*effects)) == found


def test_the_needs_of_a_support_are_its_condition_arc_17():
    needs = ScoreIs(at_most=3)
    assert codes(support(Buff(120), needs=needs)) == set()
    assert codes(support(LevelDown(), needs=needs)) == {"A206"}
    assert codes(support(LevelDown(), needs=CoinShows())) == set()


@given(st.integers(1, 4), st.integers(2, 20), st.integers(0, 60), st.integers(0, 20), st.booleans())
def test_no_result_exceeds_the_found_paths(dice, sides, times, at_least, halved):
    by = Dice(dice, sides, halved=halved, times=times)
    test = RolledWas(at_least=at_least)
    found = ways_of([Ability("played", (Buff(by), If(test, (DrawCards(),), (Debuff(Rolled()),))))], 0)
    upper = at_the_most(found)
    for roll in range(dice, dice * sides + 1):
        buff = ((roll + 1) // 2 if halved else roll) * times
        gain = Gain(buff, 0, 1) if roll >= at_least else Gain(buff, roll)
        assert gain.most(upper) == upper
        assert gain in found or dice * (sides - 1) >= 48


TRAIT = Holds(Cards("play", which=HERON))


@pytest.mark.parametrize(
    ("effect", "found"),
    [
        (If(TRAIT, (Buff(150),)), set()),
        (If(TRAIT, (Buff(151),)), {"A208"}),
        (If(TRAIT, (If(TRAIT, (Buff(100),)), Buff(51))), {"A208"}),
        (May((Buff(200),), (DiscardCost(),)), {"A208"}),
        (Choose(((Buff(200),), (DrawCards(),)), "opponent"), set()),
        (Buff(CountOf(Cards("discard", which=HERON), times=50, at_most=200)), {"A208"}),
        (If(CoinShows(), (Buff(400),)), set()),
        (If(AllOf((TRAIT, CoinShows())), (Buff(400),)), set()),
        (If(AnyOf((TRAIT, CoinShows())), (Buff(400),)), {"A208"}),
        (If(CoinShows(), (If(TRAIT, (Buff(400),)),), (If(TRAIT, (Buff(200),)),)), {"A208"}),
        (If(TRAIT, (Buff(Dice(times=100)),)), set()),
        (If(TRAIT, (Buff(Dice(times=200)),)), {"A208"}),
        (If(RolledWas(at_least=1), (Buff(200),)), {"A201"}),
        (Guess(right=(Buff(300),)), set()),
    ],
)
def test_a_support_without_chance_adds_at_most_150_arc_17a(effect, found):
    assert codes(support(effect)) == found


@pytest.mark.parametrize(
    ("effect", "named"),
    [
        (If(CoinShows(), (Buff(40),), (Buff(40),)), True),
        (If(DieShows(at_least=4), (DrawCards(), Buff(40)), (Buff(40), DrawCards())), True),
        (Guess(right=(Buff(40),), wrong=(Buff(40),)), True),
        (Buff(Dice(times=50, at_most=50)), True),
        (If(CoinShows(), (Buff(40),), (Buff(30),)), False),
        (If(TRAIT, (Buff(40),), (Buff(40),)), False),
        (Buff(Dice(times=50, at_most=100)), False),
    ],
)
def test_chance_without_an_effect_is_reported_arc_17a(effect, named):
    assert ("A301" in codes(support(effect))) is named
    assert ("A301" in codes(character(3, effect))) is named


@pytest.mark.parametrize(("level", "most"), [(1, 1), (2, 1), (3, 3), (4, 3)])
def test_a_character_forces_few_discards_conditioned_or_not_arc_17a(level, most):
    assert codes(character(level, DiscardCards(count=most))) == set()
    assert "A112" in codes(character(level, DiscardCards(count=most + 1)))
    assert "A112" in codes(character(level, If(CoinShows(), (DiscardCards(count=most + 1),))))
    assert "A112" in codes(character(level, DiscardCards("opponents", count=Dice(sides=4)), on="advance"))


def test_power_is_weighed_against_abilities_of_one_level_arc_17a():
    """The maximum of one ability and half of another count as half of the range of power."""
    middle = msgspec.structs.replace(character(2, Buff(150), Debuff(50)), power=475)
    assert codes(middle) == set()
    assert codes(msgspec.structs.replace(middle, power=500)) == {"A111"}
    apart = Choose(((Buff(150),), (Debuff(100),), (DrawCards(3),)))
    assert codes(msgspec.structs.replace(character(2, apart), power=650)) == set()
    assert codes(character(4, Buff(500), Debuff(300), DrawCards(6))) == {"A111"}


def test_the_absurd_set_is_refused_arc_17a():
    """Each card kept to every point of a former guide, and the set won 20 of 20."""
    hero = msgspec.structs.replace(character(2, Buff(150), Debuff(100), DrawCards(3)), power=650)
    assert codes(hero) == {"A111"}
    assert codes(support(If(TRAIT, (Buff(500),)))) == {"A208"}
    assert codes(character(4, If(TRAIT, (DiscardCards(count=8),)))) == {"A112", "A111"}


def test_every_code_of_advice_has_a_meaning():
    codes = [f"A1{number:02}" for number in range(1, 13)] + [f"A2{n:02}" for n in range(1, 12)]
    assert sorted([code for code in card_codes("arclash") if code[0] == "A"]) == [*codes, "A301", "A302"]
