"""Text: measured, shortened to fit, and safe for whatever people call themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from bot.engine.sentences import visible
from renderers.kit.cache import kept_in_budget
from renderers.kit.fonts import Weight, face, has_glyph, script_face, script_of
from renderers.kit.palette import Colour
from renderers.kit.runs import Run, is_plain, isolated, runs_of
from renderers.kit.sprites import lay

Anchor: TypeAlias = Literal["left", "middle", "right"]

ELLIPSIS = "…"
NAME_LENGTH = 40
"""Characters of a name that are looked at; Discord's names have at most 32."""


@kept_in_budget
def _mask(text: str, weight: Weight, size: int) -> tuple[Image.Image, int, int]:
    """Return the text's coverage, its left edge from the pen, and its top edge from the baseline."""
    if not is_plain(text):
        return _mask_of_runs(runs_of(text), weight, size)
    # As `ImageDraw.text` does it, which needs the edges first: so the text is laid out once, not twice.
    mask, (left, top) = face(weight, size).getmask2(text, "L", anchor="ls")
    inked = Image.Image()._new(mask) if all(mask.size) else Image.new("L", (1, 1))
    return inked, left, top


def _mask_of_runs(runs: Sequence[Run], weight: Weight, size: int) -> tuple[Image.Image, int, int]:
    """Return the coverage of a text in several scripts; marks far above or below it are cut off."""
    side, top, bottom = size // 2, -size * 5 // 4, size // 2
    wide = sum(_width_of_run(run, weight, size) for run in runs)
    mask, x = Image.new("L", (wide + 2 * side, bottom - top)), side
    pen = ImageDraw.Draw(mask)
    for run in runs:
        font, way = _font_of(run, weight, size)
        pen.text((x, -top), run.text, fill=255, font=font, anchor="ls", direction=way)
        x += _width_of_run(run, weight, size)
    return mask, -side, top


def _font_of(run: Run, weight: Weight, size: int) -> tuple[FreeTypeFont, str | None]:
    """Return the font of a run, and its direction for a font that is laid out with one."""
    if run.script is None:
        return face(weight, size), None
    way = "ltr" if run.rightward else "rtl"
    return script_face(run.script, size), way if run.script.shaped else None


def _width_of_run(run: Run, weight: Weight, size: int) -> int:
    font, way = _font_of(run, weight, size)
    return round(font.getlength(run.text, direction=way))


@lru_cache(maxsize=4096)
def width(text: str, weight: Weight, size: int) -> int:
    """Return how many pixels wide a text is."""
    if not is_plain(text):
        return sum(_width_of_run(run, weight, size) for run in runs_of(text))
    return round(face(weight, size).getlength(text))


@lru_cache(maxsize=1024)
def reach(text: str, weight: Weight, size: int) -> tuple[int, int]:
    """Return how many pixels a text reaches above and below its baseline."""
    mask, _, top = _mask(text, weight, size)
    return -top, top + mask.height


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
    lay(board, colour, start + left, y + capitals(size) // 2 + top, mask)
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


def centre(
    board: Image.Image,
    x: int,
    y: int,
    text: str,
    *,
    size: int,
    colour: Colour,
    bold: bool = False,
    room: int | None = None,
) -> int:
    """Write a text with its middle at (x, y), also in the extrabold weight; see `write`."""
    weight: Weight = "extrabold" if bold else "semibold"
    return write(board, x, y, text, size=size, colour=colour, weight=weight, anchor="middle", room=room)


def capitals(size: int) -> int:
    """Return how many pixels high a capital letter or a digit is."""
    return round(size * 0.727)


@lru_cache(maxsize=1024)
def fitted(text: str, weight: Weight, size: int, room: int) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `room` pixels."""
    if width(text, weight, size) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        shorter = text[:end].rstrip() + ELLIPSIS
        if width(shorter, weight, size) <= room:
            return shorter
    return ELLIPSIS


def largest(text: str, weight: Weight, sizes: Sequence[int], room: int) -> int:
    """Return the first of these sizes at which a text is at most `room` pixels wide, else the last."""
    return next((size for size in sizes if width(text, weight, size) <= room), sizes[-1])


def printable(name: str) -> str:
    """Return the beginning of a name, as it can be seen."""
    return visible(name[:NAME_LENGTH])


@lru_cache(maxsize=1024)
def legible(name: str, otherwise: str) -> str:
    """Return a name with the characters that the font has, or `otherwise` when nothing readable is left.

    Styled letters become plain ones; missing characters are left out.
    """
    plain = unicodedata.normalize("NFKC", printable(name))
    kept = "".join(_drawable(character) for character in plain)
    kept = " ".join(kept.split())[:NAME_LENGTH]
    return kept if any(character.isalnum() for character in kept) else otherwise


@lru_cache(maxsize=1024)
def legible_name(name: str, otherwise: str) -> str:
    """Return a person's name as the fonts of all scripts can draw it, or `otherwise`; see `legible`.

    Marks stay where their script needs them, a few to a letter.
    """
    plain, kept, marks = unicodedata.normalize("NFKC", printable(name)), "", 0
    for character in plain:
        script = script_of(character)
        if not unicodedata.category(character).startswith("M"):
            drawn, marks = character if script else _drawable(character), 0
        else:
            joined = script is not None and bool(kept) and script_of(kept[-1]) is script
            marks += 1
            drawn = character if joined and marks <= _MOST_MARKS else ""
        kept += drawn
    kept = " ".join(kept.split())[:NAME_LENGTH]
    return isolated(kept) if any(character.isalnum() for character in kept) else otherwise


def is_drawn(name: str) -> bool:
    """Whether anything of a name can be read on a picture; else the message has to tell it."""
    return not printable(name) or bool(legible_name(name, ""))


_MOST_MARKS = 3
"""Marks on one letter: a vowel and a tone, or a vowel sign with what follows it."""


def _drawable(character: str) -> str:
    if unicodedata.category(character).startswith(("M", "C")):
        return ""
    if character == " " or has_glyph(character):
        return character
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base != character and has_glyph(base) else ""
