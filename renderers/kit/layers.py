"""Layers: what is laid on a picture one above the other, and the strips of rows that each of them touches.

A strip on which the same was laid before, at the same place, is neither painted nor packed again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from renderers.kit.png import STRIP, Palette, packed_by_keys


class Layer(NamedTuple):
    """Something that is laid on a picture."""

    key: Hashable
    """All that decides how it looks and where it lies; layers of equal looks are alike."""
    top: int
    """The first row it may touch."""
    bottom: int
    """The first row below it."""
    paint: Callable[[Image.Image], object]

    def strips(self, count: int) -> range:
        """Return the numbers of the strips it may touch, of so many."""
        return range(max(0, self.top // STRIP), min(count, -(-self.bottom // STRIP)))


def packed_layers(
    size: tuple[int, int],
    ground: Hashable,
    layers: Sequence[Layer],
    pixels: Callable[[Sequence[Layer], Sequence[int]], Sequence[memoryview | bytes]],
    palette: Palette,
    large: int,
    levels: Sequence[int],
) -> bytes:
    """Return a picture of layers on a ground as PNG; see `packed_by_keys`.

    `pixels` returns those of the strips of these numbers, in the palette, with these layers painted: the ones
    that touch any of them, in their order.
    """
    strips: list[list[Layer]] = [[] for _ in range(-(-size[1] // STRIP))]
    for layer in layers:
        for at in layer.strips(len(strips)):
            strips[at].append(layer)
    keys = [
        (palette, ground, min(STRIP, size[1] - at * STRIP), at, tuple([layer.key for layer in strip]))
        for at, strip in enumerate(strips)
    ]

    def missing(numbers: Sequence[int]) -> Sequence[memoryview | bytes]:
        return pixels(list(_touching(layers, set(numbers), len(strips))), numbers)

    return packed_by_keys(size, palette.values, keys, missing, large, levels)


def _touching(layers: Iterable[Layer], numbers: set[int], count: int) -> Iterable[Layer]:
    return (layer for layer in layers if not numbers.isdisjoint(layer.strips(count)))
