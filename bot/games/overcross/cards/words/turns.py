"""Conditions on the number of turns that an Edit has been attached."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.nodes import ConditionNode
from bot.engine.cards.text.terms import Voice
from bot.games.overcross.cards.field import BEARER, SELF, PieceQueries
from bot.games.overcross.cards.words.pieces import named


class TurnsAttached(ConditionNode, frozen=True, tag="turns-attached"):
    """At least this number of turns of the bearer's player have begun since this Edit was attached."""

    at_least: Annotated[int, Meta(ge=2, le=9)]

    def holds(self, context: EvaluationContext[PieceQueries]) -> bool:
        """Compare the number of turns."""
        pieces = [context.queries.piece(card) for card in named(context, BEARER)]
        edits = [edit for piece in pieces if piece is not None for edit in piece.edits]
        return any(edit.card in named(context, SELF) and edit.turns >= self.at_least for edit in edits)

    def describe(self, voice: Voice, *, no: bool = False) -> str:  # noqa: ARG002 - it is the same for all
        """Return the number of turns in words."""
        return gettext(_TURNS[no], number=self.at_least)


_TURNS = {
    False: N_("this has been attached for {number} such turns"),
    True: N_("this has not been attached for {number} such turns"),
}
