"""The layout of the picture: squares as large as a phone allows with buttons below them, and panels.

With two players, squares are wider than high, and each player has a band on their own side. With four, the
names are above the table. The seats' panels are in corners without squares, each at its player's left hand,
or else in a row. The last events and open contests are below the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from bot.base.language import N_
from bot.games.crossfire.rules.table import Table
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.lines import LINE as LINE_HEIGHT
from renderers.kit.outlines import Box
from renderers.kit.titles import MARGIN, WIDTH

PARTS: Mapping[str, str] = {
    "nw": N_("Upper left quarter"),
    "ne": N_("Upper right quarter"),
    "sw": N_("Lower left quarter"),
    "se": N_("Lower right quarter"),
}
"""The quarters of a table with their titles; their keys are as on a map, with north up."""
QUARTERS: Mapping[str, str] = {
    "nw": N_("upper left quarter"),
    "ne": N_("upper right quarter"),
    "sw": N_("lower left quarter"),
    "se": N_("lower right quarter"),
}
"""The quarters as they are called at the end of a line."""
_MIN_ENLARGEMENT, _SMALL_SQUARE = 1.2, 118
"""A quarter is offered if its squares are larger by this factor, and if those of the whole table are smaller
than this number of pixels.
"""

MAX_HEIGHT = 1900
TITLE, WHY = 74, 52
"""Pixels of the title line, and of the line below it with the reason for the end of a match."""
NAME = 52
"""Pixels of a line of names, in matches of four."""
POINTS = 66
"""Pixels of the line of victory points, in matches of teams."""
SEATS_ROW = 66
"""Pixels of the seats' panels where they stand in a row above the squares."""
BAND, SECOND = 74, 48
"""Pixels of a seat's band across the picture, in matches of two, and of a second line in it."""
RULER = 46
"""Pixels at the left of the squares for numbers, and below them for letters."""
GAP = 12
LINE = round(ON_A_PHONE * LINE_HEIGHT)
"""Pixels of a line in the lists below the table."""
LARGEST_SQUARE, LARGEST_OF_FOUR = 132, 116
HIGHEST = 1080
"""Pixels of all squares of two from top to bottom, at most, and of four where theirs can be smaller."""
LARGEST_IN_PART = 171
_SLENDER = 2.0
"""The maximum width of a square for two, in heights of the square."""
SMALLEST_CORNER = 170


class Layout(Grid, frozen=True, kw_only=True):
    """The measures of one picture, in pixels; row 1 is at the bottom."""

    height: int
    points: int
    """Where the line of victory points begins."""
    seats: tuple[Box, ...]
    """The seats' panels."""
    latest: Box
    """Where the latest events are listed."""
    contests: Box
    """Where the contests are listed."""


class _Window(msgspec.Struct, frozen=True):
    """The squares that are shown."""

    first_column: int
    first_row: int
    columns: int
    rows: int


class Room(NamedTuple):
    """The space above and below the squares, in lines."""

    over: bool = False
    """Whether the title has the result of the match and its reason."""
    long_names: bool = False
    """Whether names take lines of their own: for two players one in each band, for four one each."""
    lists: int = 0
    """Lines of the latest events and of contests."""

    @property
    def names(self) -> int:
        """The height in pixels of the names of four players."""
        return NAME * (4 if self.long_names else 2)


_USUAL = Room()


@lru_cache(maxsize=64)
def layout(table: Table, part: str | None, room: Room = _USUAL) -> Layout:
    """Return the measures for a table, or for a quarter of it. Quarters share the squares in the middle.

    The whole table is what any other word than a key of `PARTS` means.
    """
    part = part if part in PARTS else None
    window = _window(table, part)
    if table.seats == 2:
        return _between(table, window, room, LARGEST_IN_PART if part else LARGEST_SQUARE)
    if part:
        return _above(table, window, room, LARGEST_IN_PART, 0)
    return _above(table, window, room, LARGEST_OF_FOUR, _corner(table))


def parts_of(table: Table) -> Mapping[str, str]:
    """Return the quarters worth drawing: where the squares get clearly larger."""
    quarter, whole = layout(table, "nw"), layout(table, None)
    return PARTS if whole.cell < _SMALL_SQUARE and quarter.cell > _MIN_ENLARGEMENT * whole.cell else {}


