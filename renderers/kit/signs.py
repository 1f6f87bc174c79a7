"""Plates, labels, level pips, dice, coins and small signs, all with smooth edges."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.fonts import face
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box, Point, moved, star
from renderers.kit.palette import GOLD, HEAL, HURT, INK, MUTED, PAPER, TABLE, Colour, mix
from renderers.kit.shapes import outline
from renderers.kit.sprites import Sprite, SpriteCache, canvas, drawn, lay

Shapes: TypeAlias = tuple[tuple[Point, ...], ...]
"""Polygons."""

_SIGNS = SpriteCache()
_ENDS = PieceCache()


_SMALL = 16_000
"""Pixels of a plate up to which its whole coverage is kept: it is laid in one go."""


@kept(64)
def _corners(radius: int) -> tuple[Image.Image, ...]:
    """Return the coverage of a plate's corners: upper left and right, lower left and right."""
    large = Image.new("L", (radius * 4, radius * 4))
    ImageDraw.Draw(large).ellipse((0, 0, radius * 8 - 1, radius * 8 - 1), fill=255)
    corner = large.reduce(4)
    other = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return corner, other, *[one.transpose(Image.Transpose.FLIP_TOP_BOTTOM) for one in (corner, other)]


@kept(128)
def _coverage(wide: int, high: int, radius: int) -> Image.Image:
    """Return the coverage of a plate, which must be wider and higher than twice the radius."""
    image = Image.new("L", (wide, high))
    _fill_plate(image, (0, 0, wide, high), radius, 255)
    return image


def plate(image: Image.Image, box: Box, radius: int, fill: Colour) -> None:
    """Fill a box with round, smooth corners."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    radius = max(1, min(radius, wide // 2, high // 2))
    if wide * high <= _SMALL and min(wide, high) > 2 * radius:
        lay(image, fill, left, top, _coverage(wide, high, radius))
    else:
        _fill_plate(image, box, radius, fill)


def _fill_plate(image: Image.Image, box: Box, radius: int, fill: Colour | int) -> None:
    left, top, right, bottom = box
    if right - left > 2 * radius:
        image.im.paste(fill, (left + radius, top, right - radius, top + radius))
        image.im.paste(fill, (left + radius, bottom - radius, right - radius, bottom))
    if bottom - top > 2 * radius:
        image.im.paste(fill, (left, top + radius, right, bottom - radius))
    places = [(x, y) for y in (top, bottom - radius) for x in (left, right - radius)]
    for place, corner in zip(places, _corners(radius), strict=True):
        lay(image, fill, *place, corner)


def framed(image: Image.Image, box: Box, radius: int, fill: Colour, rim: Colour, broad: int) -> None:
    """Fill a box with round corners and a rim."""
    plate(image, box, radius, rim)
    left, top, right, bottom = box
    plate(image, (left + broad, top + broad, right - broad, bottom - broad), max(2, radius - broad), fill)


class Frame(NamedTuple):
    """How a box with round corners looks: what `framed` needs beside the box."""

    radius: int
    fill: Colour
    rim: Colour
    broad: int


def lay_framed(board: Mosaic, box: Box, frame: Frame) -> None:
    """Lay what `framed` draws on the ground of a mosaic. Only its round ends are drawn and kept."""
    left, top, right, bottom = box
    radius, fill, rim, broad = frame
    for above, y in ((True, top), (False, bottom - radius)):
        board.lay_kept(
            _ENDS, (right - left, frame, above), partial(_end, right - left, frame, above), left, y
        )
    upper, lower = top + radius, bottom - radius - 1
    for x, end, colour in ((left, right, rim), (left + broad, right - broad, fill)):
        board.fill(((x, upper), (end - 1, upper), (end - 1, lower), (x, lower)), colour)


def _end(wide: int, frame: Frame, above: bool) -> Image.Image:
    image, high = Image.new("RGB", (wide, frame.radius), TABLE), 4 * frame.radius
    top = 0 if above else frame.radius - high
    framed(image, (0, top, wide, top + high), *frame)
    return image


def pips(level: int, size: int, colour: Colour, empty: Colour) -> Sprite:
    """Return four diamonds in a row, as many of them filled as the level; each is `size` pixels."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for at in range(4):
            middle = (size * (at + 0.5) * scale, size * 0.5 * scale)
            for share, fill in ((0.5, INK), (0.4, colour if at < level else empty)):
                shape = outline("diamond", size * share * 0.88 * scale)
                pen.polygon(moved(shape, *middle), fill=(*fill, 255))

    return _SIGNS.get(("pips", level, size, colour, empty), lambda: drawn(size * 4, size, draw))


SPOTS: dict[int, tuple[Point, ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.28, 0.24), (0.72, 0.24), (0.28, 0.5), (0.72, 0.5), (0.28, 0.76), (0.72, 0.76)),
}
"""Where the pips of a die are, by its value, in the square from 0 to 1."""


