"""Dice and coins: rolled amounts, conditions on rolls, and rerolls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.flow import Flow, Known
from bot.engine.cards.matching import is_within, range_faults
from bot.engine.cards.nodes import (
    ROLL,
    AbilityNode,
    AmountNode,
    Compared,
    ConditionNode,
    EffectNode,
    Fault,
    NodePath,
    Number,
)
from bot.engine.cards.static_abilities import in_force
from bot.engine.cards.table import TableQueries
from bot.engine.cards.text.amounts import ROLL as ROLL_DICE
from bot.engine.cards.text.amounts import Measure, bounded, dice_words, same
from bot.engine.cards.text.clauses import (
    Cases,
    Clause,
    Said,
    VerbForms,
    clause,
    does,
    only,
    other_result,
    said,
)
from bot.engine.cards.text.grammar import Called, Case, Words, article, between
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card

Parity = Literal["", "even", "odd"]


def half(number: int, *, halved: bool) -> int:
    """Return a number or half of it, half a number rounded up."""
    return (number + 1) // 2 if halved else number


class Dice(AmountNode, frozen=True, tag="dice"):
    """The sum of dice rolled now."""

    chance: ClassVar[bool] = True
    dice: Annotated[int, Meta(ge=1, le=10)] = 1
    sides: Annotated[int, Meta(ge=2, le=20)] = 6
    halved: bool = False
    """Whether the sum is halved, rounded up, before it is multiplied."""
    times: Number = 1
    at_most: Number = 0
    """The maximum; 0 for none."""

    def value(self, context: EvaluationContext) -> int:
        """Roll, and return the sum."""
        return half(context.roll(self.dice, self.sides), halved=self.halved) * self.times

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:  # noqa: ARG002 - a roll needs nothing
        """Record that there is a roll."""
        return Known(self.dice * self.sides, known.names)

    def describe(self, unit: Called, voice: Voice) -> Measure:  # noqa: ARG002 - dice are the same for all
        """Return the amount, in the forms with the roll inside the sentence and before it."""
        dice = dice_words(self.dice, self.sides, "dative")
        whole, after = _WHOLE[self.halved], _AFTER[self.halved]
        return Measure(
            _of_roll(self, unit, whole, dice), _of_roll(self, unit, after, ""), (self.dice, self.sides)
        )


class Rolled(AmountNode, frozen=True, tag="rolled"):
    """The last roll of this ability; 0 before any roll."""

    halved: bool = False
    times: Number = 1
    at_most: Number = 0

    def value(self, context: EvaluationContext) -> int:
        """Return the last roll."""
        return half(context.rolled, halved=self.halved) * self.times

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Report a missing roll."""
        flow.needs_roll(place, known)
        return known

    def describe(self, unit: Called, voice: Voice) -> Measure:  # noqa: ARG002 - it is the same for all
        """Return the amount in words."""
        return same(_of_roll(self, unit, _THAT[self.halved], ""))


class _Roll(NamedTuple):
    """A property of a roll as its messages, for sums and for halves."""

    roll: str
    """The roll, in the genitive."""
    points: str
    """The phrase after an amount, for each point of the roll."""


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
"""The rolls by place: within the sentence, before it, or in an earlier effect; whole and halved."""


def _of_roll(amount: Dice | Rolled, unit: Called, told: _Roll, dice: str) -> str:
    """Return the amount for a roll."""
    roll = pgettext("genitive", told.roll, dice=dice)
    if amount.times == 1:
        things = unit.many("accusative")
        kind = "counted" if unit.noun.counted else "uncounted"
        words = pgettext(kind, _EQUAL, things=things, roll=roll)
    else:
        thing = unit.several(amount.times, "accusative")
        words = gettext(told.points, amount=thing, roll=roll, dice=dice)
    return bounded(words, amount.at_most)


_EQUAL = N_("{things} equal to {roll}", "counted", "uncounted")


