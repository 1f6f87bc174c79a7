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
    Filter,
    Holds,
    LevelIs,
    Not,
    PowerIs,
    RolledWas,
    ScoreIs,
    Whose,
)
from bot.engine.cards.text.amounts import dice_words
from bot.engine.cards.text.filters import filter_noun, levels, owned_place
from bot.engine.cards.text.grammar import Noun, a, article, between, plain
from bot.engine.cards.text.people import Person, any_of, target, together
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.phrases import listed

Describer: TypeAlias = Callable[[Any, Voice], str]


class Denier(Protocol):
    """Tells a condition, or with `no` that it does not hold."""

    def __call__(self, test: Any, voice: Voice, /, *, no: bool = False) -> str:
        """Return the clause."""


_NONE = {
    "opponents": Person("no opponent", "no opponent's"),
    "everyone": Person("no player", "no player's"),
}


def describe_condition(condition: Condition, voice: Voice = VOICE) -> str:
    """Return a condition as a clause: "you have a [Tidal] Character in your stack"."""
    condition = _straight(condition)
    return CONDITIONS[type(condition)](condition, voice)


def conditional(condition: Condition, voice: Voice) -> str:
    """Return a condition with its conjunction: "if ...", "unless ...", "as long as ..."."""
    condition = _straight(condition)
    if isinstance(condition, Not):
        return f"unless {describe_condition(condition.of, voice)}"
    return f"{'as long as' if voice.static else 'if'} {describe_condition(condition, voice)}"


def die_result(test: DieShows) -> str:
    """Return what a die has to show: "4 or more", "a 6", "an even number"."""
    low, high = test.at_least, test.at_most
    span = between(low, high, floor=1, fewer="less")
    if low == high or (low == test.sides and high is None):
        span = a(str(low))
    if not test.parity:
        return span or "any number"
    return f"{a(f'{test.parity} number')}{f', {span}' if span else ''}"


def _die(test: DieShows, voice: Voice, *, no: bool = False) -> str:
    you = target("you", voice)
    rolls = f"{you.does('do', 'does')} not roll" if no else you.does("roll", "rolls")
    return f"{rolls} {die_result(test)} on {dice_words(1, test.sides)}"


def _rolled(test: RolledWas, _voice: Voice, *, no: bool = False) -> str:
    span = between(test.at_least, test.at_most, fewer="less")
    result = " and ".join([part for part in (test.parity, span) if part]) or "any number"
    if no:
        return f"that roll was not {f'({result})' if ' and ' in result else result}"
    return f"that roll was {result}"


def _coin(_test: CoinShows, voice: Voice, *, no: bool = False) -> str:
    return f"{target('you', voice).does('toss', 'tosses')} {'tails' if no else 'heads'}"


def _battle(test: BattleWas, voice: Voice, *, no: bool = False) -> str:
    lost = f"did not {'win' if test.result == 'won' else 'lose'}" if no else test.result
    which = "this" if voice.on == "end-of-battle" else "the last"
    return f"{target('you', voice).subject} {lost} {which} {voice.terms.battle}"


# Points, power, levels


def _score(test: ScoreIs, voice: Voice, *, no: bool = False) -> str:
    span = between(test.at_least, test.at_most)
    points = "point" if (test.at_least, test.at_most) == (1, 1) else "points"
    extreme = {"": "", "highest": "the most", "lowest": "the fewest"}[test.rank]
    person, no = _held_for(test.whose, voice, no)
    have = f"{person.does('do', 'does')} not have" if no else person.does("have", "has")
    return f"{have} {_ranked(span, points, extreme)}"


def _power(test: PowerIs, voice: Voice, *, no: bool = False) -> str:
    span = between(test.at_least, test.at_most, fewer="less")
    extreme = {"": "", "highest": "the most", "lowest": "the least"}[test.rank]
    person, no = _held_for(test.whose, voice, no)
    has = f"{person.thing(voice.terms.character.one)} {'does not have' if no else 'has'}"
    return f"{has} {_ranked(span, voice.terms.power.many, extreme)}"


def _ranked(span: str, unit: str, extreme: str) -> str:
    """Return how much, and how it compares: "5 or more points, the most of all (ties count)"."""
    if not extreme:
        return f"{span or 'any amount of'} {unit}"
    if not span:
        return f"{extreme} {unit} (ties count)"
    return f"{span} {unit}, {extreme} of all (ties count)"


