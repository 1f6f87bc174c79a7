"""`python -m measures.taps.calls`: count the calls of Discord for a move, typed, and pressed in two games.

Two people play on SimCord, by commands and then, in another match of Papyrus and of Crossfire, by the panels
in their DMs, each choosing by lot. Counted is all that the bot sends: acknowledgements, answers, what is
offered while they type, posts, DMs, and edits of them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

from bot.games.registry import GAMES
from measures.club import new_club
from tests.cogs.players import play_by_commands, play_by_dm

MOVES = 40
"""The number of counted moves of a match."""
OPTIONS = {"papyrus": "squad=4", "crossfire": "", "arclash": "", "neo-combat": "", "overcross": ""}
PRESSED = ("papyrus", "crossfire")
"""Games whose buttons and selects each do an action; in other games a choice needs several presses."""


async def calls(key: str, play: Callable[..., Any], moves: int) -> float:
    """Play this number of moves of a match, or to its end, and return the calls for one move."""
    async with new_club() as club:
        await club.started(club.ben, game=key, options=OPTIONS[key])
        before, looks = len(club.env.http_requests), 0

        def enough(_match_view: object) -> bool:
            nonlocal looks
            looks += 1
            return looks > moves

        played = await play(club, random.Random(5), until=enough)
        return (len(club.env.http_requests) - before) / max(1, played)


async def main(words: Sequence[str]) -> int:
    """Print the table in markdown."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps.calls", description=__doc__)
    parser.add_argument("--games", nargs="*", choices=list(OPTIONS), default=list(OPTIONS))
    parser.add_argument("--moves", type=int, default=MOVES)
    args = parser.parse_args(words)
    print("| game | calls for a typed move | calls for a press in a DM |\n|---|---|---|")
    for key in args.games:
        plays = (play_by_commands, play_by_dm) if key in PRESSED else (play_by_commands,)
        cells = [f"{await calls(key, play, args.moves):.2f}" for play in plays]
        print(f"| {GAMES[key].title} | {' | '.join([*cells, ''][:2])} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