class DieShows(ConditionNode, frozen=True, tag="die"):
    """A die rolled now shows at least or at most a number, or an even or odd one."""

    chance: ClassVar[bool] = True
    sides: Annotated[int, Meta(ge=2, le=20)] = 6
    at_least: Annotated[int, Meta(ge=1, le=20)] = 1
    at_most: Annotated[int, Meta(ge=1, le=20)] | None = None
    parity: Parity = ""

    def holds(self, context: EvaluationContext) -> bool:
        """Roll, and return whether the result matches."""
        return shows(self, context.roll(1, self.sides))

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:  # noqa: ARG002 - a roll needs nothing
        """Record that there is a roll."""
        return Known(self.sides, known.names)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if the die never or always matches."""
        shown = sum([shows(self, number) for number in range(1, self.sides + 1)])
        if not shown:
            never = gettext("a die of {sides} sides never shows such a number.", sides=self.sides)
            yield "E413", (), never
        elif shown == self.sides:
            always = gettext(
                "a die of {sides} sides always shows such a number: say which.", sides=self.sides
            )
            yield "E414", (), always

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the clause for the roll."""
        reader = you(voice)
        return gettext(
            (_NOT_ROLLING if no else _ROLLING)[reader.second],
            player=reader.subject,
            result=_die_result(self, "accusative"),
            dice=dice_words(1, self.sides, "dative"),
        )

    def cases(self, voice: Voice) -> Cases:
        """Return the roll, and the wording of both results."""
        roll = does(ROLL_DICE, you(voice), voice, dice=dice_words(1, self.sides, "accusative")).words
        return roll, partial(_on, _die_result(self, "dative")), other_result


class RolledWas(ConditionNode, frozen=True, tag="rolled"):
    """The last roll of this ability is at least or at most a number, or even or odd."""

    at_least: Number = 0
    at_most: Number | None = None
    parity: Parity = ""

    def holds(self, context: EvaluationContext) -> bool:
        """Whether the last roll matches."""
        return shows(self, context.rolled)

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Report a missing roll, or one that cannot be so high."""
        flow.needs_roll(place, known)
        if 0 < known.rolled < self.at_least:
            sentence = gettext(
                "the roll before is {most} at most, so that this never holds.", most=known.rolled
            )
            flow.add("E413", place, sentence)
        return known

    def compared(self) -> Compared | None:
        """Return the range of the roll."""
        return None if self.parity else Compared("rolled", self.at_least, self.at_most, 1)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if it is never true, or has no condition."""
        if self.parity and self.at_least == self.at_most:
            if (self.at_least % 2 == 0) != (self.parity == "even"):
                yield "E413", (), gettext(_IS_NOT[self.parity], number=self.at_least)
            else:
                yield "E418", ("parity",), gettext(_IS_ANYWAY[self.parity], number=self.at_least)
        else:
            yield from range_faults(self.at_least, self.at_most, special=self.parity)

    def describe(self, voice: Voice, *, no: bool = False) -> str:  # noqa: ARG002 - a roll is a roll for all
        """Return the clause for the last roll."""
        span = between(self.at_least, self.at_most, fewer="less")
        parity = pgettext("roll", _PARITY[self.parity]) if self.parity else ""
        both = bool(parity and span)
        result = gettext("{parity} and {range}", parity=parity, range=span) if both else parity or span
        result = result or pgettext("roll", "any number")
        if not no:
            return gettext("that roll was {result}", result=result)
        return gettext("that roll was not {result}", result=f"({result})" if both else result)


