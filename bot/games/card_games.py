"""The games with cards, for code that reads card files even if the shipped ones have errors."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.cards.game import AnyCardGame
from bot.games.arclash.cardgame import ArclashCards
from bot.games.neocombat.cards.cardgame import NeoCombatCards
from bot.games.overcross.cardgame import OvercrossCards

CARD_GAMES: Mapping[str, type[AnyCardGame]] = {
    one.key: one for one in (ArclashCards, NeoCombatCards, OvercrossCards)
}
"""The cards of each such game by its key."""
