"""Tiles: the middle of a picture as a small square, for lists of games."""

from __future__ import annotations

import io

from msgspec.structs import replace
from PIL import Image, ImageOps

from renderers.contract import Picture

SIDE = 256
"""Pixels of a tile's side: three times what Discord shows beside a line."""


def tile_of(picture: Picture) -> Picture:
    """Return the middle of a picture as a square of `SIDE` pixels."""
    with Image.open(io.BytesIO(picture.png)) as drawn:
        square = ImageOps.fit(drawn.convert("RGB"), (SIDE, SIDE), Image.Resampling.LANCZOS)
    packed = io.BytesIO()
    square.quantize(128).save(packed, "PNG", optimize=True)
    return replace(picture, png=packed.getvalue(), width=SIDE, height=SIDE)
