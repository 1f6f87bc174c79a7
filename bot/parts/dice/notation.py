"""The notation of dice: from the parse tree of an expression to its values, within the limits.

`notation.lark` is the grammar. Every refusal depends only on the expression, never on the dice; otherwise a
refused expression could reveal the next dice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import Any, NoReturn

if not {"lark", "regex"} & {*sys.modules}:
    # It loads regex where it finds it, for classes of characters that no grammar here has: 1.3 MB
    sys.modules["regex"] = None  # type: ignore[assignment]
    import_module("lark")
    del sys.modules["regex"]

from lark import Token, Transformer, v_args
from lark.exceptions import VisitError

from bot.base.language import N_, gettext, grouped
from bot.engine.sentences import hidden, visible
from bot.parts.dice.bounds import BadExpression, check_bounds
from bot.parts.dice.expression import (
    DICE,
    FIRST_DICE,
    REPEATS,
    SIDES,
    Binary,
    Dice,
    Expression,
    Function,
    Group,
    Many,
    Negative,
    Node,
    Noted,
    Number,
    Operation,
    Selector,
    Target,
    clean_label,
    terms,
)
from bot.parts.dice.syntax import Syntax
from bot.parts.dice.words import FILLER

LARGEST_NUMBER = 1_000_000_000

_SIDES = {"f": 3, "f.2": 3, "%": 100}
_DIGITS = {
    "44": "10*d4+d4",
    "66": "10*d6+d6",
    "88": "10*d8+d8",
    "666": "100*d6+10*d6+d6",
}
"""Dice that are two or three dice in many games, read as digits, and how to write that."""
_PARTS = re.compile(r"(.+?)([hl]|[<>]=?|=|)([0-9]*)")
_ENDLESS: Mapping[str, str] = {
    "rr": N_("Every side of this die is rolled again, so it would never end."),
    "e": N_("Every side of this die explodes, so it would never end."),
}


@lru_cache(maxsize=512)
def read(text: str, *, kept: bool = False) -> Expression:
    """Return a parsed expression. Raises `BadExpression` with a sentence and the place.

    What a person types is refused where it may well mean something else: a label with a word of the notation,
    d66. What was `kept` from a roll or by its owner is read as it was then.
    """
    syntax = Syntax(text, kept=kept)
    tree = syntax.parse()
    reader = _Reader(text, syntax, kept=kept)
    try:
        expression: Expression = reader.transform(tree)
    except VisitError as fault:
        raise fault.orig_exc from None
    _check_dice(text, expression)
    check_bounds(text, expression.root)
    return expression


def _as_typed(words: str) -> str:
    """Return the text as entered, including spaces, unless it contains hidden characters."""
    return visible(words) if any(map(hidden, words)) else words.strip()


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    """Converts the tree into values, from left to right: one method for each rule of the grammar."""

    def __init__(self, text: str, syntax: Syntax, *, kept: bool) -> None:
        super().__init__(visit_tokens=False)
        tokens = syntax.tokens
        self.text, self.syntax, self.kept = text, syntax, kept
        self.advantage = next((token for token in tokens if token.type == "ADVANTAGE"), None)
        self.advantaged = self._advantaged(self.advantage, tokens)
        """The single d20 that `adv` or `dis` belongs to."""

    def start(self, repeats: Token | None, root: Node, label: Token | None) -> Expression:
        end = len(self.text) if label is None else _start(label)
        times = 1 if repeats is None else self._small(repeats.rstrip("#").strip(), _start(repeats))
        if repeats is not None and not 1 <= times <= REPEATS:
            self._refuse(gettext("A roll is repeated 1 to {most} times.", most=REPEATS), _start(repeats))
        return Expression(
            text=_as_typed(self.text),
            body=_as_typed(self.text[:end]),
            root=root,
            repeats=times,
            repeated=repeats is not None,
            label="" if label is None else clean_label(self.text[end + label.startswith("#") :]),
        )

    def binary(self, left: Node, sign: Token, right: Node) -> Binary:
        return Binary(str(sign), left, right, _start(sign))

    def signed(self, sign: Token, inner: Node) -> Node:
        return Negative(inner) if sign == "-" else inner

    def noted(self, inner: Node, note: Token, *after: Token) -> Noted:
        for token in after:
            if token.type == "NOTE":
                self._refuse(gettext("One note in square brackets is enough."), _start(token))
        return Noted(inner, visible(self.text[_start(note) + 1 : _end(note) - 1]))

    def function(self, name: Token, inner: Node) -> Function:
        called: Any = name.rstrip("( ")
        return Function(called, inner)

    def number(self, number: Token, *_: Token) -> Number:
        if len(number) > 15 or float(number) > LARGEST_NUMBER:
            sentence = gettext(
                "This number is too long: {most} is the largest.", most=grouped(LARGEST_NUMBER)
            )
            self._refuse(sentence, _start(number))
        written = str(float(number) if "." in number else int(number))
        exact = Fraction(written)
        return Number(exact.numerator if exact.denominator == 1 else exact, written)

    def dice(self, dice: Token, *after: Token) -> Dice:
        count, sides, fate = self._kind(dice)
        written = " ".join(self.text[_start(dice) : _end((dice, *after)[-1])].split())
        operations = self._operations(after, highest=0 if fate else sides)
        if self.advantage is not None and dice is self.advantaged:
            count = 2
            best = Operation("k", (Selector("h" if self.advantage[0] == "a" else "l", 1),))
            operations = (best, *operations)
            written = written if self.advantage in after else f"{written} {self.advantage[:3]}"
        target = self._target(after)
        term = Dice(count, sides, written, _start(dice), fate, operations, target)
        # Refuse dice whose every face would be rerolled or explode, without an end.
        for operation in term.operations:
            if operation.kind in _ENDLESS and _takes_all(operation, term):
                self._refuse(gettext(_ENDLESS[operation.kind]), term.at)
        return term

    def bracket(self, *children: Any) -> Group | Many:
        parts = tuple([each for each in children if not isinstance(each, Token)])
        after = children[len(parts) :]
        for token in after:
            if token.type == "TARGET":
                sentence = gettext("t counts dice, so write it directly after them: 8d10t7.")
                self._refuse(sentence, _start(token))
            name = _parts(token)[0]
            if token.type == "OPERATION" and name not in ("k", "p", "d", "!"):
                sentence = gettext(
                    "{operation} goes with dice; after a bracket stand only k and p.", operation=name
                )
                self._refuse(sentence, _start(token))
        operations = self._operations(after, highest=0)
        if operations and len(parts) == 1 and not isinstance(parts[0], Dice) and self.syntax.curly(after[0]):
            sentence = gettext(
                "Curly brackets keep single dice elsewhere, and whole parts here: write (4d6,3d8)kh1."
            )
            self._refuse(sentence, _start(after[0]))
        return Group(parts[0], operations) if len(parts) == 1 else Many(parts, operations)

    def _kind(self, dice: Token) -> tuple[int, int, bool]:
        """Return count and sides of dice, and whether they are Fate dice."""
        before, _, size = map(str.strip, dice.replace("w", "d").partition("d"))
        count = self._small(before or "1", _start(dice))
        if not 1 <= count <= DICE:
            self._refuse(gettext("One term has 1 to {most} dice.", most=DICE), _start(dice))
        at = _end(dice) - len(size)
        sides = _SIDES[size] if size in _SIDES else self._small(size, at)
        if not 1 <= sides <= SIDES:
            self._refuse(gettext("A die has 1 to {most} sides.", most=grouped(SIDES)), at)
        if size in _DIGITS and not self.kept:
            sentence = gettext(
                "In many games d{sides} is dice read as digits: write {digits} for that. d0{sides} is one die"
                " with {sides} sides.",
                sides=size,
                digits=_DIGITS[size],
            )
            self._refuse(sentence, _start(dice))
        return count, sides, size[0] == "f"

    def _operations(self, after: Iterable[Token], highest: int) -> tuple[Operation, ...]:
        """Return the operations after dice or a bracket, equal neighbours merged.

        `highest` is the number on which dice explode, 0 if they cannot.
        """
        operations: list[Operation] = []
        for token in after:
            if token.type != "OPERATION":
                continue
            new = self._operation(token, highest)
            if operations and operations[-1].kind == new.kind and new.kind not in ("mi", "ma"):
                new = Operation(new.kind, operations.pop().selectors + new.selectors)
            operations.append(new)
        return tuple(operations)

    def _operation(self, token: Token, highest: int) -> Operation:
        name, by, number = _parts(token)
        if name == "!" and not highest:
            self._refuse(gettext("Only dice with numbers explode: 5d6!."), _start(token))
        if name in ("mi", "ma", "min", "max") and by:
            sentence = gettext("{operation} takes a plain number: 4d6{operation}2.", operation=name)
            self._refuse(sentence, _start(token) + len(name))
        if name == "rr" and by in ("h", "l"):
            sentence = gettext("rr rolls again until nothing fits, so it takes values; ro rolls once.")
            self._refuse(sentence, _start(token))
        default = highest if name == "!" else 1
        kind: Any = {"!": "e", "d": "p", "min": "mi", "max": "ma"}.get(name, name)
        return Operation(kind, (self._selector(token, by, number or str(default)),))

    def _selector(self, token: Token, by: Any, written: str) -> Selector:
        """Return the selector of an operation; `>=` and `<=` become strict comparisons of whole numbers."""
        at = _start(token) + len(token.rstrip(FILLER)) - len(written)
        number = self._small(written, at)
        if number > SIDES:
            self._refuse(gettext("The largest number here is {most}.", most=grouped(SIDES)), at)
        if by == "<=":
            return Selector("<", number + 1)
        if by == ">=" and not number:
            self._refuse(gettext("Every die shows more than that."), _start(token))
        return Selector(">", number - 1) if by == ">=" else Selector(by or "=", number)

    def _target(self, after: Sequence[Token]) -> Target | None:
        """Return the target number of a pool, which is last and occurs once."""
        before: Token | None = None
        for token in after:
            if before is not None and token.type == "TARGET":
                self._refuse(gettext("A pool has one t."), _start(token))
            if before is not None and token.type == "OPERATION":
                self._refuse(gettext("t comes last: put this before it."), _start(token))
            before = token if token.type == "TARGET" else before
        if before is None:
            return None
        _, compare, number = _parts(before)
        return Target(compare or ">=", self._small(number, _end(before) - len(number)))

    def _advantaged(self, word: Token | None, tokens: Sequence[Token]) -> Token | None:
        """Return the d20 to which `adv` or `dis` applies, or else the first single one."""
        if word is None:
            return None
        before = reversed(tokens[: tokens.index(word)])
        nearest = next(token for token in before if token.type not in ("OPERATION", "TARGET"))
        dice = [nearest] if nearest.type == "DICE" else [each for each in tokens if each.type == "DICE"]
        single = next((each for each in dice if self._kind(each) == (1, 20, False)), None)
        if single is None:
            self._refuse(gettext("adv and dis go with a single d20."), _start(word))
        return single

    def _small(self, written: str, at: int) -> int:
        if len(written) > 9:
            self._refuse(gettext("This number is too long."), at)
        return int(written)

    def _refuse(self, sentence: str, at: int) -> NoReturn:
        raise BadExpression(sentence, self.text, at)


def _check_dice(text: str, expression: Expression) -> None:
    """Refuse more dice in total than can be rolled at once."""
    count = expression.written_dice
    if count > FIRST_DICE:
        sentence = gettext(
            "That is {number} dice; one roll has at most {most} in all.",
            number=grouped(count),
            most=grouped(FIRST_DICE),
        )
        *_, last = terms(expression.root)
        raise BadExpression(sentence, text, last.at)


def _takes_all(operation: Operation, dice: Dice) -> bool:
    """Whether the selectors by value select every side of a die."""
    numbers = {by: {each.number for each in operation.selectors if each.by == by} for by in "<>="}
    lowest = max({dice.value_of(1), *numbers["<"]})
    highest = min({dice.value_of(dice.sides), *numbers[">"]})
    single = {number for number in numbers["="] if lowest <= number <= highest}
    return highest - lowest + 1 <= len(single)


def _parts(token: Token) -> Sequence[Any]:
    """Return the name of an operation, its selector, and its number: `k`, `>=`, `4`."""
    match = _PARTS.fullmatch(token.rstrip(FILLER))
    assert match is not None, "the grammar reads no other operations"
    return match.groups()


def _start(token: Token) -> int:
    assert token.start_pos is not None, "the lexer knows the place of each token"
    return token.start_pos


def _end(token: Token) -> int:
    return _start(token) + len(token)
