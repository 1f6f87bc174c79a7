"""The games: one line each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from bot import catalogue
from bot.engine.contract import Rules
from bot.engine.wording import Wording
from bot.games.crossfire.rules import CrossfireRules
from bot.games.crossfire.wording import CrossfireWording
from bot.games.papyrus.rules import PapyrusRules
from bot.games.papyrus.wording import PapyrusWording
from renderers.contract import Renderer
from renderers.crossfire import CrossfireRenderer
from renderers.papyrus import PapyrusRenderer


class Game(msgspec.Struct, frozen=True):
    """All that the house needs to know of a game."""

    key: str
    title: str
    tagline: str
    """One sentence for the lists of games."""
    rules: Rules[Any, Any, Any, Any]
    wording: Wording[Any, Any]
    renderer: Renderer[Any]
    rulebook: tuple[catalogue.Page, ...]
    """The pages of `/rules`, each with a scene to draw."""

    @property
    def seats(self) -> range:
        """How many seats a match may have."""
        return self.rules.seats


def _games(*games: Game) -> Mapping[str, Game]:
    return MappingProxyType({game.key: game for game in games})


GAMES: Mapping[str, Game] = _games(
    Game(
        "papyrus",
        "Papyrus",
        "Origami squads skirmish on a gridded field.",
        PapyrusRules(catalogue.papyrus_maps(), catalogue.papyrus_squads()),
        PapyrusWording(catalogue.papyrus_squads()),
        PapyrusRenderer(),
        catalogue.rulebook("papyrus"),
    ),
    Game(
        "crossfire",
        "Crossfire",
        "Two packs of cards fight for territory: power your nodes, cross the field, take a base.",
        CrossfireRules(catalogue.crossfire_layouts()),
        CrossfireWording(catalogue.crossfire_layouts()),
        CrossfireRenderer(),
        catalogue.rulebook("crossfire"),
    ),
)
"""Every game by its key."""
