"""The letters below the table and the numbers at its left, by which its squares are called."""

from __future__ import annotations

from functools import partial

from PIL import Image

from bot.games.crossfire.rules.table import Table
from renderers.crossfire.layout import RULER, Layout
from renderers.kit import text
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, TABLE

_PIECES = PieceCache(limit=200_000)
_SIZE = 30


def draw_ruler(board: Mosaic, layout: Layout, table: Table) -> None:
    """Write the columns' letters below, the rows' numbers left of the squares."""
    half = RULER // 2
    for x, y, words in layout.ruler(lambda column: table.name(column)[:-1], (half,) * 4):
        if x < layout.left or y > layout.bottom:
            board.lay_kept(_PIECES, words, partial(_draw, words), x - half, y - half)


def _draw(words: str) -> Image.Image:
    image = Image.new("RGB", (RULER, RULER), TABLE)
    text.write(image, RULER // 2, RULER // 2, words, size=_SIZE, colour=MUTED, anchor="middle")
    return image
