"""What has to hold, as a clause that stands behind "if" or "as long as"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from bot.engine.cards.nodes import (
    AllOf,
    AnyOf,
    BattleWas,
    CoinShows,
    Condition,
    ConditionNode,
    DieShows,
    Holds,
    LevelIs,
    Not,
    PowerIs,
    RolledWas,
    ScoreIs,
    Whose,
)
from bot.engine.cards.text.amounts import dice_words
from bot.engine.cards.text.grammar import Case, article, between
from bot.engine.cards.text.holdings import holdings, is_of_level
from bot.engine.cards.text.people import Person, any_of, none_of, you
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import either, listed

Describer: TypeAlias = Callable[[Any, Voice], str]


class Denier(Protocol):
    """Tells a condition, or with `no` that it does not hold."""

    def __call__(self, test: Any, voice: Voice, /, *, no: bool = False) -> str:
        """Return the clause."""


def describe_condition(condition: Condition, voice: Voice = VOICE) -> str:
    """Return a condition as a clause: "you have a [Tidal] Character in your stack"."""
    condition = _straight(condition)
    return CONDITIONS[type(condition)](condition, voice)


def conditional(condition: Condition, voice: Voice) -> str:
    """Return a condition with its conjunction: "if ...", "unless ...", "as long as ..."."""
    condition = _straight(condition)
    if isinstance(condition, Not):
        return gettext("unless {condition}", condition=describe_condition(condition.of, voice))
    told = describe_condition(condition, voice)
    if voice.static:
        return gettext("as long as {condition}", condition=told)
    return gettext("if {condition}", condition=told)


# Dice and coins


def die_result(test: DieShows, case: Case) -> str:
    """Return what a die has to show: "4 or more", "a 6", "an even number"."""
    span = _span(test, case)
    if not test.parity:
        return span or pgettext(case, _ANY_NUMBER)
    parity = pgettext(case, _NUMBERS[test.parity])
    return gettext("{number}, {range}", number=parity, range=span) if span else parity


def _span(test: DieShows, case: Case) -> str:
    low, high = test.at_least, test.at_most
    if low == high or (low == test.sides and high is None):
        return pgettext(case, _FACE[article(str(low))], number=low)
    return between(low, high, floor=1, fewer="less")


_FACE = {"a": N_("a {number}", "accusative", "dative"), "an": N_("an {number}", "accusative", "dative")}
_ANY_NUMBER = N_("any number", "accusative", "dative")
_NUMBERS = {
    "even": N_("an even number", "accusative", "dative"),
    "odd": N_("an odd number", "accusative", "dative"),
}


def _die(test: DieShows, voice: Voice, *, no: bool = False) -> str:
    reader = you(voice)
    return gettext(
        (_NOT_ROLLING if no else _ROLLING)[reader.second],
        player=reader.subject,
        result=die_result(test, "accusative"),
        dice=dice_words(1, test.sides, "dative"),
    )


_ROLLING = {
    True: N_("you roll {result} on {dice}"),
    False: N_("{player} rolls {result} on {dice}"),
}
_NOT_ROLLING = {
    True: N_("you do not roll {result} on {dice}"),
    False: N_("{player} does not roll {result} on {dice}"),
}


def _rolled(test: RolledWas, _voice: Voice, *, no: bool = False) -> str:
    span = between(test.at_least, test.at_most, fewer="less")
    parity = pgettext("roll", _PARITY[test.parity]) if test.parity else ""
    both = bool(parity and span)
    result = gettext("{parity} and {range}", parity=parity, range=span) if both else parity or span
    result = result or pgettext("roll", "any number")
    if not no:
        return gettext("that roll was {result}", result=result)
    return gettext("that roll was not {result}", result=f"({result})" if both else result)


_PARITY = {"even": N_("even", "roll"), "odd": N_("odd", "roll")}


def _coin(_test: CoinShows, voice: Voice, *, no: bool = False) -> str:
    reader = you(voice)
    return gettext((_TAILS if no else _HEADS)[reader.second], player=reader.subject)


_HEADS = {True: N_("you toss heads"), False: N_("{player} tosses heads")}
_TAILS = {True: N_("you toss tails"), False: N_("{player} tosses tails")}

# Battles


def _battle(test: BattleWas, voice: Voice, *, no: bool = False) -> str:
    which = _THIS if voice.on == "end-of-battle" else _THE_LAST
    reader, results = you(voice), _NOT_SO if no else _SO
    return gettext(
        results[test.result][reader.second],
        player=reader.subject,
        battle=gettext(which, battle=gettext(voice.terms.battle)),
    )


_THIS = N_("this {battle}")
_THE_LAST = N_("the last {battle}")
_SO = {
    "won": {True: N_("you won {battle}"), False: N_("{player} won {battle}")},
    "lost": {True: N_("you lost {battle}"), False: N_("{player} lost {battle}")},
}
_NOT_SO = {
    "won": {True: N_("you did not win {battle}"), False: N_("{player} did not win {battle}")},
    "lost": {True: N_("you did not lose {battle}"), False: N_("{player} did not lose {battle}")},
}

# Points, power, levels


def _score(test: ScoreIs, voice: Voice, *, no: bool = False) -> str:
    person, no = _held_for(test.whose, voice, no)
    message = (_LACKS if no else _HAS)[person.second]
    return gettext(message, player=person.subject, points=_points(test))


_HAS = {True: N_("you have {points}"), False: N_("{player} has {points}")}
_LACKS = {True: N_("you do not have {points}"), False: N_("{player} does not have {points}")}


def _points(test: ScoreIs) -> str:
    """Return how many points, and how they compare: "5 or more points, the most of all (ties count)"."""
    span = between(test.at_least, test.at_most)
    if (test.at_least, test.at_most) == (1, 1):
        points = gettext("{range} point", range=span)
    else:
        points = gettext("{range} points", range=span) if span else gettext("any amount of points")
    if not test.rank:
        return points
    return gettext(_MOST_POINTS[test.rank][bool(span)], points=points)


_MOST_POINTS = {
    "highest": {
        True: N_("{points}, the most of all (ties count)"),
        False: N_("the most points (ties count)"),
    },
    "lowest": {
        True: N_("{points}, the fewest of all (ties count)"),
        False: N_("the fewest points (ties count)"),
    },
}
"""By whether a range of points is told too."""


def _power(test: PowerIs, voice: Voice, *, no: bool = False) -> str:
    person, no = _held_for(test.whose, voice, no)
    character = person.thing(voice.terms.character.one, "nominative")
    power = _much_power(test, gettext(voice.terms.power.many))
    if no:
        return gettext("{character} does not have {power}", character=character, power=power)
    return gettext("{character} has {power}", character=character, power=power)


def _much_power(test: PowerIs, power: str) -> str:
    span = between(test.at_least, test.at_most, fewer="less")
    if span:
        much = gettext("{range} {power}", range=span, power=power)
    else:
        much = gettext("any amount of {power}", power=power)
    if not test.rank:
        return much
    return gettext(_MOST_POWER[test.rank][bool(span)], power=much if span else power)


_MOST_POWER = {
    "highest": {
        True: N_("{power}, the most of all (ties count)"),
        False: N_("the most {power} (ties count)"),
    },
    "lowest": {
        True: N_("{power}, the least of all (ties count)"),
        False: N_("the least {power} (ties count)"),
    },
}
"""By whether a range of power is told too."""


def _level(test: LevelIs, voice: Voice, *, no: bool = False) -> str:
    person, no = _held_for(test.whose, voice, no)
    character = person.thing(voice.terms.character.one, "nominative")
    return is_of_level(character, _level_range(test, gettext(voice.terms.level)), no=no)


def _level_range(test: LevelIs, level: str) -> str:
    low, high = test.at_least, test.at_most
    if (low, high) == (1, 4):
        return gettext("of any {level}", level=level)
    if low == high:
        return gettext("{level} {number}", level=level, number=low)
    if high == 4:
        return gettext("{level} {number} or more", level=level, number=low)
    if low == 1:
        return gettext("{level} {number} or less", level=level, number=high)
    return gettext("{level} {low} to {high}", level=level, low=low, high=high)


def _held_for(whose: Whose, voice: Voice, no: bool) -> tuple[Person, bool]:
    """Return for whom something holds, and whether it is denied of them: "no opponent" denies it already."""
    nobody = none_of(whose, voice) if no else None
    return (nobody, False) if nobody else (any_of(whose, voice), no)


# Conditions of conditions


def _not(test: Not, voice: Voice) -> str:
    of = test.of
    if type(of) in DENIED:
        return DENIED[type(of)](of, voice, no=True)
    return gettext("it is not so that ({condition})", condition=describe_condition(of, voice))


def _all(test: AllOf, voice: Voice) -> str:
    return listed(_parts(test.of, AllOf, voice))


def _any(test: AnyOf, voice: Voice) -> str:
    return either(_parts(test.of, AnyOf, voice))


def _parts(of: Sequence[Condition], kind: type[AllOf | AnyOf], voice: Voice) -> list[str]:
    """Return the clauses of a list: a list of the same kind in it is part of it."""
    parts: list[str] = []
    for one in map(_straight, of):
        if isinstance(one, kind):
            parts += _parts(one.of, kind, voice)
        else:
            words = describe_condition(one, voice)
            parts.append(f"({words})" if isinstance(one, (AllOf, AnyOf)) else words)
    return parts


def _straight(condition: Condition) -> Condition:
    """Return a condition without what is not not so."""
    while isinstance(condition, Not) and isinstance(condition.of, Not):
        condition = condition.of.of
    return condition


DENIED: Mapping[type[ConditionNode], Denier] = MappingProxyType(
    {
        Holds: holdings,
        DieShows: _die,
        RolledWas: _rolled,
        CoinShows: _coin,
        ScoreIs: _score,
        PowerIs: _power,
        LevelIs: _level,
        BattleWas: _battle,
    }
)
"""How the conditions are told for which there is an easy way to say that they do not hold."""

CONDITIONS: Mapping[type[ConditionNode], Describer] = MappingProxyType(
    {**DENIED, Not: _not, AllOf: _all, AnyOf: _any}
)
"""How each kind of condition is told."""
