"""What makes a deck legal (ARC-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.engine.phrases import count, echo, listed
from bot.games.arclash.cards import COPIES, DECK_SIZE, AnyCard, DeckList, Pool

NAMED = 6
"""Cards that one fault names, at most."""


def faults(cards: Sequence[str], pool: Pool) -> tuple[str, ...]:
    """Return all that is wrong with a deck of these set numbers, one sentence each; () if it is legal."""
    copies = Counter(cards)
    known = {number: pool.cards[number] for number in copies if number in pool.cards}
    found = [
        _size(len(cards)),
        _unknown([number for number in copies if number not in pool.cards]),
        _copies(copies, known),
        _level_four(copies, known),
        _level_one(known),
    ]
    return tuple([fault for fault in found if fault])


def _size(size: int) -> str:
    if size == DECK_SIZE:
        return ""
    missing = DECK_SIZE - size
    what = f"{missing} too few" if missing > 0 else f"{-missing} too many"
    return f"A deck has exactly {DECK_SIZE} cards, and this one has {size}: {what}."


def _unknown(numbers: list[str]) -> str:
    if not numbers:
        return ""
    return (
        f"There is no card {_some([echo(number) for number in numbers], 'or')} among the cards of this match."
    )


def _copies(copies: Counter[str], known: dict[str, AnyCard]) -> str:
    over = [
        f"{number} of {_named(known[card])}"
        for card, number in copies.items()
        if number > COPIES and card in known and known[card].level < 4
    ]
    if not over:
        return ""
    return f"A deck has at most {COPIES} copies of a card, and this one has {_some(over)}."


def _level_four(copies: Counter[str], known: dict[str, AnyCard]) -> str:
    fours = {number: card for number, card in known.items() if card.level == 4}
    if sum([copies[number] for number in fours]) <= 1:
        return ""
    have = [f"{copies[number]} of {_named(card)}" for number, card in fours.items()]
    return f"A deck has at most one Level 4 Character, in one copy, and this one has {_some(have)}."


def _level_one(known: dict[str, AnyCard]) -> str:
    if any(card.level == 1 for card in known.values()):
        return ""
    return "A deck needs at least one Level 1 Character to begin with."


def _named(card: AnyCard) -> str:
    return f"{card.name} ({card.number})"


def _some(words: list[str], last: str = "and") -> str:
    """Return words as a list, cut when they are many."""
    if len(words) > NAMED:
        return listed([*words[:NAMED], f"{count(len(words) - NAMED, 'other')}"], last)
    return listed(words, last)


def listed_cards(deck: DeckList) -> tuple[str, ...]:
    """Return the set numbers of a ready deck, each as often as it is in it, sorted."""
    return tuple(sorted([number for number, copies in deck.cards.items() for _ in range(copies)]))


@lru_cache(maxsize=64)
def ready_decks(pool: Pool) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each ready deck of a pool by its key; of the legal ones only."""
    decks = {key: listed_cards(deck) for key, deck in pool.decks.items()}
    return {key: cards for key, cards in decks.items() if not faults(cards, pool)}
