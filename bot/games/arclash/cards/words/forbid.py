"""Forbidding a player to play further Supports."""

from __future__ import annotations

from typing import Generic

from bot.base.language import gettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import BATTLE, BattleTable


class Forbid(EffectNode, Generic[WhoseT], frozen=True, tag="forbid"):
    """A player plays no more Supports in this battle, as if they had passed."""

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Forbid it; after the battle this has no effect."""
        for seat in context.players(self.whose):
            context.table.forbid(context.card, seat)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who plays no more Supports."""
        return does(_FORBIDDEN, target(self.whose, voice), voice, battle=gettext(BATTLE))


_FORBIDDEN = VerbForms(
    "play no more Supports in this {battle}",
    "you play no more Supports in this {battle}",
    "{player} plays no more Supports in this {battle}",
)
