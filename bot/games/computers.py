"""The computer players of all games. They are handed a view and the legal actions, never a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import get_args

from bot.engine.players.opponent import Level, Opponent, RandomPlayer
from bot.engine.players.searcher import STEPS, Searcher
from bot.games.registry import GAMES


@lru_cache(maxsize=4)
def computers(steps: int = STEPS) -> Mapping[str, Opponent]:
    """Return every computer player by its key: random, then easy, normal and hard ones in the games' order.

    `steps` is the number of steps that a searcher may use for a decision.
    """
    of_games = [
        type(opponent)(steps) if isinstance(opponent, Searcher) else opponent
        for level in get_args(Level)
        for game in GAMES.values()
        for opponent in game.computers
        if opponent.level == level
    ]
    at_random = RandomPlayer({key: game.random_strength for key, game in GAMES.items()})
    return MappingProxyType({each.key: each for each in (at_random, *of_games)})


class _Computers(Mapping[str, Opponent]):
    """`computers()`, loaded at the first look: a bot on which nobody plays against them does without."""

    def __getitem__(self, key: str) -> Opponent:
        return computers()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(computers())

    def __len__(self) -> int:
        return len(computers())


COMPUTERS: Mapping[str, Opponent] = _Computers()
"""The computer players, with the default number of steps."""


def normal_player(game: str) -> Opponent:
    """Return the reference computer player of a game: its normal one, else the strongest that is offered."""
    able = [player for player in COMPUTERS.values() if player.plays(game)]
    return next((player for player in able if player.level == "normal"), able[-1])
