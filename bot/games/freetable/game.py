"""The free table as the bot knows it: its rules, words and pictures; no computer players."""

from __future__ import annotations

from bot.base.language import N_
from bot.games import catalogue
from bot.games.freetable.rules.rules import FreeTableRules
from bot.games.freetable.tablefiles import KEY, load_shipped
from bot.games.freetable.wording.wording import FreeTableWording
from bot.games.game import Game
from renderers.freetable import FreeTableRenderer

load_shipped()
_WORDING = FreeTableWording()

GAME = Game(
    KEY,
    FreeTableRules.name,
    N_("Any game that you know, with cards, boards and pieces of your own."),
    FreeTableRules(),
    _WORDING,
    FreeTableRenderer(_WORDING),
    catalogue.rulebook(KEY),
    catalogue.glossary(KEY, ()),
    lessons=catalogue.lessons(KEY),
)
