"""Labels: a word or two on a small plate, laid over a picture."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderers.kit import text
from renderers.kit.fonts import face
from renderers.kit.palette import Colour
from renderers.kit.sprites import Sprite, SpriteCache, canvas

_LABELS = SpriteCache(limit=2_000_000)


def label(words: str, size: int, *, fill: Colour, letters: Colour, rim: Colour) -> Sprite:
    """Return words on a plate of these colours; `size` is that of the letters, in pixels."""
    key = (words, size, fill, letters, rim)
    return _LABELS.get(key, lambda: Sprite(_drawn(words, size, fill, letters, rim)))


def _drawn(words: str, size: int, fill: Colour, letters: Colour, rim: Colour) -> Image.Image:
    wide, high = text.width(words, "extrabold", size) + size * 5 // 8, size + size // 3

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.rounded_rectangle((0, 0, wide * scale - 1, high * scale - 1), radius=9 * scale, fill=(*rim, 255))
        inner = (2 * scale, 2 * scale, (wide - 2) * scale - 1, (high - 2) * scale - 1)
        pen.rounded_rectangle(inner, radius=7 * scale, fill=(*fill, 255))

    image = canvas(wide, high, draw)
    baseline = high // 2 + text.capitals(size) // 2
    pen = ImageDraw.Draw(image)
    pen.text((wide // 2, baseline), words, font=face("extrabold", size), fill=letters, anchor="ms")
    return image
