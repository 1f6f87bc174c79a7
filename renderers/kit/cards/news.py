"""What happened last at a table with cards, a line each, in a panel of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from renderers.kit import text
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.lines import TEXT, Line, draw_line
from renderers.kit.mosaic import Box, Mosaic, PieceCache
from renderers.kit.palette import PANEL, PAPER, TABLE
from renderers.kit.signs import plate

LINE = 44
"""Pixels from line to line."""
_EDGE = 10
_PIECES = PieceCache(limit=3_000_000)


class CardSign(NamedTuple):
    """A card within a line: its sigil and, unless that is "", its name, shortened to the room."""

    emblem: Emblem
    name: str
    size: int = TEXT
    """Pixels: the size of the name's letters."""

    @property
    def gives_way(self) -> bool:
        """Whether it can be drawn narrower."""
        return self.name != ""

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        sigil(self.emblem, 38).paste(image, x, y - 19)
        if not self.name or room < 90:
            return 38
        return 44 + text.write_bold(image, x + 44, y, self.name, size=self.size, colour=PAPER, room=room - 44)


def height_of_news(lines: int, columns: int = 1) -> int:
    """Return how many pixels a panel of so many lines takes."""
    return -(-lines // columns) * LINE + 2 * _EDGE


def draw_news(board: Mosaic, box: Box, lines: Sequence[Line], columns: int = 1) -> None:
    """Draw the newest lines that there is room for, the newest last, in a panel of their own.

    They go down one column after the other.
    """
    left, top, right, bottom = box
    rows = (bottom - top - 2 * _EDGE) // LINE
    kept = tuple(lines[-rows * columns :])
    key = (kept, right - left, bottom - top, rows, columns)
    board.lay_kept(_PIECES, key, partial(_draw_panel, *key), left, top)


def _draw_panel(lines: Sequence[Line], wide: int, high: int, rows: int, columns: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    plate(image, (0, 0, wide, high), 14, PANEL)
    step = (wide - 34) // columns
    for at, one in enumerate(lines):
        column, row = divmod(at, rows)
        left = 20 + column * step
        draw_line(image, one, left, _EDGE + LINE // 2 + row * LINE, step * (column + 1))
    return image
