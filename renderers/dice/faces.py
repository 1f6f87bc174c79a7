"""Faces of dice: a shape and a colour for each kind, pips or a number, and marks of dropped dice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderers.kit import text
from renderers.kit.outlines import Point, star
from renderers.kit.palette import GOLD, HEAL, INK, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix, tones
from renderers.kit.png import Palette, distinct, ramp
from renderers.kit.signs import SPOTS, TICK
from renderers.kit.sprites import Sprite, drawn

CAPTION = 54
"""Pixels below a die for its earlier results."""
_CAPTION_TEXT = 42
_ARROW = "→"
_BADGE = 0.36
"""The edge of a mark, as a share of the die's."""
_NUMERALS = (96, 84, 72, 64, 56, 48, 42, 36, 30, 26)
"""Pixels."""
_RADIUS = 0.48
"""A die's outline reaches this far from its middle, as a share of its edge."""


class Face(NamedTuple):
    """A die as it is drawn. Equal faces look alike."""

    sides: int
    fate: bool
    words: str
    """Its result as a numeral."""
    value: int
    kept: bool = True
    quiet: bool = False
    """Whether it is no success where successes are counted."""
    exploded: bool = False
    success: bool = False
    before: tuple[str, ...] = ()
    """Its results before rerolls."""
    shown: str = ""
    """The face shown, where a limit changed its value."""

    @property
    def captioned(self) -> bool:
        """Whether it has a caption."""
        return bool(self.before or self.shown)


class _Form(NamedTuple):
    """A kind of dice: outlines in a square from -1 to 1, y downwards."""

    colour: Colour
    rim: tuple[Point, ...]
    front: tuple[Point, ...]
    """The side that shows the numeral."""
    middle: float = 0.0
    """How far below the die's middle the numeral is."""
    room: float = 1.1
    """How wide the numeral may be."""
    largest: float = 0.9
    """How high a numeral may be, as a share of the largest."""


