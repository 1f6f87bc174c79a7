"""The board's layers above the ground. Only tiles that changed are painted again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Concatenate, NamedTuple, ParamSpec

from PIL import Image

from renderers.contract import Picture
from renderers.kit.mosaic import Piece, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.png import Sheet, full_palette
from renderers.kit.sprites import Sprite
from renderers.kit.titles import WIDTH
from renderers.papyrus.field import Ground

Given = ParamSpec("Given")

ACROSS, DOWN = 320, 96
"""Pixels of a tile, which is painted and reduced at once."""
_TILES = PieceCache()
"""Tiles by their content: most are the same from one board of a match to the next."""


class Layer(NamedTuple):
    """Something that is laid on a board."""

    key: Hashable
    """Everything that determines its look and its position."""
    box: Box
    """The pixels that it may touch."""
    paint: Callable[[Image.Image], object]


class Board:
    """A ground and the layers on it. They are painted in RGB, because some are transparent."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._size = (WIDTH, ground.layout.height)
        self._layers: list[Layer] = []

    def paint(
        self,
        box: Box,
        draw: Callable[Concatenate[Image.Image, Given], object],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> None:
        """Draw within this box.

        What `draw` is given has to be hashable, and to decide how it looks.
        """
        key = (draw, given, tuple(named.items()))
        self._layers.append(Layer(key, box, lambda image: draw(image, *given, **named)))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at (x, y)."""
        box = (x, y, x + sprite.width, y + sprite.height)
        self._layers.append(Layer((sprite.number, x, y), box, lambda image: sprite.paste(image, x, y)))

    def centre(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its middle at (x, y)."""
        self.stamp(sprite, x - sprite.width // 2, y - sprite.height // 2)

    def picture(self, alt: str) -> Picture:
        """Return the picture with its words."""
        tiles = [(key, box, laid, _TILES.find(key)) for key, box, laid in self._tiles()]
        painted = self._painted([(box, laid) for _, box, laid, kept in tiles if kept is None])
        sheet = Sheet(self._size, full_palette())
        for key, box, _, kept in tiles:
            tile = kept or _TILES.get(key, partial(self._cut, painted, box))
            sheet.image.im.paste(tile.image.im, box)  # as in `Mosaic`
        return Picture(sheet.packed(), alt, *self._size)

    def _tiles(self) -> Iterator[tuple[Hashable, Box, Sequence[int]]]:
        """Yield for each tile its cache key, its position, and its layers."""
        wide, high = self._size
        across = -(-wide // ACROSS)
        on: list[list[int]] = [[] for _ in range(across * -(-high // DOWN))]
        for number, layer in enumerate(self._layers):
            left, top, right, bottom = layer.box
            columns = range(max(0, left // ACROSS), -(-min(right, wide) // ACROSS))
            for row in range(max(0, top // DOWN), -(-min(bottom, high) // DOWN)):
                for column in columns:
                    on[row * across + column].append(number)
        keys = [layer.key for layer in self._layers]
        for at, laid in enumerate(on):
            left, top = at % across * ACROSS, at // across * DOWN
            box = (left, top, min(left + ACROSS, wide), min(top + DOWN, high))
            yield (self._ground.number, left, top, tuple([keys[number] for number in laid])), box, laid

    def _painted(self, tiles: Sequence[tuple[Box, Sequence[int]]]) -> Image.Image:
        """Return the board with these tiles painted; the content of other tiles does not matter."""
        image, whole = Image.new("RGB", self._size, None), cache(self._ground.drawn)
        for box, _ in tiles:
            # The tile without layers: the whole ground need not be unpacked for a few tiles.
            bare = (self._ground.number, *box[:2], ())
            ground = _TILES.get(bare, partial(_bare, whole, box)).image.copy()
            ground.putpalette(full_palette().values)
            image.paste(ground.convert("RGB"), box)
        for number in sorted({number for _, laid in tiles for number in laid}):
            self._layers[number].paint(image)
        return image

    def _cut(self, painted: Image.Image, box: Box) -> Piece:
        return Piece(full_palette().indexed(painted.crop(box)))


def _bare(whole: Callable[[], Image.Image], box: Box) -> Piece:
    return Piece(whole().crop(box))


def around(points: Iterable[tuple[int, int]], by: int) -> Box:
    """Return the box around points, enlarged by this number of pixels on each side."""
    across, down = zip(*points, strict=True)
    return min(across) - by, min(down) - by, max(across) + by, max(down) + by
