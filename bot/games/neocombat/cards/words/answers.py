"""Effects of answers on the attack or sensor (NEO-10)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.words.field import VaranTable


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
