"""The signs that messages name, as small pictures for Discord: suits of cards, dice, seats and games."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageDraw

from renderers.contract import Renderer
from renderers.kit.art import drawings
from renderers.kit.outlines import moved, scaled
from renderers.kit.palette import GOLD, HURT, INK, PAPER, SEATS, Colour, mix
from renderers.kit.playing_cards import SUIT_COLOURS, pip
from renderers.kit.png import file_of
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import SPOTS, die, framed
from renderers.kit.sprites import Sprite, canvas

SIDE = 128
"""Pixels of a side, as Discord shows emojis at most."""
SUITS = ("clubs", "diamonds", "hearts", "spades")
_TONES: Mapping[str, Colour] = MappingProxyType(
    {
        "p": PAPER,
        "s": mix(PAPER, INK, 0.3),
        "o": SEATS[1].colour,
        "g": GOLD,
        "r": HURT,
        "k": INK,
    }
)


def emojis(games: Mapping[str, Renderer[Any]]) -> Mapping[str, bytes]:
    """Return the picture of each sign as PNG, by its name; also those of the games with these renderers."""
    plates = {key.replace("-", ""): renderer.plate for key, renderer in games.items()}
    return {name: file_of(picture) for name, picture in _pictures(plates)}


def named_by_content(name: str, picture: bytes) -> str:
    """Return the name under which Discord keeps a sign: another one for another picture."""
    return f"{name}_{zlib.crc32(picture) & 0xFFFF:04x}"


def _pictures(plates: Mapping[str, Colour | None]) -> Iterator[tuple[str, Image.Image]]:
    for suit, name in enumerate(SUITS):
        # on paper, so that it is seen on a dark ground and on a light one
        board = _plate(PAPER, SUIT_COLOURS[suit])
        mask = pip(suit, 96)
        board.paste((*SUIT_COLOURS[suit], 255), ((SIDE - mask.width) // 2, (SIDE - mask.height) // 2), mask)
        yield name, board
    yield "dice", _alone(die(5, SIDE))
    for value in SPOTS:
        yield f"die{value}", _alone(die(value, SIDE))
    for seat, style in enumerate(SEATS):
        yield style.called.replace(" ", ""), _alone(seat_mark(seat, SIDE))
    for game, plate in plates.items():
        if plate is not None:
            yield game, _game(game, plate)


def _alone(sprite: Sprite) -> Image.Image:
    board = Image.new("RGBA", (SIDE, SIDE))
    sprite.centre(board, SIDE // 2, SIDE // 2)
    return board


def _game(game: str, plate: Colour) -> Image.Image:
    """Return the sign of a game on its plate, whose light rim is seen on a dark ground."""
    board = _plate(plate, PAPER)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = SIDE * scale / 2
        for part in drawings("game-signs")[game]:
            pen.polygon(moved(scaled(part.points, half * 0.86), half, half), fill=(*_TONES[part.tone], 255))

    board.alpha_composite(canvas(SIDE, SIDE, draw))
    return board


def _plate(ground: Colour, rim: Colour) -> Image.Image:
    board = Image.new("RGBA", (SIDE, SIDE))
    framed(board, (0, 0, SIDE - 1, SIDE - 1), 24, ground, rim, 6)
    return board
