"""Computer opponents. They are handed a view and the legal actions, never a state."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.players.duellist import Duellist
from bot.players.opponent import Opponent
from bot.players.plotter import Plotter
from bot.players.random_player import RandomPlayer
from bot.players.sapper import Sapper
from bot.players.skirmisher import Skirmisher
from bot.players.tracker import Tracker


def _by_key(*opponents: Opponent) -> Mapping[str, Opponent]:
    return MappingProxyType({opponent.key: opponent for opponent in opponents})


COMPUTERS: Mapping[str, Opponent] = _by_key(
    RandomPlayer(), Skirmisher(), Duellist(), Tracker(), Plotter(), Sapper()
)
"""Every computer player by its key, the weakest first."""
