"""Returning a card in play to the hand or the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import BattleTable


class Return(EffectNode, Generic[WhoseT], frozen=True, tag="return"):
    """A player takes back the top Advancement of the stack, or the last Support in play.

    A Level 1 stays, and a shield against level loss protects an Advancement. A card does not return itself.
    """

    what: Literal["advancement", "support"] = "advancement"
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    to: Literal["hand", "deck"] = "hand"
    """`deck`: it is shuffled into the deck."""

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the players take it back."""
        for seat in context.players(self.whose):
            if self.what == "advancement":
                context.table.take_back_advancement(context.card, seat, self.to, context.rng)
                continue
            supports = [card for card in context.queries.cards("supports", seat) if card != context.card]
            if supports:
                context.table.take_back_support(context.card, seat, supports[-1], self.to, context.rng)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who takes back which card."""
        return does(_BACK[self.what, self.to], target(self.whose, voice), voice)


_BACK: Mapping[tuple[str, str], VerbForms] = {
    ("advancement", "hand"): VerbForms(
        "take your top Advancement back into your hand",
        "you take your top Advancement back into your hand",
        "{player} takes their top Advancement back into their hand",
    ),
    ("advancement", "deck"): VerbForms(
        "shuffle your top Advancement into your deck",
        "you shuffle your top Advancement into your deck",
        "{player} shuffles their top Advancement into their deck",
    ),
    ("support", "hand"): VerbForms(
        "take your last other Support in play back into your hand",
        "you take your last other Support in play back into your hand",
        "{player} takes their last Support in play back into their hand",
    ),
    ("support", "deck"): VerbForms(
        "shuffle your last other Support in play into your deck",
        "you shuffle your last other Support in play into your deck",
        "{player} shuffles their last Support in play into their deck",
    ),
}
"""Texts, by the kind of card and its destination."""
