"""The cards of Arclash that come with the bot, read anew."""

from __future__ import annotations

from pathlib import Path

from bot.catalogue import DATA, card_game
from bot.games.arclash.cards.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Pool


def arclash_pool(data: Path = DATA) -> Pool:
    pool: Pool = card_game(ArclashCards, data).library.standard
    return pool