def _window(table: Table, part: str | None) -> _Window:
    wide, high = table.grid.width, table.grid.height
    if part is None:
        return _Window(0, 0, wide, high)
    columns, rows = (wide + 1) // 2, (high + 1) // 2
    return _Window(
        wide - columns if part[1] == "e" else 0, high - rows if part[0] == "n" else 0, columns, rows
    )


def _corner(table: Table) -> int:
    """Return the side, in squares, of the area without squares in each corner."""
    wide, high = table.grid.width, table.grid.height
    size = 0
    while size < min(wide, high) // 2 and not any(
        table.has(table.grid.at(x, y))
        for dx in range(size + 1)
        for dy in range(size + 1)
        for x in (dx, wide - 1 - dx)
        for y in (dy, high - 1 - dy)
    ):
        size += 1
    return size


def _between(table: Table, window: _Window, room: Room, largest: int) -> Layout:
    """Lay the squares out between the bands of two players."""
    head = TITLE + (WHY if room.over else 0)
    band = BAND + (SECOND if room.long_names else 0)
    top = head + band + GAP
    wide = _room() // window.columns
    cell = min(largest, HIGHEST // window.rows, wide)
    wide = min(wide, round(cell * _SLENDER))
    bottom = top + window.rows * cell
    own = bottom + RULER + GAP // 2
    bands = [(MARGIN, edge, WIDTH - MARGIN, edge + band) for edge in (own, head)]
    return _laid_out(table, window, (cell, wide), top, head, tuple(bands), own + band, room.lists)


def _above(table: Table, window: _Window, room: Room, largest: int, corner: int) -> Layout:
    """Lay the panels of four players out in the table's corners, or above it."""
    points = TITLE + (WHY if room.over else 0) + room.names
    top = points + POINTS + GAP
    tallest = MAX_HEIGHT - TITLE - WHY - 4 * NAME - POINTS - SEATS_ROW - RULER - 3 * GAP - 3 * LINE
    cell = min(largest, _room() // window.columns, tallest // window.rows)
    if corner * cell < SMALLEST_CORNER:
        corner, top = 0, top + SEATS_ROW + GAP
    bottom = top + window.rows * cell
    if corner:
        left = _left(window.columns * cell)
        panels = _in_corners((left, top, left + window.columns * cell, bottom), corner * cell)
    else:
        wide, upper = (WIDTH - 2 * MARGIN - (table.seats - 1) * GAP) // table.seats, points + POINTS
        lefts = [MARGIN + seat * (wide + GAP) for seat in range(table.seats)]
        panels = tuple([(left, upper, left + wide, upper + SEATS_ROW) for left in lefts])
    panels = panels[: table.seats]
    return _laid_out(table, window, (cell, cell), top, points, panels, bottom + RULER, room.lists)


def _room() -> int:
    """Return the width in pixels that the squares may take."""
    return WIDTH - 2 * MARGIN - RULER + GAP


def _left(wide: int) -> int:
    """Return the left edge of squares with this total width: centred, with space for the numbers."""
    return max(MARGIN + RULER - GAP, (WIDTH - wide) // 2)


def _laid_out(
    table: Table,
    window: _Window,
    cell: tuple[int, int],
    top: int,
    points: int,
    seats: tuple[Box, ...],
    foot: int,
    lines: int,
) -> Layout:
    """Return the measures for squares of this height and width, with the lists below all else."""
    high, wide = cell
    half, end = WIDTH // 2, foot + GAP + (lines * LINE + GAP if lines else 0)
    return Layout(
        columns=table.grid.width,
        first_column=window.first_column,
        first_row=window.first_row,
        shown_columns=window.columns,
        shown_rows=window.rows,
        cell=high,
        wide=wide,
        left=_left(window.columns * wide),
        top=top,
        upward=True,
        height=end,
        points=points,
        seats=seats,
        latest=(MARGIN, foot + GAP, half - GAP, foot + GAP + lines * LINE),
        contests=(half + GAP, foot + GAP, WIDTH - MARGIN, foot + GAP + lines * LINE),
    )


def _in_corners(field: Box, size: int) -> tuple[Box, ...]:
    """Return panels in the corners, each at its player's left hand."""
    left, top, right, bottom = field
    inset = size - GAP
    return (
        (left, bottom - inset, left + inset, bottom),
        (left, top, left + inset, top + inset),
        (right - inset, top, right, top + inset),
        (right - inset, bottom - inset, right, bottom),
    )
