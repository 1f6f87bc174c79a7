"""Rolls a parsed expression: every die and what happened to it, from a source of fair numbers.

The same source gives the same dice in the same order, so that a roll can be recomputed from its seed.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from bot.base.language import gettext, grouped, ngettext
from bot.engine.fair import Stream
from bot.parts.dice.expression import (
    COMPARISONS,
    EXPLOSIONS,
    EXTRA_DICE,
    REROLLS,
    Binary,
    Dice,
    Expression,
    Function,
    FunctionName,
    Group,
    Many,
    Negative,
    Node,
    Noted,
    Number,
    Operation,
    Value,
)

PURPOSE = "roll"
"""The purpose of every draw of a roll, on the page "Fair randomness"."""


class Die(msgspec.Struct, frozen=True):
    """A rolled die."""

    value: int
    """Its value."""
    before: tuple[int, ...] = ()
    """Its values before rerolls, oldest first."""
    shown: int | None = None
    """The face shown, if `mi` or `ma` changed its value."""
    kept: bool = True
    exploded: bool = False
    extra: bool = False
    """Whether it was rolled because another one exploded."""
    success: bool = False


class Pool(msgspec.Struct, frozen=True, tag=True):
    """The dice of one term."""

    written: str
    dice: tuple[Die, ...]
    number: int
    """Their sum, or the number of successes."""
    fate: bool = False
    counts: bool = False
    """Whether successes are counted."""
    kept: bool = True


class Words(msgspec.Struct, frozen=True, tag=True):
    """The text between dice: operators, numbers, brackets, notes."""

    text: str
    kept: bool = True
    note: bool = False


Piece: TypeAlias = Pool | Words


class Turn(msgspec.Struct, frozen=True):
    """One repetition of the expression."""

    pieces: tuple[Piece, ...]
    """The expression from left to right."""
    total: int
    """The total, rounded towards zero."""

    @property
    def dice(self) -> int:
        """How many dice it has."""
        return sum([len(piece.dice) for piece in self.pieces if isinstance(piece, Pool)])


class Rolled(msgspec.Struct, frozen=True):
    """The result of an expression."""

    turns: tuple[Turn, ...]
    successes: bool = False
    """Whether the totals are numbers of successes."""
    stopped: bool = False
    """Whether explosions or rerolls were ended by a limit."""

    @property
    def total(self) -> int:
        """The sum of the totals of all repetitions."""
        return sum(turn.total for turn in self.turns)


_Item: TypeAlias = "_Die | _Part"
"""An item that can be kept or dropped."""


def roll(expression: Expression, source: Stream) -> Rolled:
    """Roll an expression."""
    table = _Table(source)
    turns = []
    for _ in range(expression.repeats):
        part = table.roll(expression.root)
        turns.append(Turn(tuple(_joined(part.pieces(kept=True))), int(part.total)))
    return Rolled(tuple(turns), expression.counts_successes, table.stopped)


@dataclass(eq=False)
class _Die:
    faces: list[int]
    """The values it has shown; the last one counts."""
    depth: int = 0
    forced: int | None = None
    kept: bool = True
    exploded: bool = False

    @property
    def value(self) -> int:
        return self.faces[-1] if self.forced is None else self.forced

    @property
    def total(self) -> int:
        return self.value if self.kept else 0


@dataclass(eq=False)
class _Part:
    """A node that has been rolled."""

    node: Node
    parts: list[_Part] = field(default_factory=list)
    dice: list[_Die] = field(default_factory=list)
    kept: bool = True

    @property
    def total(self) -> Value:
        return self._number() if self.kept else 0

    def _number(self) -> Value:
        match self.node:
            case Number():
                return self.node.value
            case Dice():
                return _count(self.node, self.dice)
            case Negative():
                return -self.parts[0].total
            case Binary():
                return compute(self.node.sign, self.parts[0].total, self.parts[1].total)
            case Function():
                return applied(self.node.name, self.parts[0].total)
        return sum([part.total for part in self.parts])

    def items(self) -> Sequence[_Item]:
        """Return the items that an operation after this part applies to."""
        match self.node:
            case Dice():
                return self.dice
            case Many():
                return self.parts
            case Group() | Noted():
                return self.parts[0].items()
        return [self]

    def pieces(self, *, kept: bool) -> Iterator[Piece]:
        kept = kept and self.kept
        match self.node:
            case Number():
                yield Words(self.node.written, kept)
            case Dice():
                yield _pool(self.node, self.dice, kept=kept)
            case Negative():
                yield Words("-", kept)
                yield from self.parts[0].pieces(kept=kept)
            case Binary():
                yield from self.parts[0].pieces(kept=kept)
                yield Words(f" {self.node.sign} ", kept)
                yield from self.parts[1].pieces(kept=kept)
            case Noted():
                yield from self.parts[0].pieces(kept=kept)
                yield Words(self.node.note, kept, note=True)
            case Function():
                yield Words(f"{self.node.name}(", kept)
                yield from self.parts[0].pieces(kept=kept)
                yield Words(")", kept)
            case Group() | Many():
                yield from self._bracketed(self.node, kept=kept)

    def _bracketed(self, node: Group | Many, *, kept: bool) -> Iterator[Piece]:
        yield Words("(", kept)
        for place, part in enumerate(self.parts):
            if place:
                yield Words(", ", kept)
            yield from part.pieces(kept=kept)
        after = "".join(
            f"{operation.kind}{selector.by.strip('=')}{selector.number}"
            for operation in node.operations
            for selector in operation.selectors
        )
        yield Words(f"){after}", kept)


_ARITHMETIC: Mapping[str, Callable[[Any, Any], Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: Fraction(left) / right,
    "//": operator.floordiv,
    "%": operator.mod,
}
_FUNCTIONS: Mapping[FunctionName, Callable[[Any], Value]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": lambda value: math.floor(value + Fraction(1, 2)),
    "abs": abs,
}


def compute(sign: str, left: Value, right: Value) -> Value:
    """Return the result of an operator on two numbers; a comparison gives 1 or 0."""
    if sign in _ARITHMETIC:
        return _ARITHMETIC[sign](left, right)
    return int(COMPARISONS[sign](left, right))


def applied(name: FunctionName, value: Value) -> Value:
    """Return the result of a function; `round` rounds halves up, as other programs do."""
    return _FUNCTIONS[name](value)


def _count(term: Dice, dice: list[_Die]) -> int:
    if term.target is None:
        return sum(die.total for die in dice)
    return sum(die.kept and term.target.met(die.total) for die in dice)


def _pool(term: Dice, dice: list[_Die], *, kept: bool) -> Pool:
    shown = [
        Die(
            value=die.value,
            before=tuple(die.faces[:-1]),
            shown=None if die.forced is None else die.faces[-1],
            kept=die.kept and kept,
            exploded=die.exploded,
            extra=die.depth > 0,
            success=die.kept and term.target is not None and term.target.met(die.total),
        )
        for die in dice
    ]
    counts = term.target is not None
    return Pool(term.written, tuple(shown), _count(term, dice), term.fate, counts, kept)


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Join consecutive pieces of text."""
    last: Words | None = None
    for piece in pieces:
        if isinstance(piece, Words) and last and last.kept == piece.kept and not (last.note or piece.note):
            last = Words(last.text + piece.text, piece.kept)
            continue
        if last is not None:
            yield last
        last = piece if isinstance(piece, Words) else None
        if last is None:
            yield piece
    if last is not None:
        yield last


