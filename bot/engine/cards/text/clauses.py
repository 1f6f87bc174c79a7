"""Effects as clauses, and the joining of several clauses.

An effect has two forms. Alone it may take several sentences: "Toss a coin. Heads: draw a card." Within
another effect it is a single clause with semicolons between its parts; between other clauses it is in
brackets. So the reader sees what belongs together.

In many languages the verb precedes its subject if another part opens the sentence: "Then draws Ann a card".
So each such clause is a message in two contexts, "main" and "inverted". The reader's own actions use the bare
verb, in the contexts "imperative" and, after "you may", "infinitive".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from bot.base.language import gettext, pgettext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.grammar import Words
from bot.engine.cards.text.people import Person
from bot.engine.cards.text.terms import Voice


def clause(message: str) -> str:
    """Mark a message for `said`: a clause, in both its contexts. Return it unchanged."""
    return message


NOTHING = clause("nothing happens")


class Said(NamedTuple):
    """A clause in both its word orders, without a capital and a full stop."""

    main: str
    behind: str
    """The order after an introduction: "then", "otherwise", a condition."""
    conditional: bool = False
    """Whether it begins with a condition, and so has only one order."""


Cases: TypeAlias = tuple[Said, Callable[[Said], Said], Callable[[Said], Said]]
"""The roll or toss that comes first, and two functions that put the case before its effect."""


class VerbForms(NamedTuple):
    """A player's action as its messages, which are marked for translation where they are written."""

    bare: str
    """The reader's own action: "draw {cards}"."""
    you: str
    """The same as a whole clause: "you draw {cards}"."""
    other: str
    """The clause for another player: "{player} draws {cards}"."""


class Clause(NamedTuple):
    """One effect in words."""

    words: Said
    """The clause within a sentence."""
    sentences: tuple[Said, ...] = ()
    """Its sentences when it stands alone; () if they are `words`."""
    closed: bool = True
    """Whether `words` can stand beside other clauses without ambiguity: no semicolons, no dependent parts."""
    branching: bool = False
    """Whether its last sentence, standing alone, is one of several cases: "either way" must follow."""
    bare: str = ""
    """The verb with its objects, after "you may": "draw a card"; "" if there is no such form."""
    optional: bool = False
    """Whether its own wording says that it is optional."""
    swift: bool = False
    """Whether it is short and can be joined with "and"."""

    @property
    def alone(self) -> tuple[Said, ...]:
        """The sentences of the effect when it stands alone."""
        return self.sentences or (self.words,)


def said(message: str, **values: object) -> Said:
    """Return a clause from its message, in both orders."""
    return Said(pgettext("main", message, **values), pgettext("inverted", message, **values))


def does(verb: VerbForms, person: Person, voice: Voice, **values: object) -> Clause:
    """Return an action as a clause: "draw a card", or explicitly "you draw a card"; "Ann draws a card"."""
    if not person.second:
        return Clause(said(verb.other, player=person.subject, **values))
    if voice.explicit:
        return Clause(said(verb.you, **values))
    told = pgettext("imperative", verb.bare, **values)
    return Clause(only(told), bare=pgettext("infinitive", verb.bare, **values))


def only(words: str) -> Said:
    """Return a clause that has only one order."""
    return Said(words, words)


def other_result(what: Said) -> Said:
    """Return the effect in all other cases."""
    return only(gettext("otherwise: {what}", what=Words(what.main)))


def under(condition: str, what: Said) -> Said:
    """Return the effect after its condition: "if you do, draw a card"."""
    if what.conditional:
        told = pgettext("condition", "{condition}, {what}", condition=condition, what=Words(what.main))
    else:
        told = gettext("{condition}, {what}", condition=condition, what=what.behind)
    return Said(told, told, conditional=True)


def parted(first: Said, *more: str) -> Said:
    """Return the clause with further parts after semicolons."""
    main, inverted = ("; ".join([words, *more]) for words in (first.main, first.behind))
    return Said(main, inverted, first.conditional)


def together(clauses: Sequence[Clause], *, outermost: bool) -> Said:
    """Return the effects of one branch. `outermost`: nothing else of the sentence follows."""
    if not clauses:
        return said(NOTHING)
    if len(clauses) == 1 and outermost:
        return clauses[0].words
    parts = [clause.words if clause.closed else only(f"({clause.words.main})") for clause in clauses]
    pair = len(clauses) == 2 and all(clause.swift and "," not in clause.words.main for clause in clauses)
    if not pair:
        return _in_turn(parts)
    # "your Character gains 25 power and an opponent's Character loses 25 power"
    one, other = parts
    main, inverted = (
        gettext("{one} and {other}", one=text, other=other.main) for text in (one.main, one.behind)
    )
    return Said(main, inverted)


def branch(effects: Sequence[EffectNode], voice: Voice, *, outermost: bool) -> Said:
    """Return the effects of one branch, within a sentence."""
    return together([effect.describe(voice) for effect in effects], outermost=outermost)


def _in_turn(parts: Iterable[Said]) -> Said:
    """Return effects in sequence: "draw 2 cards, then discard a card"."""
    first, *more = parts
    for part in more:
        main, inverted = (
            gettext("{one}, then {other}", one=one, other=part.behind) for one in (first.main, first.behind)
        )
        first = Said(main, inverted)
    return first


def one_after_another(clauses: Sequence[Clause]) -> list[Said]:
    """Return the sentences of a paragraph."""
    sentences: list[Said] = []
    branched = False
    for clause in clauses:
        first, *more = clause.alone
        sentences += [_either_way(first) if branched else first, *more]
        branched = clause.branching
    return sentences


def _either_way(what: Said) -> Said:
    if what.conditional:
        told = pgettext("condition", "either way, {what}", what=Words(what.main))
    else:
        told = gettext("either way, {what}", what=what.behind)
    return only(told)
