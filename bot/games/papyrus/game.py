"""Papyrus as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from bot.base.language import N_
from bot.games.game import make_game
from bot.games.papyrus.data import read_maps, read_squads
from bot.games.papyrus.players.skirmisher import Recruit, Skirmisher, Strategist, planned_moves
from bot.games.papyrus.rules.mapfiles import map_formats
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.papyrus import PapyrusRenderer

_MAPS, _SQUADS = read_maps(), read_squads()
_WORDING = PapyrusWording(_SQUADS, planned_moves)

GAME = make_game(
    "papyrus",
    "Papyrus",
    N_("Origami squads fight on a field of squares."),
    PapyrusRules(_MAPS, _SQUADS),
    _WORDING,
    PapyrusRenderer(_WORDING),
    map_formats=map_formats(_MAPS, _SQUADS),
    computers=(Recruit(), Skirmisher(), Strategist()),
    random_strength=0,
)