class _Table:
    """Rolls the parts, and counts the additional dice by explosions and rerolls."""

    def __init__(self, source: Stream) -> None:
        self.source = source
        self.extra = 0
        self.stopped = False

    def roll(self, node: Node) -> _Part:
        match node:
            case Number():
                return _Part(node)
            case Dice():
                dice = [_Die([face]) for face in self._throw(node, node.count)]
                for operation in node.operations:
                    self._operate(node, operation, dice)
                return _Part(node, dice=dice)
            case Binary():
                left = self.roll(node.left)
                return _Part(node, [left, self.roll(node.right)])
            case Many():
                return self._operated(_Part(node, [self.roll(each) for each in node.parts]), node.operations)
            case Group():
                return self._operated(_Part(node, [self.roll(node.inner)]), node.operations)
            case Negative() | Function() | Noted():
                return _Part(node, [self.roll(node.inner)])

    def _operated(self, part: _Part, operations: tuple[Operation, ...]) -> _Part:
        for operation in operations:
            _keep_or_drop(operation, part.items())
        return part

    def _throw(self, term: Dice, count: int) -> list[int]:
        """Roll `count` dice, in one draw."""
        if not count:
            return []
        return [term.value_of(face) for face in self.source.roll(PURPOSE, term.sides, count)]

    def _operate(self, term: Dice, operation: Operation, dice: list[_Die]) -> None:
        match operation.kind:
            case "k" | "p":
                _keep_or_drop(operation, dice)
            case "mi" | "ma":
                number = operation.selectors[-1].number
                for die in dice:
                    if die.kept and (die.total < number if operation.kind == "mi" else die.total > number):
                        die.forced = number
            case "ro":
                self._reroll(term, _dice_of(operation, dice))
            case "rr":
                for _ in range(REROLLS):
                    chosen = _dice_of(operation, dice)
                    if not chosen or self._reroll(term, chosen) < len(chosen):
                        return
                self.stopped = self.stopped or bool(_dice_of(operation, dice))
            case "ra":
                self._explode(term, dice, _dice_of(operation, dice)[:1])
            case "e":
                self._explode_all(term, operation, dice)

    def _explode_all(self, term: Dice, operation: Operation, dice: list[_Die]) -> None:
        while True:
            chosen = [die for die in _dice_of(operation, dice) if not die.exploded]
            shallow = [die for die in chosen if die.depth < EXPLOSIONS]
            self.stopped = self.stopped or len(shallow) < len(chosen)
            if not shallow or self._explode(term, dice, shallow) < len(shallow):
                return

    def _reroll(self, term: Dice, chosen: list[_Die]) -> int:
        """Reroll these dice, as many as the limit allows; return how many."""
        chosen = self._within_limit(chosen)
        for die, face in zip(chosen, self._throw(term, len(chosen)), strict=True):
            die.faces.append(face)
            die.forced = None
        return len(chosen)

    def _explode(self, term: Dice, dice: list[_Die], chosen: list[_Die]) -> int:
        """Roll another die for each of these, as many as the limit allows; return how many."""
        chosen = self._within_limit(chosen)
        for die, face in zip(chosen, self._throw(term, len(chosen)), strict=True):
            die.exploded = True
            dice.append(_Die([face], die.depth + 1))
        return len(chosen)

    def _within_limit(self, chosen: list[_Die]) -> list[_Die]:
        within = chosen[: EXTRA_DICE - self.extra]
        self.extra += len(within)
        self.stopped = self.stopped or len(within) < len(chosen)
        return within


