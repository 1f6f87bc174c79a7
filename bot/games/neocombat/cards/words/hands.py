"""The hands that cards of Neo-Combat affect, and random discards from them, without questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Literal

from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.nodes import AmountT, FilterNode, WhoseT
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.terms import CARD, Voice
from bot.engine.cards.vocabulary import Players
from bot.engine.cards.words import hands
from bot.engine.cards.words.players import PLAYERS
from bot.engine.contract import Seat
from bot.games.neocombat.cards.words.field import FOE


class AnyCard(FilterNode, frozen=True):
    """Any cards of a hand."""

    def called(self, voice: Voice, zone: str = "") -> Called:  # noqa: ARG002 - all are called so
        """Return the noun for the cards."""
        return Called(CARD)


class DiscardCards(hands.DiscardCards[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="discard"):
    """Players discard random cards from their hand; discarded cards are public (NEO-18b)."""

    whose: WhoseT = "foe"  # type: ignore[assignment] # a word of this game
    zone: Literal["hand"] = "hand"
    how: Literal["random"] = "random"
    which: AnyCard = AnyCard()


def _foe(context: EvaluationContext) -> Sequence[Seat]:
    return [seat for seat in context.names.get(FOE, ()) if seat in context.queries.seats]


WHOSE: Mapping[str, Players] = {
    **{word: PLAYERS[word] for word in ("you", "opponents", "everyone")},
    FOE: Players(_foe, PLAYERS["chosen"].target, about=FOE),
}
"""All words for players.

foe  the player of the enemy varan that the card is meant for; in an answer, who attacks or spots
"""
