"""The board as it is printed: the field, walls before the bases, frames of neutral squares."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from renderers.kit.cache import kept_in_budget
from renderers.kit.palette import (
    GROUND,
    HEAL,
    INK,
    MUTED,
    PAPER,
    SEATS,
    ZONE_TINTS,
    Colour,
    ground_tone,
    mix,
)

Kind: TypeAlias = Literal["field", "neutral", "middle", "base", "support"]

_MERLONS = 4
RICH = 150
"""Pixels: squares from this size on are drawn with stones, shadows and glows. Smaller ones are many: all of
that would cost a picture more bytes and time than it adds on a phone."""


@kept_in_budget
def ground(size: tuple[int, int], kind: Kind, home: int, turn: int, reach: bool, empty: bool) -> Image.Image:
    """Return an empty square. Copy it before drawing on it.

    Labels for the player at the foot are rotated left by this many degrees.
    """
    high = size[1]
    if reach:
        image = _plain(size, mix(GROUND, HEAL, 0.5), HEAL)
        if empty:
            _dot(image, high * 0.11, HEAL)
        return image
    if kind == "base":
        return _walled(size, home, turn)
    if kind == "support":
        return _plain(
            size,
            mix(GROUND, SEATS[home].colour, ZONE_TINTS[0]),
            mix(GROUND, mix(SEATS[home].colour, INK, 0.5), 0.5),
        )
    image = _plain(size, ground_tone(-1), mix(GROUND, INK, 0.45))
    if kind != "field":
        _frame(image, MUTED if kind == "middle" else mix(GROUND, PAPER, 0.27), 4 if kind == "middle" else 3)
    if empty and kind == "middle":
        for share in (0.3, 0.14):
            _dot(image, high * share, None, MUTED)
    return image


def _plain(size: tuple[int, int], fill: Colour, seam: Colour) -> Image.Image:
    """Return a square of one colour with a thin seam at its sides."""
    image = Image.new("RGB", size, fill)
    ImageDraw.Draw(image).line([(0, size[1] - 1), (0, 0), (size[0] - 1, 0)], fill=seam, width=2)
    return image


def _frame(image: Image.Image, colour: Colour, broad: int) -> None:
    """Draw a frame with cut corners around a space for cards."""
    wide, high = image.size
    inset, cut = max(3, high // 32), high // 8
    left, top, right, bottom = inset, inset, wide - inset - 1, high - inset - 1
    points = [(left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut)]
    points += [(right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut)]
    ImageDraw.Draw(image).line([*points, points[0], points[1]], fill=colour, width=broad)


def _dot(image: Image.Image, radius: float, fill: Colour | None, rim: Colour | None = None) -> None:
    x, y = image.width / 2, image.height / 2
    box = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(image).ellipse(box, fill=fill, outline=rim, width=3)


def _walled(size: tuple[int, int], home: int, turn: int) -> Image.Image:
    """Return the square of a base: a wall towards the enemy, its merlons in a row with the neighbours'."""
    wide, high = size if turn in (0, 180) else (size[1], size[0])
    colour = SEATS[home].colour
    image = Image.new("RGB", (wide, high), ground_tone(-2))
    pen, step = ImageDraw.Draw(image), wide / _MERLONS
    low, crown = round(high * 0.15), round(high * 0.05)
    stone, light = mix(GROUND, colour, ZONE_TINTS[1]), mix(GROUND, colour, 0.5)
    pen.rectangle((0, low, wide, high), fill=stone)
    pen.line((0, low, wide, low), fill=light, width=3)
    for at in range(_MERLONS):
        left = round((at + 0.25) * step)
        right = round((at + 0.75) * step)
        pen.rectangle((left, crown, right, low + 2), fill=stone)
        pen.line([(left, low), (left, crown), (right, crown), (right, low)], fill=light, width=3)
    if high >= RICH:
        _courses(pen, wide, high, low, mix(stone, INK, 0.16))
    return image.rotate(turn, expand=True) if turn else image


def _courses(pen: ImageDraw.ImageDraw, wide: int, high: int, top: int, colour: Colour) -> None:
    """Draw the joints between the stones of a wall."""
    deep = (high - top) / 4
    for row in range(1, 5):
        y = round(top + row * deep)
        pen.line((0, y, wide, y), fill=colour, width=2)
        for at in range(_MERLONS):
            x = round((at + (0.5 if row % 2 else 0)) * wide / _MERLONS)
            pen.line((x, round(y - deep), x, y), fill=colour, width=2)
