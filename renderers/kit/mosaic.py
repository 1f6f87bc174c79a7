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
from renderers.kit.palette import TABLE, Colour
from renderers.kit.png import LARGE, Palette, Sheet, lean_palette
from renderers.kit.sprites import Sprite

Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge; the last two are just outside."""


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

    Nothing is painted before it has to be: no picture of which the same was laid before.
    """

    def __init__(self, width: int, height: int, palette: Palette | None = None) -> None:
        self._palette = palette or lean_palette()
        self._size = (width, height)
        self._laid: list[Hashable] = []
        """What decides how each layer looks; None where that is not known."""
        self._layers: list[Callable[[Image.Image], object]] = []
        """The drawing functions of all pieces. A piece that is not cached is drawn when called."""

    def painted(self) -> Image.Image:
        """Return all pieces painted until now, in the palette."""
        return self._sheet().image

    def _sheet(self) -> Sheet:
        sheet = Sheet(self._size, self._palette, self._palette.colours.index(TABLE))
        for paint in self._layers:
            paint(sheet.image)
        return sheet

    def lay(self, drawn: Image.Image, x: int, y: int) -> None:
        """Lay an RGB picture with its upper left corner at (x, y)."""
        piece = self._palette.indexed(drawn)
        self._lay(None, lambda image: image.paste(piece, (x, y)))

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
        self._lay((pieces, key, x, y), partial(self._paint_kept, pieces, key, draw, x, y))

    def _paint_kept(
        self,
        pieces: PieceCache,
        key: Hashable,
        draw: Callable[[], Image.Image | Mosaic],
        x: int,
        y: int,
        image: Image.Image,
    ) -> None:
        def make() -> Piece:
            drawn = draw()
            return Piece(drawn.painted() if isinstance(drawn, Mosaic) else self._palette.indexed(drawn))

        piece = pieces.get((self._palette, key), make).image
        # Both are in memory and in one palette. What `Image.paste` looks at first takes longer than to paste.
        image.im.paste(piece.im, (x, y, x + piece.width, y + piece.height))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at (x, y), as far as it is on the picture."""
        self._lay((sprite.number, x, y), partial(self._paint_sprite, sprite, x, y))

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon, its edges not smoothed: for large plates, of which no picture need be kept."""
        corners = tuple(points)

        def paint(image: Image.Image) -> None:
            ImageDraw.Draw(image).polygon(corners, fill=self._palette.nearest(colour))

        self._lay((corners, colour), paint)

    def _lay(self, key: Hashable, paint: Callable[[Image.Image], object]) -> None:
        self._laid.append(key)
        self._layers.append(paint)

    def _paint_sprite(self, sprite: Sprite, x: int, y: int, image: Image.Image) -> None:
        for dx, dy, part in sprite.pieces:
            left, top = max(0, x + dx), max(0, y + dy)
            right, bottom = x + dx + part.width, y + dy + part.height
            box = (left, top, min(image.width, right), min(image.height, bottom))
            if left < box[2] and top < box[3]:
                below = image.crop(box).convert("RGB")
                below.paste(part, (x + dx - left, y + dy - top), part)
                image.paste(self._palette.indexed(below), (left, top))

    def picture(self, alt: str, large: int = LARGE) -> Picture:
        """Return the picture with its words, packed harder if it would be of more than `large` bytes."""
        if None in self._laid:
            return Picture(self._sheet().packed(large), alt, *self._size)
        laid = _Whole(self._palette, self._size, large, tuple(self._laid))
        drawn = _DRAWN.get(laid, lambda: _Drawn(self._sheet().packed(large), len(self._laid)))
        return Picture(drawn.png, alt, *self._size)
