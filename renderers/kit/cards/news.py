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
_CORNER = 14
_PIECES = PieceCache(limit=3_000_000)


class CardSign(NamedTuple):
    """A card within a line: its sigil and, unless that is "", its name, shortened to the room."""

    emblem: Emblem
    name: str

    @property
    def gives_way(self) -> bool:
        """Whether it can be drawn narrower."""
        return self.name != ""

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        sigil(self.emblem, 38).paste(image, x, y - 19)
        if not self.name or room < 90:
            return 38
        return 44 + text.write_bold(image, x + 44, y, self.name, size=TEXT, colour=PAPER, room=room - 44)


def height_of_news(lines: int, columns: int = 1) -> int:
    """Return how many pixels a panel of so many lines takes."""
    return -(-lines // columns) * LINE + 2 * _EDGE


def draw_news(board: Mosaic, box: Box, lines: Sequence[Line], columns: int = 1) -> None:
    """Draw the newest lines that there is room for, the newest last, in a panel of their own.

    They go down one column after the other.
    """
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    board.lay_kept(_PIECES, (wide, high), partial(_ground, wide, high), left, top)
    rows, step = (high - 2 * _EDGE) // LINE, (wide - 34) // columns
    for at, line in enumerate(lines[-rows * columns :]):
        column, row = divmod(at, rows)
        x, y = left + _CORNER + column * step, top + _EDGE + row * LINE
        board.lay_kept(_PIECES, (line, step), partial(_draw_line, line, step - 8), x, y)


def _ground(wide: int, high: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    plate(image, (0, 0, wide, high), _CORNER, PANEL)
    return image


def _draw_line(line: Line, wide: int) -> Image.Image:
    image = Image.new("RGB", (wide, LINE), PANEL)
    draw_line(image, line, 6, LINE // 2, wide - 6)
    return image
