"""One square of the table with all that is on it. It is drawn once for each state it is in, then kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.games.crossfire.rules.view import Pile
from renderers.crossfire.lights import EAST, NORTH, SOUTH, WEST, Light
from renderers.crossfire.piles import draw_pile, reach_of
from renderers.kit import text
from renderers.kit.fonts import READABLE, face
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
    ZONE_TINTS,
    Colour,
    ground_tone,
    mix,
)
from renderers.kit.sprites import Sprite, SpriteCache, drawn

Kind: TypeAlias = Literal["field", "neutral", "middle", "base", "support"]
Pointed: TypeAlias = Literal["", "reach", "target", "chosen"]

_PIECES = PieceCache(limit=8_000_000)
_PARTS = SpriteCache(limit=4_000_000)
_GLOW = mix(GROUND, GOLD, 0.5)


class Square(NamedTuple):
    """All that decides how a square looks."""

    cell: int
    kind: Kind
    home: int
    """The seat whose base or support square it is, or -1."""
    pile: Pile | None
    light: Light
    pointed: Pointed
    """How it is pointed out to one player alone."""
    fresh: int
    """The seat that has just laid or won it, or -1."""
    due: tuple[str, ...]
    """What is said of its contest, see `due_words`."""


def lay_square(board: Mosaic, square: Square, x: int, y: int) -> None:
    """Lay a square with its upper left corner at (x, y)."""
    board.lay_kept(_PIECES, square, lambda: _drawn(square), x, y)


def _drawn(square: Square) -> Image.Image:
    pile = square.pile
    image = _ground(square.cell, square.kind, square.home, square.pointed == "reach", pile is None).copy()
    _chain(image, square)
    if pile is not None:
        if square.light.glow in ("lit", "spare") and pile.kind == "node" and not pile.contested:
            _halo(image, square, pile)
        draw_pile(image, pile, square.light, square.kind == "support", square.due)
        _clasps(image, square, pile)
    _rings(image, square)
    return image


# --- ground -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=96)
def _ground(cell: int, kind: Kind, home: int, reach: bool, empty: bool) -> Image.Image:
    """Return a square without what lies on it; copy it before drawing on it."""
    image = Image.new("RGB", (cell, cell), TABLE)
    fill, rim = (mix(GROUND, HEAL, 0.5), HEAL) if reach else _tones(kind, home)
    pen, edge, middle = ImageDraw.Draw(image), cell - 3, cell / 2
    broad = 4 if kind == "middle" else 2
    pen.rounded_rectangle((2, 2, edge, edge), radius=cell // 12, fill=fill, outline=rim, width=broad)
    if empty and reach:
        radius = cell * 0.11
        pen.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill=HEAL)
    elif empty and kind == "middle":
        for radius in (cell * 0.3, cell * 0.14):
            box = (middle - radius, middle - radius, middle + radius, middle + radius)
            pen.ellipse(box, outline=rim, width=3)
    return image


def _tones(kind: Kind, home: int) -> tuple[Colour, Colour]:
    if home >= 0:
        colour, strong = SEATS[home].colour, kind == "base"
        return mix(GROUND, colour, ZONE_TINTS[strong]), mix(GROUND, colour, 0.5 if strong else 0.22)
    if kind == "middle":
        return ground_tone(-3), MUTED
    if kind == "neutral":
        return ground_tone(-3), mix(GROUND, PAPER, 0.27)
    return ground_tone(-1), ground_tone(2)


# --- power ------------------------------------------------------------------------------------------------


def _chain(image: Image.Image, square: Square) -> None:
    """Draw the chain as bands from the middle to the sides; the card covers their meeting point."""
    pen, cell = ImageDraw.Draw(image), square.cell
    for share, colour in ((0.07, INK), (0.045, mix(INK, GOLD, 0.75))):
        half = max(2, round(cell * share))
        for side in _sides(square.light.chain):
            pen.rectangle(_band(cell, side, half), fill=colour)


def _sides(mask: int) -> list[int]:
    return [side for side in (NORTH, EAST, SOUTH, WEST) if mask & side]


def _band(cell: int, side: int, half: int) -> tuple[int, int, int, int]:
    low, high = cell // 2 - half, cell // 2 + half
    if side == NORTH:
        return low, 0, high, cell // 2
    if side == SOUTH:
        return low, cell // 2, high, cell
    if side == EAST:
        return cell // 2, low, cell, high
    return 0, low, cell // 2, high


def _halo(image: Image.Image, square: Square, pile: Pile) -> None:
    """Draw a glow around the card; the supports of a lit base have none, for they are no nodes."""
    if square.kind == "support":
        return
    wide, high = reach_of(pile, square.cell, support=False)
    lit = square.light.glow == "lit"
    key = ("halo", wide, high, lit, square.cell)
    grow = max(4, round(square.cell * 0.045))

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edges = ((0, _GLOW), (grow // 2, GOLD)) if lit else ((grow // 2, _GLOW),)
        for inset, colour in edges:
            low = inset * scale
            box = (low, low, (wide + 2 * grow - inset) * scale - 1, (high + 2 * grow - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=(grow * 3 - inset) * scale, fill=(*colour, 255))

    sprite = _PARTS.get(key, lambda: drawn(wide + 2 * grow, high + 2 * grow, draw, scale=2))
    x, y = square.cell // 2, square.cell // 2
    sprite.centre(image, x, y)


def _clasps(image: Image.Image, square: Square, pile: Pile) -> None:
    """Clasp paired nodes together over their edges; join a support node to its base.

    What lies over the side of a square is drawn around the middle of that side; the neighbour has its half.
    """
    light, cell = square.light, square.cell
    wide, high = reach_of(pile, cell, square.kind == "support")
    for sides, colour in ((light.pairs, GOLD), (light.idle, mix(GROUND, PAPER, 0.45))):
        for side in _sides(sides):
            down = side in (NORTH, SOUTH)
            reach = (cell - (high if down else wide)) // 2 + max(5, round(cell * 0.085))
            _clasp(cell, reach, down, colour).centre(image, *_at_side(cell, side))
    for side in _sides(light.joint):
        _joint(cell, pile.owner).centre(image, *_at_side(cell, side))


def _at_side(cell: int, side: int) -> tuple[int, int]:
    """Return the middle of a side of a square."""
    half = cell // 2
    return {NORTH: (half, 0), SOUTH: (half, cell), WEST: (0, half)}.get(side, (cell, half))


def _clasp(cell: int, reach: int, down: bool, colour: Colour) -> Sprite:
    """Return a clasp that reaches so far from its middle, with a rivet at either end."""
    half = max(4, round(cell * 0.062))
    long, broad = 2 * (reach + 2), 2 * (half + 2)
    wide, high = (broad, long) if down else (long, broad)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, fill in ((0, INK), (2, colour)):
            box = (inset * scale, inset * scale, (wide - inset) * scale - 1, (high - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=half * scale, fill=(*fill, 255))
        dot, end = max(2, half * 0.45), half + 2
        for x, y in ((end, end), (wide - end, high - end)):
            rivet = ((x - dot) * scale, (y - dot) * scale, (x + dot) * scale, (y + dot) * scale)
            pen.ellipse(rivet, fill=(*INK, 255))

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
        _ring(square.cell, HURT, whole=True).paste(image, 0, 0)
    elif square.fresh >= 0:
        _ring(square.cell, PAPER, whole=False).paste(image, 0, 0)
    taken = square.pointed == "reach" and square.pile is not None
    if taken or square.pointed == "target":
        _ring(square.cell, HEAL, whole=True).paste(image, 0, 0)
    elif square.pointed == "chosen":
        _ring(square.cell, PAPER, whole=True).paste(image, 0, 0)


def _ring(cell: int, colour: Colour, *, whole: bool) -> Sprite:
    """Return a ring around a square, or its four corners only."""
    broad = max(4, round(cell * 0.035))

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, thick, fill in ((0, broad + 3, INK), (1, broad, colour)):
            low, high = inset * scale, (cell - inset) * scale - 1
            pen.rounded_rectangle(
                (low, low, high, high), radius=cell // 10 * scale, outline=(*fill, 255), width=thick * scale
            )
        if not whole:
            low, high = round(cell * 0.24) * scale, round(cell * 0.76) * scale
            pen.rectangle((low, -1, high, cell * scale), fill=(*INK, 0))
            pen.rectangle((-1, low, cell * scale, high), fill=(*INK, 0))

    return _PARTS.get(("ring", cell, colour, whole), lambda: drawn(cell, cell, draw, scale=2))


def label(words: str, size: int = READABLE) -> Sprite:
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
