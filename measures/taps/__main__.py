"""`python -m measures.taps`: count the taps of scripted players, and print the tables of docs/TAPS.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from statistics import median

from bot.games.registry import GAMES
from measures.taps.turns import HABITS, Count, counted

MATCHES, TURNS = 3, 6
ROUND_OF_ONE = 4
"""In Crossfire each play of a seat is a turn, so this factor more turns are counted."""


def main(words: list[str]) -> int:
    """Print both tables in markdown."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps", description=__doc__)
    parser.add_argument("--games", nargs="*", choices=list(HABITS), default=list(HABITS))
    parser.add_argument("--matches", type=int, default=MATCHES)
    args = parser.parse_args(words)
    counts = {}
    for key in args.games:
        turns = TURNS * ROUND_OF_ONE if key == "crossfire" else TURNS
        counts[key] = counted(key, args.matches, turns)
    print("\n".join([*_turns(counts), "", *_singles(counts)]))
    return 0


def _turns(counts: dict[str, Count]) -> Iterator[str]:
    yield "| game | a good turn | a typical turn | a long turn | turns counted |"
    yield "|---|---|---|---|---|"
    for key, count in counts.items():
        turns = sorted(count.turns)
        good = median(count.quick) if count.quick else turns[len(turns) // 10]
        cells = (good, median(turns), turns[len(turns) * 9 // 10], len(turns))
        yield f"| {GAMES[key].title} | {' | '.join([f'{cell:g}' for cell in cells])} |"


def _singles(counts: dict[str, Count]) -> Iterator[str]:
    yield "| game | single actions: taps usually, at most |"
    yield "|---|---|"
    for key, count in counts.items():
        told = [f"{tag} {median(taps):g}, {max(taps)}" for tag, taps in sorted(count.singles.items())]
        yield f"| {GAMES[key].title} | {'; '.join(told)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