class CoinShows(ConditionNode, frozen=True, tag="coin"):
    """A coin tossed now shows heads."""

    chance: ClassVar[bool] = True
    two_sided: ClassVar[bool] = True

    def holds(self, context: EvaluationContext) -> bool:
        """Toss a coin, and return whether it shows heads."""
        return context.toss()

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the clause for the toss."""
        reader = you(voice)
        return gettext((_TAILS if no else _HEADS)[reader.second], player=reader.subject)

    def cases(self, voice: Voice) -> Cases:
        """Return the toss, and the wording of heads and tails."""
        return (
            does(_TOSS, you(voice), voice).words,
            lambda what: only(gettext("heads: {what}", what=Words(what.main))),
            lambda what: only(gettext("tails: {what}", what=Words(what.main))),
        )


class Reroll(EffectNode, frozen=True, tag="reroll"):
    """You may roll again the dice just rolled; only in a `roll` ability."""

    def do(self, context: EffectContext) -> tuple[()]:  # noqa: ARG002
        """Do nothing: `EffectContext.roll` makes the reroll, right after the roll."""
        return ()

    def not_always(self) -> tuple[str, str]:
        """Return the trigger it belongs to."""
        return "E404", gettext('only an ability with on = "roll" can roll again.')

    def describe(self, voice: Voice) -> Clause:
        """Return that dice may be rolled again."""
        reader = you(voice)
        message = (_ROLL_AGAIN if voice.on == ROLL else _ROLL_THOSE_AGAIN)[reader.second]
        return Clause(said(message, player=reader.subject), optional=reader.second)


_ROLL_AGAIN = {
    True: clause("you may roll them again"),
    False: clause("{player} may roll them again"),
}
_ROLL_THOSE_AGAIN = {
    True: clause("you may roll those dice again"),
    False: clause("{player} may roll those dice again"),
}


def rerolling(queries: TableQueries, card: Card, seat: Seat) -> list[int]:
    """Return the indexes of a card's `roll` abilities that let its owner roll again now, used or not."""
    abilities = queries.face(card).abilities
    return [index for index, ability in enumerate(abilities) if _lets_reroll(queries, seat, ability)]


def _lets_reroll(queries: TableQueries, seat: Seat, ability: AbilityNode) -> bool:
    if ability.trigger != ROLL:
        return False
    context: EvaluationContext = EvaluationContext(queries, seat)
    if ability.needs is not None and not ability.needs.met(context):
        return False
    return any(isinstance(effect, Reroll) for _, effect in in_force(context, ability.then))


def shows(test: DieShows | RolledWas, number: int) -> bool:
    """Whether a number matches."""
    parity = ("even", "odd")[number % 2]
    return is_within(number, test.at_least, test.at_most) and test.parity in ("", parity)


def _die_result(test: DieShows, case: Case) -> str:
    """Return the required result of a die: "4 or more", "a 6", "an even number"."""
    low, high = test.at_least, test.at_most
    if low == high or (low == test.sides and high is None):
        span = pgettext(case, _FACE[article(str(low))], number=low)
    else:
        span = between(low, high, floor=1, fewer="less")
    if not test.parity:
        return span or pgettext(case, _ANY_NUMBER)
    parity = pgettext(case, _NUMBERS[test.parity])
    return gettext("{number}, {range}", number=parity, range=span) if span else parity


_FACE = {"a": N_("a {number}", "accusative", "dative"), "an": N_("an {number}", "accusative", "dative")}
_ANY_NUMBER = N_("any number", "accusative", "dative")
_NUMBERS = {
    "even": N_("an even number", "accusative", "dative"),
    "odd": N_("an odd number", "accusative", "dative"),
}
_ROLLING = {
    True: N_("you roll {result} on {dice}"),
    False: N_("{player} rolls {result} on {dice}"),
}
_NOT_ROLLING = {
    True: N_("you do not roll {result} on {dice}"),
    False: N_("{player} does not roll {result} on {dice}"),
}
_PARITY = {"even": N_("even", "roll"), "odd": N_("odd", "roll")}
_HEADS = {True: N_("you toss heads"), False: N_("{player} tosses heads")}
_TAILS = {True: N_("you toss tails"), False: N_("{player} tosses tails")}
_TOSS = VerbForms("toss a coin", "you toss a coin", "{player} tosses a coin")


def _on(result: str, what: Said) -> Said:
    return only(gettext("on {result}: {what}", result=result, what=Words(what.main)))


_IS_NOT = {"even": N_("{number} is not even."), "odd": N_("{number} is not odd.")}
_IS_ANYWAY = {
    "even": N_("{number} is even anyway: leave it out."),
    "odd": N_("{number} is odd anyway: leave it out."),
}
