"""Small signs of Neo-Combat: one for each attribute, and those for moved, sideways, speed and kills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import ImageDraw

from bot.games.neocombat.cards.varans import Attribute
from renderers.kit.outlines import Drawing, Part, band, disc, moved, oval, scaled, smooth, stroke, taper
from renderers.kit.palette import GOLD, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SIGNS = SpriteCache(limit=1_000_000)
_TONES: Mapping[str, Colour] = {"p": PAPER, "g": GOLD, "r": HURT, "m": MUTED, "k": INK}

_DRAWINGS: Mapping[str, Drawing] = {
    "fighter": (
        Part("p", [(-0.8, -0.9), (-0.5, -0.9), (0.55, 0.4), (0.4, 0.55), (-0.9, -0.5)]),
        Part("g", [(0.2, 0.7), (0.7, 0.2), (0.85, 0.35), (0.35, 0.85)]),
        Part("g", [(0.55, 0.65), (0.65, 0.55), (0.95, 0.85), (0.85, 0.95)]),
    ),
    "tough": (
        Part("p", [(-0.8, -0.75), (0.0, -0.95), (0.8, -0.75), (0.74, 0.1), (0.0, 0.95), (-0.74, 0.1)]),
        Part("m", [(0.0, -0.95), (0.8, -0.75), (0.74, 0.1), (0.0, 0.95)]),
    ),
    "flamer": (
        Part(
            "r",
            smooth(
                [
                    (0.05, -0.98),
                    (0.3, -0.4),
                    (0.7, 0.0),
                    (0.6, 0.7),
                    (0.0, 0.98),
                    (-0.6, 0.7),
                    (-0.66, 0.1),
                    (-0.3, -0.2),
                ],
                5,
            ),
        ),
        Part("g", smooth([(0.05, -0.1), (0.35, 0.4), (0.2, 0.8), (-0.2, 0.8), (-0.32, 0.4)], 5)),
    ),
    "accurate": (
        Part("p", band(0, 0, 0.78, 0.5)),
        Part("r", disc(0, 0, 0.24)),
        *[
            Part("p", moved([(-0.1, -0.2), (0.1, -0.2), (0.1, 0.2), (-0.1, 0.2)], x, y))
            for x, y in ((0, -0.78), (0, 0.78))
        ],
        *[
            Part("p", moved([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)], x, y))
            for x, y in ((-0.78, 0), (0.78, 0))
        ],
    ),
    "firepower": tuple(
        part
        for x in (-0.6, 0.0, 0.6)
        for part in (
            Part(
                "g",
                smooth([(x - 0.22, -0.3), (x, -0.95), (x + 0.22, -0.3), (x + 0.22, 0.0), (x - 0.22, 0.0)], 4),
            ),
            Part("p", [(x - 0.22, 0.0), (x + 0.22, 0.0), (x + 0.22, 0.9), (x - 0.22, 0.9)]),
        )
    ),
    "sensors": (
        Part("g", disc(-0.6, 0.6, 0.24)),
        Part("p", band(-0.6, 0.6, 0.76, 0.52, -90, 0)),
        Part("p", band(-0.6, 0.6, 1.2, 0.96, -90, 0)),
        Part("p", band(-0.6, 0.6, 1.62, 1.38, -86, -4)),
    ),
    "sniper": (
        Part("p", taper([(-0.2, 0.2), (0.95, -0.95)], 0.12, 0.1)),
        Part("m", [(-0.95, 0.95), (-0.95, 0.55), (-0.3, 0.0), (0.0, 0.3), (-0.5, 0.85)]),
        Part("g", taper([(-0.45, -0.25), (0.1, -0.75)], 0.16, 0.16)),
    ),
    "berserk": (
        Part("p", smooth([(-0.95, -0.95), (-0.62, -0.2), (-0.2, 0.0), (-0.3, 0.34), (-0.86, 0.06)], 4)),
        Part("p", smooth([(0.95, -0.95), (0.62, -0.2), (0.2, 0.0), (0.3, 0.34), (0.86, 0.06)], 4)),
        Part("r", smooth([(-0.4, -0.05), (0.4, -0.05), (0.34, 0.5), (0.0, 0.95), (-0.34, 0.5)], 4)),
    ),
    "moved": (
        Part("p", oval(0.0, 0.42, 0.42, 0.36)),
        *[
            Part("p", oval(x, y, 0.2, 0.34, turn))
            for x, y, turn in ((-0.62, -0.1, -24), (0.0, -0.5, 0), (0.62, -0.1, 24))
        ],
    ),
    "sideways": (
        Part("g", band(0.0, 0.1, 0.78, 0.48, -200, 40)),
        Part("g", [(0.2, 0.6), (1.0, 0.56), (0.54, 0.98)]),
    ),
    "kill": (
        Part(
            "p",
            smooth(
                [
                    (-0.8, -0.1),
                    (-0.66, -0.74),
                    (0.0, -0.96),
                    (0.66, -0.74),
                    (0.8, -0.1),
                    (0.46, 0.36),
                    (-0.46, 0.36),
                ],
                5,
            ),
        ),
        Part("p", [(-0.42, 0.34), (0.42, 0.34), (0.36, 0.92), (-0.36, 0.92)]),
        Part("k", oval(-0.32, -0.16, 0.22, 0.26)),
        Part("k", oval(0.32, -0.16, 0.22, 0.26)),
        Part("k", [(0.0, 0.14), (0.1, 0.34), (-0.1, 0.34)]),
    ),
    "varan": (
        Part(
            "p",
            smooth(
                [
                    (-0.95, 0.2),
                    (-0.5, -0.6),
                    (0.1, -0.76),
                    (0.95, -0.1),
                    (0.9, 0.3),
                    (0.1, 0.42),
                    (-0.2, 0.9),
                    (-0.95, 0.9),
                ],
                5,
            ),
        ),
        Part("k", disc(0.16, -0.24, 0.16)),
        Part("k", [(0.2, 0.16), (0.92, 0.06), (0.92, 0.16), (0.2, 0.28)]),
    ),
    "secret": (
        Part(
            "g",
            smooth([(-0.98, 0.0), (-0.4, -0.52), (0.4, -0.52), (0.98, 0.0), (0.4, 0.52), (-0.4, 0.52)], 5),
        ),
        Part("k", disc(0.0, 0.0, 0.36)),
        Part("g", disc(0.1, -0.1, 0.12)),
    ),
    "life": (
        Part(
            "r",
            smooth(
                [
                    (0.0, 0.9),
                    (-0.86, 0.0),
                    (-0.8, -0.6),
                    (-0.4, -0.76),
                    (0.0, -0.4),
                    (0.4, -0.76),
                    (0.8, -0.6),
                    (0.86, 0.0),
                ],
                5,
            ),
        ),
    ),
    "first": (
        Part("m", [(-0.7, -0.95), (-0.48, -0.95), (-0.48, 0.95), (-0.7, 0.95)]),
        Part("g", [(-0.48, -0.9), (0.85, -0.5), (-0.48, 0.05)]),
    ),
    "passed": (
        Part("m", [(-0.8, -0.7), (0.2, 0.0), (-0.8, 0.7)]),
        Part("m", [(0.3, -0.7), (0.6, -0.7), (0.6, 0.7), (0.3, 0.7)]),
    ),
    "stopped": (
        Part("m", [(-0.7, -0.7), (-0.15, -0.7), (-0.15, 0.7), (-0.7, 0.7)]),
        Part("m", [(0.15, -0.7), (0.7, -0.7), (0.7, 0.7), (0.15, 0.7)]),
    ),
}
ATTRIBUTES: tuple[Attribute, ...] = (
    "fighter",
    "tough",
    "flamer",
    "accurate",
    "firepower",
    "sensors",
    "sniper",
    "berserk",
)
"""In the order of the legend."""


def sign(kind: str, size: int, *, spent: bool = False) -> Sprite:
    """Return the sign of an attribute or another of the game's, `size` pixels square.

    That of an attribute that has been claimed in this turn is spent: it is dark (NEO-11).
    """

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = size * scale / 2
        rim = max(2, round(half * 0.16))
        parts = [(part.tone, moved(scaled(part.points, half * 0.84), half, half)) for part in _DRAWINGS[kind]]
        for _, points in parts:
            stroke(pen, points, (*INK, 255), rim)
        for tone, points in parts:
            colour = _TONES[tone]
            pen.polygon(points, fill=(*(mix(colour, INK, 0.6) if spent else colour), 255))

    return _SIGNS.get((kind, size, spent), lambda: drawn(size, size, draw))


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    **{kind: partial(sign, kind) for kind in _DRAWINGS},
    "speed": lambda size: speed_sign(2, size // 2, least=False),
    "hand": lambda size: pile("hand", size, SEATS[0].colour),
}
"""The signs of the pictures, by name."""


def speed_sign(speed: int, size: int, *, least: bool) -> Sprite:
    """Return three chevrons upwards, as many of them bright as the speed is; of a speed at least so high, the
    others are between."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        wide, step = size * scale, size * scale * 0.58
        for at in range(3):
            top = (2 - at) * step + wide * 0.04
            points = [(0.06, 0.46), (0.5, 0.06), (0.94, 0.46), (0.94, 0.8), (0.5, 0.4), (0.06, 0.8)]
            shape = [(x * wide, top + y * wide) for x, y in points]
            bright = GOLD if at < speed else mix(GOLD, INK, 0.55) if least else mix(MUTED, INK, 0.75)
            pen.polygon(shape, fill=(*bright, 255))
            stroke(pen, shape, (*INK, 255), scale * 2)

    return _SIGNS.get(("speed", speed, size, least), lambda: drawn(size, round(size * 2.06), draw))
