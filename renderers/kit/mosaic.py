"""Pictures laid together from small pieces that are already in the picture's palette.

Reducing a whole board to the palette takes longer than drawing it. Most of a card game's table is the same
from one move to the next, so its pieces are reduced once, kept, and laid side by side as they are; what
crosses the edges of pieces is drawn on a small patch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderers.contract import Picture
from renderers.kit.cache import Cache
from renderers.kit.palette import TABLE, Colour
from renderers.kit.png import Palette, lean_palette, packed
from renderers.kit.shapes import Point
from renderers.kit.sprites import Sprite

Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge; the last two are just outside."""

_LEVELS = (3, 6)
"""Levels of compression; the second takes two to three times as long, for a fifth less."""


class Piece:
    """A small picture in a palette."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.cost = image.width * image.height + 500


PieceCache: TypeAlias = Cache[Piece]
"""Keeps pieces up to a number of bytes; see `Mosaic.lay_kept`."""


class Mosaic:
    """A picture that is being laid together."""

    def __init__(
        self, width: int, height: int, ground: Colour = TABLE, palette: Palette | None = None
    ) -> None:
        self._palette = palette or lean_palette()
        self.image = Image.new("P", (width, height), self._palette.colours.index(ground))
        self.image.putpalette(self._palette.values)

    def lay(self, drawn: Image.Image, x: int, y: int) -> None:
        """Lay an RGB picture with its upper left corner at (x, y)."""
        self.image.paste(self._palette.indexed(drawn), (x, y))

    def lay_kept(
        self, pieces: PieceCache, key: Hashable, draw: Callable[[], Image.Image], x: int, y: int
    ) -> None:
        """Lay the piece of this key; `draw` returns the RGB picture of one that is not kept."""
        piece = pieces.get((self._palette, key), lambda: Piece(self._palette.indexed(draw())))
        self.image.paste(piece.image, (x, y))

    def lay_part(self, pieces: PieceCache, key: Hashable, draw: Callable[[], Mosaic], x: int, y: int) -> None:
        """Lay the piece of this key; `draw` returns one that is not kept as a mosaic in the same palette.

        What is laid together from many pieces and seldom changes is so laid at once.
        """
        self.image.paste(pieces.get((self._palette, key), lambda: Piece(draw().image)).image, (x, y))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at (x, y), as far as it is on the picture."""
        for dx, dy, part in sprite.pieces:
            left, top = max(0, x + dx), max(0, y + dy)
            right, bottom = x + dx + part.width, y + dy + part.height
            box = (left, top, min(self.image.width, right), min(self.image.height, bottom))
            if left < box[2] and top < box[3]:
                with self.patch(box) as below:
                    below.paste(part, (x + dx - left, y + dy - top), part)

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon, its edges not smoothed: for large plates, of which no picture need be kept."""
        ImageDraw.Draw(self.image).polygon(points, fill=self._palette.nearest(colour))

    @contextmanager
    def patch(self, box: Box) -> Iterator[Image.Image]:
        """Give the part within `box` as an RGB picture to draw on; it is laid back afterwards."""
        part = self.image.crop(box).convert("RGB")
        yield part
        self.image.paste(self._palette.indexed(part), (box[0], box[1]))

    def picture(self, alt: str, large: int) -> Picture:
        """Return the picture with its words, packed harder if it would be of more than `large` bytes."""
        png = packed(self.image, large, _LEVELS)
        return Picture(png, alt, self.image.width, self.image.height)