def die(shown: int, size: int) -> Sprite:
    """Return a die of six sides, 1 to 6 upwards, `size` pixels square."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        pen.rounded_rectangle((0, 0, edge - 1, edge - 1), radius=edge * 0.2, fill=(*INK, 255))
        inset = max(2, edge * 0.05)
        pen.rounded_rectangle(
            (inset, inset, edge - inset, edge - inset), radius=edge * 0.17, fill=(*PAPER, 255)
        )
        for x, y in SPOTS[shown]:
            spot = edge * 0.095
            pen.ellipse(
                (x * edge - spot, y * edge - spot, x * edge + spot, y * edge + spot), fill=(*INK, 255)
            )

    return _SIGNS.get(("die", shown, size), lambda: drawn(size, size, draw))


def coin(heads: bool, size: int) -> Sprite:
    """Return a coin: a star for heads, a plain ring for tails."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = size * scale / 2
        deep = mix(GOLD, INK, 0.5)
        for share, fill in (
            (0.98, INK),
            (0.9, GOLD if heads else MUTED),
            (0.72, deep if heads else mix(MUTED, INK, 0.5)),
        ):
            pen.polygon(moved(outline("circle", half * share / 0.92), half, half), fill=(*fill, 255))
        if heads:
            pen.polygon(moved(star(5, half * 0.66, half * 0.3), half, half), fill=(*PAPER, 255))

    return _SIGNS.get(("coin", heads, size), lambda: drawn(size, size, draw))


def filled(shapes: Shapes, size: int, colour: Colour) -> Sprite:
    """Return shapes, given in the square from 0 to 1, `size` pixels square."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for points in shapes:
            pen.polygon([(x * (size * scale), y * (size * scale)) for x, y in points], fill=(*colour, 255))

    return _SIGNS.get((shapes, size, colour), lambda: drawn(size, size, draw))


TICK: Shapes = (((0.08, 0.54), (0.24, 0.38), (0.42, 0.56), (0.78, 0.16), (0.94, 0.32), (0.42, 0.86)),)
"""A tick in the square from 0 to 1."""
_ARROW: Shapes = (((0.2, 0.1), (0.85, 0.5), (0.2, 0.9)),)


def tick(size: int) -> Sprite:
    """Return a tick."""
    return filled(TICK, size, HEAL)


def arrow(size: int) -> Sprite:
    """Return a small arrowhead to the right."""
    return filled(_ARROW, size, MUTED)


def sand(size: int) -> Sprite:
    """Return an hourglass, for a seat that is to act."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        glass = [(0.2, 0.12), (0.8, 0.12), (0.56, 0.5), (0.8, 0.88), (0.2, 0.88), (0.44, 0.5)]
        pen.polygon([(x * edge, y * edge) for x, y in glass], fill=(*GOLD, 255))
        for y in (0.06, 0.84):
            pen.rectangle((edge * 0.12, edge * y, edge * 0.88, edge * (y + 0.1)), fill=(*GOLD, 255))

    return _SIGNS.get(("sand", size), lambda: drawn(size, size, draw))


def pile(kind: str, size: int, colour: Colour) -> Sprite:
    """Return the sign of a hand (a fan), a deck (a stack) or a discard pile (a card face up)."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        cards = {
            "hand": (
                (0.02, 0.2, mix(colour, INK, 0.45)),
                (0.24, 0.14, mix(colour, INK, 0.25)),
                (0.46, 0.08, colour),
            ),
            "deck": (
                (0.2, 0.22, mix(colour, INK, 0.5)),
                (0.24, 0.14, mix(colour, INK, 0.3)),
                (0.28, 0.06, colour),
            ),
            "discard": ((0.15, 0.22, mix(colour, INK, 0.4)), (0.27, 0.13, colour)),
        }[kind]
        for x, y, fill in cards:
            box = (x * edge, y * edge, (x + 0.5) * edge, (y + 0.72) * edge)
            pen.rounded_rectangle(
                box, radius=edge * 0.09, fill=(*fill, 255), outline=(*INK, 255), width=scale
            )
        if kind == "discard":
            pip = moved(outline("diamond", edge * 0.13), 0.52 * edge, 0.49 * edge)
            pen.polygon(pip, fill=(*mix(colour, INK, 0.6), 255))

    return _SIGNS.get(("pile", kind, size, colour), lambda: drawn(size, size, draw))


def guard(size: int, colour: Colour) -> Sprite:
    """Return a small shield."""
    points = [(0.12, 0.14), (0.5, 0.04), (0.88, 0.14), (0.84, 0.54), (0.5, 0.96), (0.16, 0.54)]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for share, fill in ((1.0, INK), (0.84, colour)):
            shape = [
                ((0.5 + (x - 0.5) * share) * size * scale, (0.5 + (y - 0.5) * share) * size * scale)
                for x, y in points
            ]
            pen.polygon(shape, fill=(*fill, 255))

    return _SIGNS.get(("guard", size, colour), lambda: drawn(size, size, draw))


def change_colour(by: int) -> Colour:
    """Return the colour of something gained or lost."""
    return HEAL if by > 0 else HURT if by < 0 else MUTED


_LABELS = SpriteCache()


def label(words: str, size: int, *, fill: Colour, letters: Colour, rim: Colour) -> Sprite:
    """Return words on a plate of these colours. `size` is the height of the letters in pixels."""
    key = (words, size, fill, letters, rim)
    return _LABELS.get(key, lambda: Sprite(_drawn(words, size, fill, letters, rim)))


def _drawn(words: str, size: int, fill: Colour, letters: Colour, rim: Colour) -> Image.Image:
    wide, high = text.width(words, "extrabold", size) + size * 5 // 8, size + size // 3

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.rounded_rectangle((0, 0, wide * scale - 1, high * scale - 1), radius=9 * scale, fill=(*rim, 255))
        inner = (2 * scale, 2 * scale, (wide - 2) * scale - 1, (high - 2) * scale - 1)
        pen.rounded_rectangle(inner, radius=7 * scale, fill=(*fill, 255))

    image = canvas(wide, high, draw)
    baseline = high // 2 + text.capitals(size) // 2
    pen = ImageDraw.Draw(image)
    pen.text((wide // 2, baseline), words, font=face("extrabold", size), fill=letters, anchor="ms")
    return image
