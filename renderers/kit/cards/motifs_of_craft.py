"""Motifs of things that are made by hand."""

from __future__ import annotations

import math

from renderers.kit.outlines import (
    Drawing,
    Part,
    band,
    both,
    disc,
    moved,
    oval,
    smooth,
    star,
    taper,
    turned,
)


def _box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _turned(parts: Drawing, degrees: float) -> Drawing:
    return tuple([Part(part.tone, turned(part.points, degrees)) for part in parts])


def _gear() -> Drawing:
    rim = []
    for tooth in range(8):
        for offset, radius in ((-16, 0.76), (-11, 0.98), (11, 0.98), (16, 0.76)):
            angle = math.radians(tooth * 45 + offset)
            rim.append((radius * math.cos(angle), radius * math.sin(angle)))
    spokes = [Part("m", turned(_box(-0.08, -0.56, 0.08, 0.56), turn)) for turn in (0, 60, 120)]
    return (
        Part("m", rim),
        Part("l", band(0, 0, 0.74, 0.54)),
        Part("k", disc(0, 0, 0.54)),
        *spokes,
        Part("l", disc(0, 0, 0.25)),
        Part("p", disc(0, 0, 0.11)),
    )


def _blade() -> Drawing:
    return _turned(
        (
            Part("p", [(0, -1.02), (-0.15, -0.78), (-0.13, 0.42), (0, 0.42)]),
            Part("l", [(0, -1.02), (0.15, -0.78), (0.13, 0.42), (0, 0.42)]),
            Part("d", _box(-0.025, -0.7, 0.025, 0.3)),
            Part("m", _box(-0.07, 0.46, 0.07, 0.86)),
            *[Part("d", _box(-0.07, y, 0.07, y + 0.05)) for y in (0.58, 0.7)],
            Part(
                "g",
                smooth(
                    [
                        (-0.5, 0.3),
                        (-0.2, 0.4),
                        (0.2, 0.4),
                        (0.5, 0.3),
                        (0.46, 0.46),
                        (0.1, 0.54),
                        (-0.1, 0.54),
                        (-0.46, 0.46),
                    ]
                ),
            ),
            Part("g", disc(0, 0.92, 0.11)),
            Part("p", disc(0, 0.46, 0.06)),
        ),
        38,
    )


def _shield() -> Drawing:
    whole = [
        (-0.78, -0.82),
        (0, -0.94),
        (0.78, -0.82),
        (0.76, -0.1),
        (0.5, 0.5),
        (0, 0.98),
        (-0.5, 0.5),
        (-0.76, -0.1),
    ]
    inner = [(x * 0.82, y * 0.83) for x, y in whole]
    return (
        Part("m", whole),
        Part("l", inner),
        Part("m", [(0, -0.78), *inner[2:6]]),
        Part("d", [(-0.64, -0.16), (0.64, -0.16), (0.6, 0.1), (-0.6, 0.1)]),
        Part("d", [(-0.12, -0.77), (0.12, -0.77), (0.12, 0.72), (0, 0.81), (-0.12, 0.72)]),
        Part("g", disc(0, -0.03, 0.3)),
        Part("p", star(6, 0.22, 0.11)),
    )


def _crown() -> Drawing:
    points = [
        (-0.78, 0.5),
        (-0.96, -0.34),
        (-0.5, 0.02),
        (-0.34, -0.6),
        (0, -0.1),
        (0.34, -0.6),
        (0.5, 0.02),
        (0.96, -0.34),
        (0.78, 0.5),
    ]
    pearls = [
        Part("p", disc(x, y, 0.11)) for x, y in ((-0.94, -0.4), (-0.34, -0.68), (0.34, -0.68), (0.94, -0.4))
    ]
    gems = [Part("d", moved(star(2, 0.11, 0.08), x, 0.67)) for x in (-0.5, 0.5)]
    return (
        Part("g", points),
        *[Part("l", [(x, y), (x + 0.1, 0.5), (x - 0.1, 0.5)]) for x, y in ((-0.34, -0.5), (0.34, -0.5))],
        Part("m", smooth([(-0.8, 0.5), (0, 0.58), (0.8, 0.5), (0.76, 0.84), (0, 0.92), (-0.76, 0.84)])),
        *pearls,
        *gems,
        Part("p", moved(star(4, 0.2, 0.1), 0, 0.72)),
        Part("d", moved(star(4, 0.22, 0.1), 0, 0.24)),
    )


