"""Where everything goes: the table's squares as large as fit into 1280 by 1900 pixels, and panels.

The squares take the whole width. A table for two has them wider than high, and a band for each player on
that player's side. One for four has the seats' panels in its corners where these are no squares of the table,
each at its player's left hand, else in a row above it. What happened last and is contested stands below.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from bot.engine.language import N_
from bot.games.crossfire.rules.table import Table
from renderers.kit.grid import Grid
from renderers.kit.mosaic import Box
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
_WORTH_IT = 1.2
"""How much larger the squares of a quarter must be for it to be offered."""

MAX_HEIGHT = 1900
TITLE = 74
"""Pixels of the title line."""
POINTS = 66
"""Pixels of the line of victory points, in matches of teams."""
SEATS_ROW = 96
"""Pixels of the seats' panels where they stand in a row below the title."""
BAND = 74
"""Pixels of a seat's band across the picture, in matches of two."""
RULER = 38
"""Pixels at the left of the squares for numbers, and below them for letters."""
GAP = 12
FOOT, FOOT_OF_TWO = 180, 130
"""Pixels of the lists below the table; for two, where a contest tells itself, fewer."""
LARGEST_SQUARE = 166
LARGEST_OF_FOUR = 130
"""Pixels: more would make the picture of a full table larger than 120 kB."""
LARGEST_IN_PART = 171
_SLENDER = 1.5
"""How much wider than high a square for two is at the most."""
SMALLEST_CORNER = 170


class Layout(Grid, frozen=True, kw_only=True):
    """The measures of one picture, in pixels; row 1 is at the bottom."""

    height: int
    seats: tuple[Box, ...]
    """The seats' panels."""
    latest: Box
    """Where the latest events are listed."""
    contests: Box
    """Where the contests are listed."""


class _Window(msgspec.Struct, frozen=True):
    """Which squares are shown."""

    first_column: int
    first_row: int
    columns: int
    rows: int


@lru_cache(maxsize=64)
def layout(table: Table, part: str | None) -> Layout:
    """Return the measures for a table, or for a quarter of it. Quarters share the squares in the middle.

    The whole table is what any other word than a key of `PARTS` means.
    """
    part = part if part in PARTS else None
    window = _window(table, part)
    two = table.seats == 2
    largest = LARGEST_IN_PART if part else LARGEST_SQUARE if two else LARGEST_OF_FOUR
    if two:
        return _between(table, window, largest)
    return _above(table, window, largest, _corner(table) if part is None else 0)


def parts_of(table: Table) -> Mapping[str, str]:
    """Return the quarters worth drawing: where the squares get clearly larger."""
    return PARTS if layout(table, "nw").cell > _WORTH_IT * layout(table, None).cell else {}


def _window(table: Table, part: str | None) -> _Window:
    wide, high = table.grid.width, table.grid.height
    if part is None:
        return _Window(0, 0, wide, high)
    columns, rows = (wide + 1) // 2, (high + 1) // 2
    return _Window(
        wide - columns if part[1] == "e" else 0, high - rows if part[0] == "n" else 0, columns, rows
    )


def _corner(table: Table) -> int:
    """Return how many squares each corner has to spare, along one side of it."""
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


def _between(table: Table, window: _Window, largest: int) -> Layout:
    """Lay the squares out between the bands of two players."""
    top = TITLE + BAND + GAP
    tallest = MAX_HEIGHT - top - RULER - BAND - GAP - FOOT_OF_TWO
    wide = _room() // window.columns
    cell = min(largest, tallest // window.rows, wide)
    wide = min(wide, round(cell * _SLENDER))
    bottom = top + window.rows * cell
    own = bottom + RULER + GAP // 2
    bands = [(MARGIN, edge, WIDTH - MARGIN, edge + BAND) for edge in (own, TITLE)]
    return _laid_out(table, window, (cell, wide), top, tuple(bands), own + BAND, FOOT_OF_TWO)


def _above(table: Table, window: _Window, largest: int, corner: int) -> Layout:
    """Lay the panels of four players out in the table's corners, or above it."""
    head = TITLE + POINTS
    tallest = MAX_HEIGHT - head - FOOT - RULER - GAP
    cell = min(largest, _room() // window.columns, tallest // window.rows)
    if corner * cell < SMALLEST_CORNER:
        corner, head = 0, head + SEATS_ROW + GAP
        cell = min(cell, (tallest - SEATS_ROW - GAP) // window.rows)
    top = head + GAP
    bottom = top + window.rows * cell
    if corner:
        left = _left(window.columns * cell)
        panels = _in_corners((left, top, left + window.columns * cell, bottom), corner * cell)
    else:
        panels = _in_row(table.seats, head - SEATS_ROW - GAP)
    return _laid_out(table, window, (cell, cell), top, panels[: table.seats], bottom + RULER, FOOT)


def _room() -> int:
    """Return how many pixels there are for the squares from left to right."""
    return WIDTH - 2 * MARGIN - RULER + GAP


def _left(wide: int) -> int:
    """Return where squares begin that are together so wide: in the middle, with room for the numbers."""
    return max(MARGIN + RULER - GAP, (WIDTH - wide) // 2)


def _laid_out(
    table: Table,
    window: _Window,
    cell: tuple[int, int],
    top: int,
    seats: tuple[Box, ...],
    foot: int,
    lists: int,
) -> Layout:
    """Return the measures for squares of this height and width, with the lists below all else."""
    high, wide = cell
    half, end = WIDTH // 2, foot + lists
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
        seats=seats,
        latest=(MARGIN, foot + GAP, half - GAP, end - GAP),
        contests=(half + GAP, foot + GAP, WIDTH - MARGIN, end - GAP),
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


def _in_row(seats: int, top: int) -> tuple[Box, ...]:
    wide = (WIDTH - 2 * MARGIN - (seats - 1) * GAP) // seats
    lefts = [MARGIN + seat * (wide + GAP) for seat in range(seats)]
    return tuple([(left, top, left + wide, top + SEATS_ROW) for left in lefts])
