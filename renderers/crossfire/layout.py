"""Where everything goes: the table's squares as large as fit into 1280 by 1700 pixels, and panels.

A narrow table has a panel at its right side. A wide one has a foot below it, and where its corners are no
squares of the table, the seats' panels stand in them: each at its player's left hand.
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

MAX_HEIGHT = 1700
TITLE = 74
"""Pixels of the title line."""
POINTS = 66
"""Pixels of the line of victory points, in matches of teams."""
SEATS_ROW = 96
"""Pixels of the seats' panels where they stand in a row below the title."""
RULER = 36
"""Pixels around the squares for letters and numbers."""
GAP = 12
FOOT = 178
LARGEST_SQUARE = 160
LARGEST_IN_PART = 171
NARROWEST_SIDE = 330
WIDEST_SIDE = 520
SMALLEST_CORNER = 170
LEGEND = 296
SEAT_PANEL = 200
"""Pixels: the height of a seat's panel at the side."""


class Layout(Grid, frozen=True, kw_only=True):
    """The measures of one picture, in pixels; row 1 is at the bottom."""

    height: int
    seats: tuple[Box, ...]
    """The seats' panels."""
    latest: Box
    """Where the latest events are listed."""
    contests: Box
    """Where the contests are listed."""
    legend: Box | None = None
    """Where the signs are explained, if there is room."""


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
    head = TITLE + (POINTS if table.seats > 2 else 0)
    largest = LARGEST_IN_PART if part else LARGEST_SQUARE
    cell = min(largest, (MAX_HEIGHT - head - 2 * RULER) // window.rows)
    if part is None and WIDTH - 2 * MARGIN - 2 * RULER - window.columns * cell >= NARROWEST_SIDE:
        return _beside(table, window, cell, head)
    corner = _corner(table) if part is None else 0
    return _above(table, window, head, largest, corner)


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


def _beside(table: Table, window: _Window, cell: int, head: int) -> Layout:
    """Lay the panels out at the right side of the squares."""
    field = window.columns * cell + 2 * RULER
    side = min(WIDEST_SIDE, WIDTH - 2 * MARGIN - field)
    left = (WIDTH - field - side) // 2 + RULER
    top, bottom = head + RULER, head + RULER + max(window.rows * cell, 2 * SEAT_PANEL + LEGEND + 400)
    first, last = left + window.columns * cell + RULER, left + window.columns * cell + RULER + side
    panels = _stacked(table.seats, (first, top, last, bottom))
    begin, end = panels[1][3] + GAP, panels[0][1] - GAP
    end -= LEGEND + GAP
    middle = begin + (end - begin) * 3 // 5
    return Layout(
        columns=table.grid.width,
        first_column=window.first_column,
        first_row=window.first_row,
        shown_columns=window.columns,
        shown_rows=window.rows,
        cell=cell,
        left=left,
        top=top,
        upward=True,
        height=bottom + RULER,
        seats=panels,
        latest=(first, begin, last, middle),
        contests=(first, middle, last, end),
        legend=(first, end + GAP, last, end + GAP + LEGEND),
    )


def _stacked(seats: int, box: Box) -> tuple[Box, ...]:
    """Return panels for the seats, the first at the foot of the box, the others from its head down."""
    left, top, right, bottom = box
    high = SEAT_PANEL if seats == 2 else SEAT_PANEL // 2
    others = [
        (left, top + at * (high + GAP), right, top + at * (high + GAP) + high) for at in range(seats - 1)
    ]
    own = (left, bottom - high, right, bottom)
    return (own, *reversed(others))


def _above(table: Table, window: _Window, head: int, largest: int, corner: int) -> Layout:
    """Lay the panels out in the table's corners, or above it, and the rest below it."""
    room = WIDTH - 2 * MARGIN - 2 * RULER
    tallest = MAX_HEIGHT - head - FOOT - 2 * RULER
    cell = min(largest, room // window.columns, tallest // window.rows)
    if corner * cell < SMALLEST_CORNER:
        corner, head = 0, head + SEATS_ROW + GAP
        cell = min(cell, (tallest - SEATS_ROW - GAP) // window.rows)
    left, top = (WIDTH - window.columns * cell) // 2, head + RULER
    right, bottom = left + window.columns * cell, top + window.rows * cell
    if corner:
        panels = _in_corners((left, top, right, bottom), corner * cell)
    else:
        panels = _in_row(table.seats, head - SEATS_ROW - GAP)
    foot, half = bottom + RULER, WIDTH // 2
    return Layout(
        columns=table.grid.width,
        first_column=window.first_column,
        first_row=window.first_row,
        shown_columns=window.columns,
        shown_rows=window.rows,
        cell=cell,
        left=left,
        top=top,
        upward=True,
        height=foot + FOOT,
        seats=panels[: table.seats],
        latest=(MARGIN, foot, half - GAP, foot + FOOT - GAP),
        contests=(half + GAP, foot, WIDTH - MARGIN, foot + FOOT - GAP),
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
