"""Effects with other effects in them: if, may, choose, guess. What belongs to which can always be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.engine.cards.nodes import (
    Choose,
    CoinShows,
    Condition,
    DieShows,
    Effect,
    EffectNode,
    Guess,
    If,
    May,
    Not,
)
from bot.engine.cards.text.amounts import dice_words
from bot.engine.cards.text.clauses import Clause, one_after_another, together
from bot.engine.cards.text.conditions import conditional, die_result
from bot.engine.cards.text.costs import payments, requirements
from bot.engine.cards.text.effects import SIMPLE
from bot.engine.cards.text.filters import describe_filter
from bot.engine.cards.text.grammar import sentence
from bot.engine.cards.text.people import doing, target
from bot.engine.cards.text.terms import VOICE, Voice

Describer: TypeAlias = Callable[[Any, Voice], Clause]


def describe_effect(effect: Effect, voice: Voice = VOICE) -> str:
    """Return an effect as whole sentences: "Roll a die. Your Character gains 25 power for each point."."""
    return " ".join([sentence(one) for one in clause(effect, voice).alone])


def clause(effect: Effect, voice: Voice) -> Clause:
    """Return an effect in words."""
    return EFFECTS[type(effect)](effect, voice)


def paragraph(effects: Sequence[Effect], voice: Voice) -> list[str]:
    """Return effects one after the other, as sentences still without capitals and full stops."""
    return one_after_another([clause(effect, voice) for effect in effects])


def branch(effects: Sequence[Effect], voice: Voice, *, outermost: bool) -> str:
    """Return all that happens in one branch, within a sentence."""
    return together([clause(effect, voice) for effect in effects], outermost=outermost)


# If


def _if(effect: If, voice: Voice) -> Clause:
    first, then, otherwise = _cases(effect.test, voice)
    return Clause(
        _joined(first, _told(effect, then, otherwise, voice, outermost=False)),
        tuple([one for one in (first, *_told(effect, then, otherwise, voice, outermost=True)) if one]),
        closed=False,
        branching=bool(first or effect.otherwise),
    )


def _told(effect: If, then: str, otherwise: str, voice: Voice, *, outermost: bool) -> list[str]:
    """Return both branches with what stands before them."""
    cases = [(then, effect.then), *([(otherwise, effect.otherwise)] if effect.otherwise else [])]
    return [_case(before, branch(of, voice, outermost=outermost)) for before, of in cases]


def _case(before: str, words: str) -> str:
    """Return one branch; a condition right behind another is set off by a colon."""
    doubled = before.endswith(",") and words.startswith(("if ", "unless ", "as long as "))
    return f"{before[:-1]}: {words}" if doubled else f"{before} {words}"


def _joined(first: str, told: Sequence[str]) -> str:
    return "; ".join([one for one in (first, *told) if one])


def _cases(test: Condition, voice: Voice) -> tuple[str, str, str]:
    """Return what is rolled or tossed first, and what stands before either branch."""
    if isinstance(test, CoinShows):
        return f"{doing('toss', 'tosses', voice)} a coin", "heads:", "tails:"
    if isinstance(test, Not) and isinstance(test.of, CoinShows):
        return f"{doing('toss', 'tosses', voice)} a coin", "tails:", "heads:"
    if isinstance(test, DieShows):
        roll = f"{doing('roll', 'rolls', voice)} {dice_words(1, test.sides)}"
        return roll, f"on {die_result(test)}:", "otherwise:"
    return "", f"{conditional(test, voice)},", "otherwise,"


# May


def _may(effect: May, voice: Voice) -> Clause:
    """Without a price, what may be done; with one, the price and what it buys."""
    needs, price = requirements(effect.pay, voice), payments(effect.pay, voice)
    you = target("you", voice)
    needed = f"if {needs}, " if needs else ""
    if not price:
        words = _free(effect, voice, outermost=False)
        alone = _free(effect, voice, outermost=True)
        return Clause(f"{needed}{words}", (f"{needed}{alone}",), closed=False, branching=True)
    pay = f"{needed}{you.subject} may {price}"
    done = f"if {you.does('do', 'does')}, "
    within = f"{pay}; {done}{branch(effect.then, voice, outermost=False)}"
    alone = f"{done}{branch(effect.then, voice, outermost=True)}"
    return Clause(within, (pay, alone), closed=False, branching=True)


def _free(effect: May, voice: Voice, *, outermost: bool) -> str:
    you = target("you", voice)
    if len(effect.then) == 1 and you.second:
        only = clause(effect.then[0], voice._replace(explicit=False))
        if only.bare and only.closed:
            return f"{you.subject} may {only.words}"
        if only.words.startswith(f"{you.subject} may ") and only.closed:
            return only.words
    return f"if {you.does('wish', 'wishes')}, {branch(effect.then, voice, outermost=outermost)}"


# Choose and guess


def _choose(effect: Choose, voice: Voice) -> Clause:
    """What an opponent chooses is told with "you draw", or they might take it for their own doing."""
    if effect.who == "you":
        start, inside = doing("choose", "chooses", voice), voice
    else:
        start, inside = f"{target(effect.who, voice).subject} chooses", voice._replace(explicit=True)
    options = [branch(option, inside, outermost=False) for option in effect.options]
    return Clause(f"{start} one: {'; or '.join(options)}", closed=False, branching=True)


def _guess(effect: Guess, voice: Voice) -> Clause:
    inside = voice._replace(explicit=True)
    you, guesser = target("you", voice), target(effect.whose, voice)
    mark = f"{doing('mark', 'marks', voice)} {describe_filter(effect.which, 1, voice)} in {you.own} hand"
    first = f"{mark}; {guesser.subject} guesses where it is"
    cases = [("right:", effect.right), ("wrong:", effect.wrong)]
    within = [f"{case} {branch(of, inside, outermost=False)}" for case, of in cases if of]
    alone = [f"{case} {branch(of, inside, outermost=True)}" for case, of in cases if of]
    return Clause(_joined(first, within), (first, *alone), closed=False, branching=bool(alone))


EFFECTS: Mapping[type[EffectNode], Describer] = MappingProxyType(
    {**SIMPLE, If: _if, May: _may, Choose: _choose, Guess: _guess}
)
"""How each effect is told."""
