"""Sensors, shots and strikes, which can be answered (NEO-08, NEO-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Generic, Literal

from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, Effects, EffectT
from bot.engine.cards.text.clauses import Clause, Said, branch, clause, parted, said, under
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.words.field import VaranTable

# Effects of answers on the attack or sensor (NEO-10).


class Cancel(EffectNode, frozen=True, tag="cancel"):
    """The attack or sensor has no effect."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Cancel it."""
        context.table.weaken(None)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002 - it is the same for all
        """Return the sentence that nothing happens to the varan."""
        return Clause(said(_CANCEL))


class Reduce(EffectNode, frozen=True, tag="reduce"):
    """The attack does less damage."""

    by: Annotated[int, Meta(ge=1, le=9)]

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Reduce the damage."""
        context.table.weaken(self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002
        """Return the reduction in words."""
        return Clause(said(_REDUCE, number=self.by))


_CANCEL = clause("it comes to nothing")
_REDUCE = clause("{number} damage less")


class Spot(EffectNode, Generic[EffectT], frozen=True, tag="spot"):
    """Reveal the target, unless its owner answers (NEO-08)."""

    then: Effects[EffectT] = ()
    """The effects afterwards if the target is revealed."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Begin the sensor; it is carried out once it has been answered."""
        context.table.threaten("sensor", 0)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence for the sensor."""
        return _with_further(said(_SPOT), self.then, gettext(_IF_REVEALED), voice)


class Attack(EffectNode, Generic[EffectT], frozen=True, tag="attack"):
    """The user attacks the target, unless its owner answers (NEO-09)."""

    kind: Literal["shot", "flame", "strike"]
    by: Annotated[int, Meta(ge=1, le=9)]
    """The damage."""
    then: Effects[EffectT] = ()
    """The effects afterwards if it has done damage."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Begin the attack; it is carried out once it has been answered."""
        context.table.threaten(self.kind, self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the damage in words."""
        return _with_further(said(_ATTACK, number=self.by), self.then, gettext(_IF_HARMED), voice)


def _with_further(first: Said, then: Sequence[EffectNode], condition: str, voice: Voice) -> Clause:
    """Return the sentence for an attack or a sensor, with the effects afterwards if it succeeds."""
    if not then:
        return Clause(first)
    within, alone = (under(condition, branch(then, voice, outermost=each)) for each in (False, True))
    return Clause(parted(first, within.main), (first, alone), closed=False, branching=True)


_IF_REVEALED = N_("if it is revealed")
_IF_HARMED = N_("if it does damage")
_SPOT = clause("it is revealed")
_ATTACK = clause("{number} damage")
