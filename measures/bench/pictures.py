"""What pictures cost along matches: `python -m measures.bench.pictures crossfire`, for one game, or for all.

Four matches between computers are played, and then the public's table after each action that shows, and the
hands of who is awaited, are drawn in their order. Prints for each kind of picture the CPU time of the first,
the median and the mean, in ms, and a digest of all pictures, by which two versions are compared.
"""

from __future__ import annotations

import hashlib
import sys
from statistics import mean, median
from time import process_time
from typing import Any

from bot.players import normal_player
from bot.processes import workers
from bot.registry import GAMES, Game
from bot.simulation import Series

NAMES = ("Ann", "Ben")


def recorded(game: Game) -> dict[str, list[tuple[Any, dict[str, Any]]]]:
    """Return the views of each kind of picture with what else it is drawn from."""
    rules, player = game.rules, normal_player(game.key)
    asked: dict[str, list[tuple[Any, dict[str, Any]]]] = {"board": [], "hand": []}
    for number in range(4):
        facts: list[Any] = []

        def watch(state: Any, events: Any, facts: list[Any] = facts) -> None:
            new = [event.public for event in events if event.public is not None]
            facts[:] = [*facts, *new][-5:]
            if new:
                asked["board"].append((rules.view(state, None), {"recent": tuple(facts)}))
                asked["hand"] += [(rules.view(state, seat), {}) for seat in sorted(rules.to_act(state))]

        series = Series(
            rules=rules,
            options=rules.normalize(rules.Options(), 2),
            seats=2,
            players=(player, player),
            games=4,
            seed="pictures",
            views=False,
            most_actions=90,
        )
        series.play(number, watch)
    return asked


def measure(game: Game) -> None:
    for kind, asked in recorded(game).items():
        if kind == "hand" and not game.renderer.has_hands:
            continue
        digest, times = hashlib.sha256(), []
        for view, more in asked:
            begin = process_time()
            picture = getattr(game.renderer, kind)(view, names=NAMES, **more)
            times.append(1000 * (process_time() - begin))
            digest.update(picture.png if picture else b"")
        print(
            f"{game.title}, {kind}: {len(times)} pictures, first {times[0]:.1f}, median {median(times):.2f},"
            f" mean {mean(times):.2f} ms, {digest.hexdigest()[:12]}"
        )


if __name__ == "__main__":
    workers._keep_freed_memory()
    for key in sys.argv[1:] or GAMES:
        measure(GAMES[key])
