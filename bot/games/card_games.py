"""The games with cards, for code that reads card files without the games, or with errors in the shipped ones.

A game with cards has a module `cardgame` in its folder, whose `CARD_GAME` is the class of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import bot.games
from bot.engine.cards.game import AnyCardGame


def _found() -> Iterator[type[AnyCardGame]]:
    for folder in iter_modules(bot.games.__path__, "bot.games."):
        if folder.ispkg and find_spec(f"{folder.name}.cardgame"):
            yield import_module(f"{folder.name}.cardgame").CARD_GAME


CARD_GAMES: Mapping[str, type[AnyCardGame]] = {one.key: one for one in _found()}
"""The cards of each such game by its key."""
