"""Decks, discard piles and hands, for every game with cards.

A card is the number of one physical card of the match: two copies have two numbers; the printed face is
separate data. All values are immutable, so states may share them. The game decides who may see which card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from bot.engine.fair import Stream

Card: TypeAlias = int
Hand: TypeAlias = tuple[Card, ...]
"""The cards in a player's hand, in the order in which they were received."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face-down deck with its discard pile."""

    order: tuple[Card, ...]
    """The cards in the deck, the top one first."""
    discard: tuple[Card, ...] = ()
    """The discard pile, the latest card last."""

    def draw(
        self, count: int, rng: Stream, purpose: str, *, refill: bool = True
    ) -> tuple[tuple[Card, ...], Deck]:
        """Return the cards drawn from the top, the first drawn first, and the deck afterwards.

        When the deck runs out the discard pile is shuffled into a new one, unless `refill` is off; `purpose`
        labels that shuffle, and nothing is shuffled before it is needed. If both are empty the draw stops:
        there may be fewer cards than requested.
        """
        drawn, rest = self.order[:count], Deck(self.order[count:], self.discard)
        if len(drawn) == count or not refill or not self.discard:
            return drawn, rest
        more, rest = Deck(tuple(rng.shuffle(purpose, self.discard))).draw(
            count - len(drawn), rng, purpose, refill=False
        )
        return drawn + more, rest

    def top(self, count: int) -> tuple[Card, ...]:
        """Return the top cards without drawing them."""
        return self.order[:count]

    def take(self, cards: Iterable[Card]) -> Deck:
        """Return the deck without these cards. Raises `ValueError` if one is missing."""
        return Deck(without(self.order, cards), self.discard)

    def shuffled(self, rng: Stream, purpose: str) -> Deck:
        """Return the deck in a new order; the discard pile is unchanged."""
        return Deck(tuple(rng.shuffle(purpose, self.order)), self.discard)

    def discarded(self, cards: Iterable[Card]) -> Deck:
        """Return the deck with these cards put on the discard pile, in order."""
        return Deck(self.order, (*self.discard, *cards))

    def recovered(self, cards: Iterable[Card]) -> Deck:
        """Return the deck with these cards taken from the discard pile. Raises `ValueError` if one is
        missing.
        """
        return Deck(self.order, without(self.discard, cards))


def without(cards: Sequence[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return the remaining cards, in order, after some are taken out of a hand or a pile.

    Raises `ValueError` if one of them is missing (or is named twice and there once).
    """
    left = list(cards)
    for card in taken:
        if card not in left:
            raise ValueError(f"card {card} is not among these")
        left.remove(card)
    return tuple(left)
