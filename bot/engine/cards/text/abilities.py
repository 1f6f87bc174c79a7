"""A whole ability as one paragraph, and short labels for what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.engine.cards.nodes import Ability, Choose, Effect, If, Reroll, Trigger
from bot.engine.cards.text.branches import branch, clause, paragraph
from bot.engine.cards.text.clauses import Said
from bot.engine.cards.text.conditions import conditional
from bot.engine.cards.text.grammar import Words, capital, cut, sentence
from bot.engine.cards.text.terms import TERMS, VOICE, Terms, Voice
from bot.engine.language import N_, gettext, pgettext

LABEL_LENGTH = 80
"""Characters of a button's label."""

_WHEN: Mapping[Trigger, str] = MappingProxyType(
    {
        "start-of-turn": N_("start of turn"),
        "advance": N_("on advancing"),
        "start-of-battle": N_("start of {battle}"),
        "played": N_("when played"),
        "end-of-battle": N_("end of {battle}"),
        "roll": N_("after you roll dice for a card"),
    }
)
"""The moment at which an ability happens; one that works all the time has none."""


def explain(ability: Ability, terms: Terms = TERMS) -> str:
    """Return an ability as one paragraph: "When played: draw a card. Your Character gains 25 power."."""
    voice = Voice(terms, ability.on)
    if ability.needs is not None and voice.static:
        ability = Ability(ability.on, (If(ability.needs, ability.then),), once=ability.once)
    when = _when(ability, voice)
    first, *more = paragraph(ability.then, voice)
    opening = _opened(when, first, ability) if when else first.main
    return " ".join([sentence(one) for one in (opening, *[said.main for said in more])])


def label(effects: Sequence[Effect], voice: Voice = VOICE) -> str:
    """Return what happens as the label of a button, at most `LABEL_LENGTH` characters, cut with an ellipsis.

    For a reader who is not the controller of the card, `voice.you` is the controller's name.
    """
    words = branch(effects, voice, outermost=True).main
    if len(effects) == 1:
        words = "; ".join([said.main for said in clause(effects[0], voice).alone])
    return cut(capital(words), LABEL_LENGTH)


def _when(ability: Ability, voice: Voice) -> str:
    moment = ""
    if ability.on in _WHEN:
        moment = gettext(_WHEN[ability.on], battle=gettext(voice.terms.battle))
    once = gettext("once a turn") if ability.once else ""
    needs = conditional(ability.needs, voice) if ability.needs is not None else ""
    parts = (once, moment, needs) if ability.on == "roll" else (moment, once, needs)
    return ", ".join([part for part in parts if part])


def _opened(when: str, first: Said, ability: Ability) -> str:
    """Return the first sentence with what opens it."""
    if not _runs_on(ability):
        return gettext("{when}: {what}", when=when, what=Words(first.main))
    if ability.on == "roll":
        return pgettext("after a clause", "{when}, {what}", when=when, what=first.behind)
    return gettext("{when}, {what}", when=when, what=first.behind)


def _runs_on(ability: Ability) -> bool:
    """Whether the sentence goes on with a comma: one with a colon of its own would read badly behind one."""
    return ability.needs is None and ability.on != "always" and isinstance(ability.then[0], (Choose, Reroll))
