"""The board on which all is drawn: what is laid on the ground, of which only changed strips are painted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Concatenate, NamedTuple, ParamSpec

from PIL import Image

from renderers.contract import Picture
from renderers.kit.cache import Cache
from renderers.kit.mosaic import Box
from renderers.kit.png import full_palette, packed_rows, rows_of
from renderers.kit.sprites import Sprite
from renderers.kit.titles import WIDTH
from renderers.papyrus.field import Ground

Given = ParamSpec("Given")

STRIP = 48
"""Rows that are painted and reduced together."""


class Strip(bytes):
    """The rows of a strip as a PNG has them."""

    @property
    def cost(self) -> int:
        """Bytes that it takes, about."""
        return len(self) + 500


_STRIPS = Cache[Strip](limit=24_000_000)
"""Strips by what is laid on them: from one board of a match to the next most are the same."""


class Layer(NamedTuple):
    """Something that is laid on a board."""

    key: Hashable
    """All that decides how it looks and where it lies."""
    top: int
    """The first row it may touch."""
    bottom: int
    """The first row below it."""
    paint: Callable[[Image.Image], object]


class Board:
    """A ground and the layers on it. They are painted in RGB, for some let through what is below them."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._size = (WIDTH, ground.layout.height)
        self._layers: list[Layer] = []

    def paint(
        self,
        top: int,
        bottom: int,
        draw: Callable[Concatenate[Image.Image, Given], object],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> None:
        """Draw within these rows, the last one not included.

        What `draw` is given has to be hashable, and to decide how it looks.
        """
        key = (draw, given, tuple(named.items()))
        self._layers.append(Layer(key, top, bottom, lambda image: draw(image, *given, **named)))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at (x, y)."""
        key = (sprite.number, x, y)
        self._layers.append(Layer(key, y, y + sprite.height, lambda image: sprite.paste(image, x, y)))

    def centre(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its middle at (x, y)."""
        self.stamp(sprite, x - sprite.width // 2, y - sprite.height // 2)

    def picture(self, alt: str) -> Picture:
        """Return the picture with its words."""
        keys = self._keys()
        strips = [_STRIPS.find(key) for key in keys]
        missing = [at * STRIP for at, strip in enumerate(strips) if strip is None]
        painted = self._painted(missing)
        rows = [
            strip or _STRIPS.get(key, partial(self._cut, painted, at * STRIP))
            for at, (key, strip) in enumerate(zip(keys, strips, strict=True))
        ]
        return Picture(packed_rows(self._size, full_palette().values, b"".join(rows)), alt, *self._size)

    def _keys(self) -> list[Hashable]:
        """Return for each strip all that decides how it looks."""
        laid: list[list[Hashable]] = [[] for _ in range(0, self._size[1], STRIP)]
        for layer in self._layers:
            for strip in laid[max(0, layer.top // STRIP) : -(-layer.bottom // STRIP)]:
                strip.append(layer.key)
        return [(self._ground.number, at, tuple(keys)) for at, keys in enumerate(laid)]

    def _painted(self, tops: Sequence[int]) -> Image.Image:
        """Return the board with the strips from these rows on painted; of no others what is on it counts."""
        image, below = Image.new("RGB", self._size, None), self._ground.drawn()
        for top in tops:
            image.paste(below.crop(self._box(top)).convert("RGB"), (0, top))
        for layer in self._layers:
            if any(layer.top < top + STRIP and layer.bottom > top for top in tops):
                layer.paint(image)
        return image

    def _cut(self, painted: Image.Image, top: int) -> Strip:
        return Strip(rows_of(full_palette().indexed(painted.crop(self._box(top)))))

    def _box(self, top: int) -> Box:
        return (0, top, WIDTH, min(self._size[1], top + STRIP))
