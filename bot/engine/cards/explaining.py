"""The full text of an ability as one paragraph, and short labels for choices."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, pgettext
from bot.engine.cards.nodes import ALWAYS, ROLL, AbilityNode, EffectNode
from bot.engine.cards.text.clauses import Said, branch, one_after_another
from bot.engine.cards.text.grammar import Words, capital, cut, sentence
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import Reroll
from bot.engine.cards.words.logic import Choose, If, conditional

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
    if not _runs_on(ability):
        return gettext("{when}: {what}", when=when, what=Words(first.main))
    if ability.trigger == ROLL:
        return pgettext("after a clause", "{when}, {what}", when=when, what=first.behind)
    return gettext("{when}, {what}", when=when, what=first.behind)


def _runs_on(ability: AbilityNode) -> bool:
    """Whether the sentence continues after a comma: a sentence with its own colon must not follow another
    colon.
    """
    return (
        ability.needs is None and ability.trigger != ALWAYS and isinstance(ability.then[0], (Choose, Reroll))
    )
