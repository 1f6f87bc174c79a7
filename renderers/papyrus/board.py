"""The board on which all is drawn: what is laid on the ground, of which only changed rows are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec

from PIL import Image

from renderers.contract import Picture
from renderers.kit.layers import Layer, packed_layers
from renderers.kit.png import LARGE, LEVELS, STRIP, full_palette
from renderers.kit.sprites import Sprite
from renderers.kit.titles import WIDTH
from renderers.papyrus.field import Ground

Given = ParamSpec("Given")


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
        palette, ground = full_palette(), self._ground.number
        png = packed_layers(self._size, ground, self._layers, self._pixels, palette, LARGE, LEVELS)
        return Picture(png, alt, *self._size)

    def _pixels(self, layers: Sequence[Layer], numbers: Sequence[int]) -> list[bytes]:
        """Return the pixels of strips: the rows in between are not painted fully, and not read."""
        image, below = Image.new("RGB", self._size), self._ground.drawn()
        boxes = [(0, at * STRIP, WIDTH, min(self._size[1], (at + 1) * STRIP)) for at in numbers]
        for box in boxes:
            image.paste(below.crop(box).convert("RGB"), box[:2])
        for layer in layers:
            layer.paint(image)
        return [full_palette().indexed(image.crop(box)).tobytes() for box in boxes]
