"""The signs that messages name, as small pictures for Discord: suits of cards, and a die."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping
from functools import cache

from PIL import Image

from renderers.kit.palette import PAPER
from renderers.kit.playing_cards import SUIT_COLOURS, pip
from renderers.kit.signs import die, framed

SIDE = 128
"""Pixels of a side, as Discord shows emojis at most."""
SUITS = ("clubs", "diamonds", "hearts", "spades")


@cache
def emojis() -> Mapping[str, bytes]:
    """Return the picture of each sign as PNG, by its name."""
    return {name: _png(picture) for name, picture in _pictures()}


def named_by_content(name: str, picture: bytes) -> str:
    """Return the name under which Discord keeps a sign: another one for another picture."""
    return f"{name}_{zlib.crc32(picture) & 0xFFFF:04x}"


def _pictures() -> Iterator[tuple[str, Image.Image]]:
    for suit, name in enumerate(SUITS):
        yield name, _suit(suit)
    board = Image.new("RGBA", (SIDE, SIDE))
    die(5, SIDE).centre(board, SIDE // 2, SIDE // 2)
    yield "dice", board


def _suit(suit: int) -> Image.Image:
    """Return a suit on paper, so that it is seen on a dark ground and on a light one."""
    board = Image.new("RGBA", (SIDE, SIDE))
    framed(board, (0, 0, SIDE - 1, SIDE - 1), 24, PAPER, SUIT_COLOURS[suit], 6)
    mask = pip(suit, 96)
    board.paste((*SUIT_COLOURS[suit], 255), ((SIDE - mask.width) // 2, (SIDE - mask.height) // 2), mask)
    return board


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
