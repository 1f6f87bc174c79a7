"""A dice expression that has been read: a small tree of values, within the limits, ready to be rolled."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

LENGTH = 200
"""Characters of an expression, label included."""
DICE = 100
"""Dice of one term."""
SIDES = 10_000
REPEATS = 20
FIRST_DICE = 1_000
"""Dice of a whole expression before any explodes or is rolled again."""
EXTRA_DICE = 500
"""Dice of a whole expression that come by explosions and rerolls: then these stop."""
EXPLOSIONS = 10
"""Dice that follow one die by exploding one after another."""
REROLLS = 100
"""Times that `rr` rolls one die again."""
LARGEST = 10**15
"""No part of an expression may be able to come to more than this."""

Value: TypeAlias = int | Fraction
By: TypeAlias = Literal["h", "l", "<", ">", "="]
OpKind: TypeAlias = Literal["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]
Compare: TypeAlias = Literal[">=", ">", "<=", "<", "="]


class Selector(msgspec.Struct, frozen=True):
    """Which dice an operation is about."""

    by: By
    """The highest or lowest so many, or those below, above or equal to a number."""
    number: int

    @property
    def positional(self) -> bool:
        """Whether it counts dice from the top or bottom, instead of looking at each die alone."""
        return self.by in "hl"

    def takes(self, value: Value) -> bool:
        """Whether a selector by value selects this value."""
        if self.by == "<":
            return value < self.number
        return value > self.number if self.by == ">" else value == self.number


class Operation(msgspec.Struct, frozen=True):
    """Something done to the dice of a term, or to the parts of a bracket: k, p, rr, ro, ra, e, mi, ma."""

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
    """What a die must show to count as a success."""

    compare: Compare
    number: int

    def met(self, value: int) -> bool:
        """Whether a die of this value is a success."""
        return {
            ">=": value >= self.number,
            ">": value > self.number,
            "<=": value <= self.number,
            "<": value < self.number,
            "=": value == self.number,
        }[self.compare]


class Number(msgspec.Struct, frozen=True):
    """A number as it was written."""

    value: Value
    written: str


class Dice(msgspec.Struct, frozen=True):
    """A term of dice of one kind."""

    count: int
    sides: int
    written: str
    """The term as it was written, its operations with it."""
    at: int
    """Its place in the expression."""
    fate: bool = False
    """Whether they are Fate dice: three sides worth -1, 0 and +1."""
    operations: tuple[Operation, ...] = ()
    target: Target | None = None

    def value_of(self, face: int) -> int:
        """Return the value of a face, 1 to `sides`."""
        return face - 2 if self.fate else face


class Negative(msgspec.Struct, frozen=True):
    """A part with a minus before it."""

    inner: Node


class Binary(msgspec.Struct, frozen=True):
    """Two parts with a sign of arithmetic or comparison between them."""

    sign: str
    left: Node
    right: Node
    at: int


class Group(msgspec.Struct, frozen=True):
    """A part in brackets; operations after it are about the dice in it."""

    inner: Node
    operations: tuple[Operation, ...] = ()


class Many(msgspec.Struct, frozen=True):
    """Several parts in one bracket, which count together, or of which operations keep some."""

    parts: tuple[Node, ...]
    operations: tuple[Operation, ...] = ()


class Noted(msgspec.Struct, frozen=True):
    """A part with a note in square brackets."""

    inner: Node
    note: str


Node: TypeAlias = Number | Dice | Negative | Binary | Group | Many | Noted


class Expression(msgspec.Struct, frozen=True):
    """What is rolled: one tree, so many times, with a label."""

    text: str
    """As it was typed, blanks at the ends taken off."""
    body: str
    """The text without its label."""
    root: Node
    repeats: int = 1
    repeated: bool = False
    """Whether a number of repeats was written, though it may be 1."""
    label: str = ""

    @property
    def written_dice(self) -> int:
        """How many dice are rolled before any explodes or is rolled again."""
        return self.repeats * sum([term.count for term in terms(self.root)])

    @property
    def counts_successes(self) -> bool:
        """Whether the total is a number of successes and nothing else."""
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
        case Negative() | Group() | Noted():
            yield from terms(node.inner)


def most_dice(term: Dice) -> int:
    """Return the number of dice that a term could have, explosions included, were `EXTRA_DICE` no limit."""
    count = term.count
    for operation in term.operations:
        if operation.kind == "e":
            count *= 1 + EXPLOSIONS
        elif operation.kind == "ra":
            count += 1
    return count
