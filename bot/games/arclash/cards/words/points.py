"""Scoring points by a card's effect."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import POINTS, BattleTable


class Score(EffectNode, frozen=True, tag="score"):
    """You score one or two points; a player who reaches the winning score wins (ARC-14)."""

    points: Annotated[int, Meta(ge=1, le=2)] = 1

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Score."""
        context.table.score_points(context.card, context.seat, self.points)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the number of points."""
        points = Called(POINTS).several(self.points, "accusative")
        return does(_SCORE, you(voice), voice, points=points)


_SCORE = VerbForms("score {points}", "you score {points}", "{player} scores {points}")
