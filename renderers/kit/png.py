"""From a drawn board to PNG bytes in the fixed palette."""

from __future__ import annotations

import io
from functools import lru_cache
from threading import Lock

from PIL import Image

from renderers.kit.palette import fixed

Image.preinit()  # else the first picture would wait for Pillow to load its file formats

LARGE = 118_000
"""Bytes: a picture above this is worth more work."""
_LEVELS = (2, 6, 9)
"""Compression levels to try in turn; the last takes three times as long as the first, for a fifth less."""

_QUANTISING = Lock()
"""Pillow keeps a search table in the palette while it works, so one thread works at a time."""


@lru_cache(maxsize=1)
def _search() -> Image.Image:
    """Return a picture that carries the palette in which Pillow searches.

    Its search rounds what it looks for down to a multiple of 4. With the palette's colours rounded alike,
    each of them is found again exactly; the true colours are put back afterwards.
    """
    image = Image.new("P", (1, 1))
    image.putpalette([value & ~3 for colour in fixed() for value in colour])
    return image


@lru_cache(maxsize=1)
def _colours() -> bytes:
    return bytes(value for colour in fixed() for value in colour)


def reduced(board: Image.Image) -> Image.Image:
    """Return an RGB board in the fixed palette, each pixel in the colour nearest to it."""
    with _QUANTISING:
        picture = board.quantize(palette=_search(), dither=Image.Dither.NONE)
    picture.putpalette(_colours())
    return picture


def encoded(board: Image.Image) -> bytes:
    """Return an RGB board as a palette PNG, packed harder where it would be larger than `LARGE`."""
    picture = reduced(board)
    for level in _LEVELS:
        png = _saved(picture, level)
        if len(png) <= LARGE:
            break
    return png


def _saved(picture: Image.Image, level: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=level)
    return file.getvalue()
