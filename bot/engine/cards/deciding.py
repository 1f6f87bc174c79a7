"""Decides whether a condition is always or never true, whatever the table looks like.

Each condition that compares one number is a range of that number (`ConditionNode.compared`); other conditions
are true or false, the same ones together. All cases of these numbers and truths are tried: one number of each
piece into which the ranges cut it. A die or a coin is thrown anew each time. Where the cases are too many,
the condition stays undecided, and that is said.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from bot.engine.cards.nodes import AbilityNode, ConditionNode, EffectNode, NodePath, children, nodes
from bot.engine.cards.words.counting import Cards
from bot.engine.cards.words.dice import RolledWas
from bot.engine.cards.words.logic import AllOf, AnyOf, If, Not

TruthValue: TypeAlias = Literal["always", "never", "open", "undecided"]
"""What is known of a condition: `open` if it can be true and can be false."""
STABLE: Final = ("you", "opponents", "everyone")
"""Words for players that mean the same ones each time."""
CASES: Final = 20_000
"""The most cases that are tried."""

Limits: TypeAlias = Mapping[Hashable, tuple[int, int | None]]
"""What is known anyway, by `Compared.what`: the lowest and the highest number."""


def truth_value(
    test: ConditionNode, limits: Limits, given: Sequence[tuple[ConditionNode, bool]] = ()
) -> TruthValue:
    """Return whether a condition is always or never true.

    `given` are conditions with the truth that they have at this moment.
    """
    cases = _Cases([test, *[each for each, _ in given]], limits)
    if cases.number > CASES:
        return "undecided"
    truths = {
        cases.holds(test, case)
        for case in cases
        if all(cases.holds(condition, case) == truth for condition, truth in given)
    }
    if len(truths) == 2:
        return "open"
    return "always" if truths == {True} else "never"


class Decided(NamedTuple):
    """A condition of an ability, and what is known of it."""

    place: NodePath
    truth: TruthValue


def decided(ability: AbilityNode, limits: Limits) -> Iterator[Decided]:
    """Yield the conditions of an ability that are not open.

    `limits` hold until the first effect is done. A condition directly inside of another one is looked at with
    what the outer one says.
    """
    given: tuple[tuple[ConditionNode, bool], ...] = ()
    if ability.needs is not None:
        truth = truth_value(ability.needs, limits)
        if truth != "open":
            yield Decided(("needs",), truth)
            if truth == "never":
                return
        given = ((ability.needs, True),)
    yield from _within(ability.then, ("then",), limits, given)


def _within(
    effects: Sequence[EffectNode],
    place: NodePath,
    limits: Limits,
    given: tuple[tuple[ConditionNode, bool], ...],
) -> Iterator[Decided]:
    for number, effect in enumerate(effects):
        if number:
            limits, given = {}, ()  # what came before may have changed the table
        at = (*place, number)
        if isinstance(effect, If):
            decision = truth_value(effect.test, limits, given)
            if decision != "open":
                yield Decided((*at, "test"), decision)
            branches = ((effect.then, "then", True), (effect.otherwise, "otherwise", False))
            for branch, key, truth in branches:
                if decision != ("never" if truth else "always"):
                    yield from _within(branch, (*at, key), limits, (*given, (effect.test, truth)))
            continue
        for step, inner in children(effect):
            if isinstance(inner, EffectNode):
                yield from _within((inner,), (*at, *step[:-1]), {}, ())


def settled(effects: Sequence[EffectNode], limits: Limits) -> tuple[EffectNode, ...]:
    """Return effects without the conditions that are always or never true: what is left happens anyway."""
    kept: list[EffectNode] = []
    for number, effect in enumerate(effects):
        if isinstance(effect, If):
            known = truth_value(effect.test, {} if number else limits)
            if known in ("always", "never"):
                kept += settled(effect.then if known == "always" else effect.otherwise, limits)
                continue
        kept.append(effect)
    return tuple(kept)


def settled_ability(ability: Any, limits: Limits) -> Any | None:
    """Return an ability without conditions that are always true; None if it never happens."""
    known = "open" if ability.needs is None else truth_value(ability.needs, limits)
    if known == "never":
        return None
    then = settled(ability.then, limits)
    if not then:
        return None
    return msgspec.structs.replace(ability, needs=None if known == "always" else ability.needs, then=then)


class _Cases:
    """All combinations of the numbers and truths in some conditions."""

    def __init__(self, tests: Iterable[ConditionNode], limits: Limits) -> None:
        self._cuts: dict[Hashable, set[int]] = {}
        self._bounds: dict[Hashable, tuple[int, int | None]] = {}
        self._places: dict[int, Hashable] = {}
        tests = list(tests)
        self._rolls = any(each.chance for test in tests for _, each in nodes(test))
        for test in tests:
            self._collect(test, limits)
        self._names = list(self._cuts)
        self._values = [self._pieces(name) for name in self._names]
        self.number = 1
        for values in self._values:
            self.number *= len(values)

    def __iter__(self) -> Iterator[Mapping[Hashable, int]]:
        for values in product(*self._values):
            case = dict(zip(self._names, values, strict=True))
            if all(self._possible(one, case) for one in case):
                yield case

    def holds(self, test: ConditionNode, case: Mapping[Hashable, int]) -> bool:
        """Whether a condition is true in a case."""
        if isinstance(test, Not):
            return not self.holds(test.of, case)
        if isinstance(test, AllOf):
            return all(self.holds(each, case) for each in test.of)
        if isinstance(test, AnyOf):
            return any(self.holds(each, case) for each in test.of)
        number, compared = case[self._places[id(test)]], test.compared()
        if compared is None:
            return number > 0
        return compared.low <= number and (compared.high is None or number <= compared.high)

    def _collect(self, test: ConditionNode, limits: Limits) -> None:
        if isinstance(test, Not):
            self._collect(test.of, limits)
        elif isinstance(test, AllOf | AnyOf):
            for each in test.of:
                self._collect(each, limits)
        else:
            compared = test.compared()
            name: Hashable = compared.what if compared else ("so", test)
            # Whether it may be about something else each time: another roll, or a player who is chosen.
            if test.chance or (self._rolls and isinstance(test, RolledWas)):
                anew = True
            else:
                anew = any(getattr(each, "whose", "you") not in STABLE for _, each in nodes(test))
            if anew:
                name = ("anew", id(test))
            self._places[id(test)] = name
            cuts = self._cuts.setdefault(name, set())
            if compared is None:
                self._bounds[name] = 0, 1
                cuts |= {0, 1}
                return
            low, high = limits.get(name, (compared.floor, compared.ceiling))
            self._bounds[name] = low, high
            cuts |= {low, compared.low, compared.low - 1}
            if compared.high is not None:
                cuts |= {compared.high, compared.high + 1}

    def _pieces(self, name: Hashable) -> list[int]:
        """Return a number of each piece into which the ranges cut a number."""
        low, high = self._bounds[name]
        cuts = sorted(self._cuts[name])
        inside = [cut for cut in (*cuts, cuts[-1] + 1) if low <= cut and (high is None or cut <= high)]
        return inside or [low]

    def _possible(self, name: Hashable, case: Mapping[Hashable, int]) -> bool:
        """Whether no more of some cards are somewhere than of all cards there."""
        if not isinstance(name, Cards) or name.which.is_any:
            return True
        everything = msgspec.structs.replace(name, which=type(name.which)())
        return case.get(everything, case[name]) >= case[name]