def _ring(corners: int, radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    angles = [math.radians(turn) + math.tau * corner / corners for corner in range(corners)]
    return tuple([(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles])


_BOX = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
_FORMS = {
    2: _Form(SEATS[3].colour, _ring(48, 1.0), _ring(48, 0.8), room=1.1),
    4: _Form(
        SEATS[1].colour,
        ((-0.12, -0.96), (1.0, 0.42), (0.72, 0.84), (-1.0, 0.84)),
        ((-0.12, -0.96), (0.72, 0.84), (-1.0, 0.84)),
        middle=0.36,
        room=0.9,
        largest=0.8,
    ),
    6: _Form(PAPER, _BOX, _BOX, room=1.3, largest=1.0),
    8: _Form(
        SEATS[2].colour,
        ((0, -1), (0.88, -0.42), (0.88, 0.48), (0, 1), (-0.88, 0.48), (-0.88, -0.42)),
        ((0, -1), (0.88, 0.48), (-0.88, 0.48)),
        middle=0.1,
        room=0.86,
        largest=0.74,
    ),
    10: _Form(
        SEATS[0].colour,
        ((0, -1), (0.98, -0.06), (0.98, 0.2), (0, 1), (-0.98, 0.2), (-0.98, -0.06)),
        ((0, -1), (0.66, 0.22), (0, 0.56), (-0.66, 0.22)),
        middle=-0.02,
        room=0.8,
        largest=0.74,
    ),
    12: _Form(SEATS[4].colour, _ring(10, 1.0), _ring(5, 0.68), room=0.94, largest=0.76),
    20: _Form(SEATS[5].colour, _ring(6, 1.0), _ring(3, 0.8), middle=0.08, room=0.88, largest=0.76),
    100: _Form(SEATS[3].colour, _ring(10, 1.0, 18), _ring(10, 0.78, 18), room=1.2),
}
_OTHER = _Form(MUTED, _ring(14, 1.0), _ring(7, 0.76), room=1.24)
_DIM = {"kept": 0.0, "quiet": 0.5, "dropped": 0.66}


@lru_cache(maxsize=1)
def dice_palette() -> Palette:
    """Return the palette of pictures of dice."""
    return Palette(distinct(_wanted()))


def _wanted() -> Iterator[Colour]:
    yield from (TABLE, PANEL, INK, PAPER, GOLD, HEAL, MUTED)
    yield from ramp(INK, PAPER, 20)
    yield from ramp(TABLE, PAPER, 12)
    yield from ramp(TABLE, GOLD, 6)
    yield from ramp(INK, HEAL, 5)
    for form in (*_FORMS.values(), _OTHER):
        for dim in _DIM.values():
            yield from (mix(tone, TABLE, dim) for tone in tones(form.colour)[2:])


def face_tile(face: Face, size: int, ground: Colour) -> Image.Image:
    """Return a die `size` pixels square on a ground, with room for a caption if it has one."""
    tile = Image.new("RGB", (size, size + (CAPTION if face.captioned else 0)), ground)
    form = _FORMS[6] if face.fate else _FORMS.get(face.sides, _OTHER)
    dim = _DIM["dropped" if not face.kept else "quiet" if face.quiet else "kept"]
    _body(form, size, dim).paste(tile, 0, 0)
    red, green, blue = form.colour
    ink = mix(PAPER if 0.3 * red + 0.59 * green + 0.11 * blue < 125 else INK, TABLE, dim * 0.4)
    if not face.kept:
        _stroke(size).paste(tile, 0, 0)
    if form.rim is _BOX and not face.fate and str(face.value) == face.words and 1 <= face.value <= 6:
        _pips(face.value, size, ink).paste(tile, 0, 0)
    elif face.fate and face.value in _BARS:
        _fate_sign(face.value, size, ink).paste(tile, 0, 0)
    else:
        _numeral(tile, form, face, size, ink)
    badge = round(size * _BADGE)
    if face.exploded:
        _burst(badge).paste(tile, size - badge, 0)
    if face.success:
        _tick(badge).paste(tile, 0, 0)
    if face.captioned:
        _caption(tile, face, size)
    return tile


@lru_cache(maxsize=64)
def _body(form: _Form, size: int, dim: float) -> Sprite:
    """Return a die without its numeral: the front side lit, the others darker the lower they are."""
    shades = [mix(tone, TABLE, dim) for tone in tones(form.colour)]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        if form.rim is _BOX:
            for inset, low, tone in ((0.03, 0.0, 3), (0.03, 0.05, 5), (0.07, 0.05, 6)):
                box = (edge * inset, edge * inset, edge * (1 - inset), edge * (1 - inset - low))
                pen.rounded_rectangle(box, radius=edge * (0.2 - inset), fill=(*shades[tone], 255))
            return

        def placed(points: Sequence[Point]) -> list[Point]:
            return [(edge * (0.5 + x * _RADIUS), edge * (0.5 + y * _RADIUS)) for x, y in points]

        front = placed(form.front)
        pen.polygon(placed(form.rim), fill=(*shades[3], 255))
        for points, tone in _sides(form):
            pen.polygon(placed(points), fill=(*shades[tone], 255))
        pen.polygon(front, fill=(*shades[5], 255))
        pen.line(
            (*front, front[0], front[1]), fill=(*shades[7], 255), width=max(2, edge // 90), joint="curve"
        )

    return drawn(size, size, draw)


def _sides(form: _Form) -> Iterator[tuple[Sequence[Point], int]]:
    """Yield the visible side faces with their tones.

    Each is bounded by one edge of the outline and the nearest corner of the front face.
    """
    around = zip(form.rim, (*form.rim[1:], form.rim[0]), strict=True)
    for start, end in around:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        corner = min(form.front, key=lambda point: math.dist(point, middle))
        light = -middle[1] - middle[0] * 0.5
        yield (start, end, corner), 4 if light > 0.5 else 3 if light > -0.6 else 2


@lru_cache(maxsize=64)
def _pips(value: int, size: int, ink: Colour) -> Sprite:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        for x, y in SPOTS[value]:
            spot = edge * 0.088
            middle = (x * edge, (y - 0.025) * edge)
            pen.ellipse(
                (middle[0] - spot, middle[1] - spot, middle[0] + spot, middle[1] + spot), fill=(*ink, 255)
            )

    return drawn(size, size, draw)


_BARS = {-1: 1, 0: 0, 1: 2}
"""Bars that a Fate die shows, by its value."""


@lru_cache(maxsize=16)
def _fate_sign(value: int, size: int, ink: Colour) -> Sprite:
    """Return a plus, a minus, or nothing."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        long, broad, middle = edge * 0.25, edge * 0.065, edge * 0.475
        for wide, high in ((long, broad), (broad, long))[: _BARS[value]]:
            pen.rectangle((edge / 2 - wide, middle - high, edge / 2 + wide, middle + high), fill=(*ink, 255))

    return drawn(size, size, draw)


def _numeral(tile: Image.Image, form: _Form, face: Face, size: int, ink: Colour) -> None:
    room = round(size * _RADIUS * form.room)
    sizes = [each for each in _NUMERALS if each <= form.largest * size * 0.52] or [_NUMERALS[-1]]
    fitting = text.largest(face.words, "extrabold", sizes, room)
    y = round(size * (0.5 + form.middle * _RADIUS))
    text.centre(tile, size // 2, y, face.words, size=fitting, colour=ink, bold=True)
    if face.words in ("6", "9") and face.sides >= 9:  # otherwise it can be read upside down
        wide, low = text.width(face.words, "extrabold", fitting), y + text.capitals(fitting) // 2 + 5
        ImageDraw.Draw(tile).rectangle((size // 2 - wide // 3, low, size // 2 + wide // 3, low + 3), fill=ink)


@lru_cache(maxsize=16)
def _stroke(size: int) -> Sprite:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        for broad, colour in ((0.1, TABLE), (0.05, MUTED)):
            ends = (edge * 0.1, edge * 0.86, edge * 0.9, edge * 0.1)
            pen.line(ends, fill=(*colour, 255), width=round(edge * broad))

    return drawn(size, size, draw)


@lru_cache(maxsize=16)
def _burst(size: int) -> Sprite:
    """Return a star with an exclamation mark."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = size * scale / 2
        for outer, inner, colour in ((0.98, 0.72, INK), (0.86, 0.62, GOLD)):
            points = [(half + x, half + y) for x, y in star(9, half * outer, half * inner)]
            pen.polygon(points, fill=(*colour, 255))
        pen.rectangle((half * 0.88, half * 0.48, half * 1.12, half * 1.12), fill=(*INK, 255))
        pen.rectangle((half * 0.88, half * 1.26, half * 1.12, half * 1.5), fill=(*INK, 255))

    return drawn(size, size, draw)


@lru_cache(maxsize=16)
def _tick(size: int) -> Sprite:
    """Return a disc with a tick."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        pen.ellipse((0, 0, edge - 1, edge - 1), fill=(*INK, 255))
        inset = edge * 0.07
        pen.ellipse((inset, inset, edge - inset, edge - inset), fill=(*HEAL, 255))
        for points in TICK:
            shape = [((0.2 + x * 0.6) * edge, (0.2 + y * 0.6) * edge) for x, y in points]
            pen.polygon(shape, fill=(*INK, 255))

    return drawn(size, size, draw)


def _caption(tile: Image.Image, face: Face, size: int) -> None:
    """Write the earlier results below a die: struck through if it was rerolled, then an arrow."""
    earlier = [*face.before[-1:], *([face.shown] if face.shown else [])]
    wide = [text.width(each, "semibold", _CAPTION_TEXT) for each in (*earlier, _ARROW)]
    x, y = (size - sum(wide) - 10 * len(earlier)) // 2, size + CAPTION // 2
    for at, words in enumerate(earlier):
        text.write(tile, x, y, words, size=_CAPTION_TEXT, colour=MUTED)
        if at < len(face.before[-1:]):
            ImageDraw.Draw(tile).rectangle((x - 4, y - 1, x + wide[at] + 4, y + 3), fill=PAPER)
        x += wide[at] + 10
    text.write(tile, x, y, _ARROW, size=_CAPTION_TEXT, colour=MUTED)
