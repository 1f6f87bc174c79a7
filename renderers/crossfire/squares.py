"""The squares of the table, drawn once for each state they are in, and the ruler with their names."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import Pile
from renderers.crossfire.ground import RICH, Kind, ground
from renderers.crossfire.layout import RULER, Layout
from renderers.crossfire.lights import EAST, NORTH, SOUTH, WEST, Light
from renderers.crossfire.piles import draw_pile, reach_of
from renderers.crossfire.signs import outline
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE, face
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import (
    GOLD,
    GROUND,
    HEAL,
    HURT,
    INK,
    MUTED,
    PAPER,
    SEATS,
    TABLE,
    Colour,
    mix,
)
from renderers.kit.sprites import Sprite, SpriteCache, drawn

Pointed: TypeAlias = Literal["", "reach", "target", "chosen"]

_PIECES = PieceCache()
_PARTS = SpriteCache()
_GLOWS, _PLAIN_GLOW = (0.16, 0.34, 0.62, 1.0), (0.5, 1.0)
"""How golden the rings of a glow are, from outside to inside; on small squares there are fewer."""
_CHAIN = ((0.075, INK), (0.052, mix(INK, GOLD, 0.75)), (0.018, mix(GOLD, PAPER, 0.5)))
"""The thickness of a chain to either side, in heights of the square, and its colours."""


class Square(NamedTuple):
    """A square, with everything on which its picture depends."""

    size: tuple[int, int]
    """Its width and height in pixels."""
    kind: Kind
    home: int
    """The seat whose base or support square it is, or -1."""
    turn: int
    """The rotation of its labels to the left, in degrees, so that they face its player."""
    pile: Pile | None
    light: Light
    pointed: Pointed
    """How it is highlighted for one player."""
    fresh: int
    """The seat that has just laid or won it, or -1."""


def lay_square(board: Mosaic, square: Square, x: int, y: int) -> None:
    """Lay a square with its upper left corner at (x, y)."""
    board.lay_kept(_PIECES, square, lambda: _drawn(square), x, y)


def _drawn(square: Square) -> Image.Image:
    pile = square.pile
    reach = square.pointed == "reach"
    image = ground(square.size, square.kind, square.home, square.turn, reach, pile is None).copy()
    # the chain: bands from the middle to the sides, whose meeting point the card covers
    pen, high = ImageDraw.Draw(image), square.size[1]
    for share, colour in _CHAIN if high >= RICH else _CHAIN[:2]:
        half = max(1, round(high * share))
        for side in _sides(square.light.chain):
            pen.rectangle(_band(square.size, side, half), fill=colour)
    if pile is not None:
        glow, node = square.light.glow, pile.kind == "node" and square.kind != "support"
        if glow in ("lit", "spare") and node and not pile.contested:
            wide, high = reach_of(pile, square.size, support=False)
            halo = _glow(wide, high, square.size[1], glow == "lit")
            halo.centre(image, square.size[0] // 2, square.size[1] // 2)
        draw_pile(image, pile, square.light, square.kind == "support")
        _clasps(image, square, pile)
    _rings(image, square)
    return image


# --- power ------------------------------------------------------------------------------------------------


def _sides(mask: int) -> list[int]:
    return [side for side in (NORTH, EAST, SOUTH, WEST) if mask & side]


def _band(size: tuple[int, int], side: int, half: int) -> tuple[int, int, int, int]:
    """Return the box of a band from the middle to a side, `half` its thickness to either side."""
    wide, high = size
    x, y = wide // 2, high // 2
    if side == NORTH:
        return x - half, 0, x + half, y
    if side == SOUTH:
        return x - half, y, x + half, high
    if side == EAST:
        return x, y - half, wide, y + half
    return 0, y - half, x, y + half


def _glow(wide: int, high: int, cell: int, lit: bool) -> Sprite:
    """Return a glow around a card of this size: strong, or faint for a node that has power only in another
    pairing.
    """
    grow = max(4, round(cell * 0.055))
    glows = _GLOWS if cell >= RICH else _PLAIN_GLOW
    shares = glows if lit else glows[:-1]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for at, share in enumerate(shares):
            inset = round(grow * (at + len(glows) - len(shares)) / (len(glows) + 1) * scale)
            right, bottom = (wide + 2 * grow) * scale - 1, (high + 2 * grow) * scale - 1
            box = (inset, inset, right - inset, bottom - inset)
            colour = mix(GROUND, GOLD, share)
            pen.rounded_rectangle(box, radius=max(2, grow * 3 * scale - inset), fill=(*colour, 255))

    key = ("halo", wide, high, lit, cell)
    return _PARTS.get(key, lambda: drawn(wide + 2 * grow, high + 2 * grow, draw, scale=2))


def _clasps(image: Image.Image, square: Square, pile: Pile) -> None:
    """Draw clasps between paired nodes across their edges, and join a support node to its base.

    A clasp is centred on the common side; each of the two squares has one half of it.
    """
    light, size = square.light, square.size
    wide, high = reach_of(pile, size, square.kind == "support")
    for sides, colour in ((light.pairs, GOLD), (light.idle, mix(GROUND, PAPER, 0.45))):
        for side in _sides(sides):
            down = side in (NORTH, SOUTH)
            reach = (size[1] - high if down else size[0] - wide) // 2 + max(5, round(size[1] * 0.085))
            _clasp(size[1], reach, down, colour).centre(image, *_at_side(size, side))
    for side in _sides(light.joint):
        _joint(size[1], pile.owner).centre(image, *_at_side(size, side))


def _at_side(size: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the middle of a side of a square."""
    wide, high = size
    places = {NORTH: (wide // 2, 0), SOUTH: (wide // 2, high), WEST: (0, high // 2)}
    return places.get(side, (wide, high // 2))


def _clasp(cell: int, reach: int, down: bool, colour: Colour) -> Sprite:
    """Return a clasp that reaches so far from its middle, with the bolt of power on it."""
    half = max(4, round(cell * 0.052))
    middle = max(half + 3, round(cell * 0.1))
    long, broad = 2 * max(reach + 2, middle), 2 * (middle + 2)
    wide, high = (broad, long) if down else (long, broad)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, colour)):
            aside, end = (middle - half + inset) * scale, inset * scale
            left, top = (aside, end) if down else (end, aside)
            box = (left, top, wide * scale - left - 1, high * scale - top - 1)
            pen.rounded_rectangle(box, radius=half * scale, fill=(*fill, 255))
        for radius, fill in ((middle + 2, INK), (middle, colour)):
            x, y = wide * scale / 2, high * scale / 2
            pen.ellipse(
                (x - radius * scale, y - radius * scale, x + radius * scale, y + radius * scale), fill=fill
            )
        points = [(x * middle * 1.5 + wide / 2, y * middle * 1.5 + high / 2) for x, y in outline("bolt")]
        pen.polygon([(x * scale, y * scale) for x, y in points], fill=(*INK, 255))

    return _PARTS.get(("clasp", wide, high, colour), lambda: drawn(wide, high, draw))


def _joint(cell: int, seat: int) -> Sprite:
    """Return the round joint between a base and its support, a plus on it."""
    radius = max(11, round(cell * 0.125))
    size = 2 * radius

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, SEATS[seat].colour)):
            edge = (size - inset) * scale - 1
            pen.ellipse((inset * scale, inset * scale, edge, edge), fill=(*fill, 255))
        middle, arm, thick = radius * scale, radius * 0.62 * scale, max(1.5, radius * 0.16) * scale
        low, high = middle - thick, middle + thick
        pen.rectangle((middle - arm, low, middle + arm, high), fill=(*INK, 255))
        pen.rectangle((low, middle - arm, high, middle + arm), fill=(*INK, 255))

    return _PARTS.get(("joint", size, seat), lambda: drawn(size, size, draw))


