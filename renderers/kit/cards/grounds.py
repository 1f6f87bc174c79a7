"""The grounds of the emblems: a family has its own kind of place, each card its own view of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from PIL import ImageDraw

from renderers.kit.cards.hues import shades_of
from renderers.kit.outlines import band, disc, moved, oval, star
from renderers.kit.palette import Colour, mix

_Lot: TypeAlias = tuple[int, ...]
_Ground: TypeAlias = Callable[[ImageDraw.ImageDraw, int, int, tuple[Colour, ...], _Lot], None]


def draw_ground(
    pen: ImageDraw.ImageDraw, wide: int, high: int, step: int, house: tuple[int, ...], lot: tuple[int, ...]
) -> None:
    """Draw the ground of a lineage (`house`) as this card (`lot`) has it, and a glow in the middle."""
    _GROUNDS[house[3] % len(_GROUNDS)](pen, wide, high, shades_of(step), lot)


def _sunburst(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    count, reach = 10 + lot[0] % 7, math.hypot(wide, high)
    pen.rectangle((0, 0, wide, high), fill=shades[1])
    for at in range(count):
        start = 360 * at / count + lot[1] * 40 / 256
        pen.polygon(
            moved(band(0, 0, reach, 0, start, start + 180 / count), wide / 2, high / 2), fill=shades[3]
        )
    _glow(pen, wide, high, shades)


def _glow(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...]) -> None:
    for share, shade in ((0.66, 3), (0.56, 4)):
        pen.polygon(disc(wide / 2, high / 2, high * share), fill=shades[shade])


def _hills(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[3])
    x, y = wide * (0.15 + lot[0] / 256 * 0.7), high * (0.12 + lot[1] / 256 * 0.2)
    pen.polygon(disc(x, y, high * 0.34), fill=mix(shades[3], shades[4], 0.6))
    pen.polygon(disc(x, y, high * 0.2), fill=shades[4])
    for row in range(3):
        top, length = high * (0.46 + row * 0.17), wide * (0.35 + lot[row + 2] / 256 * 0.3)
        shift = lot[row + 5] / 256 * math.tau
        line = [
            (px, top + high * 0.09 * math.sin(px / length * math.tau + shift))
            for px in range(0, wide + 24, 24)
        ]
        pen.polygon([*line, (wide + 24, high), (0, high)], fill=shades[2 - row])


def _facets(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    columns, rows = 7, 5

    def corner(column: int, row: int) -> tuple[float, float]:
        chance = (
            lot[(column * 5 + row * 3) % 16] / 256 - 0.5,
            lot[(column * 3 + row * 7 + 5) % 16] / 256 - 0.5,
        )
        inner = 0 < column < columns and 0 < row < rows
        dx, dy = chance if inner else (0.0, 0.0)
        return (column + dx * 0.8) * wide / columns, (row + dy * 0.8) * high / rows

    for column in range(columns):
        for row in range(rows):
            a, b, c, d = (corner(column + x, row + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
            shade = lot[(column * 7 + row * 11) % 16] % 4
            pen.polygon([a, b, c], fill=shades[shade])
            pen.polygon([a, c, d], fill=shades[min(4, shade + 1)])


def _ripples(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[0])
    x, y = wide * (0.3 + lot[0] / 256 * 0.4), high * (0.3 + lot[1] / 256 * 0.4)
    count = 9
    for at in range(count, 0, -1):
        pen.polygon(disc(x, y, wide * 0.78 * at / count), fill=shades[(at % 2) * 2 + (at < count / 2)])


def _waters(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[4])
    for row in range(5):
        y, radius = high * (0.1 + row * 0.2), wide / 9
        shift = (lot[row] / 256) * radius * 2
        for at in range(-1, 7):
            pen.polygon(
                disc(at * radius * 1.6 + shift - radius, y + radius, radius),
                fill=shades[(3, 2, 3, 1, 0)[row]],
            )
        pen.rectangle((0, min(y + radius, high), wide, high), fill=shades[(3, 2, 3, 1, 0)[row]])


def _night(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    for row in range(5):
        pen.rectangle((0, high * row / 5, wide, high * (row + 1) / 5), fill=shades[(0, 1, 2, 3, 4)[row]])
    for at in range(26):
        chance = (lot[at % 16] * 7 + at * 53) % 256, (lot[(at * 5 + 3) % 16] * 3 + at * 91) % 256
        x, y = chance[0] / 256 * wide, chance[1] / 256 * high
        size = high * (0.012 + (at % 4) * 0.009)
        pen.polygon(moved(star(4, size, size * 0.3), x, y), fill=mix(shades[4], (255, 255, 255), 0.35))


def _lattice(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[1])
    size = high / (5 + lot[0] % 3)
    for row in range(-1, int(high / size) + 3):
        for column in range(-1, int(wide / size) + 3):
            x, y = (column + lot[1] / 256) * size, (row + lot[2] / 256) * size
            fill = shades[2 + (lot[(row * 5 + column * 3) % 16] % 5 == 0) + (row + column) % 2]
            pen.polygon(moved(star(2, size * 0.62, size * 0.42), x, y), fill=fill)
    _glow(pen, wide, high, shades)


def _arches(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[0])
    count = 3 + lot[0] % 2
    for at in range(count):
        x = wide * (at + 0.5) / count
        for share, shade in ((0.48, 1), (0.4, 2), (0.31, 3), (0.2, 4)):
            half = wide / count * share
            top = high * (0.3 + lot[at + 1] / 256 * 0.18) + (0.48 - share) * high * 0.3
            pen.polygon(oval(x, top, half, half * 1.1), fill=shades[shade])
            pen.rectangle((x - half, top, x + half, high), fill=shades[shade])
    pen.rectangle((0, high * 0.9, wide, high), fill=shades[0])


def _boughs(pen: ImageDraw.ImageDraw, wide: int, high: int, shades: tuple[Colour, ...], lot: _Lot) -> None:
    pen.rectangle((0, 0, wide, high), fill=shades[4])
    for layer in range(3):
        count = 7 - layer
        for at in range(count + 1):
            x = wide * (at + lot[(at + layer * 5) % 16] / 256 * 0.7) / count
            foot, half = high * (1.02 - layer * 0.0), wide / count * (0.42 + layer * 0.12)
            top = high * (0.18 + 0.16 * layer + lot[(at * 3 + layer) % 16] / 256 * 0.2)
            for tier in range(3):
                y = top + (foot - top) * tier * 0.27
                wider = half * (0.55 + tier * 0.25)
                pen.polygon(
                    [(x, y), (x + wider, y + high * 0.3), (x - wider, y + high * 0.3)], fill=shades[3 - layer]
                )
            pen.rectangle((x - half * 0.2, high * 0.8, x + half * 0.2, high), fill=shades[3 - layer])


_GROUNDS: tuple[_Ground, ...] = (
    _sunburst,
    _hills,
    _facets,
    _ripples,
    _waters,
    _night,
    _lattice,
    _arches,
    _boughs,
)
