"""A parsed dice expression: a small tree of values, within the limits, ready to be rolled."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import msgspec

from bot.engine.sentences import visible

LENGTH = 200
"""The most characters of an expression, including its label."""
LABEL = 100
"""The greatest length of a label; longer ones are cut."""
DICE = 100
"""The most dice of one term."""
SIDES = 10_000
REPEATS = 20
FIRST_DICE = 1_000
"""The most dice of an expression, without explosions and rerolls."""
EXTRA_DICE = 500
"""The most additional dice of an expression by explosions and rerolls; then these stop."""
EXPLOSIONS = 10
"""The most dice that can follow one die by exploding one after another."""
REROLLS = 100
"""The most times that `rr` rerolls one die."""
LARGEST = 10**15
"""The largest value that any part of an expression may reach."""

Value: TypeAlias = int | Fraction
By: TypeAlias = Literal["h", "l", "<", ">", "="]
OpKind: TypeAlias = Literal["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]
FunctionName: TypeAlias = Literal["floor", "ceil", "round", "abs"]
Compare: TypeAlias = Literal[">=", ">", "<=", "<", "="]


COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
}
"""The comparisons of two totals, and of a die with a target."""


class Selector(msgspec.Struct, frozen=True):
    """Selects the dice of an operation."""

    by: By
    """The highest or lowest dice, by count, or those below, above or equal to a number."""
    number: int

    @property
    def positional(self) -> bool:
        """Whether it counts dice from the top or bottom, and does not test each die alone."""
        return self.by in "hl"

    def takes(self, value: Value) -> bool:
        """Whether a selector by value selects this value."""
        if self.by == "<":
            return value < self.number
        return value > self.number if self.by == ">" else value == self.number


class Operation(msgspec.Struct, frozen=True):
    """An operation on the dice of a term, or on the parts of a bracket: k, p, rr, ro, ra, e, mi, ma."""

    kind: OpKind
    selectors: tuple[Selector, ...]

    @property
    def positional(self) -> bool:
        """Whether any of its selectors counts dice from the top or bottom."""
        return any(each.positional for each in self.selectors)

    def takes(self, value: Value) -> bool:
        """Whether any of its selectors, all by value, selects this value."""
        return any(each.takes(value) for each in self.selectors)


class Target(msgspec.Struct, frozen=True):
    """The condition for a die to count as a success."""

    compare: Compare
    number: int

    def met(self, value: int) -> bool:
        """Whether a die of this value is a success."""
        return COMPARISONS[self.compare](value, self.number)


class Number(msgspec.Struct, frozen=True):
    """A number as written."""

    value: Value
    written: str


class Dice(msgspec.Struct, frozen=True):
    """A term of dice of one kind."""

    count: int
    sides: int
    written: str
    """The term as written, including its operations."""
    at: int
    """Its index in the expression."""
    fate: bool = False
    """Whether they are Fate dice: three sides worth -1, 0 and +1."""
    operations: tuple[Operation, ...] = ()
    target: Target | None = None

    def value_of(self, face: int) -> int:
        """Return the value of a face, 1 to `sides`."""
        return face - 2 if self.fate else face


class Negative(msgspec.Struct, frozen=True):
    """A part with a minus sign."""

    inner: Node


class Binary(msgspec.Struct, frozen=True):
    """Two parts with an arithmetic or comparison operator between them."""

    sign: str
    left: Node
    right: Node
    at: int


class Group(msgspec.Struct, frozen=True):
    """A part in brackets; operations after it apply to the dice in it."""

    inner: Node
    operations: tuple[Operation, ...] = ()


class Many(msgspec.Struct, frozen=True):
    """Several parts in one bracket, which are added, or some of which are kept by operations."""

    parts: tuple[Node, ...]
    operations: tuple[Operation, ...] = ()


class Function(msgspec.Struct, frozen=True):
    """A part that is rounded, or made positive."""

    name: FunctionName
    inner: Node


class Noted(msgspec.Struct, frozen=True):
    """A part with a note in square brackets."""

    inner: Node
    note: str


Node: TypeAlias = Number | Dice | Negative | Binary | Group | Many | Function | Noted


class Expression(msgspec.Struct, frozen=True):
    """A complete expression: one tree, a number of repetitions, and a label."""

    text: str
    """The text as entered, without spaces at the ends."""
    body: str
    """The text without its label."""
    root: Node
    repeats: int = 1
    repeated: bool = False
    """Whether a number of repetitions was written, even if it is 1."""
    label: str = ""

    @property
    def written_dice(self) -> int:
        """The number of dice without explosions and rerolls."""
        return self.repeats * sum([term.count for term in terms(self.root)])

    @property
    def counts_successes(self) -> bool:
        """Whether the total is only a number of successes."""
        node = self.root
        while isinstance(node, Group | Noted):
            node = node.inner
        return isinstance(node, Dice) and node.target is not None


def terms(node: Node) -> Iterator[Dice]:
    """Yield the terms of dice in a part, from left to right."""
    match node:
        case Dice():
            yield node
        case Binary():
            yield from terms(node.left)
            yield from terms(node.right)
        case Many():
            for part in node.parts:
                yield from terms(part)
        case Negative() | Group() | Function() | Noted():
            yield from terms(node.inner)


def most_dice(term: Dice) -> int:
    """Return the most dice a term can have, including explosions, ignoring `EXTRA_DICE`."""
    count = term.count
    for operation in term.operations:
        if operation.kind == "e":
            count *= 1 + EXPLOSIONS
        elif operation.kind == "ra":
            count += 1
    return count


def clean_label(words: str) -> str:
    """Return a label on one line, without invisible characters, cut to its maximum length."""
    return visible(words)[:LABEL].rstrip()
