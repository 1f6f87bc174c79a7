"""The notation of dice: d20's grammar behind an adapter that knows the places and keeps to the limits.

d20 reads the arithmetic, the brackets and the operations on dice. What it does not know (`!`, `t7`, `4dF`,
`adv`, `6#`, labels) is taken out or rewritten before (`bot.dice.scanning`) and put back into the tree
afterwards. Its own rolling is not used: it takes Python's global randomness, and rolls dice again in the
order of a set of objects, which nobody could repeat from a seed.

Every refusal comes from the expression alone and never from the dice: else a refused expression could tell
what the next dice are.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn

from bot.dice.bounds import check_bounds
from bot.dice.errors import BadExpression
from bot.dice.expression import (
    FIRST_DICE,
    Binary,
    Dice,
    Expression,
    Group,
    Many,
    Negative,
    Node,
    Noted,
    Number,
    Operation,
    Selector,
)
from bot.dice.scanning import Scan, Sign, Term, scan
from bot.engine.language import N_, gettext, grouped

with warnings.catch_warnings():
    # Its parser imports modules of Python under names that have gone out of use.
    warnings.simplefilter("ignore", DeprecationWarning)
    import d20  # type: ignore[import-untyped]
    from d20 import diceast

_ENDLESS: Mapping[str, str] = {
    "rr": N_("Every side of this die is rolled again, so it would never end."),
    "e": N_("Every side of this die explodes, so it would never end."),
}


@lru_cache(maxsize=512)
def read(text: str) -> Expression:
    """Return what an expression says. Raises `BadExpression` with a sentence and the place."""
    scanned = scan(text)
    root = _Reader(text, scanned).read()
    whole = Expression(
        text=text.strip(),
        body=text[: scanned.body_end].strip(),
        root=root,
        repeats=scanned.repeats,
        repeated=scanned.repeated,
        label=scanned.label,
    )
    _check_dice(text, scanned)
    check_bounds(text, root)
    return whole


def _check_dice(text: str, scanned: Scan) -> None:
    """Refuse more dice in all than are rolled at once."""
    count = scanned.repeats * sum(2 if term.advantage else term.count for term in scanned.terms)
    if count > FIRST_DICE:
        sentence = gettext(
            "That is {number} dice; one roll has at most {most} in all.",
            number=grouped(count),
            most=grouped(FIRST_DICE),
        )
        raise BadExpression(sentence, text, scanned.terms[-1].at)


class _Reader:
    """Turns d20's tree into ours; terms, signs and notes come in the order in which they were written."""

    def __init__(self, text: str, scanned: Scan) -> None:
        self.text = text
        self.scanned = scanned
        self.terms: Iterator[Term] = iter(scanned.terms)
        self.signs: Iterator[Sign] = iter([each for each in scanned.signs if each.kind == "sign"])

    def read(self) -> Node:
        written = "".join(each.text for each in self.scanned.signs)
        try:
            return self._node(d20.Roller().parse(written).roll)
        except d20.RollSyntaxError as fault:
            self._refuse(fault)
        except (d20.RollError, ValueError, RecursionError):
            raise BadExpression(gettext("This cannot be read as dice."), self.text, 0) from None

    def _refuse(self, fault: Any) -> NoReturn:
        """Say where d20 could not read on."""
        reached, place = 0, len(self.text)
        for each in self.scanned.signs:
            if reached + len(each.text) >= fault.col:
                place = each.at
                break
            reached += len(each.text)
        raise BadExpression(gettext("This cannot stand here."), self.text, place) from None

    def _node(self, node: Any) -> Node:
        match node:
            case diceast.Literal():
                exact = Fraction(str(node.value))
                return Number(exact.numerator if exact.denominator == 1 else exact, str(node.value))
            case diceast.Dice():
                return self._dice(())
            case diceast.OperatedDice():
                return self._dice(tuple([_operation(each) for each in node.operations]))
            case diceast.OperatedSet():
                return self._bracket(node)
            case diceast.NumberSet():
                return Many(tuple([self._node(each) for each in node.values]))
            case diceast.Parenthetical():
                return Group(self._node(node.value))
            case diceast.UnOp():
                inner = self._node(node.value)
                return Negative(inner) if node.op == "-" else inner
            case diceast.BinOp():
                left = self._node(node.left)
                sign = next(self.signs)
                return Binary(node.op, left, self._node(node.right), sign.at)
            case diceast.AnnotatedNumber():
                return Noted(self._node(node.value), self.scanned.notes[int(node.annotations[0][1:-1])])
        raise ValueError(f"d20 reads something new: {type(node).__name__}")

    def _bracket(self, node: Any) -> Node:
        inner = self._node(node.value)
        operations = tuple([_operation(each) for each in node.operations])
        if isinstance(inner, Many):
            return Many(inner.parts, operations)
        assert isinstance(inner, Group)
        return Group(inner.inner, operations)

    def _dice(self, operations: tuple[Operation, ...]) -> Dice:
        term = next(self.terms)
        count = term.count
        if term.advantage:
            count = 2
            operations = (Operation("k", (Selector(term.advantage, 1),)), *operations)
        dice = Dice(
            count=count,
            sides=term.sides,
            written=self._written(term),
            at=term.at,
            fate=term.fate,
            operations=operations,
            target=term.target,
        )
        self._check_ends(dice)
        return dice

    def _written(self, term: Term) -> str:
        written = " ".join(self.text[term.at : term.end].split())
        word = {"": "", "h": "adv", "l": "dis"}[term.advantage]
        return written if word in written.lower() else f"{written} {word}"

    def _check_ends(self, dice: Dice) -> None:
        """Refuse dice of which every face would be rolled again or explode, for ever."""
        for operation in dice.operations:
            if operation.kind in _ENDLESS and _takes_all(operation, dice):
                raise BadExpression(gettext(_ENDLESS[operation.kind]), self.text, dice.at)


def _operation(node: Any) -> Operation:
    return Operation(node.op, tuple([Selector(each.cat or "=", each.num) for each in node.sels]))


def _takes_all(operation: Operation, dice: Dice) -> bool:
    """Return whether the selectors by value select every side of a die."""
    numbers = {by: {each.number for each in operation.selectors if each.by == by} for by in "<>="}
    lowest = max({dice.value_of(1), *numbers["<"]})
    highest = min({dice.value_of(dice.sides), *numbers[">"]})
    single = {number for number in numbers["="] if lowest <= number <= highest}
    return highest - lowest + 1 <= len(single)