# --- rings ------------------------------------------------------------------------------------------------


def _rings(image: Image.Image, square: Square) -> None:
    if square.pile is not None and square.pile.contested:
        _ring(square.size, HURT, whole=True).paste(image, 0, 0)
    elif square.fresh >= 0:
        _ring(square.size, PAPER, whole=False).paste(image, 0, 0)
    taken = square.pointed == "reach" and square.pile is not None
    if taken or square.pointed == "target":
        _ring(square.size, HEAL, whole=True).paste(image, 0, 0)
    elif square.pointed == "chosen":
        _ring(square.size, PAPER, whole=True).paste(image, 0, 0)


def _ring(size: tuple[int, int], colour: Colour, *, whole: bool) -> Sprite:
    """Return a ring around a square, or its four corners only."""
    wide, high = size
    broad = max(4, round(high * 0.035))

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, thick, fill in ((0, broad + 3, INK), (1, broad, colour)):
            low = inset * scale
            box = (low, low, (wide - inset) * scale - 1, (high - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=high // 10 * scale, outline=(*fill, 255), width=thick * scale)
        if not whole:
            arm = round(high * 0.24) * scale
            pen.rectangle((arm, -1, wide * scale - arm, high * scale), fill=(*INK, 0))
            pen.rectangle((-1, arm, wide * scale, high * scale - arm), fill=(*INK, 0))

    return _PARTS.get(("ring", size, colour, whole), lambda: drawn(wide, high, draw, scale=2))


def label(words: str, size: int = ON_A_PHONE) -> Sprite:
    """Return a small paper label."""
    wide, high = text.width(words, "extrabold", size) + 18, size + 10

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, PAPER)):
            box = (inset * scale, inset * scale, (wide - inset) * scale - 1, (high - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=8 * scale, fill=(*fill, 255))
        baseline = (high // 2 + text.capitals(size) // 2) * scale
        font = face("extrabold", size * scale)
        pen.text((wide * scale // 2, baseline), words, font=font, fill=(*INK, 255), anchor="ms")

    return _PARTS.get(("label", words, size), lambda: drawn(wide, high, draw, scale=2))


def draw_ruler(board: Mosaic, layout: Layout, table: Table) -> None:
    """Write the columns' letters below, the rows' numbers left of the squares."""
    half = RULER // 2
    for x, y, words in layout.ruler(lambda column: table.name(column)[:-1], (half,) * 4):
        if x < layout.left or y > layout.bottom:
            board.lay_kept(_PIECES, words, partial(_draw, words), x - half, y - half)


def _draw(words: str) -> Image.Image:
    image = Image.new("RGB", (RULER, RULER), TABLE)
    text.write(image, RULER // 2, RULER // 2, words, size=ON_A_PHONE, colour=MUTED, anchor="middle")
    return image
