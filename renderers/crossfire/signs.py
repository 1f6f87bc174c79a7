"""Small signs on piles: shields, towers, plates with numbers, and the next action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from renderers.crossfire.ground import RICH
from renderers.kit import text
from renderers.kit.art import drawings
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box, Point
from renderers.kit.palette import GOLD, GROUND, INK, PANEL, PAPER, Colour, mix
from renderers.kit.signs import filled, pile
from renderers.kit.signs import plate as round_plate
from renderers.kit.sprites import Sprite, SpriteCache, canvas, drawn

_SIGNS = SpriteCache()

_DRAWN = "crossfire-signs"
"""The file of `data/art` with the outlines."""
_GLYPHS = ("due", "won", "lost", "leads")

BOLT: list[Point] = [(0.1, -0.5), (-0.3, 0.08), (-0.04, 0.08), (-0.12, 0.5), (0.3, -0.12), (0.04, -0.12)]
"""The outline of the bolt, the symbol of power, one unit high, its middle at (0, 0)."""


def glyph(sign: str, size: int) -> Sprite:
    """Return an hourglass ("due"), a tick ("won"), a cross ("lost") or an arrow up ("leads")."""
    return filled(tuple([tuple(part.points) for part in drawings(_DRAWN)[sign]]), size, PAPER)


def bolt_sign(size: int) -> Sprite:
    """Return the bolt, the symbol of power, as it joins a pair."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        pen.ellipse((0, 0, edge - 1, edge - 1), fill=(*INK, 255))
        pen.ellipse((2 * scale, 2 * scale, edge - 2 * scale - 1, edge - 2 * scale - 1), fill=(*GOLD, 255))
        points = [((0.5 + x * 0.8) * edge, (0.5 + y * 0.8) * edge) for x, y in BOLT]
        pen.polygon(points, fill=(*INK, 255))

    return _SIGNS.get(("bolt", size), lambda: drawn(size, size, draw))


def _inset(points: Sequence[Point], inset: float, size: float) -> list[Point]:
    """Return points of the unit square, shrunk by a share on all sides and then enlarged."""
    return [((inset + x * (1 - 2 * inset)) * size, (inset + y * (1 - 2 * inset)) * size) for x, y in points]


def power_plate(power: int, size: int, *, bolted: bool) -> Sprite:
    """Return a power on a small plate, with a bolt before it if asked. `size` is the size of the number."""
    words, sign = str(power), round(size * 0.92) if bolted else 0
    wide = text.width(words, "extrabold", size) + round(sign * 0.66) + round(size * 0.44)
    high = round(size * 1.2)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, GOLD), (2, INK)):
            box = (inset * scale, inset * scale, (wide - inset) * scale - 1, (high - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=(size // 4 + 2 - inset) * scale, fill=(*fill, 255))
        middle = round(size * 0.2 + sign * 0.33)
        points = [((x * sign + middle) * scale, (y * sign + high / 2) * scale) for x, y in BOLT]
        pen.polygon(points, fill=(*GOLD, 255))

    def make() -> Sprite:
        image = canvas(wide, high, draw)
        right = wide - round(size * 0.22)
        text.write_bold(image, right, high // 2, words, size=size, colour=GOLD, anchor="right")
        return Sprite(image)

    return _SIGNS.get(("power", power, size, bolted), make)


def _write(image: Image.Image, words: str, size: int, colour: Colour, lift: int = 0) -> None:
    x, y = image.width // 2, image.height // 2 - lift
    text.write_bold(image, x, y, words, size=size, colour=colour, anchor="middle")


def shadow(image: Image.Image, box: Box) -> None:
    """Darken the ground below a card in this box, on a large square."""
    if image.height < RICH:
        return
    left, top, right, bottom = box
    high = bottom - top
    down = max(2, image.height // 40)
    round_plate(
        image, (left + 2, top + down, right + down - 2, bottom + down), high // 12, mix(GROUND, INK, 0.7)
    )


def more(count: int, wide: int, high: int) -> Sprite:
    """Return the corner that replaces cards which do not fit: "+3", or "14" where "+14" is too wide."""
    words = f"+{count}" if text.width(f"+{count}", "extrabold", ON_A_PHONE) <= wide else str(count)

    def make() -> Sprite:
        image = Image.new("RGBA", (wide, high), (*PANEL, 255))
        _write(image, words, ON_A_PHONE, PAPER)
        return Sprite(image)

    return _SIGNS.get(("more", count, wide, high), make)


def shield(words: str, size: int) -> Sprite:
    """Return a shield with a strength on it, or with nothing."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0.0, INK), (0.06, PAPER), (0.12, INK)):
            pen.polygon(_inset(drawings(_DRAWN)["shield"][0].points, inset, size * scale), fill=(*fill, 255))

    def make() -> Sprite:
        image = canvas(size, size, draw)
        if words:
            _write(image, words, max(ON_A_PHONE, round(size * 0.58)), PAPER, lift=size // 40)
        return Sprite(image)

    return _SIGNS.get(("shield", words, size), make)


def rook(size: int, colour: Colour) -> Sprite:
    """Return the sign of a tower."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0.0, INK), (0.1, colour)):
            pen.polygon(_inset(drawings(_DRAWN)["rook"][0].points, inset, size * scale), fill=(*fill, 255))

    return _SIGNS.get(("rook", size, colour), lambda: drawn(size, size, draw))


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    **{kind: partial(glyph, kind) for kind in _GLYPHS},
    "power": bolt_sign,
    "strength": partial(shield, "9"),
    "tower": lambda size: rook(size, PAPER),
    "out": lambda size: pile("discard", size, PAPER),
}
"""The signs of the pictures, by name."""
