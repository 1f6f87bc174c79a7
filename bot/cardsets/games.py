"""Of which game a card file is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from bot.cardfiles.reading import holds_tables
from bot.engine.cardgames import AnyCardGame

GameT = TypeVar("GameT", AnyCardGame, type[AnyCardGame])

_TABLE = re.compile(rb"^[ \t]*\[{1,2}[ \t]*([A-Za-z0-9_-]+)", re.MULTILINE)
"""The name that the head of a table in a TOML file begins with: `characters` of `[[characters]]`."""


def games_of_file(content: bytes, games: Mapping[str, GameT]) -> dict[str, GameT]:
    """Return the games of whose files this may be one: those that know most of its tables.

    All of them where none knows any; of a file that cannot be read one, whose check says why, as any would.
    """
    if len(games) < 2:
        return dict(games)
    tables = {name.decode() for name in _TABLE.findall(content)}
    known = {key: len(tables & game.tables()) for key, game in games.items()}
    if not any(known.values()) and not holds_tables(content):
        return dict(list(games.items())[:1])
    return {key: games[key] for key, number in known.items() if number == max(known.values())}
