"""Cropping of a large board: squares far from everything important are cut off."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image, ImageOps

from renderers.contract import Picture
from renderers.kit.png import file_of

# Tiles: the middle of a picture as a small square, for lists of games.


SIDE = 256
"""Pixels of a tile's side: three times what Discord shows beside a line."""


def tile_of(picture: Picture) -> Picture:
    """Return the middle of a picture as a square of `SIDE` pixels."""
    with Image.open(io.BytesIO(picture.png)) as drawn:
        square = ImageOps.fit(drawn.convert("RGB"), (SIDE, SIDE), Image.Resampling.LANCZOS)
    packed = file_of(square.quantize(128), optimize=True)
    return replace(picture, png=packed, width=SIDE, height=SIDE)


WHOLE = "whole"
"""The part of a table that is the whole board, where the usual picture is cut."""
MARGIN = 1
"""Squares around what matters that stay in the picture, at least."""
_STEP = 2
"""The crop moves by this number of squares at once, so that the scale changes rarely."""
_WORTH = 0.8
"""A cut that leaves a larger part of the squares than this is not worth a board with torn edges."""


class Window(NamedTuple):
    """The part of a board that is in the picture, in squares."""

    first_column: int
    first_row: int
    columns: int
    rows: int


def crop(mattering: Iterable[int], width: int, height: int, fewest: tuple[int, int]) -> Window | None:
    """Return the part of a board with all squares that matter and a margin, None for the whole.

    Squares that are not on the board are passed over; `fewest` are the columns and rows always shown.
    """
    squares = {square for square in mattering if 0 <= square < width * height}
    if not squares:
        return None
    left, columns = _span([square % width for square in squares], width, fewest[0])
    top, rows = _span([square // width for square in squares], height, fewest[1])
    return None if columns * rows > _WORTH * width * height else Window(left, top, columns, rows)


def _span(places: Sequence[int], size: int, fewest: int) -> tuple[int, int]:
    """Return the first row or column to show and how many, of `size` of them."""
    first = max(0, min(places) - MARGIN) // _STEP * _STEP
    end = min(size, -(-(max(places) + 1 + MARGIN) // _STEP) * _STEP)
    missing = max(0, min(fewest, size) - (end - first))
    first = max(0, first - missing // 2)
    end = min(size, max(end, first + min(fewest, size)))
    first = max(0, min(first, end - min(fewest, size)))
    return first, end - first
