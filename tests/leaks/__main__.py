"""`python -m tests.leaks [GAME ...]`: plant each leak in each game, and see that the evening finds it.

With --only WORDS only the leaks with these words are planted. Ends with 1 where a leak is not found, or where
one is found in a game in which none was planted. Takes some 5 seconds of processor time a leak and game.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bot.registry import GAMES
from tests.leaks.evening import spend
from tests.leaks.plants import PLANTS


def evening(game: str) -> list[str]:
    """Return what an evening with a game finds."""
    with tempfile.TemporaryDirectory() as place:
        return asyncio.run(spend(game, Path(place)))


def main(words: list[str]) -> int:
    """Plant the leaks; return 0 when all are found and nothing else is."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless named")
    parser.add_argument("--only", default="", metavar="WORDS")
    args = parser.parse_args(words)
    wrong = 0
    for game in args.games or GAMES:
        found = evening(game)
        wrong += bool(found)
        print(f"{game}: {'nothing leaks' if not found else f'LEAKS: {found[:3]}'}")
        for name, plant in PLANTS.items():
            if args.only in name:
                with plant():
                    found = evening(game)
                wrong += not found
                print(f"  {'found ' if found else 'MISSED'} {name}{f': by {found[0]}' if found else ''}")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
