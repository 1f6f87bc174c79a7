"""The cost of pictures in matches: `python -m measures.bench.pictures crossfire`, for one game, or for all.

Four matches between computers are played; then the public's table after each visible action, and the hands of
awaited seats, are drawn in order. Prints for each kind of picture the CPU time of the first, the median and
the mean, in ms, and a digest of all pictures, to compare two versions. With --sizes it prints the sizes of
the tests' pictures (`tests/renderers/every_game.py`) instead, largest first.
"""

from __future__ import annotations

import argparse
import hashlib
from statistics import mean, median
from time import process_time
from typing import Any

from bot.games.computers import normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.processes import workers
from measures.bench.playing import series
from renderers.kit.cache import BUDGET
from tests.renderers import every_game

NAMES = ("Ann", "Ben")


def recorded(game: Game) -> dict[str, list[tuple[Any, dict[str, Any]]]]:
    """Return the views of each kind of picture with the other inputs of their renderer."""
    rules, player = game.rules, normal_player(game.key)
    asked: dict[str, list[tuple[Any, dict[str, Any]]]] = {"board": [], "hand": []}
    matches = series(game.key, 2, {}, seed="pictures", player=player, views=False, most_actions=90)
    for number in range(4):
        facts: list[Any] = []

        def watch(state: Any, events: Any, facts: list[Any] = facts) -> None:
            new = [event.public for event in events if event.public is not None]
            facts[:] = [*facts, *new][-5:]
            if new:
                asked["board"].append((rules.view(state, None), {"recent": tuple(facts)}))
                asked["hand"] += [(rules.view(state, seat), {}) for seat in sorted(rules.to_act(state))]

        matches.play(number, watch)
    return asked


def measure(game: Game) -> None:
    """Print the cost of the pictures of matches."""
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


def print_sizes(game: Game) -> None:
    """Print the size of each of the tests' pictures of a game."""
    drawn = every_game.GAMES[game.key].pictures.items()
    sizes = {what: len(draw(every_game.NAMES).png) for what, draw in drawn}
    for what, size in sorted(sizes.items(), key=lambda each: -each[1]):
        print(f"{game.title}, {what}: {size / 1000:.0f} KB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m measures.bench.pictures", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--sizes", action="store_true")
    parser.add_argument("--cache", type=int, help="the setting PICTURE_CACHE, in megabytes")
    args = parser.parse_args()
    if args.cache is not None:
        BUDGET.set(args.cache)
    workers._keep_freed_memory()
    for key in args.games:
        (print_sizes if args.sizes else measure)(GAMES[key])
