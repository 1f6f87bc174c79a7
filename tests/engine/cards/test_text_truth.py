"""Text and effect cannot disagree (ARC-18): other cards, other texts; at random, and for all small trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.engine.cards.nodes import AmountNode, ConditionNode, CostNode, EffectNode
from bot.engine.language import ENGLISH, Language, speaking
from bot.games.arclash.cards.words import (
    VOCABULARY,
    Ability,
    AllOf,
    AnyOf,
    Buff,
    Cards,
    Choose,
    CoinShows,
    Debuff,
    Dice,
    DieShows,
    DiscardCards,
    DiscardCost,
    DrawCards,
    Effect,
    Filter,
    Guess,
    HaveCost,
    Holds,
    If,
    LevelDown,
    LevelIs,
    May,
    Node,
    Not,
    Search,
    Shield,
)
from bot.languages.catalogues import language
from tests.engine.cards.meaning import meaning
from tests.engine.cards.telling import explain
from tests.engine.cards.trees import Trees, trees

Place = tuple[Any, ...]
"""The way to a value in a tree: names of fields and indices."""


def nodes(value: Any, place: Place = ()) -> Iterator[tuple[Place, Node]]:
    """Yield every node of a tree with the way to it."""
    if isinstance(value, Node):
        yield place, value
        for field in value.__struct_fields__:
            yield from nodes(getattr(value, field), (*place, field))
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from nodes(part, (*place, index))


def put(value: Any, place: Place, new: Any) -> Any:
    """Return the tree with something else at a place."""
    if not place:
        return new
    first, *rest = place
    if isinstance(first, int):
        return (*value[:first], put(value[first], tuple(rest), new), *value[first + 1 :])
    return replace(value, **{first: put(getattr(value, first), tuple(rest), new)})


def one_change(maker: Trees, tree: Ability) -> Ability:
    """Return the tree with one field of one node set to another value that its type allows."""
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
def test_every_field_of_every_node_is_told(kind: type[Node], field: str) -> None:
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
def test_many_a_changed_field_changes_the_text(maker: Trees) -> None:
    check_change(maker)


# All small trees

_PAY = (DiscardCost(),)
_SELDOM = LevelIs(at_least=3)
_HAND = Cards("hand")
_LEAVES: tuple[Effect, ...] = (
    DrawCards(),
    Debuff(by=25),
    Buff(by=Dice(times=25)),
    Search(where="deck"),
)


@cache
def lists(size: int) -> tuple[tuple[Effect, ...], ...]:
    """Return all lists of effects with so many effects in them altogether."""
    if size == 0:
        return ((),)
    return tuple(
        [
            (one, *rest)
            for first in range(1, size + 1)
            for one in single(first)
            for rest in lists(size - first)
        ]
    )


@cache
def single(size: int) -> tuple[Effect, ...]:
    """Return all effects with so many effects in them altogether, themselves included."""
    if size == 1:
        return _LEAVES
    found: list[Effect] = []
    for first in range(size):
        for then, other in product(lists(first), lists(size - 1 - first)):
            if then:
                found += [If(test, then, other) for test in (_SELDOM, CoinShows(), DieShows(at_least=4))]
            found += [Choose((then, other)), Guess(right=then, wrong=other)]
    for then in lists(size - 1):
        found += [
            May(then),
            May(then, _PAY),
            May(then, (HaveCost(_HAND, 3),)),
            Choose((then, then), "opponent"),
        ]
    return tuple(found)


@SPOKEN
@pytest.mark.parametrize(("most", "texts"), [(3, 300), pytest.param(4, 10_000, marks=pytest.mark.soak)])
def test_effects_that_are_grouped_otherwise_read_otherwise(most: int, texts: int, spoken: Language) -> None:
    """Every way to put up to so many effects into and behind each other."""
    told: dict[str, Ability] = {}
    with speaking(spoken):
        for size in range(1, most + 1):
            for then in lists(size):
                ability = Ability("played", then)
                twin = told.setdefault(explain(ability), ability)
                assert meaning(twin) == meaning(ability), explain(ability)
    assert len(told) > texts


def test_conditions_that_are_grouped_otherwise_read_otherwise() -> None:
    leaves = [_SELDOM, CoinShows(), Holds(_HAND, 0, 4)]
    pairs = [kind((one, two)) for kind in (AllOf, AnyOf) for one in leaves for two in leaves]
    twos = [*leaves, *[Not(one) for one in (*leaves, *pairs)], *pairs]
    threes = [kind((one, two)) for kind in (AllOf, AnyOf) for one in twos for two in twos]
    told: dict[str, Ability] = {}
    for test in (*twos, *threes, *[Not(one) for one in threes]):
        ability = Ability("start-of-battle", (DrawCards(),), needs=test)
        twin = told.setdefault(explain(ability), ability)
        assert meaning(twin) == meaning(ability), explain(ability)
    assert len(told) > 2_000


# The honest exceptions: what changes nothing is not told

_TIDE = Filter(word="tide")


def played(*then: Effect) -> Ability:
    return Ability("played", then)


def always(*then: Effect) -> Ability:
    return Ability("always", then)


def if_stacked(which: Filter) -> Ability:
    return played(If(Holds(Cards("stack", which=which)), (LevelDown(),)))


SAME = {
    "what is so all the time has no end": (always(Buff(25)), always(Buff(25, until="stack"))),
    "nor has a guard": (always(Shield(("debuff",))), always(Shield(("debuff",), until="next-turn"))),
    "a guard against two things": (
        played(Shield(("debuff", "discard"))),
        played(Shield(("discard", "debuff", "discard"))),
    ),
    "so many cards from the top, of a whole deck": (played(Search("deck")), played(Search("deck", top=5))),
    "back into the deck, from the deck": (played(Search("deck")), played(Search("deck", to="deck"))),
    "there are but Characters in a stack": (
        if_stacked(_TIDE),
        if_stacked(Filter("tide", kind="character")),
    ),
    "levels in another order": (
        if_stacked(Filter(level=(1, 2))),
        if_stacked(Filter(level=(2, 1, 2))),
    ),
    "whose cards one must have": (
        played(May((DrawCards(),), (HaveCost(_HAND),))),
        played(May((DrawCards(),), (HaveCost(Cards("hand", "everyone")),))),
    ),
    "which card is drawn by lot": (
        played(DiscardCards(how="random")),
        played(DiscardCards(how="random", which=_TIDE)),
    ),
    "who chooses from a deck": (
        played(DiscardCards(zone="deck")),
        played(DiscardCards(zone="deck", how="you")),
    ),
}


@pytest.mark.parametrize("why", SAME)
def test_what_changes_nothing_is_not_told(why: str) -> None:
    one, other = SAME[why]
    assert one != other
    assert explain(one) == explain(other)
    assert meaning(one) == meaning(other)
