"""What happens, as parts of sentences, and how several things that happen are put together.

An effect is told in one of two ways. Standing alone it may take several sentences: "Toss a coin. Heads: draw
a card." Inside another one it is a single clause, whose parts are kept apart by semicolons; between others
such a clause stands in brackets. So it can always be seen what belongs to what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.cards.text.grammar import in_turn

NOTHING = "nothing happens"


class Clause(NamedTuple):
    """One effect in words, without capitals and full stops."""

    words: str
    """Within a sentence."""
    sentences: tuple[str, ...] = ()
    """Standing alone; () where that is `words`."""
    closed: bool = True
    """Whether `words` can stand beside others and be told apart: no semicolons, no dependent parts."""
    branching: bool = False
    """Whether, standing alone, its last sentence is one of several cases: "either way" is said behind it."""
    bare: bool = False
    """Whether it begins with a verb of which the reader is the subject: "draw a card"."""
    swift: bool = False
    """Whether it is one of the short ones that go together with "and"."""

    @property
    def alone(self) -> tuple[str, ...]:
        """The sentences of the effect standing alone."""
        return self.sentences or (self.words,)


def together(clauses: Sequence[Clause], *, outermost: bool) -> str:
    """Return what happens in one branch. `outermost`: nothing of the sentence comes behind it."""
    if not clauses:
        return NOTHING
    if len(clauses) == 1 and outermost:
        return clauses[0].words
    words = [clause.words if clause.closed else f"({clause.words})" for clause in clauses]
    return " and ".join(words) if _pair(clauses) else in_turn(words)


def one_after_another(clauses: Sequence[Clause]) -> list[str]:
    """Return the sentences of a paragraph."""
    sentences: list[str] = []
    branched = False
    for clause in clauses:
        first, *more = clause.alone
        sentences += [f"either way, {first}" if branched else first, *more]
        branched = clause.branching
    return sentences


def _pair(clauses: Sequence[Clause]) -> bool:
    return len(clauses) == 2 and all(clause.swift and "," not in clause.words for clause in clauses)
