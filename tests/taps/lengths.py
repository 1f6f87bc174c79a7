"""`python -m tests.taps.lengths`: how long a usual match of two takes between normal computers."""

from __future__ import annotations

from statistics import median
from typing import Any

from bot.players import normal_player
from bot.registry import GAMES
from bot.simulation import Series

MATCHES = 12


def usual_length(key: str, matches: int = MATCHES) -> float:
    """Return the median of the rounds or turns of a match, as its panel counts them."""
    rules, player = GAMES[key].rules, normal_player(key)
    options = rules.normalize(rules.Options(), 2)
    series = Series(
        rules=rules, options=options, seats=2, players=(player,) * 2, games=1, seed="length", views=False
    )
    found = []
    for number in range(matches):
        states: list[Any] = []
        series.play(number, lambda state, _events, seen=states: seen.append(state))
        found.append(_length(rules.view(states[-1], None)))
    return median(found)


def _length(view: Any) -> float:
    name = next(name for name in ("round", "turns", "turn") if hasattr(view, name))
    return float(getattr(view, name))


if __name__ == "__main__":
    for game in GAMES:
        print(f"{game}: {usual_length(game)}")
