"""What happened last at a table with cards, a line each, in a panel of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from renderers.kit import text
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.lines import TEXT, Line, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.palette import PANEL, PAPER, TABLE
from renderers.kit.signs import plate

_LEADING = 1.57
"""From line to line, in heights of its words."""
_EDGE = 10
_CORNER = 14
_PIECES = PieceCache()


class CardSign(NamedTuple):
    """A card within a line: its sigil and, unless it is "", its name, shortened to fit."""

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
        edge = self.size + 10
        sigil(self.emblem, edge).paste(image, x, y - edge // 2)
        if not self.name or room < 90:
            return edge
        left = edge + 6
        return left + text.write_bold(
            image, x + left, y, self.name, size=self.size, colour=PAPER, room=room - left
        )


def height_of_news(lines: int, size: int = TEXT) -> int:
    """Return the height in pixels of a panel with this number of lines, with words `size` pixels high."""
    return lines * _line(size) + 2 * _EDGE


def _line(size: int) -> int:
    """Return the pixels from line to line."""
    return round(size * _LEADING)


def draw_news(board: Mosaic, box: Box, lines: Sequence[Line], size: int = TEXT) -> None:
    """Draw the newest lines that fit, the newest last, in their own panel."""
    left, top, right, bottom = box
    wide, high, step = right - left, bottom - top, _line(size)
    board.lay_kept(_PIECES, (wide, high), partial(_ground, wide, high), left, top)
    for at, line in enumerate(lines[-((high - 2 * _EDGE) // step) :]):
        key = line, wide, size
        board.lay_kept(_PIECES, key, partial(_draw_line, *key), left + _CORNER, top + _EDGE + at * step)


def _ground(wide: int, high: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    plate(image, (0, 0, wide, high), _CORNER, PANEL)
    return image


def _draw_line(line: Line, wide: int, size: int) -> Image.Image:
    """Return a line in a panel so wide."""
    image = Image.new("RGB", (wide - 34, _line(size)), PANEL)
    draw_line(image, line, 6, image.height // 2, image.width - 14, size=size)
    return image
