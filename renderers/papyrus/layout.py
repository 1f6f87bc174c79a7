"""Where everything goes: one board is 1280 pixels wide, and its squares are as large as fit."""

from __future__ import annotations

from functools import lru_cache

import msgspec

WIDTH = 1280
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


class Layout(msgspec.Struct, frozen=True):
    """The measures of one picture, in pixels."""

    columns: int
    rows: int
    cell: int
    left: int
    """The field's left edge."""
    height: int
    """The picture's height."""

    @property
    def right(self) -> int:
        """The field's right edge."""
        return self.left + self.columns * self.cell

    @property
    def top(self) -> int:
        """The field's upper edge."""
        return FIELD_TOP

    @property
    def bottom(self) -> int:
        """The field's lower edge."""
        return FIELD_TOP + self.rows * self.cell

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        row, column = divmod(square, self.columns)
        return self.left + column * self.cell, FIELD_TOP + row * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2


@lru_cache(maxsize=64)
def layout(columns: int, rows: int) -> Layout:
    """Return the measures for a field of this many squares."""
    tallest = MAX_HEIGHT - FIELD_TOP - RULER - FOOTER
    cell = min((WIDTH - 2 * EDGE) // columns, tallest // rows, LARGEST_SQUARE)
    height = FIELD_TOP + rows * cell + RULER + FOOTER
    return Layout(columns, rows, cell, (WIDTH - columns * cell) // 2, height)


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
