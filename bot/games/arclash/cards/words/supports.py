"""Cancelling the last Support that a player played."""

from __future__ import annotations

from typing import Generic

from bot.base.language import gettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import BATTLE, BattleTable

# Forbidding a player to play further Supports.


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


class Cancel(EffectNode, Generic[WhoseT], frozen=True, tag="cancel"):
    """Discard a player's last Support in play, and end its changes of power and its shields.

    Its draws, discards and level losses stay. A card does not cancel itself.
    """

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Cancel it; players without a Support in play are skipped."""
        for seat in context.players(self.whose):
            supports = [card for card in context.queries.cards("supports", seat) if card != context.card]
            if supports:
                context.table.cancel(context.card, seat, supports[-1])
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the text: whose last Support is cancelled, and the consequences."""
        return does(_DISCARDS, target(self.whose, voice), voice)


_DISCARDS = VerbForms(
    "discard your last other Support in play, and what it does to power ends",
    "you discard your last other Support in play, and what it does to power ends",
    "{player} discards their last Support in play, and what it does to power ends",
)
