"""The battlefield: rough ground, and the sectors on it as plates with cut corners."""

from __future__ import annotations

from functools import partial

from PIL import Image, ImageDraw

from bot.engine.language import current, gettext
from renderers.kit import text
from renderers.kit.cards.hues import deep_of, shades_of
from renderers.kit.mosaic import Box, Mosaic, PieceCache
from renderers.kit.palette import GOLD, HEAL, INK, MUTED, PANEL, PAPER, SEATS, Colour, mix
from renderers.kit.titles import WIDTH
from renderers.neocombat.layout import LABEL

_PIECES = PieceCache(limit=8_000_000)
_EARTH = 2
"""The hue of the ground."""
_CUT = 20
"""Pixels cut off a sector's corners."""
_TILE = 320


def lay_ground(board: Mosaic, top: int, high: int) -> None:
    """Lay the bare ground, as high as told."""
    board.lay_kept(_PIECES, ("ground", high), partial(_draw_ground, high), 0, top)


def _draw_ground(high: int) -> Image.Image:
    image = Image.new("RGB", (WIDTH, high), deep_of(_EARTH))
    pen = ImageDraw.Draw(image)
    shades = shades_of(_EARTH)
    for row in range(high // _TILE + 1):
        for column in range(WIDTH // _TILE):
            _patch(pen, column, row, (mix(deep_of(_EARTH), shades[0], 0.5), deep_of(_EARTH)))
    return image


def _patch(pen: ImageDraw.ImageDraw, column: int, row: int, tones: tuple[Colour, Colour]) -> None:
    """Draw a crater and two stones, elsewhere in each part of the ground."""
    lot = (column * 7 + row * 13 + 3) % 11, (column * 5 + row * 3 + 1) % 7
    x, y = column * _TILE + 40 + lot[0] * 22, row * _TILE + 50 + lot[1] * 34
    wide = 70 + lot[1] * 9
    pen.ellipse((x - wide, y - wide // 2, x + wide, y + wide // 2), fill=tones[0])
    pen.ellipse((x - wide + 18, y - wide // 2 + 14, x + wide - 10, y + wide // 2 - 4), fill=tones[1])


def lay_sector(board: Mosaic, number: int, box: Box, seats: tuple[int, ...], *, open_to: bool) -> None:
    """Lay a sector in which varans of these seats stand; one to which a varan can move is pointed out."""
    left, top, right, bottom = box
    key = (number, right - left, bottom - top, seats, open_to, current().code)
    board.lay_kept(_PIECES, key, partial(_draw_sector, *key[:5]), left, top)


def _draw_sector(number: int, wide: int, high: int, seats: tuple[int, ...], open_to: bool) -> Image.Image:
    """Return a sector; what is clear is not laid."""
    image = Image.new("RGB", (wide, high), INK)
    pen = ImageDraw.Draw(image)
    rim = _rim(number, seats, open_to=open_to)
    for inset, fill in ((0, INK), (3, rim), (7 if open_to else 6, PANEL)):
        pen.polygon(_cut_box(inset, wide, high), fill=fill)
    if number:
        _number(image, number, rim)
    else:
        _centre(image)
    cover = Image.new("L", (wide, high))
    ImageDraw.Draw(cover).polygon(_cut_box(0, wide, high), fill=255)
    image.putalpha(cover)
    return image


def _cut_box(inset: int, wide: int, high: int) -> list[tuple[int, int]]:
    cut, far, low = _CUT - inset // 2, wide - 1 - inset, high - 1 - inset
    return [
        (inset + cut, inset),
        (far - cut, inset),
        (far, inset + cut),
        (far, low - cut),
        (far - cut, low),
        (inset + cut, low),
        (inset, low - cut),
        (inset, inset + cut),
    ]


def _rim(number: int, seats: tuple[int, ...], *, open_to: bool) -> Colour:
    if open_to:
        return HEAL
    if not number:
        return GOLD
    return SEATS[seats[0]].tones[3] if len(seats) == 1 else MUTED


def _number(image: Image.Image, number: int, rim: Colour) -> None:
    """Write a sector's number on a plate that hangs in its upper edge."""
    words, middle = str(number), LABEL // 2 + 2
    half = text.width(words, "extrabold", 28) // 2 + 18
    across = image.width // 2
    points = [
        (across - half - 10, 3),
        (across + half + 10, 3),
        (across + half - 4, LABEL - 4),
        (across - half + 4, LABEL - 4),
    ]
    ImageDraw.Draw(image).polygon(points, fill=rim)
    dark = sum(rim) < 380
    text.write_bold(image, across, middle - 2, words, size=28, colour=PAPER if dark else INK, anchor="middle")


def _centre(image: Image.Image) -> None:
    """Write what it is, between bars that slant like those of a barrier."""
    pen, middle = ImageDraw.Draw(image), LABEL // 2 + 2
    if image.height < 2 * LABEL + 40:
        middle = image.height // 2
    words = gettext("The Centre")
    across = image.width // 2
    wide = text.write_bold(image, across, middle, words, size=34, colour=GOLD, anchor="middle")
    for side in (-1, 1):
        for at in range(6):
            x = across + side * (wide // 2 + 34 + at * 34)
            points = [
                (x - 4, middle - 12),
                (x + 10, middle - 12),
                (x + 2, middle + 12),
                (x - 12, middle + 12),
            ]
            pen.polygon(points, fill=mix(GOLD, INK, 0.25 + at * 0.11))
