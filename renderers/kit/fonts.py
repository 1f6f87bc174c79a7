"""The bundled fonts. Text is drawn with these only, so that a picture is the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import ImageFont

Weight: TypeAlias = Literal["semibold", "extrabold"]

FOLDER = Path(__file__).resolve().parents[2] / "data" / "fonts"
FILES: dict[Weight, Path] = {
    "semibold": FOLDER / "Inter" / "Inter-SemiBold.otf",
    "extrabold": FOLDER / "Inter" / "Inter-ExtraBold.otf",
}

READABLE = 26
"""Pixels: no text may be smaller, for Discord shows pictures at half their size."""


@lru_cache(maxsize=64)
def face(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Return a face of the bundled font. Raises `ValueError` for a size that could not be read."""
    if size < READABLE:
        raise ValueError(f"text of {size} px cannot be read at half size; use {READABLE} px or a mark")
    return ImageFont.truetype(str(FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8)
def _missing_glyph(weight: Weight) -> bytes:
    return bytes(face(weight, READABLE).getmask("\U0010fffd"))


@lru_cache(maxsize=4096)
def has_glyph(character: str, weight: Weight = "semibold") -> bool:
    """Return whether the font draws this one character as more than the box for a missing one."""
    drawn = bytes(face(weight, READABLE).getmask(character))
    return drawn != _missing_glyph(weight)
