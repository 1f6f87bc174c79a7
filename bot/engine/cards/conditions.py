"""Whether something holds. Of several players it is enough that it holds for one; for nobody it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.engine.cards.bounds import NODES
from bot.engine.cards.filters import count
from bot.engine.cards.nodes import (
    AllOf,
    AnyOf,
    BattleWas,
    CoinShows,
    Condition,
    DieShows,
    Holds,
    LevelIs,
    Not,
    PowerIs,
    Rank,
    RolledWas,
    ScoreIs,
)
from bot.engine.cards.reading import Reading
from bot.engine.contract import Seat


def holds(reading: Reading, condition: Condition) -> bool:
    """Whether a condition holds now; dice, coins and choices it needs are made as far as it comes to them.

    More conditions than any lawful card has do not hold.
    """
    reading.tested += 1
    return reading.tested <= NODES and CONDITIONS[type(condition)](reading, condition)


def _cards(reading: Reading, test: Holds) -> bool:
    """Held to be so of all players named together; of nobody, there are no cards."""
    number = count(reading.look, test.cards, reading.players(test.cards.whose))
    return _within(number, test.at_least, test.at_most)


def _die(reading: Reading, test: DieShows) -> bool:
    return _shows(reading.roll(1, test.sides), test)


def _rolled(reading: Reading, test: RolledWas) -> bool:
    return _shows(reading.rolled, test)


def _coin(reading: Reading, test: CoinShows) -> bool:  # noqa: ARG001 - there is one sort of coin
    return reading.toss()


def _score(reading: Reading, test: ScoreIs) -> bool:
    return _one_of(reading, test, reading.look.score)


def _power(reading: Reading, test: PowerIs) -> bool:
    return reading.sees_power and _one_of(reading, test, reading.look.power)


def _level(reading: Reading, test: LevelIs) -> bool:
    levels = [reading.look.level(seat) for seat in reading.players(test.whose)]
    return any(_within(level, test.at_least, test.at_most) for level in levels)


def _battle(reading: Reading, test: BattleWas) -> bool:
    return reading.look.battle(reading.seat) == test.result


def _not(reading: Reading, test: Not) -> bool:
    return not holds(reading, test.of)


def _all(reading: Reading, test: AllOf) -> bool:
    return all(holds(reading, part) for part in test.of)


def _any(reading: Reading, test: AnyOf) -> bool:
    return any(holds(reading, part) for part in test.of)


def _one_of(reading: Reading, test: ScoreIs | PowerIs, value: Callable[[Seat], int]) -> bool:
    """Whether for one of the players the value is in the range and of the rank that is asked for."""
    values = [value(seat) for seat in reading.players(test.whose)]
    fitting = [own for own in values if _within(own, test.at_least, test.at_most)]
    if not fitting or not test.rank:
        return bool(fitting)
    return _ranks(fitting, [value(seat) for seat in reading.look.seats], test.rank)


def _ranks(values: Iterable[int], everybody: Iterable[int], rank: Rank) -> bool:
    """Whether nobody has more than one of these, or nobody less."""
    return max(values) == max(everybody) if rank == "highest" else min(values) == min(everybody)


def _shows(number: int, test: DieShows | RolledWas) -> bool:
    parity = ("even", "odd")[number % 2]
    return _within(number, test.at_least, test.at_most) and test.parity in ("", parity)


def _within(number: int, at_least: int, at_most: int | None) -> bool:
    return at_least <= number and (at_most is None or number <= at_most)


CONDITIONS: Mapping[type, Callable[[Reading, Any], bool]] = {
    Holds: _cards,
    DieShows: _die,
    RolledWas: _rolled,
    CoinShows: _coin,
    ScoreIs: _score,
    PowerIs: _power,
    LevelIs: _level,
    BattleWas: _battle,
    Not: _not,
    AllOf: _all,
    AnyOf: _any,
}
"""How each condition is tested."""
