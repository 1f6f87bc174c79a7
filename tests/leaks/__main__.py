"""`python -m tests.leaks [GAME ...]`: plant each leak in each game, and check that it is detected.

With --only WORDS only the leaks with these words are planted, with --part N/M the Nth of M parts of them. The
exit code is 1 if a leak is not detected, if the test match fails with it, or if a leak is reported in a game
without a planted one. Takes about 1 to 5 seconds of processor time a leak and game.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from bot.games.registry import GAMES
from tests.leaks.evening import spend
from tests.leaks.plants import plants_of


def evening(game: str) -> list[str]:
    """Return the leaks that the test match of a game finds."""
    with tempfile.TemporaryDirectory() as place:
        return asyncio.run(spend(game, Path(place)))


def line_of(game: str, name: str, plant: AbstractContextManager[Any]) -> tuple[bool, str]:
    """Return whether the test match finds this planted leak, and what it finds."""
    try:
        with plant:
            found = evening(game)
    except Exception as fault:  # a leak that stops the test match does not count as detected
        return False, f"FAILED {name}: {fault!r}"
    return bool(found), f"found  {name}: by {found[0]}" if found else f"MISSED {name}"


def main(words: list[str]) -> int:
    """Plant the leaks; return 0 if all are detected and nothing else is."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless named")
    parser.add_argument("--only", default="", metavar="WORDS")
    parser.add_argument("--part", default="1/1", metavar="N/M", help="the Nth of M parts of the leaks")
    args = parser.parse_args(words)
    part, parts = map(int, args.part.split("/"))
    planted, right, quiet = 0, 0, 0
    for game in args.games or GAMES:
        leaks, line = line_of(game, "a leak that nobody planted", nullcontext())
        quiet += not leaks and line.startswith("MISSED")
        print(f"{game}: {'nothing leaks' if not leaks else line}", flush=True)
        plants = plants_of(game)
        for name in [each for each in plants if args.only in each][part - 1 :: parts]:
            found, line = line_of(game, name, plants[name]())
            planted, right = planted + 1, right + found
            print(f"  {line}", flush=True)
    print(f"{right} of {planted} planted leaks were found")
    return int(right != planted or quiet != len(args.games or GAMES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
