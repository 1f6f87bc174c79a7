"""d20 itself, given the same dice, comes to the same: what is kept, dropped, rolled again and exploded."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.dice.errors import BadExpression
from bot.dice.notation import d20, read
from bot.dice.rolling import roll

_COUNTS, _SIDES = st.integers(1, 5), st.sampled_from([4, 6, 20])
_AFTER = st.sampled_from(
    ["", "kh2", "kl1", "ph1", "pl2", "k>3", "p<2", "k1k2", "ro1", "rr1", "mi2", "ma5", "e4", "ra4", "kh1mi3"]
)
_TERM = st.builds(lambda n, s, a: f"{n}d{s}{a}", _COUNTS, _SIDES, _AFTER)
_PART = st.one_of(
    _TERM,
    st.integers(1, 30).map(str),
    st.builds(lambda a, b: f"({a}+{b})", _TERM, _TERM),
    st.builds(lambda a, b, k: f"({a},{b}){k}", _TERM, _TERM, st.sampled_from(["", "kh1", "pl1", "k>4"])),
    _TERM.map(lambda term: f"-{term}"),
)


class _Steady:
    """Dice that go round in a circle of faces, for us and, in the place of Python's `random`, for d20."""

    def __init__(self, faces: list[int]) -> None:
        self.faces: Iterator[int] = itertools.cycle(faces)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        return tuple(self.randrange(sides) + 1 for _ in range(count))

    def randrange(self, sides: int) -> int:
        return next(self.faces) % sides


class _InOrder(list[Any]):
    """What d20 selects, as they lie on the table: its own sets have an order that differs from run to run."""

    def difference(self, others: set[Any]) -> _InOrder:
        return _InOrder(each for each in self if each not in others)


def _select_in_order(operator: Any, target: Any, max_targets: int | None = None) -> _InOrder:
    chosen = _select(operator, target, max_targets)
    return _InOrder(each for each in target.keptset if each in chosen)


_select = d20.SetOperator.select


@settings(max_examples=300, deadline=None)
@given(
    st.lists(_PART, min_size=1, max_size=3),
    st.sampled_from(["+", "-", "*", "//", ">=", "%"]),
    st.lists(st.integers(0, 19), min_size=3, max_size=30),
)
def test_the_same_dice_come_to_the_same_total(parts: list[str], sign: str, faces: list[int]) -> None:
    text = sign.join(parts)
    try:
        expression = read(text)
    except BadExpression:
        assume(False)
    ours = roll(expression, _Steady(faces))
    assume(not ours.stopped)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("d20.expression.random", _Steady(faces))
        patch.setattr(d20.SetOperator, "select", _select_in_order)
        theirs = d20.Roller(d20.RollContext(max_rolls=2000)).roll(text)
    assert ours.total == theirs.total
