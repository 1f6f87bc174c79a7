"""Text: measured, shortened to fit, and safe for whatever people call themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from bot.engine.visible import visible
from renderers.kit.fonts import Weight, face, has_glyph
from renderers.kit.palette import Colour

Anchor: TypeAlias = Literal["left", "middle", "right"]

ELLIPSIS = "…"
NAME_LENGTH = 40
"""Characters of a name that are looked at; Discord's names have at most 32."""


@lru_cache(maxsize=1024)
def _mask(text: str, weight: Weight, size: int) -> tuple[Image.Image, int, int]:
    """Return the text's coverage, its left edge from the pen, and its top edge from the baseline."""
    font = face(weight, size)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, anchor="ls")
    return mask, left, top


@lru_cache(maxsize=4096)
def width(text: str, weight: Weight, size: int) -> int:
    """Return how many pixels wide a text is."""
    return round(face(weight, size).getlength(text))


def write(
    board: Image.Image,
    x: int,
    y: int,
    text: str,
    *,
    size: int,
    colour: Colour,
    weight: Weight = "semibold",
    anchor: Anchor = "left",
    room: int | None = None,
) -> int:
    """Write a text whose capitals are centred on the height `y`, and return its width in pixels.

    It is shortened with an ellipsis where it is wider than `room` pixels.
    """
    if room is not None:
        text = fitted(text, weight, size, room)
    wide = width(text, weight, size)
    mask, left, top = _mask(text, weight, size)
    start = x - {"left": 0, "middle": wide // 2, "right": wide}[anchor]
    board.paste(colour, (start + left, y + capitals(size) // 2 + top), mask)
    return wide


def write_bold(
    board: Image.Image,
    x: int,
    y: int,
    text: str,
    *,
    size: int,
    colour: Colour,
    anchor: Anchor = "left",
    room: int | None = None,
) -> int:
    """Write a text in the extrabold weight; see `write`."""
    return write(board, x, y, text, size=size, colour=colour, weight="extrabold", anchor=anchor, room=room)


def capitals(size: int) -> int:
    """Return how many pixels high a capital letter or a digit is."""
    return round(size * 0.727)


@lru_cache(maxsize=1024)
def fitted(text: str, weight: Weight, size: int, room: int) -> str:
    """Return the text, shortened with an ellipsis where it is wider than `room` pixels."""
    if width(text, weight, size) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        shorter = text[:end].rstrip() + ELLIPSIS
        if width(shorter, weight, size) <= room:
            return shorter
    return ELLIPSIS


def largest(text: str, weight: Weight, sizes: Sequence[int], room: int) -> int:
    """Return the first of these sizes in which a text is no wider than `room` pixels, else the last."""
    return next((size for size in sizes if width(text, weight, size) <= room), sizes[-1])


def printable(name: str) -> str:
    """Return the beginning of a name, as it can be seen."""
    return visible(name[:NAME_LENGTH])


@lru_cache(maxsize=1024)
def legible(name: str, otherwise: str) -> str:
    """Return a name as the font can draw it, or `otherwise` when nothing readable is left of it.

    Letters in fancy dress become plain ones; what the font lacks is left out.
    """
    plain = unicodedata.normalize("NFKC", printable(name))
    kept = "".join(_drawable(character) for character in plain)
    kept = " ".join(kept.split())[:NAME_LENGTH]
    return kept if any(character.isalnum() for character in kept) else otherwise


def _drawable(character: str) -> str:
    if unicodedata.category(character).startswith(("M", "C")):
        return ""
    if character == " " or has_glyph(character):
        return character
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base != character and has_glyph(base) else ""
