"""The legend of a game's pictures: each sign with its word."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.engine.phrases import listed
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import text
from renderers.kit.palette import PAPER, TABLE
from renderers.kit.png import encoded
from renderers.kit.sprites import Sprite
from renderers.kit.text import ELLIPSIS
from renderers.kit.titles import MARGIN, WIDTH

SIGN = 56
"""Pixels of a sign."""
_ROW = 84
_LETTERS = 44
_COLUMNS = 2


def draw_legend(signs: Sequence[tuple[Sprite, str]]) -> Picture:
    """Return a picture of signs with their words, in two columns, read row by row."""
    rows = -(-len(signs) // _COLUMNS)
    image = Image.new("RGB", (WIDTH, rows * _ROW + MARGIN), TABLE)
    wide = (WIDTH - MARGIN) // _COLUMNS
    for at, (sign, words) in enumerate(signs):
        row, column = divmod(at, _COLUMNS)
        x, middle = MARGIN + column * wide, row * _ROW + (_ROW + MARGIN) // 2
        sign.centre(image, x + SIGN // 2, middle)
        left = x + SIGN + MARGIN
        text.write(image, left, middle, words, size=_LETTERS, colour=PAPER, room=wide - SIGN - 2 * MARGIN)
    alt = listed([words for _, words in signs])
    if len(alt) > ALT_TEXT_LIMIT:
        alt = alt[: ALT_TEXT_LIMIT - 1] + ELLIPSIS
    return Picture(encoded(image), alt, *image.size)
