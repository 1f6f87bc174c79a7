"""Shapes as points, and the marks of seats, which differ in shape as well as in colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import ImageDraw

from renderers.kit.outlines import Point
from renderers.kit.palette import INK, SEATS, Shape
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_MARKS = SpriteCache()


@lru_cache(maxsize=16)
def _ways(corners: int, turn: float) -> tuple[Point, ...]:
    """Return the directions of the corners of a regular shape."""
    angles = [turn + 2 * math.pi * corner / corners for corner in range(corners)]
    return tuple([(math.sin(angle), math.cos(angle)) for angle in angles])


def _ring(corners: int, radius: float, turn: float) -> list[Point]:
    return [(radius * sine, -radius * cosine) for sine, cosine in _ways(corners, turn)]


def outline(shape: Shape, radius: float) -> list[Point]:
    """Return a shape's corners around the origin; shapes of one radius look equally heavy."""
    if shape == "circle":
        return _ring(48, radius * 0.92, 0)
    if shape == "square":
        return _ring(4, radius * 1.17, math.pi / 4)
    if shape == "triangle":
        return [(x, y + radius * 0.2) for x, y in _ring(3, radius * 1.22, 0)]
    if shape == "diamond":
        return _ring(4, radius * 1.14, 0)
    if shape == "star":
        radius *= 1.2
        tips, notches = _ring(5, radius, 0), _ring(5, radius * 0.48, math.pi / 5)
        return [point for pair in zip(tips, notches, strict=True) for point in pair]
    return _ring(6, radius * 1.04, 0)


def placed(points: Sequence[Point], x: float, y: float, scale: float) -> list[Point]:
    """Return points moved by (x, y) and then scaled, for drawing on a larger canvas."""
    return [((px + x) * scale, (py + y) * scale) for px, py in points]


def seat_mark(seat: int, size: int) -> Sprite:
    """Return the mark of a seat, `size` pixels square: its shape in its colour with a dark rim."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        style, middle = SEATS[seat], size / 2
        pen.polygon(placed(outline(style.shape, size * 0.43), middle, middle, scale), fill=(*INK, 255))
        inner = placed(outline(style.shape, size * 0.43 - max(1.5, size * 0.06)), middle, middle, scale)
        pen.polygon(inner, fill=(*style.colour, 255))

    return _MARKS.get((seat, size), lambda: drawn(size, size, draw))