def _lantern() -> Drawing:
    flame = smooth([(0, -0.32), (0.15, 0.02), (0.13, 0.24), (0, 0.34), (-0.13, 0.24), (-0.15, 0.02)])
    return (
        Part("m", band(0, -0.76, 0.24, 0.16, 180, 360)),
        Part("d", [(-0.46, -0.46), (-0.12, -0.8), (0.12, -0.8), (0.46, -0.46)]),
        Part("l", [(-0.38, -0.46), (0.38, -0.46), (0.52, 0.56), (-0.52, 0.56)]),
        Part("p", oval(0, 0.06, 0.3, 0.42)),
        Part("g", flame),
        Part("p", oval(0, 0.2, 0.05, 0.1)),
        *both(Part("m", [(-0.4, -0.46), (-0.3, -0.46), (-0.42, 0.56), (-0.54, 0.56)])),
        Part("m", _box(-0.54, -0.52, 0.54, -0.4)),
        Part("m", [(-0.6, 0.52), (0.6, 0.52), (0.48, 0.86), (-0.48, 0.86)]),
        Part("d", _box(-0.5, 0.66, 0.5, 0.72)),
    )


def _key() -> Drawing:
    bow = [disc(0, -0.8, 0.23), disc(-0.27, -0.46, 0.23), disc(0.27, -0.46, 0.23)]
    holes = [disc(0, -0.8, 0.1), disc(-0.27, -0.46, 0.1), disc(0.27, -0.46, 0.1)]
    return _turned(
        (
            Part("m", _box(-0.09, -0.4, 0.09, 0.98)),
            Part("m", [(0.09, 0.5), (0.42, 0.5), (0.42, 0.64), (0.3, 0.64), (0.3, 0.7), (0.09, 0.7)]),
            Part("m", [(0.09, 0.78), (0.48, 0.78), (0.48, 0.96), (0.09, 0.96)]),
            *[Part("l", ring) for ring in bow],
            *[Part("k", hole) for hole in holes],
            Part("p", disc(0, -0.54, 0.12)),
            Part("p", _box(-0.05, -0.3, 0.0, 0.9)),
            Part("g", _box(-0.16, -0.24, 0.16, -0.12)),
        ),
        35,
    )


def _book() -> Drawing:
    cover = [(0, -0.46), (-0.5, -0.66), (-0.98, -0.5), (-0.98, 0.58), (-0.5, 0.46), (0, 0.7)]
    page = [(0, -0.5), (-0.46, -0.74), (-0.88, -0.62), (-0.88, 0.42), (-0.46, 0.32), (0, 0.56)]
    lines = [
        taper([(-0.74, y - 0.04), (-0.44, y - 0.1), (-0.14, y + 0.06)], 0.03, 0.03)
        for y in (-0.3, -0.08, 0.14)
    ]
    return (
        *both(Part("m", cover)),
        *both(Part("p", page)),
        Part("l", [(0, -0.5), (0.46, -0.74), (0.88, -0.62), (0.88, 0.42), (0.46, 0.32), (0, 0.56)]),
        *[Part("d", line) for line in lines],
        Part("d", moved(star(4, 0.3, 0.12), 0.46, -0.16)),
        Part("d", taper([(0, -0.5), (0, 0.6)], 0.03, 0.04)),
        Part("g", [(0.1, 0.44), (0.26, 0.38), (0.26, 0.92), (0.18, 0.8), (0.1, 0.92)]),
    )


def _mask() -> Drawing:
    face = smooth(
        [
            (-0.72, -0.74),
            (-0.3, -0.62),
            (0, -0.58),
            (0.3, -0.62),
            (0.72, -0.74),
            (0.76, -0.1),
            (0.54, 0.54),
            (0, 0.94),
            (-0.54, 0.54),
            (-0.76, -0.1),
        ]
    )
    half = [(0, -0.58), *[point for point in face if point[0] > 0 and point[1] < 0.94], (0, 0.94)]
    right = sorted(half[1:-1], key=lambda point: math.atan2(point[1], point[0]))
    eye = smooth([(-0.56, -0.2), (-0.34, -0.34), (-0.12, -0.12), (-0.32, -0.06)])
    return (
        Part("l", face),
        Part("m", [(0, -0.58), *right, (0, 0.94)]),
        *both(Part("k", eye)),
        Part("d", smooth([(0, -0.14), (0.12, 0.24), (0, 0.3), (-0.12, 0.24)])),
        Part("k", smooth([(-0.36, 0.42), (0, 0.52), (0.36, 0.42), (0.2, 0.66), (0, 0.7), (-0.2, 0.66)])),
        *both(Part("g", taper([(-0.64, -0.46), (-0.36, -0.52), (-0.12, -0.32)], 0.05, 0.03))),
        Part("p", moved(star(4, 0.18, 0.07), 0, -0.42)),
        *both(Part("m", smooth([(-0.66, -0.66), (-0.86, -0.98), (-0.5, -0.86), (-0.36, -0.64)]))),
    )


