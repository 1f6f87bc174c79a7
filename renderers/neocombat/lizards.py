"""Varans: armoured lizards in profile, drawn from their attributes, and the hood of those that are cloaked.

Each attribute has a piece of gear of its own: a blade, rivets, flames, an eyepiece, tubes, an antenna, a
rifle, horns. Skin is in the hue of the first letter of the id, armour in the colour of the seat; the faster a
varan, the longer its spines.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import ImageDraw

from bot.games.neocombat.cards.varans import Attribute, Varan
from renderers.kit.art import drawings
from renderers.kit.cards.hues import tones_of
from renderers.kit.outlines import Drawing, Part, moved, scaled, stroke, turned
from renderers.kit.palette import GOLD, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SPRITES = SpriteCache()
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
    tones = SEATS[seat].tones
    cloth = {"c": tones[2], "f": tones[3], "l": tones[4], "k": INK, "o": tones[0], "e": tones[8]}
    return _SPRITES.get(
        (seat, size, sideways),
        lambda: _sprite(drawings("varans")["hood"], cloth, size, sideways=sideways),
    )


def _sprite(
    parts: Drawing, colours: Mapping[str, Colour], size: tuple[int, int], *, sideways: bool
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


_DRESS: tuple[tuple[str, Attribute | None], ...] = (
    ("tubes", "firepower"), ("blade", "fighter"), ("spines", None), ("far-horn", "berserk"), ("neck", None),
    ("flame", "flamer"), ("jaw", None), ("fangs", "berserk"), ("head", None), ("antenna", "sensors"),
    ("helm", None), ("cheek", "tough"), ("horn", "berserk"), ("eye", None), ("shoulder", None),
    ("rivets", "tough"), ("rifle", "sniper"),
)  # fmt: skip
"""The parts of a varan's drawing, from back to front: for all, or for those with an attribute."""


def portrait(varan: Varan) -> Drawing:
    """Return a varan's parts, from the back to the front."""
    has, drawn_by_name = varan.attributes, drawings("varans")
    eye = "eyepiece" if "accurate" in has else "red-eye" if "berserk" in has else "eye"
    own = {"spines": _spines(varan.speed), "eye": drawn_by_name[eye]}
    wears = [name for name, attribute in _DRESS if attribute is None or attribute in has]
    return tuple([part for name in wears for part in own.get(name) or drawn_by_name[name]])


@lru_cache(maxsize=64)
def _spines(speed: int) -> Drawing:
    """Return the spines along the neck, longer the faster it is."""
    long = 0.1 + 0.13 * speed
    tips = ((-0.46, -0.3), (-0.7, 0.0), (-0.88, 0.34))
    return tuple(
        [
            Part("h", [(x + 0.16, y - 0.14), (x - long * 1.3, y - long * 0.5), (x - 0.06, y + 0.2)])
            for x, y in tips
        ]
    )
