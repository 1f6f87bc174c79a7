"""What stands around the table: letters and numbers at its sides, and what the signs on it mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageDraw

from bot.engine.language import N_, current, gettext
from bot.games.crossfire.rules.table import Table
from renderers.crossfire.layout import RULER, Layout
from renderers.crossfire.signs import plate, shield
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Box, Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, MUTED, PAPER, TABLE, Colour, mix
from renderers.kit.playing_cards import Face, chip
from renderers.kit.sprites import drawn

_PIECES = PieceCache(limit=600_000)
_HIGH = 42
_SIGNS = 56
"""Where the signs are centred, in pixels from the left."""
_WORDS = 118


def draw_ruler(board: Mosaic, layout: Layout, table: Table) -> None:
    """Write the columns' letters below and above, the rows' numbers left and right of the squares."""
    half = RULER // 2
    for x, y, words in layout.ruler(lambda column: table.name(column)[:-1], (half,) * 4):
        board.lay_kept(_PIECES, words, partial(_draw_letters, words), x - half, y - half)


def _draw_letters(words: str) -> Image.Image:
    image = Image.new("RGB", (RULER, RULER), TABLE)
    text.write(image, RULER // 2, RULER // 2, words, size=READABLE, colour=MUTED, anchor="middle")
    return image


def draw_legend(board: Mosaic, box: Box) -> None:
    """Explain the signs in a column of lines."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    board.lay_kept(_PIECES, (current().code, wide, high), lambda: _drawn(wide, high), left, top)


def _drawn(wide: int, high: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    for at, (draw, words) in enumerate(_ROWS):
        y = at * _HIGH + _HIGH // 2
        draw(image, y)
        text.write(image, _WORDS, y, gettext(words), size=26, colour=MUTED)
    return image


def _lit(image: Image.Image, y: int) -> None:
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((_SIGNS - 32, y - 19, _SIGNS + 31, y + 18), radius=8, fill=GOLD)
    _chip(image, _SIGNS, y, 7, PAPER)


def _dim(image: Image.Image, y: int) -> None:
    chip(Face(7, 3), 56, 32, PAPER, faded=True).centre(image, _SIGNS, y)


def _chip(image: Image.Image, x: int, y: int, rank: int, edge: Colour) -> None:
    chip(Face(rank, 3), 56, 32, edge).centre(image, x, y)


def _pair(image: Image.Image, y: int) -> None:
    for x, rank in ((28, 6), (84, 4)):
        chip(Face(rank, 3), 40, 34, PAPER).centre(image, x, y)
    _bar(image, y, 44, GOLD)


def _chain(image: Image.Image, y: int) -> None:
    pen = ImageDraw.Draw(image)
    for half, colour in ((6, INK), (4, mix(INK, GOLD, 0.75))):
        pen.rectangle((12, y - half, 100, y + half), fill=colour)


def _bar(image: Image.Image, y: int, wide: int, colour: Colour) -> None:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, colour)):
            box = (inset * scale, inset * scale, (wide - inset) * scale - 1, (18 - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=8 * scale, fill=(*fill, 255))

    drawn(wide, 18, draw).centre(image, _SIGNS, y)


def _support(image: Image.Image, y: int) -> None:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, MUTED)):
            box = (inset * scale, inset * scale, (34 - inset) * scale - 1, (34 - inset) * scale - 1)
            pen.ellipse(box, fill=(*fill, 255))
        pen.rectangle((8 * scale, 15 * scale, 26 * scale - 1, 19 * scale - 1), fill=(*INK, 255))
        pen.rectangle((15 * scale, 8 * scale, 19 * scale - 1, 26 * scale - 1), fill=(*INK, 255))

    drawn(34, 34, draw).centre(image, _SIGNS, y)


def _power(image: Image.Image, y: int) -> None:
    plate("=7", 28, INK, GOLD).centre(image, _SIGNS, y)


def _seized(image: Image.Image, y: int) -> None:
    shield("9", 40).centre(image, _SIGNS, y)


_ROWS: tuple[tuple[Callable[[Image.Image, int], None], str], ...] = (
    (_lit, N_("has power")),
    (_dim, N_("has no power")),
    (_pair, N_("a pair: 10 together")),
    (_chain, N_("linked to a base")),
    (_support, N_("a base supported")),
    (_power, N_("its power at present")),
    (_seized, N_("seized, its strength")),
)
"""The signs with their words; seat colours are left out, for they are not the same in each match."""
