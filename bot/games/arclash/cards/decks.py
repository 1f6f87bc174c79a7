"""The legality of decks, and legal decks that contain given cards (ARC-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.base.language import gettext
from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.decklists import copies_of, some, unknown_cards
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import COPIES, DECK_SIZE, AnyCard, Pool

LIMIT = 60
"""The maximum number of cards in a deck list; a longer list is refused."""


def faults(cards: Sequence[str], pool: Pool) -> tuple[str, ...]:
    """Return all faults of a deck with these set numbers, one sentence each; () if it is legal."""
    copies = Counter(cards)
    known = {number: pool.cards[number] for number in copies if number in pool.cards}
    if any(card.level == 1 for card in known.values()):
        level_one = ""
    else:
        level_one = gettext("A deck needs at least one Level 1 Character to begin with.")
    told = [
        _size(len(cards)),
        unknown_cards([number for number in copies if number not in pool.cards]),
        _copies(copies, known),
        _level_four(copies, known),
        level_one,
    ]
    return tuple([fault for fault in told if fault])


def _size(size: int) -> str:
    if size < DECK_SIZE:
        return gettext(
            "A deck has exactly {size} cards, and this one has {cards}: {number} too few.",
            size=DECK_SIZE,
            cards=size,
            number=DECK_SIZE - size,
        )
    if size > DECK_SIZE:
        return gettext(
            "A deck has exactly {size} cards, and this one has {cards}: {number} too many.",
            size=DECK_SIZE,
            cards=size,
            number=size - DECK_SIZE,
        )
    return ""


def _copies(copies: Counter[str], known: dict[str, AnyCard]) -> str:
    over = [
        copies_of(number, known[card])
        for card, number in copies.items()
        if number > COPIES and card in known and known[card].level < 4
    ]
    if not over:
        return ""
    return gettext(
        "A deck has at most {most} copies of a card, and this one has {cards}.",
        most=COPIES,
        cards=some(over),
    )


def _level_four(copies: Counter[str], known: dict[str, AnyCard]) -> str:
    fours = {number: card for number, card in known.items() if card.level == 4}
    if sum([copies[number] for number in fours]) <= 1:
        return ""
    have = [copies_of(copies[number], card) for number, card in fours.items()]
    return gettext(
        "A deck has at most one Level 4 Character, in one copy, and this one has {cards}.", cards=some(have)
    )


@lru_cache(maxsize=64)
def ready_decks(pool: Pool) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each legal ready deck of a pool, by its key."""
    decks = {key: deck_cards(deck) for key, deck in pool.decks.items()}
    return {key: cards for key, cards in decks.items() if not faults(cards, pool)}


def a_deck_with(seen: Sequence[str], pool: Pool, rng: Stream) -> tuple[str, ...]:
    """Return a legal deck with these cards: a ready deck if one contains them, else any (ARC-01)."""
    counted = Counter(seen)
    fitting = [deck for deck in ready_decks(pool).values() if not counted - Counter(deck)]
    if fitting:
        return rng.pick("resample deck", fitting)
    return _filled_up(seen, pool, rng)


def _filled_up(seen: Sequence[str], pool: Pool, rng: Stream) -> tuple[str, ...]:
    """Return these cards, completed to a legal deck with any others."""
    deck = list(seen)
    ones = [number for number, card in pool.cards.items() if card.level == 1]
    if not any(pool.cards[number].level == 1 for number in deck):
        deck.append(rng.pick("resample opener", ones))
    free = Counter({number: most_copies(card) for number, card in pool.cards.items()}) - Counter(deck)
    has_four = any(pool.cards[number].level == 4 for number in deck)
    for number in rng.shuffle("resample deck", sorted(free.elements())):
        four = pool.cards[number].level == 4
        if len(deck) < DECK_SIZE and not (four and has_four):
            deck.append(number)
            has_four = has_four or four
    return tuple(sorted(deck))


def most_copies(card: AnyCard) -> int:
    """Return the maximum number of copies of a card in a deck (ARC-01)."""
    return 1 if card.level == 4 else COPIES
