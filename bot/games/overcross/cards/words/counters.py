"""Counters: damage, healing, and effects that replace death (OVC-20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Generic

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import AmountT, amount_of
from bot.engine.cards.text.amounts import measure, measured
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.grammar import Called, Noun
from bot.engine.cards.text.terms import Voice
from bot.engine.decks import Card
from bot.games.overcross.cards.field import PieceTable
from bot.games.overcross.cards.words.pieces import OnPieces, piece_words


class _Counters(OnPieces, Generic[AmountT], frozen=True, kw_only=True):
    """Put counters on pieces, or remove them."""

    essential: ClassVar[tuple[str, ...]] = ("by",)
    message: ClassVar[str]
    by: AmountT

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Put them on all these pieces, or remove them, at the same time."""
        pieces = self.whom(context)
        by = amount_of(context, self.by) if pieces else 0
        if by:
            self.put(context, pieces, by)
        return ()

    def put(self, context: EffectContext[PieceTable], pieces: Sequence[Card], by: int) -> None:
        """Carry out the change."""
        raise NotImplementedError

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: which pieces take or lose which number of counters."""
        piece = piece_words(self.to, "nominative", voice)
        amount = measure(self.by, Called(COUNTER), voice)
        return measured(amount, lambda words: Clause(said(self.message, piece=piece, counters=words)), voice)


class Damage(_Counters[AmountT], Generic[AmountT], frozen=True, tag="damage"):
    """Put counters on Characters or Terrains; no save is rolled against it (OVC-17)."""

    message: ClassVar[str] = clause("{piece} takes {counters}")

    def put(self, context: EffectContext[PieceTable], pieces: Sequence[Card], by: int) -> None:
        """Damage them."""
        context.table.damage(context, pieces, by)


class Heal(_Counters[AmountT], Generic[AmountT], frozen=True, tag="heal"):
    """Remove counters from Characters or Terrains."""

    message: ClassVar[str] = clause("{piece} loses {counters}")

    def put(self, context: EffectContext[PieceTable], pieces: Sequence[Card], by: int) -> None:
        """Heal them."""
        context.table.heal(context, pieces, by)


class SetCounters(OnPieces, frozen=True, kw_only=True, tag="counters"):
    """Set a Character's number of counters."""

    counters: Annotated[int, Meta(ge=0, le=5)]

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Set them."""
        for piece in self.whom(context):
            context.table.set_counters(context, piece, self.counters)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: it has this number of counters, or has it instead of dying."""
        amount = Called(COUNTER).several(self.counters, "accusative")
        message = _HAS[voice.on == "dies"]
        return Clause(said(message, piece=piece_words(self.to, "nominative", voice), counters=amount))


class ToHand(OnPieces, frozen=True, tag="to-hand"):
    """Characters in play return to their owners' hands; if one would die, the kill counts."""

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Return them."""
        for piece in self.whom(context):
            context.table.to_hand(context, piece)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the destination."""
        message = _BACK[voice.on == "dies"]
        return Clause(said(message, piece=piece_words(self.to, "nominative", voice)))


COUNTER = Noun("counter", "counters", counted=False)
_HAS = {
    False: clause("{piece} has {counters}"),
    True: clause("{piece} has {counters} instead"),
}
_BACK = {
    False: clause("{piece} returns to its owner's hand"),
    True: clause("{piece} returns to its owner's hand instead, and the kill counts"),
}
"""By whether it would have died."""
