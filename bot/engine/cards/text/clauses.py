"""Effects as clauses, and the joining of several clauses.

An effect is told in one of two ways. Alone it may take several sentences: "Toss a coin. Heads: draw a card."
Within another effect it is a single clause with semicolons between its parts; between other clauses it is in
brackets. So the reader sees what belongs together.

In many languages the verb precedes its subject where another part opens the sentence: "Then draws Ann a
card". So each such clause is a message in two contexts, "main" and "inverted". The reader's own acts use the
bare verb, in the contexts "imperative" and, after "you may", "infinitive".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.grammar import Words
from bot.engine.cards.text.people import Person
from bot.engine.cards.text.terms import Voice
from bot.engine.language import gettext, pgettext


def clause(message: str) -> str:
    """Mark a message that is said by `said`: a clause, in both its contexts. Return it as it is."""
    return message


NOTHING = clause("nothing happens")


class Said(NamedTuple):
    """A clause in both its orders, without a capital and a full stop."""

    main: str
    behind: str
    """Where something else opens the sentence: "then", "otherwise", a condition."""
    conditional: bool = False
    """Whether it opens with a condition, and so has but one order."""


Cases: TypeAlias = tuple[Said, Callable[[Said], Said], Callable[[Said], Said]]
"""The roll or toss that comes first, and two functions that put the case before its effect."""


class VerbForms(NamedTuple):
    """Something that a player does, as the messages for it, which are marked by being written in here."""

    bare: str
    """Of the reader: "draw {cards}"."""
    you: str
    """The same as a whole clause: "you draw {cards}"."""
    other: str
    """The clause for somebody else: "{player} draws {cards}"."""


class Clause(NamedTuple):
    """One effect in words."""

    words: Said
    """Within a sentence."""
    sentences: tuple[Said, ...] = ()
    """Standing alone; () where that is `words`."""
    closed: bool = True
    """Whether `words` can stand beside others and be told apart: no semicolons, no dependent parts."""
    branching: bool = False
    """Whether, standing alone, its last sentence is one of several cases: "either way" is said behind it."""
    bare: str = ""
    """The verb with all that belongs to it, behind "you may": "draw a card"; "" where that cannot be said."""
    optional: bool = False
    """Whether it says itself that it may be left."""
    swift: bool = False
    """Whether it is one of the short ones that go together with "and"."""

    @property
    def alone(self) -> tuple[Said, ...]:
        """The sentences of the effect standing alone."""
        return self.sentences or (self.words,)


def said(message: str, **values: object) -> Said:
    """Return a clause by its message, in both orders."""
    return Said(pgettext("main", message, **values), pgettext("inverted", message, **values))


def does(verb: VerbForms, person: Person, voice: Voice, **values: object) -> Clause:
    """Return an act as a clause: "draw a card", or explicitly "you draw a card"; "Ann draws a card"."""
    if not person.second:
        return Clause(said(verb.other, player=person.subject, **values))
    if voice.explicit:
        return Clause(said(verb.you, **values))
    told = pgettext("imperative", verb.bare, **values)
    return Clause(only(told), bare=pgettext("infinitive", verb.bare, **values))


def only(words: str) -> Said:
    """Return a clause that has but one order."""
    return Said(words, words)


def other_result(what: Said) -> Said:
    """Return what happens in all other cases."""
    return only(gettext("otherwise: {what}", what=Words(what.main)))


def under(condition: str, what: Said) -> Said:
    """Return what happens behind its condition: "if you do, draw a card"."""
    if what.conditional:
        told = pgettext("condition", "{condition}, {what}", condition=condition, what=Words(what.main))
    else:
        told = gettext("{condition}, {what}", condition=condition, what=what.behind)
    return Said(told, told, conditional=True)


def parted(first: Said, *more: str) -> Said:
    """Return a clause with further parts behind semicolons."""
    main, inverted = ("; ".join([words, *more]) for words in (first.main, first.behind))
    return Said(main, inverted, first.conditional)


def together(clauses: Sequence[Clause], *, outermost: bool) -> Said:
    """Return what happens in one branch. `outermost`: nothing of the sentence comes behind it."""
    if not clauses:
        return said(NOTHING)
    if len(clauses) == 1 and outermost:
        return clauses[0].words
    parts = [clause.words if clause.closed else _bracketed(clause.words) for clause in clauses]
    return _both(*parts) if _pair(clauses) else _in_turn(parts)


def branch(effects: Sequence[EffectNode], voice: Voice, *, outermost: bool) -> Said:
    """Return all that happens in one branch, within a sentence."""
    return together([effect.describe(voice) for effect in effects], outermost=outermost)


def _bracketed(words: Said) -> Said:
    return only(f"({words.main})")


def _both(one: Said, other: Said) -> Said:
    """Join two clauses: "your Character gains 25 power and an opponent's Character loses 25 power"."""
    main, inverted = (
        gettext("{one} and {other}", one=each, other=other.main) for each in (one.main, one.behind)
    )
    return Said(main, inverted)


def _in_turn(parts: Iterable[Said]) -> Said:
    """Return what happens one after the other: "draw 2 cards, then discard a card"."""
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


def _pair(clauses: Sequence[Clause]) -> bool:
    return len(clauses) == 2 and all(clause.swift and "," not in clause.words.main for clause in clauses)
