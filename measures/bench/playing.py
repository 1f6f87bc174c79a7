"""Matches between computers for the benchmarks, and a position in the middle of one."""

from __future__ import annotations

from typing import Any

from bot.engine.players.opponent import Opponent
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.matches.options import read_options


def series(
    key: str, seats: int, options: dict[str, Any], *, seed: str, player: Opponent | None = None, **more: Any
) -> Series:
    """Return matches of a game in which one player has all seats; the random one by default."""
    rules = GAMES[key].rules
    return Series(
        rules=rules,
        options=read_options(rules, options, seats),
        seats=seats,
        players=(player or COMPUTERS["random"],) * seats,
        games=1,
        seed=seed,
        **more,
    )


def midway(key: str, seats: int, options: dict[str, Any], actions: int) -> Any:
    """Return the state after this number of actions of a random match that is not over."""
    states: list[Any] = []
    played = series(key, seats, options, seed="midway", views=False, most_actions=actions)
    assert played.play(0, lambda state, _events: states.append(state)).outcome is None
    return states[-1]
