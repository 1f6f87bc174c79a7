"""The shipped cards of Arclash, read again, and the rules with them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.catalogue import DATA, card_game


def pool_in(data: Path) -> Pool:
    """Return the cards in a data folder, read and checked."""
    pool: Pool = card_game(ArclashCards, data).library.standard
    return pool


@cache
def arclash_pool() -> Pool:
    """Return the shipped cards, which a process reads once."""
    return pool_in(DATA)


@cache
def shipped() -> ArclashRules:
    """Return the rules of Arclash with these cards."""
    return ArclashRules(Library(arclash_pool()))
