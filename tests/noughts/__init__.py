"""Noughts and crosses: a game of the tests, which docs/ADDING_A_GAME.md walks through."""

from bot.base.language import N_
from bot.games.game import Game
from tests.noughts.renderer import NoughtsRenderer
from tests.noughts.rules import NoughtsRules
from tests.noughts.wording import NoughtsWording

RULES, WORDING, RENDERER = NoughtsRules(), NoughtsWording(), NoughtsRenderer()
WINS = N_("Three in a row wins.")
NOUGHTS = Game("noughts", "Noughts and crosses", WINS, RULES, lambda: WORDING, lambda: RENDERER)
