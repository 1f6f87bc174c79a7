"""How Papyrus speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from bot.engine.standardwording import Parts, StandardWording
from bot.games.papyrus.menus.menu import screen, waiting_text
from bot.games.papyrus.menus.turn_plans import Planner, no_plan
from bot.games.papyrus.rules.squads import Squad
from bot.games.papyrus.rules.view import PapyrusView
from bot.games.papyrus.wording.board_text import board_text
from bot.games.papyrus.wording.sentences import DESCRIBERS, aim, moment, outcome_words, status
from bot.games.papyrus.wording.summary import summary
from bot.games.papyrus.wording.typed import commands
from bot.games.papyrus.wording.weights import JOINED, WEIGHTS

_NONE: Mapping[str, Squad] = MappingProxyType({})


class PapyrusWording(StandardWording[PapyrusView]):
    """The words of Papyrus, with the ready-made squads whose titles players may read and type.

    `plan` suggests the moves of a turn on the panel.
    """

    def __init__(self, squads: Mapping[str, Squad] = _NONE, plan: Planner = no_plan) -> None:
        self.parts = Parts(
            DESCRIBERS,
            outcome_words,
            status,
            board_text,
            waiting_text,
            partial(screen, squads, plan),
            commands(squads),
            moment,
            aim,
            WEIGHTS,
            JOINED,
            summary,
        )
