"""Matches between computers for the benchmarks, and a position in the middle of one.

`python -m measures.bench.playing --against REF` plays at random with this version and an older one in pairs:
actions a second of CPU time, with the legal list and all views at each action. A ratio over 1 is faster.

`python -m measures.bench.playing --bytecodes` counts Python's instructions for an action, without views:
the same on any machine, however busy, but only on one version of Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bot.engine.players.opponent import Opponent
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.matches.options import read_options
from measures.bench.paired import Figures, in_pairs, of

GAMES_PLAYED: Final = {"papyrus": 6, "crossfire": 100, "arclash": 20, "neo-combat": 40, "overcross": 20}
"""The number of matches of a measure."""


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


def actions_per_second(root: Path) -> Figures:
    """Return the speed of random play of two by the code of a checkout, for each game."""
    found: dict[str, float] = {}
    for game, matches in GAMES_PLAYED.items():
        words = ["simulate", game, "--games", str(matches), "--seed", "7", "--json"]
        command = [sys.executable, "-m", "bot", *words]
        done = subprocess.run(command, cwd=root, env=of(root), check=True, capture_output=True)
        found[f"{game}, actions/s"] = json.loads(done.stdout)["actions_per_cpu_second"]
    return found


def bytecodes_per_action(game: str, matches: int = 2) -> float:
    """Return Python's instructions for an action of random play of two with its legal list, caches warm."""
    played, count, actions = series(game, 2, {}, seed="bytecodes", views=False), 0, 0

    def each(_frame: FrameType, event: str, _found: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return each

    def called(frame: FrameType, _event: str, _found: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return each

    played.play(0)
    before = sys.gettrace()
    sys.settrace(called)
    try:
        for number in range(matches):
            actions += len(played.play(number).actions)
    finally:
        sys.settrace(before)
    return count / actions


def main(words: Sequence[str]) -> int:
    """Measure, and print the medians."""
    if "--bytecodes" in words:
        for game in GAMES_PLAYED:
            print(f"{game:12} {bytecodes_per_action(game):8,.0f} instructions for an action")
        return 0
    return in_pairs(actions_per_second, words, __doc__, "measures.bench.playing")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
