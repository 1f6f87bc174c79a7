"""Emblems: each card's own picture, composed from its motif, family, level and traits.

The family (its motif and hue) gives the ground, the colours and the wreath; the level adds decoration; random
numbers seeded with the set number give the rest. The same card always has the same emblem.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from isal import isal_zlib
from PIL import Image, ImageDraw

from renderers.kit.cache import Cache
from renderers.kit.cards.hues import shades_of, step_of, table_palette, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif, gilded, lively, motifs, subdued
from renderers.kit.cards.pictures import fitted_picture, picture_of, round_picture
from renderers.kit.outlines import Outline, band, disc, moved, oval, star, turned
from renderers.kit.palette import GOLD, INK, Colour, mix
from renderers.kit.shapes import outline
from renderers.kit.sprites import Sprite, SpriteCache, drawn

# The grounds of the emblems: a family has its own kind of place, each card its own view of it.


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


_SIGILS = SpriteCache()
_REACH = (0.43, 0.43, 0.395, 0.37, 0.35)
"""The radius of the medallion by level, as a fraction of the picture's height."""


class Emblem(NamedTuple):
    """All that a card's emblem is composed from."""

    motif: str
    family: str
    """The motif of the family, which the wreath and the badge repeat."""
    step: int
    """The hue (`hues.step_of`)."""
    level: int
    """0 to 4; 0 for a card without levels, whose plate has six corners."""
    charms: tuple[int, ...]
    """A small sign for each trait."""
    lot: tuple[int, ...]
    """Pseudo-random numbers from 0 to 255 for this card."""
    house: tuple[int, ...]
    """Pseudo-random numbers from 0 to 255 for its family."""
    picture: str = ""
    """The SHA-256 of the picture that is shown in its place; "" for none."""


@lru_cache(maxsize=1024)
def _lot(words: str) -> tuple[int, ...]:
    return tuple(hashlib.sha256(words.encode()).digest()[:16])


