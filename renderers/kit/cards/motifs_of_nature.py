"""Motifs from sea, sky, plants and animals."""

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


def _wave() -> Drawing:
    crest = smooth(
        [
            (-0.98, 0.8),
            (-0.92, 0.25),
            (-0.6, -0.4),
            (-0.05, -0.8),
            (0.5, -0.72),
            (0.82, -0.36),
            (0.74, -0.02),
            (0.5, 0.1),
            (0.3, 0.02),
            (0.44, -0.1),
            (0.5, -0.3),
            (0.28, -0.46),
            (0.02, -0.3),
            (-0.1, 0.08),
            (0.08, 0.42),
            (0.5, 0.56),
            (0.98, 0.52),
            (0.96, 0.84),
            (0.3, 0.9),
            (-0.5, 0.9),
        ]
    )
    inner = taper([(-0.72, 0.7), (-0.62, 0.15), (-0.3, -0.35), (0.12, -0.58)], 0.1, 0.03)
    second = taper([(-0.42, 0.76), (-0.38, 0.3), (-0.22, -0.08)], 0.08, 0.02)
    return (
        Part("m", crest),
        Part("d", inner),
        Part("d", second),
        Part("l", taper([(-0.2, 0.74), (0.2, 0.72), (0.6, 0.68), (0.9, 0.7)], 0.05, 0.02)),
        *[
            Part("p", disc(x, y, r))
            for x, y, r in (
                (0.02, -0.8, 0.12),
                (0.28, -0.82, 0.14),
                (0.56, -0.7, 0.14),
                (0.78, -0.46, 0.13),
                (0.78, -0.14, 0.11),
                (0.56, 0.08, 0.1),
                (0.94, -0.8, 0.07),
                (0.66, -0.96, 0.05),
            )
        ],
    )


def _flame() -> Drawing:
    outer = [
        (0, 0.95),
        (-0.5, 0.8),
        (-0.7, 0.35),
        (-0.56, -0.05),
        (-0.4, -0.3),
        (-0.3, 0.02),
        (-0.14, -0.4),
        (0.06, -0.98),
        (0.22, -0.5),
        (0.42, -0.16),
        (0.5, -0.42),
        (0.68, 0.0),
        (0.72, 0.4),
        (0.5, 0.8),
    ]
    middle = [
        (0.02, 0.9),
        (-0.32, 0.74),
        (-0.42, 0.42),
        (-0.24, 0.08),
        (-0.06, -0.1),
        (0.08, -0.46),
        (0.2, -0.06),
        (0.36, 0.16),
        (0.44, 0.48),
        (0.32, 0.76),
    ]
    core = [(0.02, 0.88), (-0.18, 0.68), (-0.14, 0.4), (0.04, 0.12), (0.2, 0.42), (0.22, 0.7)]
    return (Part("m", smooth(outer)), Part("l", smooth(middle)), Part("p", smooth(core)))


def _leaf() -> Drawing:
    blade = smooth(
        [
            (0, -0.98),
            (0.3, -0.62),
            (0.5, -0.1),
            (0.42, 0.34),
            (0, 0.72),
            (-0.42, 0.34),
            (-0.5, -0.1),
            (-0.3, -0.62),
        ]
    )
    half = [(0, -0.98), *[point for point in blade if point[0] > 0], (0, 0.72)]
    veins = [
        taper([(0, y + 0.2), (side * 0.2, y + 0.02), (side * wide, y - 0.12)], 0.035, 0.008)
        for y, wide in ((-0.5, 0.26), (-0.16, 0.4), (0.18, 0.36))
        for side in (-1, 1)
    ]
    parts = [
        Part("l", blade),
        Part("m", half),
        Part("d", taper([(0, -0.86), (0, 0.4), (0.06, 0.98)], 0.02, 0.06)),
    ]
    parts += [Part("d", vein) for vein in veins]
    return tuple([Part(part.tone, turned(part.points, 28)) for part in parts])


