"""The cards, maps and squads of a server, as values of the options of its matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.cards.game import CARDS
from bot.games.game import Game
from bot.parts.workshop.maps.service import ServerMaps
from bot.parts.workshop.sets.service import CardSets


class ServerOptions:
    """Implements `cogs.kit.hooks.OwnOptions`; see its docstrings."""

    def __init__(self, card_sets: CardSets, maps: ServerMaps) -> None:
        self._card_sets = card_sets
        self._maps = maps

    async def words(self, guild: int | None, game: Game, option: str) -> list[str]:
        """Return the keys of the server's files that fit an option."""
        if game.cards is not None and option == CARDS:
            return await self._card_sets.words(guild, game.key)
        return await self._maps.words(guild, game.key, option)

    async def pinned(self, guild: int | None, game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the hash of cards, or the squares of a map, in place of their names."""
        if game.cards is not None and CARDS in options:
            cards = await self._card_sets.pinned(guild, game.key, str(options[CARDS]))
            options = {**options, CARDS: cards}
        return await self._maps.pinned(guild, game.key, options)

    def cleared(self, game: Game, option: str) -> Mapping[str, Any]:
        """Return the options to clear where an option is chosen again."""
        return self._maps.cleared(game.key, option)
