"""Crossfire as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from bot.base.language import N_
from bot.games.crossfire.data import read_layouts
from bot.games.crossfire.players.sapper import Cadet, Colonel, Sapper
from bot.games.crossfire.rules.layout import layout_format
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.games.game import make_game
from renderers.crossfire import CrossfireRenderer

_LAYOUTS, _WORDING = read_layouts(), CrossfireWording()

GAME = make_game(
    "crossfire",
    "Crossfire",
    N_("Two packs of cards fight for territory: power your nodes, cross the field, take a base."),
    CrossfireRules(_LAYOUTS),
    _WORDING,
    CrossfireRenderer(_WORDING),
    map_formats=(layout_format(_LAYOUTS),),
    computers=(Cadet(), Sapper(), Colonel()),
    random_strength=0,
)
