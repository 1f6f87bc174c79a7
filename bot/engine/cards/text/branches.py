"""Effects with other effects in them: if, may, choose, guess. What belongs to which can always be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
from bot.engine.cards.text.clauses import (
    Clause,
    Deed,
    Said,
    does,
    one_after_another,
    only,
    parted,
    said,
    together,
    under,
)
from bot.engine.cards.text.conditions import conditional, die_result
from bot.engine.cards.text.costs import payments, requirements
from bot.engine.cards.text.effects import SIMPLE
from bot.engine.cards.text.filters import describe_filter
from bot.engine.cards.text.grammar import Words, sentence
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.power import ROLL
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.language import N_, gettext, pgettext

Describer: TypeAlias = Callable[[Any, Voice], Clause]
Branch: TypeAlias = Callable[[Said], Said]
"""Puts before what happens in one of several cases which case that is."""


def describe_effect(effect: Effect, voice: Voice = VOICE) -> str:
    """Return an effect as whole sentences: "Roll a die. Your Character gains 25 power for each point."."""
    return " ".join([sentence(one.main) for one in clause(effect, voice).alone])


def clause(effect: Effect, voice: Voice) -> Clause:
    """Return an effect in words."""
    return EFFECTS[type(effect)](effect, voice)


def paragraph(effects: Sequence[Effect], voice: Voice) -> list[Said]:
    """Return effects one after the other, as sentences still without capitals and full stops."""
    return one_after_another([clause(effect, voice) for effect in effects])


def branch(effects: Sequence[Effect], voice: Voice, *, outermost: bool) -> Said:
    """Return all that happens in one branch, within a sentence."""
    return together([clause(effect, voice) for effect in effects], outermost=outermost)


# If


def _if(effect: If, voice: Voice) -> Clause:
    first, then, otherwise = _cases(effect.test, voice)
    within = _told(effect, then, otherwise, voice, outermost=False)
    alone = _told(effect, then, otherwise, voice, outermost=True)
    if first is None:
        first, *within = within
        sentences = alone
    else:
        sentences = [first, *alone]
    return Clause(
        parted(first, *[one.main for one in within]),
        tuple(sentences),
        closed=False,
        branching=len(sentences) > 1,
    )


def _told(effect: If, then: Branch, otherwise: Branch, voice: Voice, *, outermost: bool) -> list[Said]:
    """Return both branches with what stands before them."""
    cases = [(then, effect.then), *([(otherwise, effect.otherwise)] if effect.otherwise else [])]
    return [case(branch(of, voice, outermost=outermost)) for case, of in cases]


def _cases(test: Condition, voice: Voice) -> tuple[Said | None, Branch, Branch]:
    """Return what is rolled or tossed first, and how either branch is told."""
    if isinstance(test, CoinShows):
        return _toss(voice), _heads, _tails
    if isinstance(test, Not) and isinstance(test.of, CoinShows):
        return _toss(voice), _tails, _heads
    if isinstance(test, DieShows):
        dice = dice_words(1, test.sides, "accusative")
        result = die_result(test, "dative")
        return does(ROLL, you(voice), voice, dice=dice).words, partial(_on, result), _other_result
    return None, partial(_if_so, conditional(test, voice)), _otherwise


def _toss(voice: Voice) -> Said:
    return does(_TOSS, you(voice), voice).words


_TOSS = Deed(
    N_("toss a coin", "imperative", "infinitive"),
    N_("you toss a coin", "main", "inverted"),
    N_("{player} tosses a coin", "main", "inverted"),
)


def _heads(what: Said) -> Said:
    return only(gettext("heads: {what}", what=Words(what.main)))


def _tails(what: Said) -> Said:
    return only(gettext("tails: {what}", what=Words(what.main)))


def _on(result: str, what: Said) -> Said:
    return only(gettext("on {result}: {what}", result=result, what=Words(what.main)))


def _other_result(what: Said) -> Said:
    return only(gettext("otherwise: {what}", what=Words(what.main)))


def _otherwise(what: Said) -> Said:
    """A condition right behind another is set off by a colon."""
    if what.conditional:
        return _other_result(what)
    return only(gettext("otherwise, {what}", what=what.behind))


def _if_so(condition: str, what: Said) -> Said:
    if what.conditional:
        told = gettext("{condition}: {what}", condition=condition, what=Words(what.main))
        return Said(told, told, conditional=True)
    return under(condition, what)


# May


def _may(effect: May, voice: Voice) -> Clause:
    """Without a price, what may be done; with one, the price and what it buys."""
    needs, price = requirements(effect.pay, voice), payments(effect.pay, voice)
    condition = gettext("if {condition}", condition=needs) if needs else ""
    if not price:
        words, alone = (_free(effect, voice, outermost=outermost) for outermost in (False, True))
        if condition:
            words, alone = under(condition, words), under(condition, alone)
        return Clause(words, (alone,), closed=False, branching=True)
    pay = _may_do(price, voice)
    if condition:
        pay = under(condition, pay)
    paid = _if_paid(voice)
    within, alone = (
        under(paid, branch(effect.then, voice, outermost=outermost)) for outermost in (False, True)
    )
    return Clause(parted(pay, within.main), (pay, alone), closed=False, branching=True)


def _free(effect: May, voice: Voice, *, outermost: bool) -> Said:
    reader = you(voice)
    if len(effect.then) == 1 and reader.second:
        only_one = clause(effect.then[0], voice._replace(explicit=False))
        if only_one.bare and only_one.closed:
            return _may_do(only_one.bare, voice)
        if only_one.optional and only_one.closed:
            return only_one.words
    if reader.second:
        condition = gettext("if you wish")
    else:
        condition = gettext("if {player} wishes", player=reader.subject)
    return under(condition, branch(effect.then, voice, outermost=outermost))


def _may_do(deed: str, voice: Voice) -> Said:
    """Return what may be done, in the infinitive: "you may discard a card"."""
    reader = you(voice)
    return said(_MAY[reader.second], player=reader.subject, deed=deed)


_MAY = {
    True: N_("you may {deed}", "main", "inverted"),
    False: N_("{player} may {deed}", "main", "inverted"),
}


def _if_paid(voice: Voice) -> str:
    reader = you(voice)
    return gettext("if you do") if reader.second else gettext("if {player} does", player=reader.subject)


# Choose and guess


def _choose(effect: Choose, voice: Voice) -> Clause:
    """What an opponent chooses is told with "you draw", or they might take it for their own doing."""
    person = target(effect.who, voice)
    inside = voice if effect.who == "you" else voice._replace(explicit=True)
    options, *more = [branch(option, inside, outermost=False).main for option in effect.options]
    for option in more:
        options = gettext("{options}; or {option}", options=options, option=option)
    words = does(_CHOOSE, person, voice, options=options).words
    return Clause(words, closed=False, branching=True)


_CHOOSE = Deed(
    N_("choose one: {options}", "imperative", "infinitive"),
    N_("you choose one: {options}", "main", "inverted"),
    N_("{player} chooses one: {options}", "main", "inverted"),
)


def _guess(effect: Guess, voice: Voice) -> Clause:
    inside = voice._replace(explicit=True)
    card = describe_filter(effect.which, 1, voice, "accusative")
    marked = does(_MARK, you(voice), voice, card=card).words
    guesser = target(effect.whose, voice).subject
    first = parted(marked, pgettext("main", "{player} guesses where it is", player=guesser))
    cases = [(case, of) for case, of in ((_right, effect.right), (_wrong, effect.wrong)) if of]
    within = [case(branch(of, inside, outermost=False)) for case, of in cases]
    alone = [case(branch(of, inside, outermost=True)) for case, of in cases]
    words = parted(first, *[one.main for one in within])
    return Clause(words, (first, *alone), closed=False, branching=bool(alone))


_MARK = Deed(
    N_("mark {card} in your hand", "imperative", "infinitive"),
    N_("you mark {card} in your hand", "main", "inverted"),
    N_("{player} marks {card} in their hand", "main", "inverted"),
)


def _right(what: Said) -> Said:
    return only(gettext("right: {what}", what=Words(what.main)))


def _wrong(what: Said) -> Said:
    return only(gettext("wrong: {what}", what=Words(what.main)))


EFFECTS: Mapping[type[EffectNode], Describer] = MappingProxyType(
    {**SIMPLE, If: _if, May: _may, Choose: _choose, Guess: _guess}
)
"""How each effect is told."""
