"""Sprites: small pictures with smooth edges, drawn once and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from PIL import Image, ImageDraw

from renderers.kit.cache import Cache, numbers
from renderers.kit.palette import INK

SUPERSAMPLING = 3
_SLAB = 40
_SMALL = 130
"""Pixels: a sprite wider and higher than this is kept in slabs."""


def lay(board: Image.Image, inked: Any, x: int, y: int, coverage: Image.Image) -> None:
    """Lay a colour, or Pillow's core of a picture, through a coverage at (x, y).

    As `Image.paste` does it, which looks at more things first than most of our small pictures have pixels.
    """
    board.im.paste(inked, (x, y, x + coverage.width, y + coverage.height), coverage.im)


class Sprite:
    """A picture with transparency, pasted onto a board.

    A large sprite, such as a slanted arrow, is mostly empty. It is stored as trimmed slabs, because pasting
    takes time for each pixel.
    """

    def __init__(self, image: Image.Image) -> None:
        self.number = next(numbers)
        self.width, self.height = image.size
        self.pieces = tuple(_slabs(image) if min(image.size) > _SMALL else _trimmed(image, 0, 0))
        self.cost = sum(piece.width * piece.height * 4 for _, _, piece in self.pieces) + 500

    def paste(self, board: Image.Image, x: int, y: int) -> None:
        """Paste with the top left corner at (x, y)."""
        for dx, dy, piece in self.pieces:
            lay(board, piece.im, x + dx, y + dy, piece)

    def centre(self, board: Image.Image, x: int, y: int) -> None:
        """Paste with the middle at (x, y)."""
        self.paste(board, x - self.width // 2, y - self.height // 2)


def _trimmed(image: Image.Image, x: int, y: int) -> list[tuple[int, int, Image.Image]]:
    box = image.getbbox()
    return [(x + box[0], y + box[1], image.crop(box))] if box else []


def _slabs(image: Image.Image) -> list[tuple[int, int, Image.Image]]:
    pieces = []
    for x in range(0, image.width, _SLAB):
        slab = image.crop((x, 0, min(x + _SLAB, image.width), image.height))
        pieces += _trimmed(slab, x, 0)
    return pieces


def drawn(
    width: int,
    height: int,
    draw: Callable[[ImageDraw.ImageDraw, int], None],
    *,
    scale: int = SUPERSAMPLING,
) -> Sprite:
    """Return a sprite of this size; `draw` is given a pen and the factor by which to enlarge all it draws."""
    return Sprite(canvas(width, height, draw, scale=scale))


def canvas(
    width: int,
    height: int,
    draw: Callable[[ImageDraw.ImageDraw, int], None],
    *,
    scale: int = SUPERSAMPLING,
) -> Image.Image:
    """Return an RGBA picture drawn at `scale` times its size and reduced, so that its edges are smooth.

    The clear parts are clear ink, for nearly all our shapes have a dark rim. So the average of straight
    colours is right at the rim, and Pillow's costly detour by premultiplied colours is not needed; it
    takes that detour for the mode RGBA only.
    """
    large = Image.new("RGBa", (width * scale, height * scale), (*INK, 0))
    draw(ImageDraw.Draw(large), scale)
    return Image.frombuffer("RGBA", (width, height), large.reduce(scale).tobytes(), "raw", "RGBA", 0, 1)


SpriteCache: TypeAlias = Cache[Sprite]
"""Keeps sprites up to a number of bytes."""