def _star() -> Drawing:
    tips = star(5, 1.0, 0.42)
    facets = [Part("l" if at % 2 else "m", [(0, 0.0), tips[at], tips[(at + 1) % 10]]) for at in range(10)]
    return (Part("m", tips), *facets, Part("p", star(5, 0.34, 0.15)))


def _moon() -> Drawing:
    outer = band(0, 0, 0.92, 0.92, 50, 310)[:34]
    inner = band(0.36, 0, 0.68, 0.68, 62, 298)[:30]
    crescent = [*outer, *reversed(inner)]
    shade = [*band(0, 0, 0.92, 0.92, 50, 180)[:17], *reversed(band(0.2, -0.05, 0.88, 0.88, 70, 180)[:14])]
    return (
        Part("l", crescent),
        Part("m", shade),
        Part("d", disc(-0.62, -0.22, 0.1)),
        Part("d", disc(-0.5, 0.3, 0.07)),
        Part("p", moved(star(4, 0.34, 0.1), 0.42, -0.1)),
        Part("p", moved(star(4, 0.17, 0.05), 0.66, 0.36)),
    )


def _sun() -> Drawing:
    return (
        Part("m", star(12, 1.0, 0.6, 15)),
        Part("g", star(12, 0.84, 0.56)),
        Part("l", disc(0, 0, 0.52)),
        Part("p", disc(-0.1, -0.1, 0.34)),
        Part("d", taper([(-0.2, 0.14), (0, 0.24), (0.2, 0.14)], 0.03, 0.03)),
        Part("d", oval(-0.17, -0.07, 0.05, 0.09)),
        Part("d", oval(0.17, -0.07, 0.05, 0.09)),
    )


def _eye() -> Drawing:
    almond = smooth(
        [
            (-0.98, 0.1),
            (-0.5, -0.34),
            (0, -0.5),
            (0.5, -0.34),
            (0.98, 0.1),
            (0.5, 0.46),
            (0, 0.58),
            (-0.5, 0.46),
        ]
    )
    lashes = [
        Part("l", taper([(x, -0.5 + abs(x) * 0.5), (x * 1.35, -0.95 + abs(x) * 0.55)], 0.07, 0.015))
        for x in (-0.66, -0.34, 0.0, 0.34, 0.66)
    ]
    return (
        *lashes,
        Part("p", almond),
        Part("m", disc(0, 0.04, 0.44)),
        Part("d", disc(0, 0.04, 0.34)),
        Part("l", band(0, 0.04, 0.34, 0.26, 20, 160)),
        Part("k", oval(0, 0.04, 0.11, 0.27)),
        Part("p", disc(-0.16, -0.14, 0.09)),
    )


def _wing() -> Drawing:
    feathers = []
    for at in range(6):
        angle = -12 + at * 21
        long = 1.36 - at * 0.13
        quill = [
            (0, 0.06),
            (long * 0.5, -0.15),
            (long * 0.92, -0.1),
            (long, 0.04),
            (long * 0.8, 0.13),
            (0.1, 0.12),
        ]
        tone = "ml"[at % 2]
        feathers.append(Part(tone, moved(turned(smooth(quill), angle), -0.62, -0.44)))
    shoulder = smooth(
        [
            (-0.98, -0.5),
            (-0.66, -0.86),
            (-0.1, -0.8),
            (0.42, -0.64),
            (0.1, -0.42),
            (-0.3, -0.28),
            (-0.56, 0.1),
            (-0.84, 0.02),
        ]
    )
    scales = [
        Part("l", moved(band(0, 0, 0.17, 0.1, 20, 160), x, y))
        for x, y in ((-0.62, -0.5), (-0.3, -0.58), (0.0, -0.62), (-0.66, -0.24), (-0.4, -0.36))
    ]
    return (*reversed(feathers), Part("p", shoulder), *[Part("m", part.points) for part in scales])


