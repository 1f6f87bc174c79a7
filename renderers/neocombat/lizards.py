"""Varans: armoured lizards in profile, drawn from their attributes, and the hood of those that are cloaked.

Each attribute has a piece of gear of its own: a blade, rivets, flames, an eyepiece, tubes, an antenna, a
rifle, horns. Skin is in the hue of the first letter of the id, armour in the colour of the seat; the faster a
varan, the longer its spines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import ImageDraw

from bot.games.neocombat.cards.varans import Attribute, Varan
from renderers.kit.cards.hues import tones_of
from renderers.kit.outlines import Part, band, disc, moved, oval, scaled, smooth, stroke, taper, turned
from renderers.kit.palette import GOLD, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SPRITES = SpriteCache(limit=6_000_000)
_HUES = (7, 2, 15, 10, 0, 12, 4, 17)
"""The hues of the letters A, B, C and so on."""
WIDE, HIGH = 3.0, 2.0
"""The space that a drawing takes, around the origin."""


def varan_sprite(
    varan: Varan, seat: int, size: tuple[int, int], *, dim: bool = False, sideways: bool = False
) -> Sprite:
    """Return a varan in a seat's armour, in pixels; a dim one is cloaked, seen by its owner."""
    key = (varan.id, varan.attributes, varan.speed, seat, size, dim, sideways)
    return _SPRITES.get(
        key, lambda: _sprite(portrait(varan), _colours(varan.id, seat, dim=dim), size, sideways=sideways)
    )


def hood_sprite(seat: int, size: tuple[int, int], *, sideways: bool = False) -> Sprite:
    """Return a cloaked varan of a seat, in pixels."""
    return _SPRITES.get((seat, size, sideways), lambda: _sprite(HOOD, _cloth(seat), size, sideways=sideways))


def _sprite(
    parts: tuple[Part, ...], colours: Mapping[str, Colour], size: tuple[int, int], *, sideways: bool
) -> Sprite:
    wide, high = size
    space = (HIGH, WIDE) if sideways else (WIDE, HIGH)
    by = min(wide / space[0], high / space[1])

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        rim = max(2, round(by * scale * 0.055))
        for part in parts:
            upright = scaled(part.points, by * scale)
            points = moved(turned(upright, 90) if sideways else upright, wide * scale / 2, high * scale / 2)
            pen.polygon(points, fill=(*colours[part.tone], 255))
            stroke(pen, points, (*colours["k"], 255), rim)

    return drawn(wide, high, draw)


def _colours(name: str, seat: int, *, dim: bool) -> dict[str, Colour]:
    skin = tones_of(_HUES[(ord(name[0]) - ord("A")) % len(_HUES)])
    armour = SEATS[seat].tones
    colours = {
        "s": skin[3],
        "b": skin[5],
        "d": skin[2],
        "a": armour[5],
        "h": armour[7],
        "u": armour[3],
        "m": MUTED,
        "p": PAPER,
        "g": GOLD,
        "r": HURT,
        "e": GOLD,
        "k": INK,
    }
    if not dim:
        return colours
    night = armour[2]
    return {
        tone: mix(colour, night, 0.55) if tone not in "ke" else colour for tone, colour in colours.items()
    }


def _cloth(seat: int) -> dict[str, Colour]:
    tones = SEATS[seat].tones
    return {"c": tones[2], "f": tones[3], "l": tones[4], "k": INK, "o": tones[0], "e": tones[8]}


# --- the drawings -----------------------------------------------------------------------------------------

