"""The ground of a square: chequered, with the sign of a deploy zone or the pattern of a terrain.

Zones and kinds of terrain differ in pattern as well as in colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.engine.contract import Seat
from renderers.kit.cache import kept
from renderers.kit.cards.hues import tones_of
from renderers.kit.palette import GROUND, HURT, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.shapes import outline, placed
from renderers.overcross.sights import EAST, NORTH, SOUTH, WEST

_SCALE = 2
_Pen: TypeAlias = ImageDraw.ImageDraw


@kept(256)
def square_ground(cell: int, zone: Seat, kinds: tuple[str, ...], edges: int, dark: bool) -> Image.Image:
    """Return the ground of a square, `cell` pixels wide. Not to be drawn on."""
    size = cell * _SCALE
    image = Image.new("RGB", (size, size), _fill(zone, kinds, dark))
    pen = ImageDraw.Draw(image)
    if zone >= 0 and not kinds:
        _zone(pen, zone, size)
    for kind in kinds:
        if not (kind == "blocks" and "obstructive" in kinds):
            _PATTERNS[kind](pen, size, kinds)
    line = TABLE if not kinds else INK
    pen.rectangle((0, size - _SCALE, size, size), fill=line)
    pen.rectangle((size - _SCALE, 0, size, size), fill=line)
    if kinds:
        _border(pen, size, edges, _RIMS[kinds[0]])
    return image.reduce(_SCALE)


def _fill(zone: Seat, kinds: tuple[str, ...], dark: bool) -> Colour:
    if kinds:
        return _FILLS["solid" if {"obstructive", "blocks"} <= set(kinds) else kinds[-1]]
    if zone >= 0:
        return mix(PANEL, SEATS[zone].colour, 0.3)
    return PANEL if dark else LIT_PANEL


_FILLS: Mapping[str, Colour] = {
    "solid": mix(GROUND, MUTED, 0.55),
    "obstructive": mix(GROUND, INK, 0.45),
    "blocks": tones_of(7)[1],
    "slow": tones_of(3)[1],
    "harmful": tones_of(0)[1],
    "bonus": tones_of(14)[1],
}
_RIMS: Mapping[str, Colour] = {
    "obstructive": PAPER,
    "blocks": tones_of(7)[4],
    "slow": tones_of(3)[4],
    "harmful": HURT,
    "bonus": tones_of(14)[4],
}
"""The colour of the line around an area, by the first of its kinds."""


def _zone(pen: _Pen, seat: Seat, size: int) -> None:
    """Draw the seat's shape as an outline."""
    style, middle = SEATS[seat], size / 2
    rim = style.tones[3]
    for share, fill in ((0.3, rim), (0.235, _fill(seat, (), dark=True))):
        pen.polygon(placed(outline(style.shape, size * share), middle, middle, 1), fill=fill)


def _bricks(pen: _Pen, size: int, kinds: tuple[str, ...]) -> None:
    """Draw courses of bricks: three of whole stones where they block sight, else two of outlines."""
    solid, joint = "blocks" in kinds, max(3, size // 28)
    courses, line = (3, INK) if solid else (2, MUTED)
    for course in range(courses):
        y = size * course // courses
        pen.rectangle((0, y, size, y + joint), fill=line)
        x = size // 2 if course % 2 else 0
        pen.rectangle((x, y, x + joint, size * (course + 1) // courses), fill=line)


def _trees(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    """Draw pointed trees."""
    tone = tones_of(7)[3]
    for x, y in ((0.27, 0.3), (0.73, 0.72)):
        points = [(x, y - 0.17), (x + 0.12, y + 0.15), (x - 0.12, y + 0.15)]
        pen.polygon([(px * size, py * size) for px, py in points], fill=tone)


def _waves(pen: _Pen, size: int, kinds: tuple[str, ...]) -> None:
    """Draw waves; over the pattern of another kind, less of them."""
    tone, step = tones_of(3)[3 if kinds[0] == "slow" else 4], size / 8
    heights, rows = (0, 1, 0, -1), 2 if kinds[0] == "slow" else 1
    for row in range(rows):
        y = size * (row * 2 + 1) / (2 * rows)
        points = [(step * at, y - heights[at % 4] * size * 0.06) for at in range(9)]
        pen.line(points, fill=tone, width=max(3, size // 26), joint="curve")


def _flames(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    """Draw two zigzags."""
    for row in range(2):
        y, step = size * (row + 0.8) / 2, size / 4
        points = [(step * at, y - (at % 2) * size * 0.26) for at in range(5)]
        pen.line(points, fill=HURT, width=max(3, size // 18))


def _crosses(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    tone, arm, thick = tones_of(14)[3], size * 0.07, max(3, size // 36)
    for row in range(2):
        for column in range(2):
            x, y = size * (column * 2 + 1) / 4, size * (row * 2 + 1) / 4
            pen.rectangle((x - arm, y - thick / 2, x + arm, y + thick / 2), fill=tone)
            pen.rectangle((x - thick / 2, y - arm, x + thick / 2, y + arm), fill=tone)


_PATTERNS: Mapping[str, Callable[[_Pen, int, tuple[str, ...]], None]] = {
    "obstructive": _bricks,
    "blocks": _trees,
    "slow": _waves,
    "harmful": _flames,
    "bonus": _crosses,
}


def _border(pen: _Pen, size: int, edges: int, rim: Colour) -> None:
    """Draw the line around an area at the sides at which it ends."""
    broad = max(6, size // 22)
    for grow, fill in ((4, INK), (0, rim)):
        wide = broad + grow
        for side, box in (
            (NORTH, (0, 0, size, wide)),
            (SOUTH, (0, size - 1 - wide, size, size)),
            (WEST, (0, 0, wide, size)),
            (EAST, (size - 1 - wide, 0, size, size)),
        ):
            if edges & side:
                pen.rectangle(box, fill=fill)