def _fang() -> Drawing:
    tooth = [
        (0.12, -0.52),
        (0.5, -0.64),
        (0.82, -0.5),
        (0.78, -0.05),
        (0.58, 0.5),
        (0.3, 0.96),
        (0.34, 0.4),
        (0.22, -0.1),
    ]
    shade = [(0.62, -0.58), (0.82, -0.5), (0.78, -0.05), (0.58, 0.5), (0.3, 0.96), (0.54, 0.3), (0.64, -0.1)]
    gum = smooth(
        [
            (-0.98, -0.5),
            (-0.84, -0.86),
            (-0.4, -0.94),
            (0, -0.78),
            (0.4, -0.94),
            (0.84, -0.86),
            (0.98, -0.5),
            (0.5, -0.42),
            (0, -0.3),
            (-0.5, -0.42),
        ]
    )
    small = [(-0.1, -0.38), (0.1, -0.38), (0, 0.08)]
    return (
        *both(Part("p", smooth(tooth))),
        *both(Part("l", smooth(shade))),
        Part("l", small),
        Part("m", gum),
        Part("d", taper([(-0.8, -0.66), (-0.3, -0.62), (0, -0.52), (0.3, -0.62), (0.8, -0.66)], 0.03, 0.03)),
    )


def _shell() -> Drawing:
    ribs = []
    for at in range(7):
        start, end = math.radians(200 + at * 20), math.radians(220 + at * 20)
        middle = (start + end) / 2
        rib = [
            (0, 0.62),
            *[
                (1.32 * r * math.cos(a), 0.62 + 1.32 * r * math.sin(a))
                for a, r in (
                    (start, 0.93),
                    ((start + middle) / 2, 1.02),
                    (middle, 1.05),
                    ((end + middle) / 2, 1.02),
                    (end, 0.93),
                )
            ],
        ]
        ribs.append(Part("lm"[at % 2], [(x * 0.8, y) for x, y in rib]))
    foot = smooth([(-0.42, 0.56), (0, 0.4), (0.42, 0.56), (0.34, 0.84), (0, 0.78), (-0.34, 0.84)])
    arcs = [Part("d", [(x * 0.8, y) for x, y in band(0, 0.62, r, r - 0.045, 204, 336)]) for r in (1.1, 0.78)]
    return (*ribs, *arcs, Part("p", foot), Part("d", disc(0, 0.62, 0.08)))


def _prism(x: float, turn: float, wide: float, top: float) -> Drawing:
    foot = 0.8
    faces = (
        ("m", [(-wide, foot), (-wide, top + 0.26), (-wide * 0.3, top + 0.34), (-wide * 0.3, foot + 0.06)]),
        (
            "l",
            [
                (-wide * 0.3, foot + 0.06),
                (-wide * 0.3, top + 0.34),
                (wide * 0.55, top + 0.3),
                (wide * 0.55, foot),
            ],
        ),
        ("d", [(wide * 0.55, foot), (wide * 0.55, top + 0.3), (wide, top + 0.2), (wide, foot - 0.04)]),
        ("p", [(-wide, top + 0.26), (0, top), (-wide * 0.3, top + 0.34)]),
        ("l", [(-wide * 0.3, top + 0.34), (0, top), (wide * 0.55, top + 0.3)]),
        ("m", [(wide * 0.55, top + 0.3), (0, top), (wide, top + 0.2)]),
    )
    return tuple([Part(tone, moved(turned(points, turn), x, 0)) for tone, points in faces])


def _crystal() -> Drawing:
    return (*_prism(-0.42, -27, 0.22, -0.5), *_prism(0.44, 29, 0.21, -0.34), *_prism(0, 0, 0.34, -0.98))


