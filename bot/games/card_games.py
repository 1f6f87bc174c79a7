"""The games with cards, for code that reads card files without the games, or with errors in the shipped ones.

A game with cards has a module `cardgame` in its folder, whose `CARD_GAME` is the class of its cards. The
folder has the game's key as its name, without hyphens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Final

import bot.games
from bot.engine.cards.game import AnyCardGame
from bot.games.catalogue import DATA


class _CardGames(Mapping[str, type[AnyCardGame]]):
    """Loads the cards of a game, with its rules, when they are first asked for."""

    def __init__(self) -> None:
        here = {folder.name for folder in iter_modules(bot.games.__path__) if folder.ispkg}
        keys = {path.name: path.name.replace("-", "") for path in sorted(DATA.iterdir())}
        self._modules = {
            key: module
            for key, folder in keys.items()
            if folder in here and find_spec(module := f"bot.games.{folder}.cardgame")
        }

    def __getitem__(self, key: str) -> type[AnyCardGame]:
        found: type[AnyCardGame] = import_module(self._modules[key]).CARD_GAME
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


CARD_GAMES: Final = _CardGames()
"""The cards of each such game by its key."""
