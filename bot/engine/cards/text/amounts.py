"""Numbers that are found out when they are needed: "25 power for each point, at most 100"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from bot.engine.cards.nodes import Amount, AmountNode, CountOf, Dice, LevelOf, Rolled, ScoreOf
from bot.engine.cards.text.filters import counted_cards
from bot.engine.cards.text.grammar import Called, Case, Noun, article
from bot.engine.cards.text.people import together
from bot.engine.cards.text.terms import POINTS, VOICE, Voice
from bot.engine.language import N_, NN_, gettext, npgettext, pgettext


class Measure(NamedTuple):
    """An amount in words, as the object of a verb."""

    words: str
    """Complete in itself: "25 power for each point rolled on a die"."""
    after: str
    """The same behind the sentence in which `first` is rolled: "25 power for each point"."""
    first: Dice | None = None
    """What has to be rolled first."""


Describer: TypeAlias = Callable[[Any, Called, Voice], Measure]


def describe_amount(amount: Amount, unit: Noun | None = None, voice: Voice = VOICE) -> str:
    """Return an amount of something, of power unless told: "50 power", "a card for each point"."""
    return measure(amount, Called(unit or voice.terms.power), voice).words


def measure(amount: Amount, unit: Called, voice: Voice) -> Measure:
    """Return an amount in words."""
    if not isinstance(amount, AmountNode):
        return _same(unit.several(amount, "accusative"))
    return AMOUNTS[type(amount)](amount, unit, voice)


# Dice


def dice_words(dice: int, sides: int, case: Case) -> str:
    """Return dice: "a die", "two dice", "a 10-sided die"."""
    if dice == 1:
        return _die(sides, case)
    many = pgettext("dice", _SPOKEN[dice - 2])
    if sides == 6:
        return npgettext(case, *_DICE, dice, many=many)
    return npgettext(case, *_SIDED_DICE, dice, many=many, sides=sides)


def _die(sides: int, case: Case) -> str:
    if sides == 6:
        return pgettext(case, _DIE)
    return pgettext(case, _SIDED_DIE[article(str(sides))], sides=sides)


_DIE = N_("a die", "accusative", "dative")
_SIDED_DIE = {
    "a": N_("a {sides}-sided die", "accusative", "dative"),
    "an": N_("an {sides}-sided die", "accusative", "dative"),
}
_DICE = NN_("{many} die", "{many} dice", "accusative", "dative")
_SIDED_DICE = NN_("{many} {sides}-sided die", "{many} {sides}-sided dice", "accusative", "dative")
_SPOKEN = (
    N_("two", "dice"),
    N_("three", "dice"),
    N_("four", "dice"),
    N_("five", "dice"),
    N_("six", "dice"),
    N_("seven", "dice"),
    N_("eight", "dice"),
    N_("nine", "dice"),
    N_("ten", "dice"),
)


def _dice(amount: Dice, unit: Called, _voice: Voice) -> Measure:
    dice = dice_words(amount.dice, amount.sides, "dative")
    whole, after = _WHOLE[amount.halved], _AFTER[amount.halved]
    return Measure(_of_roll(amount, unit, whole, dice), _of_roll(amount, unit, after, ""), amount)


def _rolled(amount: Rolled, unit: Called, _voice: Voice) -> Measure:
    return _same(_of_roll(amount, unit, _THAT[amount.halved], ""))


class _Roll(NamedTuple):
    """What is counted of a roll, as the messages it is told by."""

    roll: str
    """In the genitive."""
    points: str
    """What goes behind an amount, for each of its points."""


_WHOLE = {
    False: _Roll(N_("a roll of {dice}", "genitive"), N_("{amount} for each point rolled on {dice}")),
    True: _Roll(
        N_("half a roll of {dice} (rounded up)", "genitive"), N_("{amount} for each point of {roll}")
    ),
}
_AFTER = {
    False: _Roll(N_("the roll", "genitive"), N_("{amount} for each point")),
    True: _Roll(N_("half the roll (rounded up)", "genitive"), N_("{amount} for each point of {roll}")),
}
_THAT = {
    False: _Roll(N_("that roll", "genitive"), N_("{amount} for each point of {roll}")),
    True: _Roll(N_("half that roll (rounded up)", "genitive"), N_("{amount} for each point of {roll}")),
}
"""What is rolled within the sentence, before it, and by an earlier effect; in whole and halved."""


def _of_roll(amount: Dice | Rolled, unit: Called, told: _Roll, dice: str) -> str:
    """Return what a roll amounts to."""
    roll = pgettext("genitive", told.roll, dice=dice)
    if amount.times == 1:
        things = unit.many("accusative")
        kind = "counted" if unit.noun.counted else "uncounted"
        words = pgettext(kind, _EQUAL, things=things, roll=roll)
    else:
        each = unit.several(amount.times, "accusative")
        words = gettext(told.points, amount=each, roll=roll, dice=dice)
    return _bounded(words, amount.at_most)


_EQUAL = N_("{things} equal to {roll}", "counted", "uncounted")

# What lies on the table


def _count(amount: CountOf, unit: Called, voice: Voice) -> Measure:
    each = unit.several(amount.times, "accusative")
    cards = counted_cards(amount.cards, voice, in_twos=amount.halved)
    if amount.halved:
        words = gettext("{amount} for {cards} (rounded up)", amount=each, cards=cards)
    else:
        words = gettext("{amount} for {cards}", amount=each, cards=cards)
    return _same(_bounded(words, amount.at_most))


def _level(amount: LevelOf, unit: Called, voice: Voice) -> Measure:
    person, noun = together(amount.whose, voice), voice.terms.character
    words = gettext(
        "{amount} for each {level} of {character}",
        amount=unit.several(amount.times, "accusative"),
        level=gettext(voice.terms.level),
        character=person.thing(noun.many if person.plural else noun.one, "genitive"),
    )
    return _same(_bounded(words, amount.at_most))


def _score(amount: ScoreOf, unit: Called, voice: Voice) -> Measure:
    words = gettext(
        "{amount} for each of {points}",
        amount=unit.several(amount.times, "accusative"),
        points=together(amount.whose, voice).thing(POINTS.many, "genitive"),
    )
    return _same(_bounded(words, amount.at_most))


def _bounded(words: str, at_most: int) -> str:
    return gettext("{amount}, at most {number}", amount=words, number=at_most) if at_most else words


def _same(words: str) -> Measure:
    return Measure(words, words)


AMOUNTS: Mapping[type[AmountNode], Describer] = MappingProxyType(
    {Dice: _dice, Rolled: _rolled, CountOf: _count, LevelOf: _level, ScoreOf: _score}
)
"""How each kind of amount is told."""