def _feather() -> Drawing:
    vane = smooth(
        [
            (0, -0.98),
            (0.26, -0.66),
            (0.34, -0.2),
            (0.26, 0.24),
            (0, 0.56),
            (-0.26, 0.24),
            (-0.34, -0.2),
            (-0.24, -0.66),
        ]
    )
    half = [(0, -0.98), *[point for point in vane if point[0] > 0], (0, 0.56)]
    cuts = [[(0.07, y), (0.31, y - 0.17), (0.29, y - 0.04)] for y in (-0.06, 0.26)]
    cuts.append([(-0.07, 0.12), (-0.31, -0.05), (-0.3, 0.06)])
    parts = [Part("l", vane), Part("m", half), *[Part("k", cut) for cut in cuts]]
    parts += [
        Part("d", taper([(side * 0.02, y), (side * 0.22, y - 0.2)], 0.02, 0.008))
        for y in (-0.5, -0.24, 0.04)
        for side in (-1, 1)
    ]
    parts.append(Part("p", taper([(0, -0.84), (0, 0.3), (0.04, 0.98)], 0.018, 0.05)))
    return tuple([Part(part.tone, turned(part.points, 32)) for part in parts])


def _bolt() -> Drawing:
    whole = [(0.2, -1), (-0.6, 0.12), (-0.1, 0.12), (-0.34, 1), (0.62, -0.26), (0.1, -0.26), (0.56, -1)]
    shade = [(0.56, -1), (0.1, -0.26), (0.62, -0.26), (-0.34, 1), (0.28, -0.1), (-0.12, -0.14)]
    return (
        Part("l", whole),
        Part("m", shade),
        Part("p", [(0.2, -1), (-0.6, 0.12), (-0.36, 0.12), (0.36, -1)]),
    )


def _spiral() -> Drawing:
    line = []
    for step in range(61):
        angle = math.tau * 2.4 * step / 60
        radius = 0.06 + 0.84 * step / 60
        line.append((radius * math.cos(angle - 0.6), radius * math.sin(angle - 0.6)))
    beads = [Part("p", disc(*line[at], 0.09)) for at in (60, 38)]
    return (Part("m", taper(line, 0.03, 0.15, 1)), Part("l", taper(line[14:], 0.015, 0.06, 1)), *beads)


def _root() -> Drawing:
    paths = (
        ([(0, -0.4), (-0.24, 0.04), (-0.6, 0.24), (-0.92, 0.72)], 0.13, 0.02),
        ([(0, -0.4), (0.24, 0.06), (0.58, 0.2), (0.94, 0.66)], 0.13, 0.02),
        ([(-0.02, -0.3), (-0.12, 0.3), (-0.34, 0.6), (-0.42, 0.98)], 0.13, 0.02),
        ([(0.02, -0.3), (0.1, 0.34), (0.36, 0.6), (0.4, 0.96)], 0.13, 0.02),
        ([(0, -0.2), (0.02, 0.4), (-0.04, 0.92)], 0.12, 0.02),
        ([(-0.44, 0.16), (-0.66, 0.06), (-0.92, 0.2)], 0.06, 0.015),
        ([(0.44, 0.14), (0.7, 0.04), (0.94, 0.14)], 0.06, 0.015),
    )
    trunk = smooth(
        [(-0.2, -0.5), (-0.16, -0.86), (0.16, -0.86), (0.2, -0.5), (0.24, -0.1), (0, 0.1), (-0.24, -0.1)]
    )
    shoots = (
        *both(Part("l", moved(turned(oval(0, 0, 0.27, 0.12), -34), 0.34, -0.82))),
        Part("p", oval(0, -0.9, 0.1, 0.12)),
    )
    return (
        *[
            Part("m" if at < 5 else "d", taper(line, wide, thin))
            for at, (line, wide, thin) in enumerate(paths)
        ],
        Part("m", trunk),
        Part("d", taper([(0.06, -0.74), (0.1, -0.3), (0.04, 0.1)], 0.035, 0.01)),
        Part("d", taper([(-0.08, -0.6), (-0.1, -0.2)], 0.03, 0.01)),
        *shoots,
    )


