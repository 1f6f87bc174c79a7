"""The full text of an ability as one paragraph, and short labels for choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bot.base.language import gettext, pgettext
from bot.engine.cards.nodes import ALWAYS, ROLL, AbilityNode, EffectNode
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.text.amounts import payments
from bot.engine.cards.text.clauses import Said, branch, one_after_another
from bot.engine.cards.text.grammar import Words, capital, cut, sentence
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import Reroll
from bot.engine.cards.words.logic import Choose, If, May, conditional
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, escaped, safe

# The wording of cards' questions and the names of the answers, as far as games share it.


YES = 1
"""The answer "yes" to a `may` and a `reroll`."""
_OWNER = "\u2063"
"""Placeholder for the owner's mark until the card's text, which has no invisible characters, is escaped."""


class Answer(NamedTuple):
    """A named answer, safe to print."""

    value: int
    label: str
    hint: str = ""
    number: str = ""
    """The set number, for a card of a hand or pile."""


def answers_of(question: Question[Any], answer: Callable[[int], Answer]) -> list[Answer]:
    """Return all answers with their names: of copies of a card only the first one; yes before no."""
    answers = [answer(value) for value in question.options if value != STOP]
    if question.kind in ("may", "reroll"):
        answers.reverse()
    first: dict[str | int, Answer] = {}
    for each in answers:
        first.setdefault(each.number or each.value, each)
    return [*first.values(), *([Answer(STOP, gettext("No more"))] if question.may_stop else [])]


def may_words(question: Question[Any], voice: Voice) -> str:
    """Return the question of an optional effect, with its price."""
    about = question.about
    if not isinstance(about, May):
        return gettext("**Do you want to?**")
    price, then = payments(about.pay, voice), safe(label(about.then, voice))
    if not price:
        return gettext("**Do you want this: {then}?**", then=then)
    return gettext("**Do you want to {price}? Then: {then}.**", price=price, then=then)


def may_answer(value: int) -> Answer:
    """Return the label of an answer to an optional effect."""
    return Answer(value, gettext("Yes") if value == YES else gettext("No"))


def option_words(question: Question[Any], value: int, owner: Seat, voice: Voice) -> str:
    """Return the description of an option: "Draw a card"; with the mark of the card's owner if another seat
    chooses.
    """
    return _option(question, value, owner, voice, SEAT_MARKS[owner])


def option_answer(question: Question[Any], value: int, owner: Seat, voice: Voice) -> Answer:
    """Return the description of an option as an answer: only the owner's mark is markup, nothing in the
    card's text.
    """
    parts = _option(question, value, owner, voice, _OWNER).split(_OWNER)
    return Answer(value, SEAT_MARKS[owner].join(map(escaped, parts)))


def _option(question: Question[Any], value: int, owner: Seat, voice: Voice, mark: str) -> str:
    if not isinstance(question.about, Choose):
        return gettext("Option {number}", number=value + 1)
    if owner != question.seat:
        voice = voice._replace(you=mark)
    return label(question.about.options[value], voice)


LABEL_LENGTH = 80
"""The maximum length of a button's label in characters."""


def explain(
    ability: AbilityNode, vocabulary: Vocabulary, *, you: str = "", of_you: str = "", kind: str = ""
) -> str:
    """Return an ability as one paragraph: "When played: draw a card. Your Character gains 25 power.".

    A keyword is followed by its reminder text, in brackets. `you` is the subject if it is not the card's
    controller, and `of_you` its form after "of"; `kind` is the card's kind.
    """
    voice = Voice(vocabulary, ability.trigger, you, kind=kind, of_you=of_you)
    effects = ability.then
    if ability.needs is not None and voice.static:
        effects = (If(ability.needs, effects),)
    when = _when(ability, voice)
    first, *more = one_after_another([effect.describe(voice) for effect in effects])
    opening = _opened(when, first, ability) if when else first.main
    told = " ".join([sentence(one) for one in (opening, *[said.main for said in more])])
    keyword = ability.keyword
    return gettext("{keyword} ({reminder})", keyword=keyword, reminder=told) if keyword else told


def label(effects: Sequence[EffectNode], voice: Voice) -> str:
    """Return an effect as the label of a button, at most `LABEL_LENGTH` characters, cut with an ellipsis.

    For a reader who does not control the card, `voice.you` is the controller's name.
    """
    words = branch(effects, voice, outermost=True).main
    if len(effects) == 1:
        words = "; ".join([said.main for said in effects[0].describe(voice).alone])
    return cut(capital(words), LABEL_LENGTH)


def describe_effect(effect: EffectNode, voice: Voice) -> str:
    """Return the sentences of an effect: "Roll a die. Your Character gains 25 power for each point."."""
    return " ".join([sentence(one.main) for one in effect.describe(voice).alone])


def _when(ability: AbilityNode, voice: Voice) -> str:
    moment = ability.moment(voice)
    once = gettext("once a turn") if ability.once else ""
    needs = ""
    if ability.needs is not None and not voice.static:
        needs = conditional(ability.needs, voice, moment=True)
    parts = (once, moment, needs) if ability.trigger == ROLL else (moment, once, needs)
    return ", ".join([part for part in parts if part])


def _opened(when: str, first: Said, ability: AbilityNode) -> str:
    """Return the first sentence with its introduction."""
    # Whether the sentence continues after a comma: a sentence with its own colon must not follow another
    # colon.
    runs_on = (
        ability.needs is None and ability.trigger != ALWAYS and isinstance(ability.then[0], (Choose, Reroll))
    )
    if not runs_on:
        return gettext("{when}: {what}", when=when, what=Words(first.main))
    if ability.trigger == ROLL:
        return pgettext("after a clause", "{when}, {what}", when=when, what=first.behind)
    return gettext("{when}, {what}", when=when, what=first.behind)
