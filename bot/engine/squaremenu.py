"""Selecting a square on a menu: selects of squares, or of their rows or columns first if there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from typing import NamedTuple

from bot.base.language import gettext, ngettext
from bot.engine.grid import column_name
from bot.engine.menus import OPTIONS, select
from bot.engine.wording import Choice, Group

PAGES = 3
"""The maximum number of selects of squares side by side: one tap is quicker than choosing a row first."""


def parted(squares: Sized) -> bool:
    """Whether a row or column must be chosen first, because there are too many squares."""
    return len(squares) > PAGES * OPTIONS


class Lane(NamedTuple):
    """A row or a column of squares."""

    title: str
    """The title: "Row 7", "Column C"."""
    squares: list[int]
    """The selectable squares, ascending."""


class Lanes(NamedTuple):
    """How a game's squares are grouped if there are too many for a few selects."""

    width: int
    """The number of columns of the board."""
    name: Callable[[int], str]
    """Returns the name of a square."""
    key: Callable[[int], str]
    """Returns the key of a lane by its number, counted from 0."""
    by_column: bool = False
    """Whether columns are chosen first, not rows."""

    def of(self, squares: Iterable[int]) -> dict[str, Lane]:
        """Return the lanes that contain these squares, by their keys, in order."""
        found: dict[int, list[int]] = {}
        for square in sorted(squares):
            row, column = divmod(square, self.width)
            found.setdefault(column if self.by_column else row, []).append(square)
        return {self.key(number): Lane(self._title(number), found[number]) for number in sorted(found)}

    def groups(self, prompt: str, squares: Iterable[int], choice: Callable[[int], Choice]) -> list[Group]:
        """Return selects of the squares, or one select of lanes if there are many."""
        few = sorted(squares)
        if not parted(few):
            return select(prompt, [choice(square) for square in few])
        lanes = [self._choice(key, lane) for key, lane in self.of(few).items()]
        if self.by_column:
            return select(gettext("{prompt}: first the column", prompt=prompt), lanes)
        return select(gettext("{prompt}: first the row", prompt=prompt), lanes)

    def _choice(self, key: str, lane: Lane) -> Choice:
        first, last = self.name(lane.squares[0]), self.name(lane.squares[-1])
        span = gettext("{first} to {last}", first=first, last=last) if first != last else first
        label = ngettext(
            "{lane}: {number} square", "{lane}: {number} squares", len(lane.squares), lane=lane.title
        )
        return Choice(key, label, span)

    def _title(self, number: int) -> str:
        if self.by_column:
            return gettext("Column {column}", column=column_name(number))
        return gettext("Row {row}", row=number + 1)
