"""How Crossfire speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from bot.engine.standardwording import Parts, StandardWording
from bot.games.crossfire.menus.menu import screen, waiting_text
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.board_text import board_text
from bot.games.crossfire.wording.sentences import DESCRIBERS, aim, moment, outcome_words, status
from bot.games.crossfire.wording.summary import summary
from bot.games.crossfire.wording.typed import COMMANDS
from bot.games.crossfire.wording.weights import JOINED, WEIGHTS


class CrossfireWording(StandardWording[CrossfireView]):
    """The words of Crossfire."""

    parts = Parts(
        DESCRIBERS,
        outcome_words,
        status,
        board_text,
        waiting_text,
        screen,
        COMMANDS,
        moment,
        aim,
        WEIGHTS,
        JOINED,
        summary,
    )
