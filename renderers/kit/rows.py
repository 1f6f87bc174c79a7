"""Rows of items below a table: a legend of the signs, the piles, the seats that left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from PIL import Image

from bot.engine.sentences import listed
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Run
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, PAPER, TABLE, Colour
from renderers.kit.png import encoded
from renderers.kit.sprites import Sprite
from renderers.kit.text import ELLIPSIS
from renderers.kit.titles import MARGIN, WIDTH

# The legend of a game's pictures: each sign with its word.


LEGEND_SIGN = 56
"""Pixels of a sign."""
_ROW = 84
_LETTERS = 44
_COLUMNS = 2


def draw_legend(signs: Sequence[tuple[Sprite, str]]) -> Picture:
    """Return a picture of signs with their words, in two columns, read row by row."""
    rows = -(-len(signs) // _COLUMNS)
    image = Image.new("RGB", (WIDTH, rows * _ROW + MARGIN), TABLE)
    wide = (WIDTH - MARGIN) // _COLUMNS
    for at, (sign, words) in enumerate(signs):
        row, column = divmod(at, _COLUMNS)
        x, middle = MARGIN + column * wide, row * _ROW + (_ROW + MARGIN) // 2
        sign.centre(image, x + LEGEND_SIGN // 2, middle)
        left = x + LEGEND_SIGN + MARGIN
        text.write(
            image, left, middle, words, size=_LETTERS, colour=PAPER, room=wide - LEGEND_SIGN - 2 * MARGIN
        )
    alt = listed([words for _, words in signs])
    if len(alt) > ALT_TEXT_LIMIT:
        alt = alt[: ALT_TEXT_LIMIT - 1] + ELLIPSIS
    return Picture(encoded(image), alt, *image.size)


SIGN = 38
"""Pixels for a sign with the gap behind it."""
_GAP = 26
_SIDE = MARGIN + 4
_PIECES = PieceCache()


class Item(Run, Protocol):
    """A run that knows how wide it is. Equal items look alike."""

    @property
    def wide(self) -> int:
        """Pixels it takes."""


class Explained(NamedTuple):
    """A sign with its words. A game says how the sign of a kind is drawn."""

    kind: str
    words: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return SIGN + text.width(self.words, "semibold", ON_A_PHONE)


Row: TypeAlias = tuple[Item, ...]


def in_rows(items: Iterable[Item]) -> list[Row]:
    """Return items in rows that fit."""
    rows: list[list[Item]] = []
    room = 0
    for item in items:
        if item.wide > room:
            rows.append([])
            room = WIDTH - MARGIN - _SIDE - 4
        rows[-1].append(item)
        room -= item.wide + _GAP
    return [tuple(row) for row in rows]


def draw_rows(board: Mosaic, rows: Sequence[Row], top: int, high: int) -> None:
    """Draw rows from this y coordinate on, each with this height in pixels."""
    for at, row in enumerate(rows):
        board.lay_kept(_PIECES, (row, high), partial(_draw_row, row, high), 0, top + at * high)


def _draw_row(row: Row, high: int) -> Image.Image:
    image, x = Image.new("RGB", (WIDTH, high), TABLE), _SIDE
    for item in row:
        x += item.draw(image, x, high // 2, item.wide) + _GAP
    return image


def draw_explained(
    image: Image.Image, x: int, y: int, mark: Sprite, words: str, *, colour: Colour = MUTED
) -> int:
    """Draw a sign with its meaning behind it, centred on the height `y`; return the width."""
    mark.centre(image, x + 16, y)
    return SIGN + text.write(image, x + SIGN, y, words, size=ON_A_PHONE, colour=colour)
