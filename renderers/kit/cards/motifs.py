"""The thirty motifs, and the pen that draws them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageDraw

from renderers.kit.art import drawings
from renderers.kit.cards.hues import tones_of
from renderers.kit.outlines import Drawing, Outline, centred, mirrored, turned
from renderers.kit.palette import GOLD, INK, PAPER, Colour, mix


@lru_cache(maxsize=1)
def motifs() -> Mapping[str, Drawing]:
    """Return the drawing of each motif of a card, by name in their order."""
    return {name: centred(drawing) for name, drawing in sorted(drawings("motifs").items())}


class Stance(NamedTuple):
    """Where and how a motif is drawn."""

    x: float
    y: float
    half: float
    """Half its size, in pixels."""
    turn: float = 0.0
    """Degrees."""
    flip: bool = False


def lively(step: int) -> dict[str, Colour]:
    """Return the colours of a motif in the light tones of a hue, for dark grounds."""
    tones = tones_of(step)
    return {"d": tones[3], "m": tones[4], "l": tones[5], "p": tones[6], "g": GOLD, "k": tones[0]}


def subdued(step: int) -> dict[str, Colour]:
    """Return the colours of a motif that stays behind others."""
    tones = tones_of(step)
    return {"d": tones[1], "m": tones[2], "l": tones[3], "p": tones[3], "g": tones[3], "k": tones[1]}


def gilded() -> dict[str, Colour]:
    """Return the colours of a motif in gold."""
    deep = mix(GOLD, INK, 0.5)
    return {"d": deep, "m": mix(GOLD, INK, 0.25), "l": GOLD, "p": mix(GOLD, PAPER, 0.5), "g": GOLD, "k": INK}


def draw_motif(
    pen: ImageDraw.ImageDraw,
    motif: str,
    stance: Stance,
    colours: Mapping[str, Colour],
    rim: float,
    rim_colour: Colour = INK,
) -> None:
    """Draw a motif with a rim of this number of pixels around its outline."""
    parts = [(part.tone, _set(part.points, stance)) for part in motifs()[motif]]
    if rim:
        ink = (*rim_colour, 255)
        for (_, points), corners in zip(parts, _corners_of(motif), strict=True):
            # each outline a little larger: along its edges, and round at its corners
            pen.polygon(points, fill=ink)
            pen.line([*points, points[0]], fill=ink, width=max(1, round(rim * 2)))
            for at in corners:
                x, y = points[at]
                pen.ellipse((x - rim, y - rim, x + rim, y + rim), fill=ink)
    for tone, points in parts:
        pen.polygon(points, fill=(*colours[tone], 255))


def _corners(points: Outline) -> tuple[int, ...]:
    """Return which points of an outline are corners: where it turns by more than 20 degrees."""
    corners, count = [], len(points)
    for at, (x, y) in enumerate(points):
        (px, py), (nx, ny) = points[at - 1], points[(at + 1) % count]
        turn = math.atan2(ny - y, nx - x) - math.atan2(y - py, x - px)
        if abs(math.remainder(turn, math.tau)) > _SHARP:
            corners.append(at)
    return tuple(corners)


_SHARP = math.radians(20)


@lru_cache(maxsize=64)
def _corners_of(motif: str) -> tuple[tuple[int, ...], ...]:
    """Return the corners of each part of a motif."""
    return tuple([_corners(part.points) for part in motifs()[motif]])


def _set(points: Outline, stance: Stance) -> list[tuple[float, float]]:
    """Return an outline where it belongs on the canvas."""
    shape = mirrored(points) if stance.flip else points
    if stance.turn:
        shape = turned(shape, stance.turn)
    return [(stance.x + x * stance.half, stance.y + y * stance.half) for x, y in shape]
