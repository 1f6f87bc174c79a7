"""Pictures laid together from small pieces that are already in the picture's palette.

Reducing a whole board to the palette takes longer than drawing it. Most of a card game's table is the same
from one move to the next, so its pieces are reduced once, kept, and laid side by side as they are; what
crosses the edges of pieces is drawn on a small part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderers.contract import Picture
from renderers.kit.cache import Cache
from renderers.kit.outlines import Point
from renderers.kit.paintings import PAINTINGS, Layer, Painter, Painting
from renderers.kit.palette import TABLE, Colour
from renderers.kit.png import LARGE, Palette, Sheet, lean_palette
from renderers.kit.sprites import Sprite, lay


class Piece:
    """A small picture in a palette."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.cost = image.width * image.height + 500

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out the palette, which is that of the picture, when it is packed."""
        return _unpacked, (self.image.size, self.image.tobytes())


def _unpacked(size: tuple[int, int], indices: bytes) -> Piece:
    return Piece(Image.frombuffer("L", size, indices, "raw", "L", 0, 1))  # of the same memory, not copied


PieceCache: TypeAlias = Cache[Piece]
"""Keeps pieces up to a number of bytes; see `Mosaic.lay_kept`."""


class _Whole:
    """What decides how a whole picture looks. Its hash is that of hundreds of pieces, so it is kept."""

    __slots__ = ("_content", "_hash")

    def __init__(self, *content: Hashable) -> None:
        self._content, self._hash = content, hash(content)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and self._content == other._content


class _Drawn:
    """A picture that was laid together, as PNG."""

    def __init__(self, png: bytes, steps: int) -> None:
        self.png = png
        self.cost = len(png) + 300 * steps


_DRAWN: Cache[_Drawn] = Cache(packs=False)
"""Whole pictures by their content: a hand or a table is often drawn again unchanged for the next screen."""


class Mosaic:
    """A picture that is being laid together.

    Nothing is painted before it has to be: no picture of which the same was laid before. No layer knows its
    mosaic, so that it is freed with the last name for it.
    """

    def __init__(self, width: int, height: int, palette: Palette | None = None) -> None:
        self._palette = palette or lean_palette()
        self._size = (width, height)
        self._layers: list[Layer] = []

    def painted(self) -> Image.Image:
        """Return all pieces painted until now, in the palette."""
        return self._painting().sheet.image

    def _painting(self) -> Painting:
        return Painting(Sheet(self._size, self._palette, self._ground()), self._layers)

    def _ground(self) -> int:
        return self._palette.colours.index(TABLE)

    def lay(self, drawn: Image.Image, x: int, y: int) -> None:
        """Lay an RGB picture with its upper left corner at (x, y)."""
        self._layers.append(Layer(None, partial(_pasted, self._palette.indexed(drawn), x, y)))

    def lay_kept(
        self,
        pieces: PieceCache,
        key: Hashable,
        draw: Callable[[], Image.Image | Mosaic],
        x: int,
        y: int,
    ) -> None:
        """Paint the piece with this key; `draw` returns it if it is not cached.

        A piece is an RGB picture or, if it consists of many pieces, a mosaic in the same palette.
        """
        load = partial(_kept, self._palette, pieces, key, draw, x, y)
        self._layers.append(Layer((pieces, key, x, y), load))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at (x, y), as far as it is on the picture."""
        load = partial(_stamped, self._palette, sprite, x, y)
        self._layers.append(Layer((sprite.number, x, y), load))

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon, its edges not smoothed: for large plates, of which no picture need be kept."""
        corners = tuple(points)
        load = partial(_filled, corners, self._palette.nearest(colour))
        self._layers.append(Layer((corners, colour), load))

    def picture(self, alt: str, large: int = LARGE) -> Picture:
        """Return the picture with its words, packed harder if it would be of more than `large` bytes."""
        keys = tuple([layer.key for layer in self._layers])
        if None in keys:
            return Picture(self._painting().sheet.packed(large), alt, *self._size)

        def drawn() -> _Drawn:
            png = PAINTINGS.png(self._size, self._palette, self._ground(), self._layers, large)
            return _Drawn(png, len(keys))

        whole = _DRAWN.get(_Whole(self._palette, self._size, large, keys), drawn)
        return Picture(whole.png, alt, *self._size)


def _kept(
    palette: Palette,
    pieces: PieceCache,
    key: Hashable,
    draw: Callable[[], Image.Image | Mosaic],
    x: int,
    y: int,
) -> Painter:
    def make() -> Piece:
        drawn = draw()
        return Piece(drawn.painted() if isinstance(drawn, Mosaic) else palette.indexed(drawn))

    return _pasted(pieces.get((palette, key), make).image, x, y)


def _pasted(image: Image.Image, x: int, y: int) -> Painter:
    """Return how a picture in the palette is laid with its upper left corner at (x, y)."""
    right, bottom, core = x + image.width, y + image.height, image.im

    def paint(board: Image.Image, left: int, top: int) -> None:
        # Both are in memory and in one palette. What `Image.paste` looks at first takes longer than to paste.
        board.im.paste(core, (x - left, y - top, right - left, bottom - top))

    return Painter((x, y, right, bottom), paint)


def _stamped(palette: Palette, sprite: Sprite, x: int, y: int) -> Painter:
    def paint(board: Image.Image, left: int, top: int) -> None:
        for dx, dy, part in sprite.pieces:
            x1, y1 = x - left + dx, y - top + dy
            box = (
                *(max(0, x1), max(0, y1)),
                *(min(board.width, x1 + part.width), min(board.height, y1 + part.height)),
            )
            if box[0] < box[2] and box[1] < box[3]:
                below = board.crop(box).convert("RGB")
                below.paste(part, (x1 - box[0], y1 - box[1]), part)
                board.paste(palette.indexed(below), box[:2])

    return Painter((x, y, x + sprite.width, y + sprite.height), paint)


def _filled(corners: Sequence[Point], number: int) -> Painter:
    """Return how a polygon is filled with the colour of this number.

    Its edges, where they are rounded to pixels, do not depend on the part of the picture that is painted.
    """
    across, down = zip(*corners, strict=True)
    x, y, right, bottom = int(min(across)), int(min(down)), int(max(across)) + 1, int(max(down)) + 1
    if {*corners} == {(x, y), (right - 1, y), (right - 1, bottom - 1), (x, bottom - 1)}:
        return Painter(
            (x, y, right, bottom),
            lambda board, left, top: board.im.paste(number, (x - left, y - top, right - left, bottom - top)),
        )
    shape = Image.new("1", (right - x, bottom - y))
    ImageDraw.Draw(shape).polygon([(px - x, py - y) for px, py in corners], fill=1)
    return Painter(
        (x, y, right, bottom), lambda board, left, top: lay(board, number, x - left, y - top, shape)
    )
