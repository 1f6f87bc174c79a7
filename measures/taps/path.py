"""`python -m measures.taps.path`: the files that a press, a typed move and a roll execute.

Two people play Papyrus on SimCord. Once both squads stand, moves are pressed on the panels in the DMs, then
typed; each must post the board. Then dice are rolled. Prints each file of the product in which the median
press called a function, from the click to the committed row, the answer and the board, with the number of
functions; then the sums of the median press, typed move and roll. Threads that began before are not seen: the
statements of the database, and the drawing of pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from measures.club import new_club
from tests.cogs.club import Club
from tests.cogs.players import any_action, any_offer, formatted, panel_in_dm, press

Act: TypeAlias = Callable[[Club, random.Random], Awaitable["Called"]]

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "renderers"))
MODEL = f"{ROOT / 'bot/host/local'}/"
"""The model of Discord is not part of the path."""
TIMES = 9
"""The number of presses, of typed moves and of rolls, of which the one with the median of files is shown."""
BOARDS = "cogs/publishing/boards.py"
"""The file that posts the board: a move that does not pass through it was not measured whole."""


class Called:
    """The functions of the product that were called, by their files."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.calls = 0

    def __str__(self) -> str:
        return f"{len(self.files)} files, {len(self.functions)} functions, {self.calls} calls"

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
            self.calls += 1


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


async def paths(times: int) -> dict[str, list[Called]]:
    """Press, type and roll this number of times in a match; return what each called, fewest files first."""
    rng = random.Random(1)
    async with new_club() as club:
        await club.started(club.ben, options="")
        while (await club.match_view(None)).view.round == 0:
            await _pressed(club, rng)
        found = {
            "a press that moves": [await _moved(club, rng, _pressed) for _ in range(times)],
            "a typed move": [await _moved(club, rng, _typed) for _ in range(times)],
            "/roll": [await _rolled(club) for _ in range(times)],
        }
    return {name: sorted(each, key=lambda called: len(called.files)) for name, each in found.items()}


async def _moved(club: Club, rng: random.Random, act: Act) -> Called:
    """Act until the position has changed, and return what the last act called."""
    before = (await club.match_view(None)).match.version
    while True:
        called = await act(club, rng)
        after = (await club.match_view(None)).match
        assert not after.stage.ended, "the match is over before all is measured"
        if after.version != before:
            assert BOARDS in called.files, "the board was not posted"
            return called


async def _pressed(club: Club, rng: random.Random) -> Called:
    """Press one choice of the awaited player's panel: a unit, a square, the end of the turn."""
    match_view = await club.match_view(None)
    user = club.members(match_view.match)[min(match_view.awaited)].user
    panel = panel_in_dm(user)
    offer = any_offer(panel, rng)
    with calls_noted() as called:
        await press(user, panel, offer)
    return called


async def _typed(club: Club, rng: random.Random) -> Called:
    """Type one legal action, as the autocomplete would complete it."""
    match_view = await club.match_view(None)
    member = club.members(match_view.match)[min(match_view.awaited)]
    match_view = await club.match_view(member)
    tag, words = formatted(club, match_view, any_action(match_view.legal, rng))
    with calls_noted() as called:
        await member.slash(club.channel, f"papyrus {tag}", **words)
    return called


async def _rolled(club: Club) -> Called:
    with calls_noted() as called:
        await club.ann.slash(club.channel, "roll", expression="2d6+3")
    return called


def main(words: Sequence[str]) -> int:
    """Print the files of the median press, and the sums of all three."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps.path", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    found = asyncio.run(paths(parser.parse_args(words).times))
    for number, (name, each) in enumerate(found.items()):
        middle = each[len(each) // 2]
        if not number:
            print("\n".join(f"{functions:3} {file}" for file, functions in sorted(middle.files.items())))
        print(f"{name}: {middle} (from {len(each[0].files)} to {len(each[-1].files)} files)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
