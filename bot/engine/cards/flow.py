"""Detects values used before they exist: a roll, a chosen opponent, a remembered piece or place.

Every path through the ability is followed, from the first effect to the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from bot.base.language import N_, gettext
from bot.engine.cards.nodes import AbilityNode, EffectNode, Node, NodePath, children

if TYPE_CHECKING:
    from bot.engine.cards.vocabulary import Vocabulary

Add: TypeAlias = Callable[[str, NodePath, str], None]
"""Reports a code, a place of the file and a sentence."""


class Known(msgspec.Struct, frozen=True):
    """The values known at a point of an ability."""

    rolled: int = 0
    """The highest possible value of its last roll; 0 if some path to this point has no roll."""
    names: frozenset[str] = frozenset()
    """The names remembered on every path to this point: `chosen` for an opponent, else a game's names."""

    def having(self, name: str) -> Known:
        """Return this with a remembered name added."""
        return Known(self.rolled, self.names | {name})


def joined(ways: Sequence[Known]) -> Known:
    """Return the combined knowledge where several paths join."""
    return Known(max(way.rolled for way in ways), frozenset.intersection(*[way.names for way in ways]))


class Flow:
    """Follows an ability and reports values used too early."""

    def __init__(self, vocabulary: Vocabulary, add: Add, about: str = "") -> None:
        self.vocabulary = vocabulary
        self.add = add
        self._about = about
        """The name of the piece that the card is about; "" for none."""

    def ability(self, ability: AbilityNode, place: NodePath) -> None:
        """Follow all paths through an ability."""
        known = Known(names=ability.brings())
        if ability.needs is not None:
            known, _ = ability.needs.part(self, (*place, "needs"), known)
        for step, inner in children(ability):
            if step[0] not in ("then", "needs"):
                known = inner.follow(self, (*place, *step), known)
        self.effects(ability.then, (*place, "then"), known)

    def effects(self, effects: Sequence[EffectNode], place: NodePath, known: Known) -> Known:
        """Return the knowledge after effects that happen one after another."""
        for number, effect in enumerate(effects):
            known = effect.follow(self, (*place, number), known)
        return known

    def within(self, node: Node, place: NodePath, known: Known) -> Known:
        """Return the knowledge after everything within a node."""
        for step, inner in children(node):
            known = inner.follow(self, (*place, *step), known)
        return known

    def whose(self, node: Node, place: NodePath, known: Known, key: str = "whose") -> Known:
        """Return the knowledge once the players a node means are determined, if it means any."""
        whose = getattr(node, key, "")
        if whose == "chosen" and "chosen" not in known.names:
            sentence = gettext(
                'no opponent is "chosen" yet: name an "opponent" before, in every branch that leads here.'
            )
            self.add("E402", (*place, key), sentence)
        elif about := self.vocabulary.about.get(whose, ""):
            self.needs_name(about, (*place, key), known)
        return known.having("chosen") if whose in self.vocabulary.choosing else known

    def needs_roll(self, place: NodePath, known: Known) -> None:
        """Report that a needed roll was not made yet."""
        if not known.rolled:
            sentence = gettext("this ability has not rolled before: roll first, with dice or a die.")
            self.add("E403", place, sentence)

    def needs_name(self, name: str, place: NodePath, known: Known) -> None:
        """Report that a needed piece or place was not remembered yet."""
        if name in known.names:
            return
        sentence = _UNNAMED_BUT if self._about and place[-1] == "to" else _UNNAMED
        self.add("E402", place, gettext(sentence, name=name, about=self._about))


_UNNAMED = N_('nothing is "{name}" yet: name a target before, on every way that leads here.')
_UNNAMED_BUT = N_(
    'nothing is "{name}" yet: say to = "{about}", or name a target before, on every way that leads here.'
)
