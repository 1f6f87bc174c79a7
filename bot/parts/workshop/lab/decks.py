"""Decks made for measurements: with one card replaced, or built around cards that are in no deck."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard, Entries, entries_of

ATTEMPTS: Final = 60
"""The most attempts to find a legal deck."""


class DeckMaker:
    """Makes legal decks from one pool of cards, at random from a seed."""

    def __init__(self, building: DeckBuilding, pool: str | None, options: Any) -> None:
        self.building, self.pool, self.options = building, pool, options
        self.cards = building.cards(pool)
        self.limit = building.limit(options)

    def without(self, entries: Entries, number: str, seed: str) -> Entries | None:
        """Return the deck with every copy of a card replaced by others of its rank, or None if none is legal.

        Cards of the deck's own groups are preferred; if no other card of the rank fits, any card can replace
        it. The new cards take the position of the old one, so that everything else is dealt as before on the
        same seed; a card that the deck already holds is then listed twice.
        """
        rng = random.Random(f"{seed}: without {number}")
        kept = Counter({one: copies for one, copies in entries if one != number})
        groups = {self.cards[one].group for one in kept if one in self.cards}
        rank, others = self.cards[number].rank, [one for one in self.cards.values() if one.number != number]
        kin = [card for card in others if card.rank == rank and card.group in groups]
        near = [card for card in others if card.rank == rank and card.group not in groups]
        far = [card for card in others if card.rank != rank]
        for _ in range(ATTEMPTS):
            deck = self._filled(kept, [_shuffled(cards, rng) for cards in (kin, near, far)])
            if deck is not None:
                instead = entries_of(Counter(dict(deck)) - kept)
                place = [one for one, _ in entries].index(number)
                return (*entries[:place], *instead, *entries[place + 1 :])
        return None

    def holding(self, entries: Entries, number: str) -> Entries | None:
        """Return the deck with copies of a card in place of another of its rank, None if none is legal.

        It replaces the card of the nearest cost, of these one of its own group. A deck without any card of
        its group cannot hold it, because nothing in such a deck would lead to it.
        """
        new = self.cards[number]
        held = [(self.cards[one], copies) for one, copies in entries]
        if new.group not in {card.group for card, _ in held}:
            return None
        kin = [(card, copies) for card, copies in held if card.rank == new.rank]
        for card, copies in sorted(
            kin, key=lambda one: (abs(one[0].cost - new.cost), one[0].group != new.group)
        ):
            place = [one for one, _ in entries].index(card.number)
            left = self.limit - self.building.spent((*entries[:place], *entries[place + 1 :]), self.pool)
            many = min(copies, new.most, left // max(1, new.cost))
            if many > 0:
                deck = (*entries[:place], (number, many), *entries[place + 1 :])
                if not self.building.faults(deck, self.pool, self.options):
                    return deck
        return None

    def around(self, wanted: Sequence[str], like: Entries, seed: str) -> Entries | None:
        """Return a deck that contains these cards, with ranks as in another deck, or None if none is legal.

        Cards of the same groups as the wanted ones are preferred.
        """
        sides = {self.cards[number].side for number in wanted}
        if len(sides) > 1:
            return None
        rng = random.Random(f"{seed}: around {' '.join(wanted)}")
        ranks = Counter[str]()
        for number, copies in like:
            ranks[self.cards[number].rank] += copies
        groups = {self.cards[number].group for number in wanted}
        able = [card for card in self.cards.values() if card.side in sides]
        for _ in range(ATTEMPTS):
            deck = Counter[str]()
            for rank, copies in ranks.items():
                own = [self.cards[number] for number in wanted if self.cards[number].rank == rank]
                kin = [card for card in able if card.rank == rank and card.group in groups]
                rest = [card for card in able if card.rank == rank and card.group not in groups]
                # As many of the first cards as a deck may have.
                for card in (*own, *_shuffled(kin, rng), *_shuffled(rest, rng)):
                    some = min(copies, card.most - deck[card.number])
                    deck[card.number] += some
                    copies -= some
            complete = self._filled(deck, (_shuffled(able, rng),))
            if complete is not None and set(wanted) <= {number for number, _ in complete}:
                return complete
        return None

    def filled_up(self, entries: Entries, seed: str) -> Entries | None:
        """Return a deck with more cards of its side, as many as the budget allows; None if none is legal."""
        rng = random.Random(f"{seed}: filled up {entries}")
        held = [self.cards[number] for number, _ in entries]
        able = [card for card in self.cards.values() if card.side in {each.side for each in held}]
        for _ in range(ATTEMPTS):
            deck = self._filled(Counter(dict(entries)), (_shuffled(held, rng), _shuffled(able, rng)))
            if deck is not None:
                return deck
        return None

    def _filled(self, kept: Counter[str], candidates: Iterable[Sequence[DeckCard]]) -> Entries | None:
        """Return a legal deck of the kept cards and as many others as the budget allows, or None."""
        deck = kept.copy()
        left = self.limit - self.building.spent(entries_of(deck), self.pool)
        for cards in candidates:
            for card in cards:
                copies = min(card.most - deck[card.number], left // max(1, card.cost))
                if copies > 0:
                    deck[card.number] += copies
                    left -= copies * card.cost
        entries = entries_of(deck)
        return None if self.building.faults(entries, self.pool, self.options) else entries


def _shuffled(cards: Sequence[DeckCard], rng: random.Random) -> list[DeckCard]:
    return rng.sample(cards, len(cards))