def _single_bone(turn: float) -> Drawing:
    shaft = [(-0.66, -0.12), (0.66, -0.12), (0.66, 0.12), (-0.66, 0.12)]
    ends = [Part("p", disc(side * 0.76, up * 0.15, 0.2)) for side in (-1, 1) for up in (-1, 1)]
    parts = (*ends, Part("p", shaft), Part("l", [(-0.66, 0.02), (0.66, 0.02), (0.66, 0.12), (-0.66, 0.12)]))
    return tuple([Part(part.tone, turned(part.points, turn)) for part in parts])


def _bone() -> Drawing:
    below = tuple([Part("m" if part.tone == "l" else "l", part.points) for part in _single_bone(-42)])
    return (*below, *_single_bone(42))


def _mountain() -> Drawing:
    return (
        Part("m", [(0.02, 0.8), (0.5, -0.34), (0.98, 0.8)]),
        Part("d", [(0.5, -0.34), (0.98, 0.8), (0.6, 0.8), (0.56, 0.2)]),
        Part("p", [(0.5, -0.34), (0.34, 0.06), (0.46, -0.02), (0.54, 0.1), (0.62, 0), (0.68, 0.08)]),
        Part("l", [(-0.98, 0.8), (-0.22, -0.9), (0.6, 0.8)]),
        Part("m", [(-0.22, -0.9), (0.6, 0.8), (-0.1, 0.8), (-0.24, 0.1), (-0.1, -0.3)]),
        Part(
            "p",
            [
                (-0.22, -0.9),
                (-0.54, -0.2),
                (-0.4, -0.28),
                (-0.26, -0.1),
                (-0.14, -0.26),
                (0, -0.14),
                (0.1, -0.22),
            ],
        ),
        Part(
            "d",
            smooth(
                [(-0.98, 0.8), (-0.5, 0.66), (0, 0.74), (0.5, 0.64), (0.98, 0.8), (0.5, 0.9), (-0.5, 0.9)]
            ),
        ),
    )


def _cloud() -> Drawing:
    puffs = ((-0.56, 0.06, 0.36), (-0.18, -0.3, 0.46), (0.34, -0.2, 0.42), (0.64, 0.12, 0.32))
    foot = [(-0.6, 0.1), (0.66, 0.1), (0.66, 0.43), (-0.56, 0.42)]
    drops = [
        Part("l", turned(moved(smooth([(0, -0.17), (0.09, 0.07), (0, 0.15), (-0.09, 0.07)]), x, y), 12))
        for x, y in ((-0.34, 0.74), (0.06, 0.8), (0.46, 0.64))
    ]
    return (
        *drops,
        *[Part("p", disc(x, y, r)) for x, y, r in puffs],
        Part("p", foot),
        Part(
            "l",
            smooth(
                [
                    (-0.86, 0.2),
                    (-0.4, 0.22),
                    (0, 0.12),
                    (0.4, 0.24),
                    (0.9, 0.14),
                    (0.66, 0.42),
                    (0, 0.43),
                    (-0.6, 0.42),
                ]
            ),
        ),
        Part("m", band(-0.18, -0.3, 0.34, 0.29, 190, 280)),
        Part("m", band(0.34, -0.2, 0.3, 0.25, 250, 340)),
    )


NATURE: dict[str, Drawing] = {
    "wave": _wave(),
    "flame": _flame(),
    "leaf": _leaf(),
    "star": _star(),
    "moon": _moon(),
    "sun": _sun(),
    "eye": _eye(),
    "wing": _wing(),
    "fang": _fang(),
    "shell": _shell(),
    "crystal": _crystal(),
    "feather": _feather(),
    "bolt": _bolt(),
    "spiral": _spiral(),
    "root": _root(),
    "bone": _bone(),
    "mountain": _mountain(),
    "cloud": _cloud(),
}
"""Each motif's drawing."""
