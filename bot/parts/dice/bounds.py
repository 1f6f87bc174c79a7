"""The smallest and largest possible values of each part of an expression."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from bot.base.language import gettext, grouped
from bot.engine.errors import Refusal
from bot.engine.sentences import hidden
from bot.parts.dice.expression import (
    EXTRA_DICE,
    LARGEST,
    Binary,
    Dice,
    Function,
    FunctionName,
    Group,
    Many,
    Negative,
    Node,
    Noted,
    Number,
    Operation,
    most_dice,
)
from bot.parts.dice.rolling import applied

# What a roll can be refused for, as sentences for the player.
#
# Refusal ├── BadExpression the expression cannot be read or goes beyond a limit; it knows the place ├──
# NoOdds the expression has no exact odds, or none that can be worked out in time └── RollRefused no such
# roll, not yours to reveal, too many saved


_SHOWN = 44
"""The characters of an expression that fit on one line on a phone."""


class BadExpression(Refusal):
    """An expression that cannot be rolled: `at` is the index in `expression`, from 0."""

    def __init__(self, sentence: str, expression: str, at: int) -> None:
        super().__init__(sentence)
        self.expression = expression
        self.at = max(0, min(at, len(expression)))

    def pointed(self) -> str:
        """Return the expression, or its part near `at`, with a caret below that character.

        Two lines for a code block: control characters become spaces, backticks become apostrophes.
        """
        start = max(0, self.at - _SHOWN // 2) if len(self.expression) > _SHOWN else 0
        shown = self.expression[start : start + _SHOWN]
        before = "…" if start else ""
        after = "…" if start + _SHOWN < len(self.expression) else ""
        clean = "".join(" " if hidden(each) else each for each in shown).replace("`", "'")
        return f"{before}{clean}{after}\n{' ' * (len(before) + self.at - start)}^"


class NoOdds(Refusal):
    """This expression has no exact odds, or they would take too long to compute."""


class RollRefused(Refusal):
    """A request about rolls that is refused for this person."""


Bounds: TypeAlias = tuple[Fraction, Fraction]


def check_bounds(text: str, root: Node) -> None:
    """Raise `BadExpression` if a part could divide by zero or exceed `LARGEST`."""
    _Checker(text).bounds(root)


class _Checker:
    def __init__(self, text: str) -> None:
        self.text = text

    def bounds(self, node: Node) -> Bounds:
        match node:
            case Number():
                return Fraction(node.value), Fraction(node.value)
            case Dice():
                return _dice(node)
            case Negative():
                low, high = self.bounds(node.inner)
                return -high, -low
            case Function():
                return _of_function(node.name, self.bounds(node.inner))
            case Group() | Noted():
                inner = self.bounds(node.inner)
                return _with_zero(inner) if isinstance(node, Group) and node.operations else inner
            case Many():
                parts = [self.bounds(each) for each in node.parts]
                if node.operations:
                    parts = [_with_zero(each) for each in parts]
                zero = Fraction(0)
                return sum((low for low, _ in parts), zero), sum((high for _, high in parts), zero)
            case Binary():
                return self._binary(node)

    def _binary(self, node: Binary) -> Bounds:
        left, right = self.bounds(node.left), self.bounds(node.right)
        if node.sign in ("/", "//", "%") and right[0] <= 0 <= right[1]:
            raise BadExpression(gettext("This could divide by zero."), self.text, node.at)
        low, high = _combined(node.sign, left, right)
        if max(abs(low), abs(high)) > LARGEST:
            sentence = gettext("This could come to more than {number}.", number=grouped(LARGEST))
            raise BadExpression(sentence, self.text, node.at)
        return low, high


def _of_function(name: FunctionName, bounds: Bounds) -> Bounds:
    ends = sorted([Fraction(applied(name, end)) for end in bounds])
    return (Fraction(0) if name == "abs" and bounds[0] <= 0 <= bounds[1] else ends[0]), ends[1]


def _combined(sign: str, left: Bounds, right: Bounds) -> Bounds:
    if sign == "+":
        return left[0] + right[0], left[1] + right[1]
    if sign == "-":
        return left[0] - right[1], left[1] - right[0]
    if sign == "%":
        return min(right[0], Fraction(0)), max(right[1], Fraction(0))
    if sign in ("*", "/", "//"):
        corners = [a * b if sign == "*" else a / b for a, b in product(left, right)]
        low = min(corners) - 1 if sign == "//" else min(corners)  # rounding down takes less than 1
        return low, max(corners)
    return Fraction(0), Fraction(1)


def _dice(dice: Dice) -> Bounds:
    if dice.target is not None:
        return Fraction(0), Fraction(_kept(dice)[1])
    low, high = dice.value_of(1), dice.value_of(dice.sides)
    for operation in dice.operations:
        if operation.kind in ("mi", "ma"):
            number = operation.selectors[-1].number
            low, high = (low, max(high, number)) if operation.kind == "mi" else (min(low, number), high)
    fewest, most = _kept(dice)
    return Fraction(min(fewest * low, most * low)), Fraction(max(fewest * high, most * high))


def _kept(dice: Dice) -> tuple[int, int]:
    """Return the least and the most dice that can count."""
    fewest, most = dice.count, min(most_dice(dice), dice.count + EXTRA_DICE)
    for operation in dice.operations:
        if operation.kind in ("k", "p"):
            fewest = _fewest_kept(operation, fewest)
    return fewest, most


def _fewest_kept(operation: Operation, count: int) -> int:
    selectors: Sequence[int] = [each.number for each in operation.selectors if each.positional]
    if len(selectors) < len(operation.selectors):
        return 0
    if operation.kind == "k":
        return min(count, max(selectors))
    return max(0, count - sum(selectors))


def _with_zero(bounds: Bounds) -> Bounds:
    return min(bounds[0], Fraction(0)), max(bounds[1], Fraction(0))
