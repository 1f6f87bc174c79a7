"""Small signs of Neo-Combat: one for each attribute, and those for moved, sideways, speed and kills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import ImageDraw

from renderers.kit.art import drawings
from renderers.kit.outlines import Part, moved, scaled, stroke
from renderers.kit.palette import GOLD, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SIGNS = SpriteCache()
_TONES: Mapping[str, Colour] = {"p": PAPER, "g": GOLD, "r": HURT, "m": MUTED, "k": INK}


def sign(kind: str, size: int, *, spent: bool = False) -> Sprite:
    """Return the sign of an attribute or another sign of the game, `size` pixels square.

    The sign of an attribute that was claimed in this turn is dark (NEO-11).
    """

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = size * scale / 2
        shapes = drawings("neo-combat-signs").get(kind, _TRAIT)
        rim = max(2, round(half * 0.16))
        parts = [(part.tone, moved(scaled(part.points, half * 0.84), half, half)) for part in shapes]
        for _, points in parts:
            stroke(pen, points, (*INK, 255), rim)
        for tone, points in parts:
            colour = _TONES[tone]
            pen.polygon(points, fill=(*(mix(colour, INK, 0.6) if spent else colour), 255))

    return _SIGNS.get((kind, size, spent), lambda: drawn(size, size, draw))


_TRAIT = (
    Part("g", [(0.0, -0.9), (0.8, 0.0), (0.0, 0.9), (-0.8, 0.0)]),
    Part("k", [(0.0, -0.4), (0.36, 0.0), (0.0, 0.4), (-0.36, 0.0)]),
)
"""The sign of any trait of a set's own."""


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    **{kind: partial(sign, kind) for kind in drawings("neo-combat-signs")},
    "speed": lambda size: speed_sign(2, size // 2, least=False),
    "hand": lambda size: pile("hand", size, SEATS[0].colour),
}
"""The signs of the pictures, by name."""


def speed_sign(speed: int, size: int, *, least: bool) -> Sprite:
    """Return three chevrons upwards, as many of them bright as the speed.

    Where only a least speed is known, the others have a middle tone.
    """

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
