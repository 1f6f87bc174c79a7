"""The free table as the bot knows it: its rules, words and pictures; no computer players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bot.base.language import N_
from bot.games import catalogue
from bot.games.freetable.rules.rules import FreeTableRules
from bot.games.freetable.tablefiles import KEY, load_shipped
from bot.games.game import Game
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.freetable.wording.wording import FreeTableWording

load_shipped()


@cache
def _words() -> FreeTableWording:
    from bot.games.freetable.wording.wording import FreeTableWording  # as `Game.worded_by` says

    return FreeTableWording()


def _draws() -> Renderer[Any]:
    from renderers.freetable import FreeTableRenderer  # as `Game.drawn_by` says

    return FreeTableRenderer(_words())


GAME = Game(
    KEY,
    FreeTableRules.name,
    N_("Any game that you know, with cards, boards and pieces of your own."),
    FreeTableRules(),
    _words,
    cache(_draws),
    catalogue.rulebook(KEY),
    catalogue.glossary(KEY),
    lessons=catalogue.lessons(KEY),
)
