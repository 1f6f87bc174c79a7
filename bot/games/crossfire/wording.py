"""How Crossfire speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from bot.engine.standardwording import Parts, StandardWording
from bot.games.crossfire.description import describe
from bot.games.crossfire.menu import screen, waiting_text
from bot.games.crossfire.sentences import TELLERS, outcome_words, status
from bot.games.crossfire.typed import COMMANDS
from bot.games.crossfire.view import CrossfireView


class CrossfireWording(StandardWording[CrossfireView]):
    """The words of Crossfire."""

    parts = Parts(TELLERS, outcome_words, status, describe, waiting_text, screen, COMMANDS)
