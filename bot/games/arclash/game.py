"""Arclash as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from bot.base.language import N_
from bot.games import catalogue
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.players.duellist import Apprentice, Champion, Duellist
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.arclash.rules.former import FirstRules
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.game import make_game, with_former
from renderers.arclash import ArclashRenderer

_CARDS = catalogue.card_game(ArclashCards, checked=False)
CARDS: Library = _CARDS.library
"""The cards of Arclash, shared by its rules, texts and pictures."""
_WORDING = ArclashWording(CARDS)

GAME = with_former(
    make_game(
        "arclash",
        "Arclash",
        N_("Heroes of many worlds level up and fight, with decks of cards that anyone can design."),
        ArclashRules(CARDS),
        _WORDING,
        ArclashRenderer(CARDS, _WORDING),
        cards=_CARDS,
        decks=ArclashDecks(CARDS),
        computers=(Apprentice(), Duellist(), Champion()),
        random_strength=333,
    ),
    FirstRules(CARDS),
)
