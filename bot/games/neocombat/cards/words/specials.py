"""What specials and cards of Repair do to a varan: nobody can answer them (NEO-10b)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.words.field import IT, VaranTable


class Turn(EffectNode, frozen=True, tag="turn"):
    """Turn the target sideways: it does not move, shoot or strike until it is turned back (NEO-05a)."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Turn it."""
        for token in context.names[IT]:
            context.table.turn(token)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002 - it is the same for all
        """Return what it does."""
        return Clause(said(_TURN))


class CloakIt(EffectNode, frozen=True, tag="cloak"):
    """Cloak the target."""

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Cloak it."""
        for token in context.names[IT]:
            context.table.cloak(token)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002
        """Return what it does."""
        return Clause(said(_CLOAK))


class Mend(EffectNode, frozen=True, tag="repair"):
    """Take damage off the target."""

    by: Annotated[int, Meta(ge=1, le=12)]

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Take it off."""
        for token in context.names[IT]:
            context.table.mend(token, self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002
        """Return how much damage it takes off."""
        return Clause(said(_MEND, number=self.by))


_TURN = clause("it is turned sideways")
_CLOAK = clause("it is cloaked")
_MEND = clause("{number} damage is taken off it")
