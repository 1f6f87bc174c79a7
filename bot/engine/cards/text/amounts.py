"""Numbers that are found out when they are needed: "25 power for each point, at most 100"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from bot.engine.cards.nodes import Amount, AmountNode, CountOf, Dice, LevelOf, Rolled, ScoreOf
from bot.engine.cards.text.filters import counted_cards
from bot.engine.cards.text.grammar import Noun, a, quantity, spoken
from bot.engine.cards.text.people import together
from bot.engine.cards.text.terms import VOICE, Voice


class Measure(NamedTuple):
    """An amount in words."""

    words: str
    """Complete in itself: "25 power for each point rolled on a die"."""
    after: str
    """The same behind the sentence in `first`: "25 power for each point"."""
    first: str = ""
    """What has to be rolled first: "a die"; "" for nothing."""


Describer: TypeAlias = Callable[[Any, Noun, Voice], Measure]


def describe_amount(amount: Amount, unit: Noun | None = None, voice: Voice = VOICE) -> str:
    """Return an amount of something, of power unless told: "50 power", "a card for each point"."""
    return measure(amount, unit or voice.terms.power, voice).words


def measure(amount: Amount, unit: Noun, voice: Voice) -> Measure:
    """Return an amount in words."""
    if not isinstance(amount, AmountNode):
        return _same(quantity(amount, unit))
    return AMOUNTS[type(amount)](amount, unit, voice)


def dice_words(dice: int, sides: int) -> str:
    """Return dice: "a die", "two dice", "a 10-sided die"."""
    kind = "" if sides == 6 else f"{sides}-sided "
    return a(f"{kind}die") if dice == 1 else f"{spoken(dice)} {kind}dice"


def _dice(amount: Dice, unit: Noun, _voice: Voice) -> Measure:
    first = dice_words(amount.dice, amount.sides)
    whole = _of_roll(amount, unit, f"a roll of {first}", f" rolled on {first}")
    return Measure(whole, _of_roll(amount, unit, "the roll", ""), first)


def _rolled(amount: Rolled, unit: Noun, _voice: Voice) -> Measure:
    return _same(_of_roll(amount, unit, "that roll", " of that roll"))


def _of_roll(amount: Dice | Rolled, unit: Noun, roll: str, points: str) -> str:
    """Return what a roll amounts to. `points` says behind "point" which roll is meant."""
    half, rounded = ("half ", " (rounded up)") if amount.halved else ("", "")
    if amount.times == 1:
        words = f"{unit.many} equal to {half}{roll}{rounded}"
    else:
        of = f" of half {roll}{rounded}" if amount.halved else points
        words = f"{quantity(amount.times, unit)} for each point{of}"
    return _bounded(words, amount.at_most)


def _count(amount: CountOf, unit: Noun, voice: Voice) -> Measure:
    if amount.halved:
        counted = f"{counted_cards(amount.cards, voice, every='every two')} (rounded up)"
    else:
        counted = counted_cards(amount.cards, voice)
    return _same(_bounded(f"{quantity(amount.times, unit)} for {counted}", amount.at_most))


def _level(amount: LevelOf, unit: Noun, voice: Voice) -> Measure:
    person, noun = together(amount.whose, voice), voice.terms.character
    character = person.thing(noun.many if person.plural else noun.one)
    words = f"{quantity(amount.times, unit)} for each {voice.terms.level} of {character}"
    return _same(_bounded(words, amount.at_most))


def _score(amount: ScoreOf, unit: Noun, voice: Voice) -> Measure:
    points = together(amount.whose, voice).thing("points")
    return _same(_bounded(f"{quantity(amount.times, unit)} for each of {points}", amount.at_most))


def _bounded(words: str, at_most: int) -> str:
    return f"{words}, at most {at_most}" if at_most else words


def _same(words: str) -> Measure:
    return Measure(words, words)


AMOUNTS: Mapping[type[AmountNode], Describer] = MappingProxyType(
    {Dice: _dice, Rolled: _rolled, CountOf: _count, LevelOf: _level, ScoreOf: _score}
)
"""How each kind of amount is told."""
