"""Random trees of the card language, for property tests and mutation tests.

They are made from the types of the nodes, so a new node is tested without a change here. All are valid by
their types, and most make no sense. The same `Random` gives the same trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from bot.engine.cards.nodes import Amount, AmountT, ConditionT, EffectT
from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import EffectNode as Effect
from bot.games.arclash.cards.words import VOCABULARY, Abilities
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.places import Filter

WORDS = ("tide", "moon", "keeper", "High Tide", "Ember")
"""Words on the cards of a random toy table."""


class Trees:
    """Makes random values of node types. `depth` is the approximate depth of nested nodes."""

    def __init__(self, random: Random, words: Sequence[str] = WORDS, depth: int = 12) -> None:
        self.random = random
        self.words = words
        self.depth = depth

    def ability(self, *triggers: str) -> Ability:
        """Return an ability, with one of these triggers if any are given."""
        made: Ability = self.make(Ability)
        if not triggers:
            return made
        return Ability(self.random.choice(triggers), made.then, made.needs, made.once)  # type: ignore[arg-type]

    def abilities(self) -> tuple[Ability, ...]:
        """Return the abilities of a card; there may be none."""
        made: tuple[Ability, ...] = self.make(Abilities)
        return made

    def effect(self) -> Effect:
        made: Effect = self.make(EffectT)
        return made

    def condition(self) -> Condition:
        made: Condition = self.make(ConditionT)
        return made

    def amount(self) -> Amount:
        made: Amount = self.make(AmountT)
        return made

    def filter(self) -> Filter:
        made: Filter = self.make(Filter)
        return made

    def make(self, node: Any) -> Any:
        """Return a value of any type made of nodes."""
        return self._make(_described(VOCABULARY.of(node)), self.depth)

    def _make(self, kind: inspect.Type, depth: int) -> Any:
        match kind:
            case inspect.StructType(cls=cls, fields=fields):
                return cls(
                    **{field.name: self._field(field, depth) for field in fields if self._given(field)}
                )
            case inspect.UnionType(types=types):
                return self._make(self._one_of(types, depth), depth)
            case inspect.VarTupleType(item_type=item):
                return tuple([self._make(item, depth - 1) for _ in range(self._length(kind, depth))])
            case inspect.IntType():
                return self._number(kind)
            case inspect.StrType():
                return self.random.choice(self.words)
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.LiteralType(values=values):
                return self.random.choice(values)
            case inspect.NoneType():
                return None
            case inspect.Metadata(type=inner):
                return self._make(inner, depth)
        raise AssertionError(f"the language has got a type that no tree is made of yet: {kind}")

    def _given(self, field: inspect.Field) -> bool:
        """Whether a field is set; one with a default may be omitted."""
        return field.required or self.random.random() < 0.5

    def _field(self, field: inspect.Field, depth: int) -> Any:
        return self._make(field.type, depth - 1)

    def _one_of(self, types: Sequence[inspect.Type], depth: int) -> inspect.Type:
        """Return one of several types; at the maximum depth one without further nodes, if there is one."""
        if depth > 0:
            return self.random.choice(types)
        return self.random.choice([one for one in types if not _holds_nodes(one)] or types)

    def _length(self, kind: inspect.VarTupleType, depth: int) -> int:
        least = kind.min_length or 0
        most = kind.max_length if kind.max_length is not None else least + 3
        return least if depth <= 0 else self.random.randint(least, min(most, least + 2))

    def _number(self, kind: inspect.IntType) -> int:
        """Return a number within the type's bounds, more often a small one."""
        least, most = kind.ge or 0, kind.le if kind.le is not None else 999
        return self.random.randint(least, self.random.choice([most, min(most, least + 4)]))


@cache
def _described(node: Any) -> inspect.Type:
    return inspect.type_info(node)


def _holds_nodes(kind: inspect.Type) -> bool:
    """Whether values of a type must contain others of a union: `not` and `if` must, `draw` need not."""
    if not isinstance(kind, inspect.StructType):
        return False
    return any(_is_open(field.type) for field in kind.fields if field.required)


def _is_open(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.VarTupleType):
        return bool(kind.min_length) and _is_open(kind.item_type)
    if isinstance(kind, inspect.UnionType):
        return all(isinstance(one, inspect.StructType) for one in kind.types)
    return False


def trees(depth: int = 12) -> st.SearchStrategy[Trees]:
    """Return a strategy of makers of trees."""
    return st.integers(0, 2**32).map(lambda seed: Trees(Random(seed), depth=depth))
