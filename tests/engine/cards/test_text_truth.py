"""Text and effect agree (ARC-18): different cards have different texts, for random and all small trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.base.language import ENGLISH, Language, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.nodes import AmountNode, ConditionNode, CostNode, EffectNode, Node
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.words.counting import HaveCost, Holds
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards, DiscardCost, Search
from bot.games.arclash.cards.words.hands import Guess
from bot.games.arclash.cards.words.levels import LevelDown, LevelIs
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.shield import Shield
from tests.engine.cards.meaning import meaning
from tests.engine.cards.telling import explain
from tests.engine.cards.trees import Trees, trees

Place = tuple[Any, ...]
"""The path to a value in a tree: names of fields and indices."""


def nodes(value: Any, place: Place = ()) -> Iterator[tuple[Place, Node]]:
    """Yield every node of a tree with its path."""
    if isinstance(value, Node):
        yield place, value
        for field in value.__struct_fields__:
            yield from nodes(getattr(value, field), (*place, field))
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from nodes(part, (*place, index))


def put(value: Any, place: Place, new: Any) -> Any:
    """Return the tree with another value at a path."""
    if not place:
        return new
    first, *rest = place
    if isinstance(first, int):
        return (*value[:first], put(value[first], tuple(rest), new), *value[first + 1 :])
    return replace(value, **{first: put(getattr(value, first), tuple(rest), new)})


def one_change(maker: Trees, tree: Ability) -> Ability:
    """Return the tree with one field of one node set to another valid value."""
    place, node = maker.random.choice(list(nodes(tree)))
    field = maker.random.choice(node.__struct_fields__ or ("",))
    other = maker.make(type(node))
    return put(tree, (*place, field), getattr(other, field)) if field else tree


def ability_with(node: Node) -> Ability:
    """Return an ability with this node in it."""
    match node:
        case Ability():
            return node
        case EffectNode():
            return Ability("start-of-turn", (node,))
        case AmountNode():
            return Ability("start-of-turn", (Buff(node),))
        case ConditionNode():
            return Ability("start-of-turn", (DrawCards(),), needs=node)
        case CostNode():
            return Ability("start-of-turn", (May((DrawCards(),), (node,)),))
        case Cards():
            return ability_with(Holds(node))
        case Filter():
            return ability_with(Search("deck", which=node))
    raise AssertionError(f"no ability has a {type(node).__name__} in it")


KINDS = (*VOCABULARY.words, Ability, Cards, Filter)
"""All kinds of nodes of the language."""

FIELDS = [(kind, field) for kind in KINDS for field in kind.__struct_fields__]


@pytest.mark.parametrize(
    ("kind", "field"), FIELDS, ids=[f"{kind.__name__}.{field}" for kind, field in FIELDS]
)
def test_every_field_of_every_node_is_in_the_text(kind: type[Node], field: str) -> None:
    maker = Trees(Random(f"{kind.__name__}.{field}"), depth=4)
    told = 0
    for _ in range(60):
        node, other = maker.make(kind), maker.make(kind)
        before, after = ability_with(node), ability_with(replace(node, **{field: getattr(other, field)}))
        if meaning(before) != meaning(after):
            assert explain(before) != explain(after), explain(before)
            told += 1
    assert told > 4, "the field makes no difference"


SPOKEN = pytest.mark.parametrize("spoken", [ENGLISH, language("de")], ids=["en", "de"])


def check_change(maker: Trees) -> None:
    before = maker.ability()
    after = one_change(maker, before)
    if explain(before) == explain(after):
        assert meaning(before) == meaning(after), explain(before)


@SPOKEN
@settings(max_examples=400)
@given(maker=trees(depth=5))
def test_a_changed_field_changes_the_text(maker: Trees, spoken: Language) -> None:
    with speaking(spoken):
        check_change(maker)


@pytest.mark.soak
@settings(max_examples=40_000)
@given(trees(depth=5))
def test_many_changed_fields_change_the_text(maker: Trees) -> None:
    check_change(maker)


# ---- all small trees

_PAY = (DiscardCost(),)
_SELDOM = LevelIs(at_least=3)
_HAND = Cards("hand")
_LEAVES: tuple[Effect, ...] = (DrawCards(), Debuff(by=25), Buff(by=Dice(times=25)), Search(where="deck"))


@cache
def lists(size: int) -> tuple[tuple[Effect, ...], ...]:
    """Return all lists of effects with this total number of effects."""
    if size == 0:
        return ((),)
    firsts = range(1, size + 1)
    return tuple([(one, *rest) for first in firsts for one in single(first) for rest in lists(size - first)])


@cache
def single(size: int) -> tuple[Effect, ...]:
    """Return all effects with this total number of effects, including themselves."""
    if size == 1:
        return _LEAVES
    found: list[Effect] = []
    for first in range(size):
        for then, other in product(lists(first), lists(size - 1 - first)):
            if then:
                found += [If(test, then, other) for test in (_SELDOM, CoinShows(), DieShows(at_least=4))]
            found += [Choose((then, other)), Guess(right=then, wrong=other)]
    for then in lists(size - 1):
        found += [May(then, pay) for pay in ((), _PAY, (HaveCost(_HAND, 3),))]
        found.append(Choose((then, then), "opponent"))
    return tuple(found)


@SPOKEN
@pytest.mark.parametrize(("most", "texts"), [(3, 300), pytest.param(4, 10_000, marks=pytest.mark.soak)])
def test_effects_grouped_differently_have_different_texts(most: int, texts: int, spoken: Language) -> None:
    """All ways to nest and sequence up to this number of effects."""
    with speaking(spoken):
        abilities = [Ability("played", then) for size in range(1, most + 1) for then in lists(size)]
        assert different_texts(abilities) > texts


def different_texts(abilities: Iterable[Ability]) -> int:
    """Return the number of different texts; abilities with the same text must be equivalent."""
    told: dict[str, Ability] = {}
    for ability in abilities:
        twin = told.setdefault(explain(ability), ability)
        assert meaning(twin) == meaning(ability), explain(ability)
    return len(told)


def test_conditions_grouped_differently_have_different_texts() -> None:
    leaves = [_SELDOM, CoinShows(), Holds(_HAND, 0, 4)]
    pairs = [kind((one, two)) for kind in (AllOf, AnyOf) for one in leaves for two in leaves]
    twos = [*leaves, *[Not(one) for one in (*leaves, *pairs)], *pairs]
    threes = [kind((one, two)) for kind in (AllOf, AnyOf) for one in twos for two in twos]
    tests = (*twos, *threes, *[Not(one) for one in threes])
    assert different_texts(Ability("start-of-battle", (DrawCards(),), needs=test) for test in tests) > 2_000


# ---- exceptions: a field without an effect is not in the text


def played(*then: Effect) -> Ability:
    return Ability("played", then)


def always(*then: Effect) -> Ability:
    return Ability("always", then)


def stacked(**which: Any) -> Ability:
    return played(If(Holds(Cards("stack", which=Filter(**which))), (LevelDown(),)))


def priced(cards: Cards) -> Ability:
    return played(May((DrawCards(),), (HaveCost(cards),)))


SAME = {
    "what is so all the time has no end": [always(Buff(25, until=each)) for each in ("turn", "stack")],
    "nor has a guard": [always(Shield(("debuff",), until=each)) for each in ("turn", "next-turn")],
    "a guard against two things": [
        played(Shield(each)) for each in (("debuff", "discard"), ("discard", "debuff", "discard"))
    ],
    "so many cards from the top, of a whole deck": [played(Search("deck", top=each)) for each in (0, 5)],
    "back into the deck, from the deck": [played(Search("deck", to=each)) for each in ("hand", "deck")],
    "there are but Characters in a stack": [stacked(word="tide"), stacked(word="tide", kind="character")],
    "levels in another order": [stacked(level=(1, 2)), stacked(level=(2, 1, 2))],
    "whose cards one must have": [priced(_HAND), priced(Cards("hand", "everyone"))],
    "which card is drawn by lot": [
        played(DiscardCards(how="random", which=each)) for each in (Filter(), Filter("tide"))
    ],
    "who chooses from a deck": [played(DiscardCards(zone="deck", how=each)) for each in ("owner", "you")],
}


@pytest.mark.parametrize("why", SAME)
def test_a_field_without_an_effect_is_not_in_the_text(why: str) -> None:
    one, other = SAME[why]
    assert one != other
    assert explain(one) == explain(other)
    assert meaning(one) == meaning(other)
