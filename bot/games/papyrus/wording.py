"""How Papyrus speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from bot.engine.standardwording import Parts, StandardWording
from bot.games.papyrus.description import describe
from bot.games.papyrus.menu import screen, waiting_text
from bot.games.papyrus.sentences import TELLERS, outcome_words, status
from bot.games.papyrus.squads import Squad
from bot.games.papyrus.typed import commands
from bot.games.papyrus.view import PapyrusView

_NONE: Mapping[str, Squad] = MappingProxyType({})


class PapyrusWording(StandardWording[PapyrusView]):
    """The words of Papyrus, with the ready-made squads whose titles players may read and type."""

    def __init__(self, squads: Mapping[str, Squad] = _NONE) -> None:
        self.parts = Parts(
            TELLERS, outcome_words, status, describe, waiting_text, partial(screen, squads), commands(squads)
        )
