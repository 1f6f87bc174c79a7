"""The decks that can be chosen without building one, and who can be named beside a deck (OVC-05, OVC-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.decks import COPIES, DeckRules, faults, ready_decks, set_aside
from bot.games.overcross.rules.options import Options

MIXED = "mixed"
"""The key of a deck of a bit of everything, which there is for each limit that cards can be found for."""


def deck_rules(options: Options) -> DeckRules:
    """Return what a match asks of decks."""
    about_champions = options.objective == "assassination" and options.victims != "leader"
    return DeckRules(options.points, champions=not about_champions)


@lru_cache(maxsize=128)
def deck_choices(pool: Pool, rules: DeckRules) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each deck that can be chosen by its key: the ready ones, and a mixed one."""
    found = dict(ready_decks(pool, rules))
    mixed = _mixed(pool, rules)
    if not faults(mixed, pool, rules):
        found[MIXED] = mixed
    return found


def _mixed(pool: Pool, rules: DeckRules) -> tuple[str, ...]:
    """Return a deck of one side, a copy of each card after another, as far as the points go.

    As long as the deck has too few cards, what further cheap ones cost is kept.
    """
    cards = [card for card in pool.cards.values() if not set_aside(card)]
    cards = [card for card in cards if card.mark != "champion" or rules.champions]
    cards = [card for card in cards if card.side == cards[0].side]
    cheap = sorted([card.deck for card in cards])[: len(cards) // 4 + 1][-1]
    copies, left, terrains = Counter[str](), rules.limit, 0
    for _ in range(COPIES):
        for card in cards:
            terrain = card.kind == "terrain"
            kept = cheap * max(0, rules.fewest - copies.total() - 1)
            if card.deck > left - kept or (terrain and (terrains + 1) * 3 > copies.total() + 1):
                continue
            copies[card.number] += 1
            left -= card.deck
            terrains += terrain
    return tuple(sorted(copies.elements()))


def nameable(pool: Pool, mark: str, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the Leaders, Champions or Legends of the side of a deck, by set number (OVC-23, OVC-24)."""
    sides = {pool.cards[number].side for number in cards}
    return tuple([number for number, card in pool.cards.items() if card.mark == mark and card.side in sides])
