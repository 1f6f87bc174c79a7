"""Where everything goes: one board is 1280 pixels wide, and its squares are as large as fit."""

from __future__ import annotations

from functools import lru_cache

from renderers.kit.grid import Grid
from renderers.kit.titles import WIDTH

MAX_HEIGHT = 1600
EDGE = 40
"""Pixels left and right of the field; the row numbers stand there."""
HEADER = 74
CARDS_TOP = 76
CARDS = 88
RULER = 33
"""Pixels above and below the field for the column letters."""
FIELD_TOP = CARDS_TOP + CARDS + 4 + RULER
FOOTER = 48
LARGEST_SQUARE = 116


class Layout(Grid, frozen=True, kw_only=True):
    """The measures of one picture, in pixels."""

    height: int
    """The picture's height."""


@lru_cache(maxsize=64)
def layout(columns: int, rows: int) -> Layout:
    """Return the measures for a field of this many squares."""
    tallest = MAX_HEIGHT - FIELD_TOP - RULER - FOOTER
    cell = min((WIDTH - 2 * EDGE) // columns, tallest // rows, LARGEST_SQUARE)
    height = FIELD_TOP + rows * cell + RULER + FOOTER
    return Layout(
        columns=columns,
        shown_columns=columns,
        shown_rows=rows,
        cell=cell,
        left=(WIDTH - columns * cell) // 2,
        top=FIELD_TOP,
        height=height,
    )


def column_name(column: int) -> str:
    """Return a column's letters: A, B, ... Z, AA, ... (PAP-01)."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def square_name(square: int, columns: int) -> str:
    """Return a square as players write it: C7 (PAP-01)."""
    row, column = divmod(square, columns)
    return f"{column_name(column)}{row + 1}"
