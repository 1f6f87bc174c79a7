"""How much: an amount is found out when it is needed.

A number that is halved is halved first, half a number rounded up; then it is multiplied; then `at_most`
bounds it, where that is not 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.cards.bounds import AMOUNT
from bot.engine.cards.filters import count
from bot.engine.cards.nodes import Amount, CountOf, Dice, LevelOf, Rolled, ScoreOf
from bot.engine.cards.reading import Reading


def amount_of(reading: Reading, amount: Amount) -> int:
    """Return the number, 0 to `bounds.AMOUNT`; whom or what it counts may have to be chosen for it."""
    if isinstance(amount, int):
        return amount
    value = AMOUNTS[type(amount)](reading, amount)
    return min(value, amount.at_most or AMOUNT, AMOUNT)


def _dice(reading: Reading, dice: Dice) -> int:
    return _half(reading.roll(dice.dice, dice.sides), dice.halved) * dice.times


def _rolled(reading: Reading, rolled: Rolled) -> int:
    return _half(reading.rolled, rolled.halved) * rolled.times


def _count(reading: Reading, counted: CountOf) -> int:
    seats = reading.players(counted.cards.whose)
    return _half(count(reading.look, counted.cards, seats), counted.halved) * counted.times


def _level(reading: Reading, level: LevelOf) -> int:
    return sum([reading.look.level(seat) for seat in reading.players(level.whose)]) * level.times


def _score(reading: Reading, score: ScoreOf) -> int:
    return sum([reading.look.score(seat) for seat in reading.players(score.whose)]) * score.times


def _half(number: int, halved: bool) -> int:
    return (number + 1) // 2 if halved else number


AMOUNTS: Mapping[type, Callable[[Reading, Any], int]] = {
    Dice: _dice,
    Rolled: _rolled,
    CountOf: _count,
    LevelOf: _level,
    ScoreOf: _score,
}
"""What each amount comes to, before its bound."""