def composed(
    number: str,
    *,
    family: str,
    level: int,
    motif: str = "",
    family_motif: str = "",
    hue: int | None = None,
    charms: Sequence[str] = (),
) -> Emblem:
    """Return the parts of a card's emblem. Missing parts are chosen pseudo-randomly.

    `number` and `family` are the seeds for the card and for its family (lineage or genre). `hue` is in
    degrees. Each word of `charms` has a small sign.
    """
    lot, house = _lot(number), _lot(family or number)
    repeated = family_motif or tuple(motifs())[house[0] % len(motifs())]
    step = step_of(house[1] * 360 // 256 if hue is None else hue)
    signs = tuple([_lot(word.casefold())[0] for word in charms])
    return Emblem(motif or repeated, repeated, step, level, signs, lot, house, picture_of(number))


# --- sigils: small, round ---------------------------------------------------------------------------------


def sigil(emblem: Emblem, size: int) -> Sprite:
    """Return the motif on a disc in the family's colour, or the picture, `size` pixels square.

    The rim shows the level.
    """
    if emblem.picture:
        rim = GOLD if emblem.level == 4 else tones_of(emblem.step)[4]
        return _SIGILS.get(
            (emblem.picture, rim, size), lambda: round_picture(emblem.picture, size, rim, table_palette())
        )
    key = (emblem.motif, emblem.step, emblem.level, emblem.lot[4:7], size)
    return _SIGILS.get(
        key, lambda: drawn(size, size, lambda pen, scale: _draw_sigil(pen, size * scale, emblem))
    )


def _draw_sigil(pen: ImageDraw.ImageDraw, size: int, emblem: Emblem) -> None:
    tones, half = tones_of(emblem.step), size / 2
    rim = GOLD if emblem.level == 4 else tones[4]
    for radius, fill in ((0.98, INK), (0.93, rim), (0.83, tones[1])):
        plate = disc(0, 0, half * radius) if emblem.level else outline("hexagon", half * radius)
        pen.polygon(moved(plate, half, half), fill=(*fill, 255))
    stance = Stance(half, half, half * 0.58, _tilt(emblem), emblem.lot[5] % 2 == 1)
    draw_motif(pen, emblem.motif, stance, lively(emblem.step), size * 0.012, tones[0])


def _tilt(emblem: Emblem) -> float:
    return (emblem.lot[4] % 5 - 2) * 4.0


# --- scenes: the picture on a card ------------------------------------------------------------------------


def scene(emblem: Emblem, wide: int, high: int, scale: int = 2, near: float = 1.0) -> Image.Image:
    """Return the whole emblem with its ground, in pixels; larger where `near` is above 1."""
    image = Image.new("RGB", (wide * scale, high * scale), tones_of(emblem.step)[0])
    pen = ImageDraw.Draw(image)
    draw_ground(pen, image.width, image.height, emblem.step, emblem.house, emblem.lot)
    _Scene(pen, image.size, emblem, near).draw()
    return image.reduce(scale)


def small_scene(emblem: Emblem, wide: int, high: int, scale: int, near: float) -> Image.Image:
    """Return what `scene` does, or the picture, kept: on tables and in hands cards are seen again."""
    key = (emblem, wide, high, scale, near)
    if emblem.picture:
        small = (emblem.picture, wide, high)
        return _SCENES.get(small, lambda: _Packed(fitted_picture(*small, table_palette()))).opened()
    return _SCENES.get(key, lambda: _Packed(scene(*key))).opened()


class _Packed:
    """A compressed picture, a tenth of the size. Unpacking it takes a twentieth of the time of drawing it."""

    def __init__(self, image: Image.Image) -> None:
        self._size = image.size
        self._packed = isal_zlib.compress(image.tobytes(), 1)
        self.cost = len(self._packed) + 500

    def opened(self) -> Image.Image:
        """Return the picture, the caller's own."""
        return Image.frombytes("RGB", self._size, isal_zlib.decompress(self._packed))


_SCENES = Cache[_Packed]()


class _Scene:
    """An emblem that is being drawn on an enlarged canvas."""

    def __init__(self, pen: ImageDraw.ImageDraw, size: tuple[int, int], emblem: Emblem, near: float) -> None:
        wide, high = size
        self._pen, self._emblem = pen, emblem
        self._tones = tones_of(emblem.step)
        self._x, self._y = wide / 2, high * 0.5
        self._radius = min(wide * 0.62, high) * _REACH[emblem.level] * near
        self._stroke = max(2.0, self._radius * 0.02)

    def draw(self) -> None:
        """Draw all layers, from the back to the front."""
        level = self._emblem.level
        if level >= 2:
            self._rays()
        if level >= 3:
            self._wreath()
        self._medallion()
        self._charms()
        self._motifs()
        if level == 4:
            stance = Stance(self._x, self._y - self._radius * 1.02, self._radius * 0.27)
            draw_motif(self._pen, "crown", stance, gilded(), self._stroke * 1.5, INK)
        if self._emblem.motif != self._emblem.family:
            self._badge()

    def _fill(self, points: Outline, colour: Colour, rim: Colour | None = None) -> None:
        shape = moved(points, self._x, self._y)
        self._pen.polygon(shape, fill=colour)
        if rim is not None:
            joint = "curve" if len(shape) < 12 else None
            self._pen.line([*shape, *shape[:2]], fill=rim, width=round(self._stroke), joint=joint)

    def _rays(self) -> None:
        level, lot, radius = self._emblem.level, self._emblem.lot, self._radius
        count = 12 + 2 * (lot[6] % 5) + 4 * (level - 2)
        turn = lot[7] * 30 / 256
        long = radius * (1.16, 1.2, 1.36)[level - 2]
        self._fill(
            star(count, long, radius * 0.98, turn), self._tones[3] if level < 4 else mix(GOLD, INK, 0.25)
        )
        if level == 4:
            self._fill(star(count, radius * 1.24, radius * 0.98, turn + 180 / count), GOLD)

    def _wreath(self) -> None:
        """Draw the family's motif small, many times around."""
        emblem, radius = self._emblem, self._radius
        count = 10 + emblem.house[5] % 3 * 2
        colours = gilded() if emblem.level == 4 and emblem.lot[8] % 2 else lively(emblem.step)
        for at in range(count):
            degrees = 360 * (at + 0.5) / count
            angle = math.radians(degrees)
            x, y = self._x + radius * 1.17 * math.sin(angle), self._y - radius * 1.17 * math.cos(angle)
            stance = Stance(x, y, radius * 0.15, degrees, at >= count / 2)
            draw_motif(self._pen, emblem.family, stance, colours, self._stroke, self._tones[0])

    def _medallion(self) -> None:
        level, radius, tones = self._emblem.level, self._radius, self._tones
        metal = GOLD if level == 4 else tones[4]
        if level == 0:
            # The six-cornered plate of a card without levels.
            radius *= 1.02
            for share, fill in ((1.0, metal), (0.95, tones[0]), (0.9, tones[2])):
                self._fill(outline("hexagon", radius * share), fill, INK if share == 1.0 else None)
            self._inside(radius * 0.78)
            return
        self._fill(disc(0, 0, radius), metal, INK)
        self._fill(disc(0, 0, radius * 0.95), tones[0])
        if level >= 2:
            self._fill(band(0, 0, radius * 0.925, radius * 0.905), tones[4])
        self._fill(disc(0, 0, radius * 0.88), tones[2])
        self._inside(radius * 0.88)

    def _inside(self, radius: float) -> None:
        """Draw the card's own background behind the motif: one of six fields."""
        lot, tones = self._emblem.lot, self._tones
        kind, turn = lot[9] % 6, lot[10] * 60 / 256
        if kind == 0:
            self._fill(star(8 + lot[11] % 5, radius * 0.98, radius * 0.5, turn), tones[1])
        elif kind == 1:
            for share, depth in ((0.86, 1), (0.66, 2), (0.46, 1)):
                self._fill(disc(0, 0, radius * share), tones[depth])
        elif kind == 2:
            self._fill(band(0, 0, radius, 0, turn + 150, turn + 330), tones[1])
        elif kind == 3:
            for at in range(0, 12, 2):
                self._fill(band(0, 0, radius, 0, turn + at * 30, turn + at * 30 + 30), tones[1])
        elif kind == 4:
            self._fill(turned(outline("square", radius * 0.8), turn), tones[1])
            self._fill(turned(outline("square", radius * 0.56), turn), tones[2])
        else:
            self._fill(outline("hexagon", radius * 0.9), tones[1])
            self._fill(turned(outline("hexagon", radius * 0.62), 30), tones[2])

    def _charms(self) -> None:
        """Set a small sign for each trait on the rim."""
        count = len(self._emblem.charms)
        lowest = 180.0 if self._emblem.motif == self._emblem.family else 0.0
        for at, charm in enumerate(self._emblem.charms):
            gap = 22.0
            degrees = 180 + (at - (count - 1) / 2) * gap
            if not lowest:
                degrees = 180 + (at // 2 + 1.35) * gap * (1 if at % 2 else -1)
            self._charm(charm, degrees)

    def _charm(self, charm: int, degrees: float) -> None:
        angle, radius = math.radians(degrees), self._radius
        x, y = radius * 0.955 * math.sin(angle), -radius * 0.955 * math.cos(angle)
        self._fill(disc(x, y, radius * 0.115), self._tones[0], INK)
        self._fill(disc(x, y, radius * 0.1), self._tones[3])
        shape = ("circle", "square", "triangle", "diamond", "star", "hexagon")[charm % 6]
        self._fill(moved(outline(shape, radius * 0.058), x, y), GOLD if charm // 6 % 2 else self._tones[6])  # type: ignore[arg-type]

    def _motifs(self) -> None:
        """Draw the motif: alone, with its shadow, as twins, or as three, as the lot has it."""
        emblem, radius = self._emblem, self._radius
        kind, tilt, flip = emblem.lot[12] % 4, _tilt(emblem), emblem.lot[5] % 2 == 1
        half = radius * (0.7 if emblem.level else 0.62)
        quiet, rim = subdued(emblem.step), self._tones[0]
        if kind == 1:
            for side in (-1, 1):
                self._motif(side * 0.34, -0.06, half * 0.66, side * 24, side > 0, quiet)
        elif kind == 2:
            self._motif(-0.1 if flip else 0.1, -0.04, half * 1.08, tilt + (16 if flip else -16), flip, quiet)
        elif kind == 3:
            for side in (-1, 1):
                self._motif(side * 0.5, 0.36, half * 0.4, side * -12, side > 0, quiet)
        y = {1: 0.06, 3: -0.05}.get(kind, 0.0)
        stance = Stance(self._x, self._y + y * radius, half * (0.94 if kind else 1.0), tilt, flip)
        draw_motif(self._pen, emblem.motif, stance, lively(emblem.step), self._stroke * 1.6, rim)

    def _motif(
        self, x: float, y: float, half: float, turn: float, flip: bool, colours: dict[str, Colour]
    ) -> None:
        stance = Stance(self._x + x * self._radius, self._y + y * self._radius, half, turn, flip)
        draw_motif(self._pen, self._emblem.motif, stance, colours, self._stroke, self._tones[1])

    def _badge(self) -> None:
        """Set the family's motif on a small disc at the foot."""
        radius, y = self._radius, self._radius * 0.95
        self._fill(disc(0, y, radius * 0.215), INK)
        self._fill(disc(0, y, radius * 0.195), GOLD if self._emblem.level == 4 else self._tones[4])
        self._fill(disc(0, y, radius * 0.165), self._tones[1])
        stance = Stance(self._x, self._y + y, radius * 0.115)
        draw_motif(self._pen, self._emblem.family, stance, lively(self._emblem.step), 0)
