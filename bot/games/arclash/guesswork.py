"""A deck that somebody could be playing, from the cards seen of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.engine.fair import Stream
from bot.games.arclash.cards import COPIES, DECK_SIZE, Pool
from bot.games.arclash.decks import ready_decks


def a_deck_with(seen: Sequence[str], pool: Pool, rng: Stream) -> tuple[str, ...]:
    """Return a legal deck that has these cards: a ready one where one has them, else any (ARC-01)."""
    counted = Counter(seen)
    fitting = [deck for deck in ready_decks(pool).values() if not counted - Counter(deck)]
    if fitting:
        return rng.pick("resample deck", fitting)
    return _filled_up(seen, pool, rng)


def _filled_up(seen: Sequence[str], pool: Pool, rng: Stream) -> tuple[str, ...]:
    """Return these cards and any others that make a legal deck with them."""
    deck = list(seen)
    ones = [number for number, card in pool.cards.items() if card.level == 1]
    if not any(pool.cards[number].level == 1 for number in deck):
        deck.append(rng.pick("resample opener", ones))
    free = Counter({number: _copies(pool, number) for number in pool.cards}) - Counter(deck)
    has_four = any(pool.cards[number].level == 4 for number in deck)
    for number in rng.shuffle("resample deck", sorted(free.elements())):
        four = pool.cards[number].level == 4
        if len(deck) < DECK_SIZE and not (four and has_four):
            deck.append(number)
            has_four = has_four or four
    return tuple(sorted(deck))


def _copies(pool: Pool, number: str) -> int:
    return 1 if pool.cards[number].level == 4 else COPIES
