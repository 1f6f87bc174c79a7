"""The letters and numbers at the sides of the table."""

from __future__ import annotations

from PIL import Image

from bot.games.crossfire.table import Table
from renderers.crossfire.layout import RULER, Layout
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, TABLE

_PIECES = PieceCache(limit=200_000)


def forget() -> None:
    """Drop all kept letters, as in a fresh process."""
    _PIECES.clear()


def draw_ruler(board: Mosaic, layout: Layout, table: Table) -> None:
    """Write the columns' letters below and above, the rows' numbers left and right of the squares."""
    grid, half = table.grid, RULER // 2
    for column in range(layout.first_column, layout.first_column + layout.shown_columns):
        x = layout.centre(grid.at(column, layout.first_row))[0]
        for y in (layout.top - half, layout.bottom + half):
            _write(board, x, y, table.name(column)[:-1])
    for row in range(layout.first_row, layout.first_row + layout.shown_rows):
        y = layout.centre(grid.at(layout.first_column, row))[1]
        for x in (layout.left - half, layout.right + half):
            _write(board, x, y, str(row + 1))


def _write(board: Mosaic, x: int, y: int, words: str) -> None:
    def draw() -> Image.Image:
        image = Image.new("RGB", (RULER, RULER), TABLE)
        text.write(image, RULER // 2, RULER // 2, words, size=READABLE, colour=MUTED, anchor="middle")
        return image

    board.lay(_PIECES.get(words, draw), x - RULER // 2, y - RULER // 2)