def _hammer() -> Drawing:
    return _turned(
        (
            Part("m", _box(-0.1, -0.4, 0.1, 1.0)),
            *[Part("d", _box(-0.1, y, 0.1, y + 0.06)) for y in (0.56, 0.7, 0.84)],
            Part("l", [(-0.62, -0.84), (0.62, -0.84), (0.62, -0.3), (-0.62, -0.3)]),
            Part("m", _box(-0.62, -0.5, 0.62, -0.3)),
            *both(Part("p", [(-0.78, -0.9), (-0.56, -0.84), (-0.56, -0.3), (-0.78, -0.24)])),
            Part("g", _box(-0.18, -0.92, 0.18, -0.22)),
            Part("p", moved(star(4, 0.14, 0.07), 0, -0.57)),
        ),
        36,
    )


def _anchor() -> Drawing:
    fluke = [(-0.98, 0.3), (-0.62, 0.2), (-0.66, 0.54), (-0.84, 0.56)]
    return (
        Part("m", band(0, 0.08, 0.86, 0.68, 20, 160)),
        *both(Part("l", fluke)),
        Part("l", [(-0.1, -0.5), (0.1, -0.5), (0.12, 0.9), (0, 1.0), (-0.12, 0.9)]),
        Part("m", [(0, -0.5), (0.1, -0.5), (0.12, 0.9), (0, 1.0)]),
        Part(
            "l",
            smooth([(-0.52, -0.42), (0, -0.46), (0.52, -0.42), (0.52, -0.26), (0, -0.28), (-0.52, -0.26)]),
        ),
        *both(Part("g", disc(-0.54, -0.34, 0.1))),
        Part("p", band(0, -0.74, 0.25, 0.13)),
    )


def _bell() -> Drawing:
    body = smooth(
        [
            (0, -0.8),
            (0.32, -0.62),
            (0.44, -0.1),
            (0.56, 0.26),
            (0.82, 0.56),
            (0, 0.64),
            (-0.82, 0.56),
            (-0.56, 0.26),
            (-0.44, -0.1),
            (-0.32, -0.62),
        ]
    )
    shade = smooth(
        [(0.1, -0.72), (0.32, -0.62), (0.44, -0.1), (0.56, 0.26), (0.82, 0.56), (0.2, 0.6), (0.26, 0.1)]
    )
    return (
        Part("m", band(0, -0.84, 0.2, 0.1)),
        Part("d", disc(0, 0.72, 0.2)),
        Part("l", body),
        Part("m", shade),
        Part("g", smooth([(-0.84, 0.5), (0, 0.58), (0.84, 0.5), (0.84, 0.66), (0, 0.74), (-0.84, 0.66)])),
        Part("d", taper([(-0.5, 0.2), (0, 0.28), (0.5, 0.2)], 0.035, 0.035)),
        Part("p", taper([(-0.24, -0.5), (-0.32, -0.06), (-0.4, 0.1)], 0.05, 0.02)),
    )


def _hourglass() -> Drawing:
    upper = smooth([(-0.5, -0.74), (0.5, -0.74), (0.46, -0.36), (0.1, -0.04), (-0.1, -0.04), (-0.46, -0.36)])
    lower = [(x, -y) for x, y in upper]
    return (
        Part("p", upper),
        Part("p", lower),
        Part("p", _box(-0.08, -0.12, 0.08, 0.12)),
        Part("g", smooth([(-0.36, -0.4), (0, -0.32), (0.36, -0.4), (0.08, -0.08), (-0.08, -0.08)])),
        Part("g", _box(-0.025, -0.12, 0.025, 0.6)),
        Part("g", smooth([(-0.42, 0.72), (-0.24, 0.46), (0, 0.34), (0.24, 0.46), (0.42, 0.72)])),
        *both(Part("m", _box(-0.66, -0.8, -0.54, 0.8))),
        Part("l", _box(-0.76, -0.96, 0.76, -0.76)),
        Part("l", _box(-0.76, 0.76, 0.76, 0.96)),
        Part("m", _box(-0.76, -0.84, 0.76, -0.76)),
        Part("m", _box(-0.76, 0.88, 0.76, 0.96)),
    )


CRAFT: dict[str, Drawing] = {
    "gear": _gear(),
    "blade": _blade(),
    "shield": _shield(),
    "crown": _crown(),
    "lantern": _lantern(),
    "key": _key(),
    "book": _book(),
    "mask": _mask(),
    "hammer": _hammer(),
    "anchor": _anchor(),
    "bell": _bell(),
    "hourglass": _hourglass(),
}
"""Each motif's drawing."""
