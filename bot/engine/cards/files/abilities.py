"""Checks the abilities of cards (E4xx). Each word of the card language knows its own faults."""

from __future__ import annotations

from typing import Any

from bot.base.language import N_, gettext
from bot.engine.cards.bounds import DEPTH, measure
from bot.engine.cards.deciding import Limits, decided
from bot.engine.cards.files.finding import Findings, quoted
from bot.engine.cards.flow import Add, Flow
from bot.engine.cards.format import CardFormat
from bot.engine.cards.nodes import ALWAYS, NODES, ROLL, AbilityNode, Node, NodePath, children, nodes
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import Reroll


def check_abilities(card: Any, place: NodePath, format_: CardFormat, findings: Findings) -> None:
    """Note all faults in the abilities of a card."""
    add = findings.add
    for number, ability in enumerate(card.abilities):
        where = (*place, "abilities", number)
        for code, step, sentence in format_.ability(card, ability):
            if ability.keyword:
                add(code, (*place, "keywords"), f"{quoted(ability.keyword)}: {sentence}")
            else:
                add(code, (*where, *step), sentence)
        if not ability.keyword:
            _check_ability(ability, where, Flow(format_.vocabulary, add, format_.about(card)))
            _check_truths(ability, where, format_.limits(card, ability), add)
    for step, node in format_.further(card):
        for inner, each in nodes(node, (*place, *step)):
            _check_node(each, inner, add)
    _check_size(card, place, add)


_TRUTHS = {
    "always": N_("this is always true here: leave the condition out."),
    "never": N_("this is never true here, so that nothing under it happens."),
    "undecided": N_("this has too many parts: whether it is always or never true is not judged."),
}


def _check_truths(ability: AbilityNode, place: NodePath, limits: Limits, add: Add) -> None:
    """Note conditions that are always or never true, unless a part of them has a fault of its own."""
    for step, truth in decided(ability, limits):
        node: Any = ability
        for each in step:
            node = node[each] if isinstance(each, int) else getattr(node, each)
        if not any(list(inner.faults()) for _, inner in nodes(node)):
            add("A003", (*place, *step), gettext(_TRUTHS[truth]))


def check_keywords(card_set: Any, format_: CardFormat, findings: Findings) -> None:
    """Note all faults in the abilities behind the keywords of a set."""
    for key, keyword in getattr(card_set, "keywords", {}).items():
        _check_ability(keyword, ("keywords", key), Flow(format_.vocabulary, findings.add))


def _check_ability(ability: AbilityNode, place: NodePath, flow: Flow) -> None:
    _check_moment(ability, place, flow.vocabulary, flow.add)
    flow.ability(ability, place)
    for inner, node in nodes(ability, place):
        _check_node(node, inner, flow.add)


def _check_node(node: Node, place: NodePath, add: Add) -> None:
    for code, step, sentence in node.faults():
        add(code, (*place, *step), sentence)


def _check_size(card: Any, place: NodePath, add: Add) -> None:
    size = measure(card.abilities)
    if size.nodes > NODES:
        sentence = gettext(
            "its abilities have {number} parts; {most} at most. Make it simpler.",
            number=size.nodes,
            most=NODES,
        )
        add("E415", place, sentence)
    if size.depth > DEPTH:
        sentence = gettext(
            "parts of its abilities are {number} deep within each other; {most} at most.",
            number=size.depth,
            most=DEPTH,
        )
        add("E416", place, sentence)


def _check_moment(ability: AbilityNode, place: NodePath, vocabulary: Vocabulary, add: Add) -> None:
    """Check an ability whose trigger allows only some effects."""
    if ability.trigger == ALWAYS:
        _check_always(ability, place, vocabulary, add)
        return
    for inner, node in nodes(ability, place):
        if ability.trigger != ROLL:
            if isinstance(node, Reroll):
                add("E404", inner, gettext('only an ability with on = "roll" can roll again.'))
        elif node.chance:
            sentence = gettext("rolling or tossing here would set it off again; it can only roll again.")
            add("E405", inner, sentence)
        elif getattr(node, "whose", "") in vocabulary.choosing:
            sentence = gettext(
                'a choice of a player is not possible here: say "you", "opponents" or "everyone".'
            )
            add("E405", inner, sentence)
    if ability.trigger == ROLL:
        for number, effect in enumerate(ability.then):
            if not isinstance(effect, Reroll):
                sentence = gettext('an ability with on = "roll" can do nothing but { do = "reroll" }.')
                add("E405", (*place, "then", number), sentence)


def _check_always(node: Node, place: NodePath, vocabulary: Vocabulary, add: Add) -> None:
    """Note each node that an `always` ability cannot have, but not the nodes inside of it."""
    told = _not_always(node, vocabulary)
    if told:
        add(told[0], place, told[1])
        return
    if isinstance(node, AbilityNode) and node.once:
        sentence = gettext('an "always" ability is in force all the time: leave it out.')
        add("E418", (*place, "once"), sentence)
    for step, inner in children(node):
        _check_always(inner, (*place, *step), vocabulary, add)


def _not_always(node: Node, vocabulary: Vocabulary) -> tuple[str, str] | None:
    """Return the code and the sentence why an `always` ability cannot have a node; None where it can."""
    whose = getattr(node, "whose", "")
    of_whom = None
    if whose in vocabulary.derived:
        of_whom = "E408", gettext(vocabulary.derived[whose])
    elif whose in vocabulary.choosing:
        of_whom = (
            "E407",
            gettext('this needs the choice of a player: say "you", "opponents" or "everyone".'),
        )
    return node.not_always() or of_whom if node.measured else of_whom or node.not_always()
