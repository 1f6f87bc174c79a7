"""Arrows: straight ones for shots, stepped ones for paths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from renderers.kit.outlines import Point
from renderers.kit.palette import INK, Colour
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SHAFTS = SpriteCache()
_HEADS = SpriteCache()
_PAD = 24
_SCALE = 3
_LARGE, _LARGE_SCALE = 250_000, 2
"""Pixels from which an arrow's sprite is drawn at less than the usual scale, which would take long."""


class _Line:
    """A straight line on an enlarged canvas; points are named by their distance along it and aside of it."""

    def __init__(self, dx: int, dy: int, scale: int) -> None:
        self._scale = scale
        self.length = math.hypot(dx, dy) or 1.0
        self._along = (dx / self.length, dy / self.length)
        self._start = (_PAD + max(0, -dx), _PAD + max(0, -dy))

    def at(self, distance: float, aside: float = 0.0) -> Point:
        (x, y), (ax, ay) = self._start, self._along
        across, down = x + ax * distance - ay * aside, y + ay * distance + ax * aside
        return across * self._scale, down * self._scale

    def bar(self, begin: float, end: float, half: float) -> list[Point]:
        return [self.at(begin, half), self.at(end, half), self.at(end, -half), self.at(begin, -half)]


def short_of(start: tuple[int, int], end: tuple[int, int], by: float, most: float = 0.5) -> tuple[int, int]:
    """Return the point this many pixels before the end of a way, or at most the fraction `most` of it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = math.hypot(dx, dy) or 1.0
    short = min(by, long * most)
    return round(end[0] - dx / long * short), round(end[1] - dy / long * short)


def shot_sprite(
    origin: tuple[int, int], end: tuple[int, int], colour: Colour, *, width: int, missed: bool = False
) -> tuple[Sprite, tuple[int, int]]:
    """Return a straight arrow between two points, and where its upper left corner belongs; a missed one is
    dashed and ends in a cross.
    """
    dx, dy = end[0] - origin[0], end[1] - origin[1]
    key = (dx, dy, colour, width, missed)
    sprite = _SHAFTS.get(key, lambda: _shaft(dx, dy, colour, width, missed))
    return sprite, (min(origin[0], end[0]) - _PAD, min(origin[1], end[1]) - _PAD)


def _shaft(dx: int, dy: int, colour: Colour, thick: int, missed: bool) -> Sprite:
    wide, high = abs(dx) + 2 * _PAD, abs(dy) + 2 * _PAD
    scale = _SCALE if wide * high < _LARGE else _LARGE_SCALE
    line = _Line(dx, dy, scale)
    layers = ((2.0, (*INK, 200)), (0.0, (*colour, 255)))

    def draw(pen: ImageDraw.ImageDraw, _: int) -> None:
        for grow, fill in layers:
            if missed:
                _draw_miss(pen, line, thick, grow, fill)
            else:
                _draw_hit(pen, line, thick, grow, fill)

    return drawn(wide, high, draw, scale=scale)


def _draw_hit(pen: ImageDraw.ImageDraw, line: _Line, width: int, grow: float, fill: tuple[int, ...]) -> None:
    barb, back = width * 1.8 + grow * 1.3, line.length - width * 3.4 - grow * 1.2
    pen.polygon(line.bar(-grow, back + width, width / 2 + grow), fill=fill)
    tip = line.at(line.length + grow * 2)
    pen.polygon([tip, line.at(back, barb), line.at(back + width * 0.8), line.at(back, -barb)], fill=fill)


def _draw_miss(pen: ImageDraw.ImageDraw, line: _Line, width: int, grow: float, fill: tuple[int, ...]) -> None:
    step, reach = width * 3.4, line.length - width * 2.5
    for index in range(max(1, int(reach / step) + 1)):
        begin, end = index * step, min(reach, index * step + step * 0.5)
        if end > begin:
            pen.polygon(line.bar(begin - grow, end + grow, width / 2 + grow), fill=fill)
    arm, half = width * 1.5 + grow, width / 2 + grow
    for slant in (1, -1):
        corners = [
            (arm + half, slant * (arm - half)),
            (arm - half, slant * (arm + half)),
            (-arm - half, slant * (-arm + half)),
            (-arm + half, slant * (-arm - half)),
        ]
        pen.polygon([line.at(line.length + along, aside) for along, aside in corners], fill=fill)


def path(
    board: Image.Image, points: Sequence[tuple[int, int]], colour: Colour, *, width: int, short: int
) -> None:
    """Draw a path of horizontal and vertical segments with an arrowhead `short` pixels before the last point.

    A ring marks the start.
    """
    if len(points) < 2:
        return
    (bx, by), (ex, ey) = points[-2], points[-1]
    sx, sy = (ex > bx) - (ex < bx), (ey > by) - (ey < by)
    tip = (ex - sx * short, ey - sy * short)
    back = (tip[0] - sx * width * 2, tip[1] - sy * width * 2)
    pen, half = ImageDraw.Draw(board), width // 2
    stops = [*points[:-1], back]
    for (x, y), (nx, ny) in pairwise(stops):
        box = (min(x, nx) - half, min(y, ny) - half, max(x, nx) + half, max(y, ny) + half)
        pen.rectangle(box, fill=colour)
    _start_ring(colour, width).centre(board, *points[0])
    _path_head(sx, sy, colour, width).centre(board, *back)


def _start_ring(colour: Colour, width: int) -> Sprite:
    size = width * 5

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, colour), (width, INK)):
            edge = (size - inset - 1) * scale
            pen.ellipse((inset * scale, inset * scale, edge, edge), fill=(*fill, 255))

    return _HEADS.get(("ring", colour, width), lambda: drawn(size, size, draw))


def _path_head(sx: int, sy: int, colour: Colour, width: int) -> Sprite:
    size, reach = width * 6, width * 2

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        middle = size / 2
        corners = [
            (middle + sx * reach, middle + sy * reach),
            (middle - sy * reach, middle + sx * reach),
            (middle + sy * reach, middle - sx * reach),
        ]
        pen.polygon([(x * scale, y * scale) for x, y in corners], fill=(*colour, 255))

    return _HEADS.get(("head", sx, sy, colour, width), lambda: drawn(size, size, draw))
