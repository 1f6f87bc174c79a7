"""`python -m measures.taps.path`: the files that one press executes.

Two people play Papyrus on SimCord by the panels in their DMs. Prints each file of the product in which a
function was called from the click to the committed row, the answer and the board, with the number of
functions; the last line has the sums. Threads that began before the press are not seen: the statements of the
database, and the drawing of pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from measures.club import new_club
from tests.cogs.club import Club
from tests.cogs.players import any_offer, panel_in_dm, press

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "renderers"))
MODEL = f"{ROOT / 'bot/local'}/"
"""The model of Discord is not part of the path."""
PRESSES = 5
"""The number of presses; the one with the median number of functions is reported."""


class Called:
    """The functions of the product that were called, by their files."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()

    @property
    def files(self) -> Counter[str]:
        """Return the number of called functions of each file."""
        return Counter([str(Path(file).relative_to(ROOT)) for file, _ in self.functions])

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Store a call; see `sys.setprofile`."""
        code = frame.f_code
        file = code.co_filename
        if event == "call" and file.startswith(PRODUCT) and not file.startswith(MODEL):
            self.functions.add((file, code.co_qualname))


@contextmanager
def calls_noted() -> Iterator[Called]:
    """Collect the calls of this thread and of those that begin meanwhile."""
    called = Called()
    threading.setprofile(called.note)
    sys.setprofile(called.note)
    try:
        yield called
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def paths(presses: int) -> list[Called]:
    """Press this number of times in a new match, and return the functions called by each press."""
    async with new_club() as club:
        await club.started(club.ben)
        return [await _pressed(club, random.Random(number)) for number in range(presses)]


async def _pressed(club: Club, rng: random.Random) -> Called:
    match_view = await club.match_view(None)
    user = club.members(match_view.match)[min(match_view.awaited)].user
    panel = panel_in_dm(user)
    with calls_noted() as called:
        await press(user, panel, any_offer(panel, rng))
    return called


def main(words: Sequence[str]) -> int:
    """Print the files of the median press."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps.path", description=__doc__)
    parser.add_argument("--presses", type=int, default=PRESSES)
    called = sorted(asyncio.run(paths(parser.parse_args(words).presses)), key=lambda one: len(one.functions))
    middle = called[len(called) // 2]
    for file, functions in sorted(middle.files.items()):
        print(f"{functions:3} {file}")
    print(f"{len(middle.functions)} functions in {len(middle.files)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
