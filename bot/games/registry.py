"""The games: one line for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.contract import AnyRules
from bot.games.arclash import game as arclash
from bot.games.crossfire import game as crossfire
from bot.games.freetable import game as freetable
from bot.games.game import Game
from bot.games.neocombat import game as neocombat
from bot.games.overcross import game as overcross
from bot.games.papyrus import game as papyrus

GAMES: Mapping[str, Game] = MappingProxyType(
    {each.GAME.key: each.GAME for each in (papyrus, crossfire, arclash, neocombat, overcross, freetable)}
)
"""Every game by its key."""


def former_rules(games: Mapping[str, Game]) -> tuple[AnyRules, ...]:
    """Return the rules of all former versions that matches in play still use."""
    return tuple(former.rules for game in games.values() for former in game.former)
