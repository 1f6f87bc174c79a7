"""Sensors, shots and strikes: what can be answered (NEO-08, NEO-09)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.words.field import VaranTable


class Spot(EffectNode, frozen=True, tag="spot"):
    """Reveal the target, unless its owner answers (NEO-08)."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Begin it; it is carried out once it has been answered."""
        context.table.threaten("sensor", 0)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002 - it is the same for all
        """Return what it does."""
        return Clause(said(_SPOT))


class Attack(EffectNode, frozen=True, tag="attack"):
    """The user attacks the target, unless its owner answers (NEO-09)."""

    kind: Literal["shot", "flame", "strike"]
    by: Annotated[int, Meta(ge=1, le=9)]
    """The damage."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Begin it; it is carried out once it has been answered."""
        context.table.threaten(self.kind, self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002
        """Return how much damage it does."""
        return Clause(said(_ATTACK, number=self.by))


_SPOT = clause("it is revealed")
_ATTACK = clause("{number} damage")