def _level(test: LevelIs, voice: Voice, *, no: bool = False) -> str:
    person, no = _held_for(test.whose, voice, no)
    character = f"{person.thing(voice.terms.character.one)} {'is not' if no else 'is'}"
    low, high, level = test.at_least, test.at_most, voice.terms.level
    if (low, high) == (1, 4):
        return f"{character} of any {level}"
    if low == high:
        return f"{character} {level} {low}"
    if high == 4:
        return f"{character} {level} {low} or more"
    return f"{character} {level} {f'{high} or less' if low == 1 else f'{low} to {high}'}"


def _held_for(whose: Whose, voice: Voice, no: bool) -> tuple[Person, bool]:
    """Return for whom something holds, and whether it is denied of them: "no opponent" denies it already."""
    if no and whose in _NONE:
        return _NONE[whose], False
    return any_of(whose, voice), no


# Cards


def _cards(test: Holds, voice: Voice, *, no: bool = False) -> str:
    if no:
        return _without(test, voice)
    some, none = test.at_most is None and test.at_least == 1, (test.at_least, test.at_most) == (0, 0)
    noun = filter_noun(test.cards.which, voice, test.cards.zone)
    if none and test.cards.whose in _NONE:
        person, what, is_so = _NONE[test.cards.whose], a(noun.one), "is"
    else:
        person = (any_of if some else together)(test.cards.whose, voice)
        what, is_so = _so_many(test, noun), "is not" if none else "is"
    if test.cards.zone == "current" and (some or none):
        return f"{person.thing(voice.terms.character.one)} {is_so} {_nature(test.cards.which, voice)}"
    return f"{person.does('have', 'has')} {what} {owned_place(test.cards, person, voice)}"


def _without(test: Holds, voice: Voice) -> str:
    """Return that there are fewer of the cards, or more, or not such a number of them."""
    low, high = test.at_least, test.at_most
    if low and high is None:
        return _cards(Holds(test.cards, at_least=0, at_most=low - 1), voice)
    if not low and high is not None:
        return _cards(Holds(test.cards, at_least=high + 1), voice)
    return f"it is not so that ({_cards(test, voice)})"


def _nature(which: Filter, voice: Voice) -> str:
    """Return what one Character is: "a [Tidal]", "Level 1 or 2", 'named "Finn"'."""
    if which.word and which == Filter(word=which.word, level=which.level):
        level = f" of {levels(which, voice)}" if which.level else ""
        return f"{article(plain(which.word))} [{plain(which.word)}]{level}"
    if which.level and which == Filter(level=which.level):
        return levels(which, voice)
    if which.name and which == Filter(name=which.name):
        return f'named "{plain(which.name)}"'
    return a(filter_noun(which, voice, "current").one)


def _so_many(test: Holds, noun: Noun) -> str:
    """Return a number of cards in a range: "a Support", "no cards", "3 or more cards"."""
    bounds = (test.at_least, test.at_most)
    if bounds == (1, None):
        return a(noun.one)
    if bounds == (0, 0):
        return f"no {noun.many}"
    if bounds == (0, 1):
        return f"at most 1 {noun.one}"
    span = between(test.at_least, test.at_most) or "any number of"
    return f"{span} {noun.one if bounds == (1, 1) else noun.many}"


# Conditions of conditions


def _not(test: Not, voice: Voice) -> str:
    of = test.of
    if type(of) in DENIED:
        return DENIED[type(of)](of, voice, no=True)
    return f"it is not so that ({describe_condition(of, voice)})"


def _all(test: AllOf, voice: Voice) -> str:
    return listed(_parts(test.of, AllOf, voice))


def _any(test: AnyOf, voice: Voice) -> str:
    return listed(_parts(test.of, AnyOf, voice), "or")


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
        Holds: _cards,
        DieShows: _die,
        RolledWas: _rolled,
        CoinShows: _coin,
        ScoreIs: _score,
        PowerIs: _power,
        LevelIs: _level,
        BattleWas: _battle,
    }
)
"""How the conditions are told for which English has an easy way to say that they do not hold."""

CONDITIONS: Mapping[type[ConditionNode], Describer] = MappingProxyType(
    {**DENIED, Not: _not, AllOf: _all, AnyOf: _any}
)
"""How each kind of condition is told."""