_NECK = smooth(
    [(-0.42, -0.36), (-0.86, 0.1), (-1.02, 0.62), (-1.1, 1.0), (0.34, 1.0), (0.2, 0.66), (0.12, 0.34)], 5
)
_THROAT = smooth([(0.02, 0.38), (-0.2, 0.6), (-0.22, 1.0), (0.3, 1.0), (0.2, 0.66)], 4)
_JAW = smooth(
    [(-0.1, 0.2), (0.5, 0.24), (1.02, 0.2), (1.08, 0.3), (0.8, 0.44), (0.2, 0.52), (-0.14, 0.42)], 5
)
_HEAD = smooth(
    [
        (-0.5, -0.08),
        (-0.34, -0.5),
        (0.06, -0.66),
        (0.4, -0.52),
        (0.78, -0.26),
        (1.16, -0.12),
        (1.24, 0.06),
        (1.1, 0.2),
        (0.5, 0.24),
        (0.0, 0.26),
        (-0.34, 0.3),
    ],
    5,
)
_HELM = [
    (-0.52, -0.1),
    (-0.4, -0.5),
    (0.04, -0.72),
    (0.44, -0.56),
    (0.62, -0.36),
    (0.2, -0.34),
    (-0.14, -0.1),
]
_CHEEK = [(-0.52, -0.1), (-0.14, -0.1), (0.2, 0.06), (0.34, 0.3), (0.0, 0.44), (-0.36, 0.36)]
_SHOULDER = smooth([(-1.36, 1.0), (-1.3, 0.56), (-0.9, 0.34), (-0.46, 0.5), (-0.3, 1.0)], 5)
_TRIM = smooth([(-1.36, 1.0), (-1.32, 0.82), (-0.86, 0.64), (-0.36, 0.8), (-0.3, 1.0)], 5)
_CHEST = [(-0.3, 1.0), (-0.24, 0.72), (0.22, 0.68), (0.5, 1.0)]


def portrait(varan: Varan) -> tuple[Part, ...]:
    """Return a varan's parts, from the back to the front."""
    has = frozenset(varan.attributes)
    return tuple(_parts(has, varan.speed))


@lru_cache(maxsize=64)
def _spines(speed: int) -> tuple[Part, ...]:
    """Return the spines along the neck, longer the faster it is."""
    long = 0.1 + 0.13 * speed
    found = []
    for x, y in ((-0.46, -0.3), (-0.7, 0.0), (-0.88, 0.34)):
        found.append(Part("h", [(x + 0.16, y - 0.14), (x - long * 1.3, y - long * 0.5), (x - 0.06, y + 0.2)]))
    return tuple(found)


def _parts(has: frozenset[Attribute], speed: int) -> Iterator[Part]:
    if "firepower" in has:
        yield from _TUBES
    if "fighter" in has:
        yield from _BLADE
    yield from _spines(speed)
    if "berserk" in has:
        yield _FAR_HORN
    yield Part("s", _NECK)
    yield Part("b", _THROAT)
    yield Part("u", _CHEST)
    if "flamer" in has:
        yield from _FLAME
    yield Part("d", _JAW)
    if "berserk" in has:
        yield from _FANGS
    yield Part("s", _HEAD)
    yield _NOSTRIL
    if "sensors" in has:
        yield from _ANTENNA
    yield Part("a", _HELM)
    if "tough" in has:
        yield Part("a", _CHEEK)
        yield from _STUDS
    if "berserk" in has:
        yield _HORN
    yield from _eye(has)
    yield Part("a", _SHOULDER)
    yield Part("h", _TRIM)
    if "tough" in has:
        yield from _RIVETS
    if "sniper" in has:
        yield from _RIFLE


def _eye(has: frozenset[Attribute]) -> Iterator[Part]:
    if "accurate" in has:
        yield from _EYEPIECE
        return
    yield Part("r" if "berserk" in has else "e", _EYE)
    yield _PUPIL


