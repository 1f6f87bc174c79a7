"""The exact odds of an expression, if they exist and can be computed in a few hundredths of a second.

icepool does the counting; sums of many equal dice are computed by multiplying big integers, which is faster.
The work of each step is estimated before it starts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias, cast

import msgspec

from bot.base.language import gettext
from bot.parts.dice.bounds import NoOdds
from bot.parts.dice.expression import (
    EXPLOSIONS,
    EXTRA_DICE,
    REROLLS,
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
    Target,
    Value,
    most_dice,
)
from bot.parts.dice.rolling import applied, compute

WORK = 22_000
"""The most steps, of about a microsecond each, for one expression."""
BITS = 1_500_000
"""The largest size in bits of an integer for a sum of dice."""
UNLIKELY = 1e-9
"""A probability below this, that a limit ends rerolls, is ignored."""

_Chances: TypeAlias = dict[int, int]
"""The number of ways to each value."""


class Odds(msgspec.Struct, frozen=True):
    """The possible results of an expression, rolled once."""

    outcomes: tuple[int, ...]
    """Every possible total, the smallest first."""
    ways: tuple[int, ...]
    """The number of ways to each outcome."""
    successes: bool
    """Whether the totals are numbers of successes."""
    explodes: bool
    """Whether dice explode: then one die is followed by at most `EXPLOSIONS` others."""

    @property
    def all_ways(self) -> int:
        """The total number of ways."""
        return sum(self.ways)

    @property
    def mean(self) -> Fraction:
        """The mean total."""
        return Fraction(sum(x * ways for x, ways in self._pairs()), self.all_ways)

    @property
    def deviation(self) -> float:
        """The standard deviation of the total."""
        squares = Fraction(sum(x * x * ways for x, ways in self._pairs()), self.all_ways)
        return math.sqrt(squares - self.mean**2)

    def chances(self) -> tuple[float, ...]:
        """Return the probability of each outcome, 0 to 1."""
        total = self.all_ways
        return tuple([ways / total for ways in self.ways])

    def at_least(self, number: int) -> Fraction:
        """Return the probability of this total or more."""
        return Fraction(sum(ways for x, ways in self._pairs() if x >= number), self.all_ways)

    def _pairs(self) -> zip[tuple[int, int]]:
        return zip(self.outcomes, self.ways, strict=True)


def odds(expression: Expression) -> Odds:
    """Return the odds of one repetition of an expression. Raises `NoOdds` with a sentence."""
    counter = _Counter(expression.repeats)
    exact = counter.odds(expression.root)
    whole: dict[int, int] = {}
    for outcome, ways in exact.items():
        whole[int(outcome)] = whole.get(int(outcome), 0) + ways
    outcomes = tuple(sorted(whole))
    return Odds(
        outcomes=outcomes,
        ways=tuple([whole[each] for each in outcomes]),
        successes=expression.counts_successes,
        explodes=counter.explodes,
    )


class _Counter:
    """Counts the ways, and the work this takes."""

    def __init__(self, repeats: int) -> None:
        self.repeats = repeats
        self.left = WORK
        self.explodes = False
        self.extra = 0.0
        """The expected number of additional dice by explosions and rerolls."""

    def spend(self, work: float) -> None:
        """Refuse work that would take too long, before it starts."""
        self.left -= math.ceil(work)
        if self.left < 0:
            raise NoOdds.translated(
                "The exact odds of this would take too long to work out. Try fewer or smaller dice."
            )

    def expect(self, extra: float) -> None:
        """Refuse explosions and rerolls that could reach their limit, because that changes the odds."""
        self.extra += self.repeats * extra
        if self.extra > EXTRA_DICE:
            sentence = gettext(
                "So many dice may explode or be rolled again that the limit of {most} changes these odds. Try"
                " fewer dice.",
                most=EXTRA_DICE,
            )
            raise NoOdds(sentence)

    def odds(self, node: Node) -> Mapping[Value, int]:
        """Return the ways to each value of a part; parts have no dice in common."""
        match node:
            case Number():
                return {node.value: 1}
            case Dice():
                return cast("Mapping[Value, int]", self._dice(node))
            case Negative():
                return {-value: ways for value, ways in self.odds(node.inner).items()}
            case Function():
                # The ways to each result of a function.
                chances: dict[Value, int] = {}
                for value, ways in self.odds(node.inner).items():
                    result = applied(node.name, value)
                    chances[result] = chances.get(result, 0) + ways
                return chances
            case Noted():
                return self.odds(node.inner)
            case Group():
                return self._group(node)
            case Many():
                return self._many(node)
            case Binary():
                return self._combined(node.sign, self.odds(node.left), self.odds(node.right))

    def _group(self, node: Group) -> Mapping[Value, int]:
        inner = node.inner
        while isinstance(inner, Noted) or (isinstance(inner, Group) and not inner.operations):
            inner = inner.inner
        if not node.operations:
            return self.odds(inner)
        if isinstance(inner, Dice) and inner.target is None:
            kept = msgspec.structs.replace(inner, operations=(*inner.operations, *node.operations))
            return self.odds(kept)
        raise NoOdds.translated("There are no exact odds of a bracket of which something is kept or dropped.")

    def _many(self, node: Many) -> Mapping[Value, int]:
        parts = [self.odds(each) for each in node.parts]
        if not node.operations:
            total = parts[0]
            for part in parts[1:]:
                total = self._combined("+", total, part)
            return total
        if len(node.operations) > 1 or len(node.operations[0].selectors) > 1:
            raise NoOdds.translated("There are no exact odds of a bracket of which something is kept twice.")
        (operation,) = node.operations
        selector = operation.selectors[0]
        if not selector.positional:
            return self._sum_of_kept(parts, operation)
        count = selector.number if operation.kind == "k" else max(0, len(parts) - selector.number)
        highest = (selector.by == "h") is (operation.kind == "k")
        return self._best(parts, min(count, len(parts)), highest=highest)

    def _sum_of_kept(self, parts: list[Mapping[Value, int]], operation: Operation) -> Mapping[Value, int]:
        """Return the sum of the parts that are kept by their own value."""
        total: Mapping[Value, int] = {0: 1}
        for part in parts:
            staying: dict[Value, int] = {}
            for value, ways in part.items():
                worth = value if operation.takes(value) is (operation.kind == "k") else 0
                staying[worth] = staying.get(worth, 0) + ways
            total = self._combined("+", total, staying)
        return total

    def _best(self, parts: list[Mapping[Value, int]], count: int, *, highest: bool) -> Mapping[Value, int]:
        """Return the sum of the `count` highest or lowest of different parts, by trying all combinations."""
        self.spend(2 * len(parts) * math.prod(len(part) for part in parts))

        def kept(*values: Value) -> Value:
            return sum(sorted(values, reverse=highest)[:count])

        import icepool  # type: ignore[import-untyped]  # few rolls need it

        return dict(icepool.map(kept, *(icepool.Die(dict(part)) for part in parts)).items())

    def _combined(
        self, sign: str, left: Mapping[Value, int], right: Mapping[Value, int]
    ) -> Mapping[Value, int]:
        fractions = sign == "/" or any(isinstance(value, Fraction) for value in (*left, *right))
        self.spend((5 if fractions else 0.7) * len(left) * len(right))
        chances: dict[Value, int] = {}
        for a, ways_of_a in left.items():
            for b, ways_of_b in right.items():
                value = compute(sign, a, b)
                chances[value] = chances.get(value, 0) + ways_of_a * ways_of_b
        return chances

    def _dice(self, term: Dice) -> _Chances:
        """Return the ways to each total of one term."""
        self.spend(term.sides / 4)
        die = _fresh(term)
        operations = list(term.operations)
        self.expect(most_dice(term) - term.count)
        while operations and operations[0].kind in ("mi", "ma", "ro", "rr") and not operations[0].positional:
            die = self._changed(term, die, operations.pop(0))
        if not operations:
            return self._sum(self._counted(die, term.target), term.count)
        first = operations.pop(0)
        if operations:
            raise NoOdds.translated("There are no exact odds of dice that are changed again after that.")
        if first.kind == "e":
            return self._exploding(term, die, first)
        if first.kind in ("k", "p"):
            return (self._keeping if first.positional else self._staying)(term, die, first)
        sentence = gettext(
            "There are no exact odds of {operation} of some dice among others.", operation=first.kind
        )
        raise NoOdds(sentence)

    def _changed(self, term: Dice, die: _Chances, operation: Operation) -> _Chances:
        """Return a die after an operation that tests each die alone."""
        self.spend(len(die) + 2 * term.sides)
        number = operation.selectors[-1].number
        if operation.kind in ("mi", "ma"):
            limit = max if operation.kind == "mi" else min
            return _mapped(die, lambda value: limit(value, number))
        return self._rolled_again(term, die, operation)

    def _rolled_again(self, term: Dice, die: _Chances, operation: Operation) -> _Chances:
        """Return a die with some values rerolled; the new value is a plain roll."""
        fits = operation.takes
        again = sum(ways for value, ways in die.items() if fits(value))
        fresh = _fresh(term)
        if operation.kind == "rr":
            fresh = {value: ways for value, ways in fresh.items() if not fits(value)}
            self._check_rerolls(term, 1 - len(fresh) / term.sides, again > 0)
        else:
            self.expect(term.count)
        whole = sum(fresh.values())
        chances = {value: ways * whole for value, ways in die.items() if not fits(value)}
        for value, ways in fresh.items():
            chances[value] = chances.get(value, 0) + again * ways
        return {value: ways for value, ways in chances.items() if ways}

    def _check_rerolls(self, term: Dice, again: float, ever: bool) -> None:
        """Refuse rerolls that would reach their limits with more than a negligible probability."""
        if again**REROLLS > UNLIKELY:
            sentence = gettext(
                "A die is rolled again {most} times at most, which changes these odds.", most=REROLLS
            )
            raise NoOdds(sentence)
        if ever:
            mean, spread = term.count / (1 - again), math.sqrt(term.count * again) / (1 - again)
            self.expect(mean + 10 * spread)

    def _counted(self, die: _Chances, target: Target | None) -> _Chances:
        if target is None:
            return die
        return _mapped(die, lambda value: int(target.met(value)))

    def _staying(self, term: Dice, die: _Chances, operation: Operation) -> _Chances:
        """Return the sum or the successes of the dice that are kept by their own value."""

        def worth(value: int) -> int:
            if operation.takes(value) is not (operation.kind == "k"):
                return 0
            return value if term.target is None else int(term.target.met(value))

        return self._sum(_mapped(die, worth), term.count)

    def _exploding(self, term: Dice, die: _Chances, operation: Operation) -> _Chances:
        """Return the sum or the successes of exploding dice, each with the dice that follow it."""
        if operation.positional:
            raise NoOdds.translated("There are no exact odds of exploding the highest or lowest dice.")
        self.explodes = True
        fresh = _fresh(term)
        self.spend(3 * EXPLOSIONS**2 * len(fresh))
        worth: Callable[[int], int] = (lambda value: value) if term.target is None else term.target.met
        chains: _Chances = {0: 1}
        for left in range(EXPLOSIONS, -1, -1):
            # Only the first dice were changed before; added dice are unchanged.
            here = die if left == 0 else fresh
            whole, follow, chains = sum(chains.values()), chains, {}
            for value, ways in here.items():
                after = follow if operation.takes(value) else {0: whole}
                for more, ways_of_more in after.items():
                    total = int(worth(value)) + more
                    chains[total] = chains.get(total, 0) + ways * ways_of_more
        return self._sum(chains, term.count)

    def _keeping(self, term: Dice, die: _Chances, operation: Operation) -> _Chances:
        """Return the sum or the successes of the highest or lowest dice."""
        if len(operation.selectors) > 1:
            raise NoOdds.translated("There are no exact odds of dice that are kept for several reasons.")
        selector, count = operation.selectors[0], term.count
        kept = min(selector.number, count)
        highest = (selector.by == "h") is (operation.kind == "k")
        if operation.kind == "p":
            kept = count - kept
        if term.target is not None:
            if term.target.compare == "=":
                raise NoOdds.translated("There are no exact odds of equal dice among the highest or lowest.")
            # A success is a die above or below a number, so the best dice stay the best when only
            # successes are looked at.
            highest = highest is (term.target.compare in (">", ">="))
            die = self._counted(die, term.target)
        if kept == 0:
            return {0: 1}
        if kept == 1:
            return _extreme(die, count, highest=highest)
        if kept == count:
            return self._sum(die, count)
        span = max(die) - min(die) + 1
        self.spend(len(die) * count * kept * span)
        import icepool

        index = slice(count - kept, None) if highest else slice(0, kept)
        return dict(icepool.Die(die).keep(count, index).items())

    def _sum(self, die: _Chances, count: int) -> _Chances:
        """Return the sum of `count` equal dice.

        The ways to each value are packed into one large integer, `size` bytes each, which is raised to a
        power: the result contains the ways to each sum, `size` bytes each.
        """
        if count == 1:
            return die
        low = min(die)
        span = (max(die) - low) * count + 1
        size = math.ceil((sum(die.values()) ** count).bit_length() / 8)
        if 8 * size * span > BITS:
            self.spend(WORK + 1)
        # A number is raised to a power in time that grows with its length to the power of log2(3).
        self.spend(span + 10 * (size * span / 1000) ** 1.585)
        places = bytearray((max(die) - low + 1) * size)
        for value, ways in die.items():
            places[(value - low) * size : (value - low + 1) * size] = ways.to_bytes(size, "little")
        power = (int.from_bytes(places, "little") ** count).to_bytes(span * size, "little")
        ways_of = (int.from_bytes(power[at * size : (at + 1) * size], "little") for at in range(span))
        return {low * count + at: ways for at, ways in enumerate(ways_of) if ways}


def _fresh(term: Dice) -> _Chances:
    """Return a die of a term as rolled, before any operation."""
    return {term.value_of(face): 1 for face in range(1, term.sides + 1)}


def _mapped(die: _Chances, change: Callable[[int], int]) -> _Chances:
    chances: _Chances = {}
    for value, ways in die.items():
        chances[change(value)] = chances.get(change(value), 0) + ways
    return chances


def _extreme(die: _Chances, count: int, *, highest: bool) -> _Chances:
    """Return the highest or the lowest of equal dice."""
    chances, reached = {}, 0
    for value in sorted(die, reverse=not highest):
        before = reached**count
        reached += die[value]
        chances[value] = reached**count - before
    return chances
