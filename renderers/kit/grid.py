"""Boards of squares: the position of each square in the picture, and the letters and numbers at the sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """The squares of a board, or the part of them that is in the picture; measures are in pixels.

    Squares are numbered row by row.
    """

    columns: int
    """Squares of the whole board from left to right."""
    shown_columns: int
    shown_rows: int
    cell: int
    """The side of a square; its height, where it has a width of its own."""
    left: int
    """The left edge of the squares."""
    top: int
    """The upper edge of the squares."""
    first_column: int = 0
    first_row: int = 0
    upward: bool = False
    """Whether the first row is at the bottom."""
    wide: int = 0
    """The width of a square that is wider than high, else 0."""

    @property
    def cell_width(self) -> int:
        """How wide a square is."""
        return self.wide or self.cell

    @property
    def right(self) -> int:
        """The right edge of the squares."""
        return self.left + self.shown_columns * self.cell_width

    @property
    def bottom(self) -> int:
        """The lower edge of the squares."""
        return self.top + self.shown_rows * self.cell

    def shows(self, square: int) -> bool:
        """Whether a square is in the picture."""
        row, column = divmod(square, self.columns)
        across = self.first_column <= column < self.first_column + self.shown_columns
        return square >= 0 and across and self.first_row <= row < self.first_row + self.shown_rows

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        row, column = divmod(square, self.columns)
        down = row - self.first_row
        if self.upward:
            down = self.shown_rows - 1 - down
        return self.left + (column - self.first_column) * self.cell_width, self.top + down * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + self.cell_width // 2, y + self.cell // 2

    def ruler(
        self, column_name: Callable[[int], str], outside: tuple[int, int, int, int], step: int = 1
    ) -> Iterator[tuple[int, int, str]]:
        """Yield the middle of each letter and number at the sides of the squares, and its text.

        `outside` is their distance from the left, upper, right and lower edge; every `step`th column has a
        letter.
        """
        left, top, right, bottom = outside
        for at in range(0, self.shown_columns, step):
            x = self.left + at * self.cell_width + self.cell_width // 2
            name = column_name(self.first_column + at)
            yield x, self.top - top, name
            yield x, self.bottom + bottom, name
        for row in range(self.first_row, self.first_row + self.shown_rows):
            y = self.centre(row * self.columns + self.first_column)[1]
            yield self.left - left, y, str(row + 1)
            yield self.right + right, y, str(row + 1)