def _keep_or_drop(operation: Operation, items: Sequence[_Item]) -> None:
    chosen = {id(item) for item in _selected(operation, items)}
    for item in items:
        if (id(item) in chosen) is (operation.kind == "p"):
            item.kept = False


def _selected(operation: Operation, items: Sequence[_Item]) -> list[_Item]:
    """Return the selected items that are not dropped yet, in their order."""
    kept = [(item, item.total) for item in items if item.kept]
    chosen: set[int] = set()
    for selector in operation.selectors:
        places = range(len(kept))
        if selector.positional:
            order = sorted(places, key=lambda place: kept[place][1], reverse=selector.by == "h")
            chosen.update(order[: selector.number])
        else:
            chosen.update(place for place in places if selector.takes(kept[place][1]))
    return [item for place, (item, _) in enumerate(kept) if place in chosen]


def _dice_of(operation: Operation, dice: list[_Die]) -> list[_Die]:
    return [item for item in _selected(operation, dice) if isinstance(item, _Die)]


# Rolls as plain text, for files and pictures: totals, faces, and every die.


def total_words(turn: Turn, rolled: Rolled) -> str:
    """Return the result of one repetition: "14", or "3 successes"."""
    if not rolled.successes:
        return grouped(turn.total)
    return ngettext("{total} success", "{total} successes", turn.total, total=grouped(turn.total))


def totals_words(rolled: Rolled) -> str:
    """Return the result of each repetition: "14, 9, 11"."""
    return ", ".join([total_words(turn, rolled) for turn in rolled.turns])


def together_words(rolled: Rolled) -> str:
    """Return the total of all repetitions, shown if there are several."""
    return gettext("together **{total}**", total=grouped(rolled.total))


def face_words(value: int, pool: Pool) -> str:
    """Return the face or the value of a die: a sign for a Fate die, else a number."""
    return {-1: "−", 0: "0", 1: "+"}.get(value, str(value)) if pool.fate else str(value)


def turn_in_signs(turn: Turn) -> str:
    """Return one repetition with every die, in the notation of `listed_dice`."""
    return turn_told(
        turn, lambda pool: f"{pool.written} [{', '.join([_in_signs(die, pool) for die in pool.dice])}]"
    )


def turn_told(turn: Turn, told: Callable[[Pool], str]) -> str:
    """Return one repetition: its pools as `told` says, and the text between them."""
    return "".join(
        [told(piece) if isinstance(piece, Pool) else _words_between(piece) for piece in turn.pieces]
    )


def _words_between(piece: Words) -> str:
    """Return the text between dice; a note has a space before it."""
    return f" {piece.text}" if piece.note else piece.text


def _in_signs(die: Die, pool: Pool) -> str:
    past = "".join([f"{face_words(each, pool)}→" for each in earlier(die)])
    face = face_words(die.value, pool) + ("!" if die.exploded else "") + ("*" if die.success else "")
    return past + (face if die.kept else f"({face})")


def earlier(die: Die) -> tuple[int, ...]:
    """Return the values of a die before rerolls or limits of its value, oldest first."""
    return die.before if die.shown is None else (*die.before, die.shown)
