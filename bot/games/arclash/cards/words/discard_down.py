"""Discarding down to a number of cards in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Generic, Literal

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, FilterNode, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import CARD, Voice
from bot.engine.cards.words.hands import by_lot, by_owner
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import BattleTable


class DiscardDown(EffectNode, Generic[WhoseT], frozen=True, tag="discard-down"):
    """Players with more cards in hand discard down to this number."""

    to: Annotated[int, Meta(ge=0, le=8)]
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    how: Literal["owner", "random"] = "owner"
    """Who chooses the cards: the hand's owner, or chance."""

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the players discard; all choices are made before any card is discarded.

        The numbers of cards in hand are public, so players without surplus cards are not asked. Shielded
        players are skipped, which is reported.
        """
        table = context.table
        targets = [seat for seat in context.players(self.whose) if self._over(context, seat)]
        guarded = [seat for seat in targets if table.shielded(seat, context.seat, "discard")]
        chosen: list[tuple[Seat, Sequence[Card]]] = []
        for seat in targets:
            if seat not in guarded:
                choose = by_owner if self.how == "owner" else by_lot
                chosen.append((seat, choose(context, FilterNode(), seat, self._over(context, seat))))
        for seat, cards in chosen:
            table.discard(context.card, seat, seat, tuple(cards))
        for seat in guarded:
            table.prevented(context.card, seat, "discard")
        return ()

    def _over(self, context: EffectContext[BattleTable], seat: Seat) -> int:
        return max(0, len(context.queries.cards("hand", seat)) - self.to)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who discards down to which number of cards."""
        cards = Called(CARD)
        left = cards.several(self.to, "accusative") if self.to else cards.none("accusative")
        verb = _DOWN if self.how == "owner" else _DOWN_AT_RANDOM
        return does(verb, target(self.whose, voice), voice, cards=left)


_DOWN = VerbForms(
    "discard until you have {cards} in hand",
    "you discard until you have {cards} in hand",
    "{player} discards until they have {cards} in hand",
)
_DOWN_AT_RANDOM = VerbForms(
    "discard at random until you have {cards} in hand",
    "you discard at random until you have {cards} in hand",
    "{player} discards at random until they have {cards} in hand",
)
