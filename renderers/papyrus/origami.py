"""The origami: each kind of unit as a few folded facets in a box of 100 by 100, lit from the upper left.

The silhouettes differ before the facets do: a fox's head with two ears, an opened fan, a crane with neck,
wing and tail, a cross, a rocket.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from PIL import ImageDraw

from bot.games.papyrus.rules.options import Kind
from renderers.kit.outlines import Point
from renderers.kit.palette import INK, Colour

Facet: TypeAlias = tuple[int, tuple[Point, ...]]
"""A tone, 0 (deep shadow) to 8 (highlight), and the corners."""

_FOX: tuple[Facet, ...] = (
    (6, ((10, 6), (50, 34), (30, 58))),
    (4, ((10, 6), (30, 58), (6, 56))),
    (3, ((6, 56), (30, 58), (50, 96))),
    (5, ((90, 6), (50, 34), (70, 58))),
    (3, ((90, 6), (70, 58), (94, 56))),
    (2, ((94, 56), (70, 58), (50, 96))),
    (8, ((50, 34), (30, 58), (50, 96))),
    (7, ((50, 34), (70, 58), (50, 96))),
    (0, ((42, 82), (58, 82), (50, 97))),
)

_CRANE: tuple[Facet, ...] = (
    (3, ((52, 62), (76, 66), (99, 44))),
    (5, ((60, 74), (76, 64), (99, 44))),
    (3, ((36, 66), (54, 60), (42, 10))),
    (6, ((12, 30), (23, 33), (46, 66), (36, 74))),
    (8, ((12, 30), (23, 33), (1, 47))),
    (8, ((40, 68), (58, 72), (78, 2))),
    (5, ((58, 72), (72, 64), (78, 2))),
    (4, ((34, 68), (58, 68), (52, 92))),
    (2, ((76, 66), (58, 68), (52, 92))),
)

_CROSS: tuple[Facet, ...] = (
    (8, ((32, 5), (68, 5), (50, 50))),
    (6, ((32, 5), (50, 50), (32, 32))),
    (5, ((68, 5), (68, 32), (50, 50))),
    (7, ((5, 32), (32, 32), (50, 50), (5, 68))),
    (4, ((5, 68), (50, 50), (32, 68))),
    (5, ((95, 32), (68, 32), (50, 50))),
    (3, ((95, 32), (50, 50), (68, 68), (95, 68))),
    (4, ((32, 95), (32, 68), (50, 50))),
    (2, ((32, 95), (50, 50), (68, 68), (68, 95))),
)

_ROCKET: tuple[Facet, ...] = (
    (6, ((33, 50), (6, 92), (38, 80))),
    (3, ((67, 50), (94, 92), (62, 80))),
    (8, ((50, 1), (31, 36), (50, 40))),
    (5, ((50, 1), (69, 36), (50, 40))),
    (6, ((31, 36), (50, 40), (50, 82), (37, 80))),
    (3, ((69, 36), (50, 40), (50, 82), (63, 80))),
    (8, ((40, 84), (50, 86), (50, 99))),
    (7, ((60, 84), (50, 86), (50, 99))),
)


def _fan() -> tuple[Facet, ...]:
    pleats, pivot = 6, (50.0, 92.0)

    def rim(step: float, reach: float) -> Point:
        angle = math.radians(172 - 164 * step / pleats)
        return pivot[0] + 50 * reach * math.cos(angle), pivot[1] - 84 * reach * math.sin(angle)

    facets: list[Facet] = []
    for pleat in range(pleats):
        valley, ridge, next_valley = rim(pleat, 0.84), rim(pleat + 0.5, 1.0), rim(pleat + 1, 0.84)
        shade = pleat // 3
        facets.append((8 - shade, (pivot, valley, ridge)))
        facets.append((4 - shade, (pivot, ridge, next_valley)))
    facets.append((1, ((50, 76), (60, 96), (40, 96))))
    return tuple(facets)


FIGURES: dict[Kind, tuple[Facet, ...]] = {
    Kind.SMG: _FOX,
    Kind.SHOTGUN: _fan(),
    Kind.SNIPER: _CRANE,
    Kind.MEDIC: _CROSS,
    Kind.RPG: _ROCKET,
}


def fold(
    pen: ImageDraw.ImageDraw,
    kind: Kind,
    tones: Sequence[Colour],
    *,
    left: float,
    top: float,
    size: float,
    scale: int,
    rim: float,
) -> None:
    """Draw a figure into the square at (left, top), with a dark rim and a shadow of `rim` pixels."""

    def corners(points: Sequence[Point], shift: float = 0.0) -> list[Point]:
        unit = size / 100
        return [
            ((left + x * unit + shift) * scale, (top + y * unit + shift * 1.2) * scale) for x, y in points
        ]

    facets = FIGURES[kind]
    for _, points in facets:
        pen.polygon(corners(points, rim * 1.1), fill=(*INK, 150))
    _rim(pen, [corners(points) for _, points in facets], rim * scale)
    for tone, points in facets:
        pen.polygon(corners(points), fill=(*tones[tone], 255))


def _rim(pen: ImageDraw.ImageDraw, outlines: Sequence[Sequence[Point]], reach: float) -> None:
    """Draw all edges broad and dark, with rounded corners; the facets go on top."""
    for points in outlines:
        pen.line([*points, points[0]], fill=(*INK, 255), width=round(reach * 2))
    for x, y in sorted({point for points in outlines for point in points}):
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=(*INK, 255))