_NOSTRIL = Part("d", disc(1.06, -0.02, 0.045))
_STUDS = tuple([Part("g", disc(x, y, 0.065)) for x, y in ((-0.3, 0.04), (0.08, 0.16), (-0.14, 0.26))])
_EYEPIECE = (
    Part("k", disc(0.36, -0.2, 0.25)),
    Part("g", band(0.36, -0.2, 0.24, 0.15)),
    Part("r", disc(0.36, -0.2, 0.09)),
)
_EYE = oval(0.36, -0.2, 0.16, 0.12, -14)
_PUPIL = Part("k", oval(0.38, -0.2, 0.03, 0.1, 8))
_FAR_HORN = Part("m", taper([(-0.1, -0.5), (-0.5, -0.8), (-1.0, -0.66)], 0.1, 0.01))
_HORN = Part("p", taper([(0.02, -0.6), (-0.36, -0.98), (-0.96, -0.94)], 0.15, 0.01))
_FANGS = (
    Part("p", [(0.62, 0.2), (0.7, 0.46), (0.78, 0.2)]),
    Part("p", [(0.88, 0.2), (0.95, 0.4), (1.02, 0.18)]),
)
_TUBES = tuple(
    part
    for x in (-1.26, -0.96)
    for part in (
        Part("m", [(x - 0.16, 0.6), (x - 0.26, -0.62), (x + 0.04, -0.66), (x + 0.16, 0.6)]),
        Part("k", [(x - 0.29, -0.6), (x - 0.29, -0.84), (x + 0.07, -0.88), (x + 0.07, -0.64)]),
    )
)
_BLADE = (
    Part("p", [(1.2, 0.62), (1.14, -0.5), (1.32, -0.98), (1.44, -0.5), (1.38, 0.62)]),
    Part("m", [(1.3, 0.62), (1.31, -0.94), (1.44, -0.5), (1.38, 0.62)]),
    Part("g", [(1.04, 0.58), (1.5, 0.58), (1.5, 0.72), (1.04, 0.72)]),
    Part("u", [(1.2, 0.72), (1.36, 0.72), (1.36, 1.0), (1.2, 1.0)]),
)
_FLAME = (
    Part(
        "r",
        smooth(
            [(0.9, 0.24), (1.2, 0.02), (1.5, 0.08), (1.36, 0.24), (1.5, 0.5), (1.24, 0.46), (1.06, 0.62)], 4
        ),
    ),
    Part("g", smooth([(0.96, 0.27), (1.2, 0.18), (1.34, 0.24), (1.3, 0.38), (1.1, 0.44)], 4)),
)
_ANTENNA = (
    Part("m", [(0.14, -0.62), (0.22, -0.62), (0.24, -0.9), (0.18, -0.9)]),
    Part("g", disc(0.21, -0.9, 0.08)),
    Part("p", band(0.21, -0.9, 0.3, 0.22, -62, 24)),
    Part("p", band(0.21, -0.9, 0.48, 0.4, -34, 24)),
)
_RIVETS = tuple([Part("g", disc(x, y, 0.075)) for x, y in ((-1.1, 0.62), (-0.82, 0.54), (-0.56, 0.66))])
_RIFLE = (
    Part(
        "m", [(-0.1, 0.84), (-0.08, 0.7), (1.46, 0.58), (1.47, 0.68), (0.6, 0.8), (0.56, 0.94), (0.1, 0.96)]
    ),
    Part("u", [(0.16, 0.66), (0.18, 0.54), (0.64, 0.5), (0.64, 0.62)]),
)

HOOD = (
    Part(
        "c",
        smooth(
            [(-1.12, 1.0), (-0.94, 0.4), (-0.62, -0.3), (0.0, -0.94), (0.6, -0.3), (0.94, 0.4), (1.12, 1.0)],
            5,
        ),
    ),
    Part("f", smooth([(-0.6, -0.1), (0.0, -0.86), (0.6, -0.1), (0.66, 0.36), (0.0, 0.78), (-0.66, 0.36)], 5)),
    Part("l", [(-0.06, 0.74), (0.06, 0.74), (0.3, 1.0), (-0.3, 1.0)]),
    Part("o", smooth([(-0.42, 0.0), (0.0, -0.56), (0.42, 0.0), (0.4, 0.32), (0.0, 0.6), (-0.4, 0.32)], 5)),
    Part("e", [(-0.32, -0.02), (-0.06, 0.14), (-0.24, 0.16)]),
    Part("e", [(0.32, -0.02), (0.06, 0.14), (0.24, 0.16)]),
)
"""A cloak with two eyes in its shadow."""
