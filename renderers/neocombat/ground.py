"""The battlefield: rough ground, and the sectors on it as plates with cut corners."""

from __future__ import annotations

from functools import partial

from PIL import Image, ImageDraw

from bot.base.language import current
from bot.games.neocombat.wording.names import sector_title
from renderers.kit import text
from renderers.kit.cards.hues import deep_of, tones_of
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box, Point, oval
from renderers.kit.palette import GOLD, HEAL, INK, MUTED, PANEL, PAPER, SEATS, Colour, mix
from renderers.kit.titles import WIDTH
from renderers.neocombat.layout import LABEL

CENTRE_FILL = tones_of(3)[0]
"""The colour of the Centre, which tokens there stand on."""
_PIECES = PieceCache()
_CRATERS = PieceCache()
_EARTH = 2
"""The hue of the ground."""
_CUT = 20
"""Pixels cut off a sector's corners."""
_STEP = 320
"""Pixels from crater to crater."""
_WORDS = 38
"""The height of a sector's number and of the Centre's name."""


def lay_ground(board: Mosaic, top: int, high: int) -> None:
    """Lay the bare ground with its craters, as high as told."""
    low = top + high - 1
    board.fill(((0, top), (WIDTH, top), (WIDTH, low), (0, low)), deep_of(_EARTH))
    for row in range(high // _STEP):
        for column in range(WIDTH // _STEP):
            lot = (column * 7 + row * 13 + 3) % 11, (column * 5 + row * 3 + 1) % 7
            x, y = column * _STEP + 50 + lot[0] * 22, row * _STEP + 70 + lot[1] * 26
            key = (x, y, 64 + lot[1] * 9)
            board.lay_kept(_CRATERS, key, partial(_crater, *key), x - key[2], top + y - key[2] // 2)


def _crater(x: int, y: int, wide: int) -> Image.Image:
    """Return a crater around a point of the ground, no other near it."""
    earth, high = deep_of(_EARTH), wide // 2
    # At its place, and then cut out: moved, its edge would be rounded to other pixels.
    ground = Image.new("RGB", (x + wide + 1, y + high), earth)
    pen = ImageDraw.Draw(ground)
    pen.polygon(oval(x, y, wide, wide * 0.42), fill=mix(tones_of(_EARTH)[0], earth, 0.4))
    pen.polygon(oval(x + 5, y + 6, wide * 0.82, wide * 0.32), fill=earth)
    return ground.crop((x - wide, y - high, *ground.size))


def lay_sector(board: Mosaic, number: int, box: Box, seats: tuple[int, ...], *, open_to: bool) -> None:
    """Lay a sector in which varans of these seats stand; one to which a varan can move is pointed out."""
    rim = SEATS[seats[0]].tones[3] if len(seats) == 1 else MUTED
    if open_to or not number:
        rim = HEAL if open_to else GOLD
    for inset, colour in ((0, INK), (3, rim), (8 if open_to else 6, fill_of(number))):
        board.fill(_cut_box(box, inset), colour)
    left, top, right, bottom = box
    across = (left + right) // 2
    middle = top + 3 + _WORDS // 2
    if number:
        words, wide = partial(_number, number, rim), _wide_number(number)
    else:
        words, wide = partial(_centre, sector_title(0)), _wide_centre(sector_title(0))
        empty = bottom - top < 2 * LABEL + 40
        middle = (top + bottom) // 2 if empty else top + 6 + _WORDS // 2
    key = (number, rim, current().code)
    board.lay_kept(_PIECES, key, words, across - wide // 2, middle - _WORDS // 2)


def fill_of(sector: int) -> Colour:
    """Return the colour on which the tokens of a sector stand."""
    return PANEL if sector else CENTRE_FILL


def _cut_box(box: Box, inset: int) -> list[Point]:
    left, top, right, bottom = box
    near, upper, far, low = left + inset, top + inset, right - 1 - inset, bottom - 1 - inset
    cut = _CUT - inset // 2
    return [
        (near + cut, upper),
        (far - cut, upper),
        (far, upper + cut),
        (far, low - cut),
        (far - cut, low),
        (near + cut, low),
        (near, low - cut),
        (near, upper + cut),
    ]


def _wide_number(number: int) -> int:
    return text.width(str(number), "extrabold", ON_A_PHONE) + 56


def _number(number: int, rim: Colour) -> Image.Image:
    """Return a sector's number on a plate that hangs in its upper edge."""
    wide = _wide_number(number)
    image = Image.new("RGB", (wide, _WORDS), PANEL)
    points = [(0, 0), (wide - 1, 0), (wide - 15, _WORDS - 3), (14, _WORDS - 3)]
    ImageDraw.Draw(image).polygon(points, fill=rim)
    letters = PAPER if sum(rim) < 380 else INK
    middle = _WORDS // 2 - 2
    text.write_bold(image, wide // 2, middle, str(number), size=ON_A_PHONE, colour=letters, anchor="middle")
    return image


def _wide_centre(words: str) -> int:
    return text.width(words, "extrabold", ON_A_PHONE) + 520


def _centre(words: str) -> Image.Image:
    """Return the label of the Centre between slanted bars like those of a barrier."""
    wide, middle = _wide_centre(words), _WORDS // 2
    image = Image.new("RGB", (wide, _WORDS), CENTRE_FILL)
    text.write_bold(image, wide // 2, middle, words, size=ON_A_PHONE, colour=GOLD, anchor="middle")
    pen, half = ImageDraw.Draw(image), text.width(words, "extrabold", ON_A_PHONE) // 2
    for side in (-1, 1):
        for at in range(6):
            x = wide // 2 + side * (half + 34 + at * 34)
            slant = [(x - 4, 6), (x + 10, 6), (x + 2, _WORDS - 6), (x - 12, _WORDS - 6)]
            pen.polygon(slant, fill=mix(GOLD, CENTRE_FILL, 0.2 + at * 0.12))
    return image
