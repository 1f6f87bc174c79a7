"""`python -m measures.screens [GAME ...] --out DIR`: photograph the panels of the games on a phone.

Writes one PNG for each screen, 390 pixels wide as the local table shows it, and index.html with all of them.
Prints how high each screen is, how high the pictures of the rules and their smallest letters are, and where
the first row of controls stands (`measures.screens.heights`); with --rows only that, without a browser.
"house" stands for what belongs to no game: help, dice.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from bot.games.registry import GAMES
from measures.club import new_club
from measures.screens.camera import Camera, Shot, browser, write_index
from measures.screens.measures import PHONE_HEIGHT, as_table, measured
from measures.screens.ruler import Ruler, Screen, as_rows
from measures.screens.walk import CARDS, Walk

HOUSE = "house"


def main(words: list[str]) -> int:
    """Make the requested pictures, and print their folder."""
    parser = argparse.ArgumentParser(prog="python -m measures.screens", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if left out")
    parser.add_argument("--language", nargs="*", default=["en", "de"], choices=("en", "de"))
    parser.add_argument("--out", type=Path, help="the folder of the pictures; needed unless --rows is given")
    parser.add_argument("--rows", action="store_true", help="measure only where the first row of controls is")
    args = parser.parse_args(words)
    games = args.games or [HOUSE, *GAMES]
    if unknown := set(games) - {HOUSE, *GAMES}:
        parser.error(f"there is no game {', '.join(sorted(unknown))}; there are {HOUSE}, {', '.join(GAMES)}")
    if args.rows:
        print(as_rows(asyncio.run(rows_of([game for game in games if game != HOUSE], args.language))))
        return 0
    if args.out is None:
        parser.error("--out is needed")
    args.out.mkdir(parents=True, exist_ok=True)
    shots = asyncio.run(photographed(games, args.language, args.out))
    print(f"{len(shots)} screens: {write_index(args.out, shots)}")
    print_heights(shots)
    for game in [each for each in games if each != HOUSE]:
        print(as_table(measured(GAMES[game])))
    print(as_rows(asyncio.run(rows_of([game for game in games if game != HOUSE], args.language))))
    return 0


def print_heights(shots: list[Shot]) -> None:
    """Print the height of each screen, and those higher than a phone."""
    for shot in shots:
        far = "  higher than a phone" if shot.height > PHONE_HEIGHT else ""
        print(f"{shot.game:11} {shot.what[:34]:34} {shot.language} {shot.height:5} px{far}")


async def rows_of(games: list[str], languages: list[str]) -> list[Screen]:
    """Return the position of the first row of controls on the screens of these games in these languages."""
    ruler = Ruler()
    for game in games:
        for language in languages:
            async with new_club() as club:
                await _walk(Walk(club, ruler, language), game)
    return ruler.found


async def photographed(games: list[str], languages: list[str], folder: Path) -> list[Shot]:
    """Make the pictures of these games in these languages, side by side by game."""
    shots = list[Shot]()
    async with browser() as opened:
        for game in games:
            for language in languages:
                async with new_club() as club:
                    camera = Camera(club, opened, folder, language)
                    try:
                        await _walk(Walk(club, camera, language), game)
                    finally:
                        await camera.close()
                shots += camera.shots
    return shots


async def _walk(walk: Walk, game: str) -> None:
    await walk.settle_in()
    if game == HOUSE:
        await walk.house()
        return
    await walk.game(game)
    if game in CARDS:
        await walk.cards(game)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
