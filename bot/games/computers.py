"""Computer opponents. They are handed a view and the legal actions, never a state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from bot.engine.players.opponent import Opponent
from bot.engine.players.searcher import STEPS
from bot.games.arclash.players.duellist import Duellist
from bot.games.crossfire.players.sapper import Colonel, Sapper
from bot.games.experts import HARD
from bot.games.neocombat.players.tracker import Tracker
from bot.games.novice import Apprentice, Cadet, Dabbler, RandomPlayer, Recruit, Rookie
from bot.games.overcross.players.plotter import Plotter, Showrunner
from bot.games.papyrus.players.skirmisher import Skirmisher


def _by_key(*opponents: Opponent) -> Mapping[str, Opponent]:
    return MappingProxyType({opponent.key: opponent for opponent in opponents})


@lru_cache(maxsize=4)
def computers(steps: int = STEPS) -> Mapping[str, Opponent]:
    """Return every computer player by its key, the weakest of each game first: random, easy, normal, hard.
    `steps` is the number of steps a searcher may use for a decision.
    """
    return _by_key(
        RandomPlayer(),
        *(Recruit(), Cadet(), Apprentice(), Rookie(), Dabbler()),
        *(Skirmisher(), Sapper(), Duellist(), Tracker(), Plotter()),
        *(Colonel(), Showrunner()),
        *[hard(steps) for hard in HARD],
    )


COMPUTERS: Mapping[str, Opponent] = computers()
"""The computer players, with the default number of steps."""


def normal_player(game: str) -> Opponent:
    """Return the reference computer player of a game: its normal one, else the strongest that is offered."""
    able = [player for player in COMPUTERS.values() if player.plays(game)]
    return next((player for player in able if player.level == "normal"), able[-1])
