"""A thumb: how many taps on a panel it takes to do what its player wants.

It knows what a person sees: the screen in front of it, with its buttons and selects. A button is one tap, an
option of a select two (open it, choose); the question whether something grave is meant is one more, Back one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from bot.engine.wording import Choice, Menu

Path = tuple[str, ...]
Wanted = Callable[[tuple[Any, ...]], bool]
"""Whether the player wants exactly the actions of a choice."""

BUTTON, OPTION = 1, 2
FARTHEST = 8
"""The maximum number of taps of a search."""


class Found(NamedTuple):
    """A path to a wanted action."""

    taps: int
    choice: Choice


def ways(menu: Menu) -> Iterator[tuple[int, Choice]]:
    """Yield the choices of a screen, with their taps."""
    for group in menu.groups:
        for choice in group.choices:
            sure = BUTTON if choice.actions and choice.style == "grave" else 0
            yield (OPTION if group.prompt else BUTTON) + sure, choice


class Thumb:
    """Taps on the panel of one seat in one position, from the screen that is shown."""

    def __init__(self, screen: Callable[[Path], Menu]) -> None:
        self._screen = screen
        self._seen: dict[Path, Menu] = {}

    def best(self, start: Path, wanted: Wanted) -> Found:
        """Return the way of the fewest taps for each wanted action. Raises `LookupError` if there is none."""
        found: list[Found] = []
        for way in self._all(start, wanted):
            if found and way.taps > max(each.taps for each in found):
                break
            found.append(way)
        if not found:
            raise LookupError("no way leads to what is wanted")
        return min(found, key=lambda way: way.taps / len(way.choice.actions))

    def _all(self, start: Path, wanted: Wanted) -> Iterator[Found]:
        """Yield the paths to all wanted actions, those of fewer taps first."""
        waiting: list[tuple[int, int, Path, Choice | None]] = [(0, 0, start, None)]
        done: set[Path] = set()
        while waiting:
            taps, _, path, choice = heappop(waiting)
            if choice is not None:
                yield Found(taps, choice)
            elif path not in done and taps < FARTHEST:
                done.add(path)
                for cost, after, end in self._onward(path, wanted):
                    heappush(waiting, (taps + cost, len(done) * 1000 + len(waiting), after, end))

    def _onward(self, path: Path, wanted: Wanted) -> Iterator[tuple[int, Path, Choice | None]]:
        if path:
            yield BUTTON, path[:-1], None
        for cost, choice in ways(self.menu(path)):
            if choice.actions:
                if wanted(choice.actions):
                    yield cost, path, choice
            elif choice.orders is None:
                yield cost, choice.then or (*path, choice.key), None

    def menu(self, path: Path) -> Menu:
        """Return the screen at a path."""
        if path not in self._seen:
            self._seen[path] = self._screen(path)
        return self._seen[path]
