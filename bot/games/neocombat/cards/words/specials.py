"""Effects of cards on a varan that cannot be answered (NEO-10b)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.words.field import IT, Reference, VaranTable
from bot.games.neocombat.cards.words.pieces import reference


class OnVaran(EffectNode, frozen=True):
    """Something that happens to a varan that the card remembers."""

    message: ClassVar[str]
    """The effect on `{varan}`, as a clause."""
    case: ClassVar[str] = "nominative"
    """That of the varan in it."""
    to: Reference = "it"

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Let it happen; nothing happens to a varan that has left, or where there is none."""
        for token in context.names.get(self.to, ()):
            self.happen(context, token)
        return ()

    def happen(self, context: EffectContext[VaranTable], token: int) -> None:
        """Let it happen to a varan."""
        raise NotImplementedError

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the effect and its target."""
        return Clause(
            said(self.message, varan=reference(self.to, self.case, voice), number=getattr(self, "by", 0))
        )


class Turn(OnVaran, frozen=True, tag="turn"):
    """Turn a varan sideways: it does not move, shoot or strike until it is turned back (NEO-05a)."""

    message = clause("{varan} is turned sideways")

    def happen(self, context: EffectContext[VaranTable], token: int) -> None:
        """Turn it."""
        context.table.turn(token)


class CloakIt(OnVaran, frozen=True, tag="cloak"):
    """Cloak a varan: an attack on it that is not settled yet comes to nothing."""

    message = clause("{varan} is cloaked")

    def happen(self, context: EffectContext[VaranTable], token: int) -> None:
        """Cloak it."""
        context.table.cloak(token)


class Reveal(OnVaran, frozen=True, tag="reveal"):
    """Reveal a varan."""

    message = clause("{varan} is revealed")

    def happen(self, context: EffectContext[VaranTable], token: int) -> None:
        """Reveal it."""
        context.table.uncloak(token)


class Mend(OnVaran, frozen=True, kw_only=True, tag="repair"):
    """Take damage off a varan."""

    message = clause("{number} damage is taken off {varan}")
    case = "dative"
    by: Annotated[int, Meta(ge=1, le=12)]

    def happen(self, context: EffectContext[VaranTable], token: int) -> None:
        """Take it off."""
        context.table.mend(token, self.by)


class Harm(EffectNode, frozen=True, tag="damage"):
    """Do damage to the enemy varan: as a further effect, or as a counter-attack."""

    by: Annotated[int, Meta(ge=1, le=9)]

    def do(self, context: EffectContext[VaranTable]) -> tuple[()]:
        """Do it; a cloaked varan is revealed first (NEO-12)."""
        for token in context.names.get(IT, ()):
            context.table.harm(token, self.by, context.seat)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return how much it takes."""
        return Clause(said(_HARM, varan=reference(IT, "nominative", voice), number=self.by))


_HARM = clause("{varan} takes {number} damage")
