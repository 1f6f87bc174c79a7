"""Outlines from which the motifs are drawn, in a square from -1 to 1, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from PIL import ImageDraw

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge in pixels; the last two are just outside."""
Ink: TypeAlias = tuple[int, ...]
"""Red, green, blue and, if it is not opaque, how much it covers."""


class Part(NamedTuple):
    """A filled outline of a drawing."""

    tone: str
    """The drawing's name of the colour: d dark, m middle, l light, p pale, g gold, k ink."""
    points: Outline


Drawing: TypeAlias = tuple[Part, ...]


def smooth(points: Outline, steps: int = 7) -> list[Point]:
    """Return a closed curve through points (Catmull and Rom)."""
    bent, count = [], len(points)
    for at in range(count):
        before, start, end, after = (points[(at + offset) % count] for offset in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            bent.append(_on_curve(before, start, end, after, t))
    return bent


def _on_curve(before: Point, start: Point, end: Point, after: Point, t: float) -> Point:
    """Return the point a part t of the way from a point to the next, given the points around both."""
    return (
        _between(before[0], start[0], end[0], after[0], t),
        _between(before[1], start[1], end[1], after[1], t),
    )


def _between(before: float, start: float, end: float, after: float, t: float) -> float:
    return 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t * t
        + (3 * start - before - 3 * end + after) * t**3
    )


_CIRCLE = [(math.cos(a), math.sin(a)) for a in (math.tau * step / 40 for step in range(40))]


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> list[Point]:
    """Return an ellipse, turned by degrees."""
    if not turn:
        return [(rx * cosine + x, ry * sine + y) for cosine, sine in _CIRCLE]
    return moved(turned([(rx * cosine, ry * sine) for cosine, sine in _CIRCLE], turn), x, y)


def disc(x: float, y: float, radius: float) -> list[Point]:
    """Return a circle."""
    return oval(x, y, radius, radius)


def band(x: float, y: float, outer: float, inner: float, start: float = 0, end: float = 360) -> list[Point]:
    """Return a part of a ring between two angles in degrees, 0 to the right, clockwise."""
    count = max(4, round(abs(end - start) / 8))
    angles = [math.radians(start + (end - start) * step / count) for step in range(count + 1)]
    return [(x + outer * math.cos(a), y + outer * math.sin(a)) for a in angles] + [
        (x + inner * math.cos(a), y + inner * math.sin(a)) for a in reversed(angles)
    ]


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> list[Point]:
    """Return a star with its first point upwards, turned by degrees."""
    corners = []
    for at in range(points * 2):
        angle = math.radians(turn) + math.pi * at / points
        radius = inner if at % 2 else outer
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return corners


def moved(points: Outline, x: float, y: float) -> list[Point]:
    """Return an outline moved."""
    return [(px + x, py + y) for px, py in points]


def turned(points: Outline, degrees: float) -> list[Point]:
    """Return an outline turned about the middle, clockwise."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(x * cosine - y * sine, x * sine + y * cosine) for x, y in points]


def scaled(points: Outline, by: float) -> list[Point]:
    """Return an outline enlarged about the middle."""
    return [(x * by, y * by) for x, y in points]


def mirrored(points: Outline) -> list[Point]:
    """Return an outline with left and right changed."""
    return [(-x, y) for x, y in points]


def taper(points: Outline, first: float, last: float, steps: int = 6) -> list[Point]:
    """Return a stroke along points, so wide at its first and last point (half widths)."""
    line = _through(points, steps)
    left, right = [], []
    for at, (x, y) in enumerate(line):
        ahead, behind = line[min(at + 1, len(line) - 1)], line[max(at - 1, 0)]
        dx, dy = ahead[0] - behind[0], ahead[1] - behind[1]
        long = math.hypot(dx, dy) or 1.0
        half = first + (last - first) * at / (len(line) - 1)
        left.append((x - dy / long * half, y + dx / long * half))
        right.append((x + dy / long * half, y - dx / long * half))
    return left + right[::-1]


def _through(points: Outline, steps: int) -> list[Point]:
    """Return an open curve through points."""
    line, ends = [], len(points) - 1
    for at in range(ends):
        before, after = points[max(0, at - 1)], points[min(ends, at + 2)]
        start, end = points[at], points[at + 1]
        for step in range(steps):
            t = step / steps
            line.append(_on_curve(before, start, end, after, t))
    return [*line, points[-1]]


def stroke(pen: ImageDraw.ImageDraw, points: Outline, ink: Ink, wide: int) -> None:
    """Draw along an outline, `wide` pixels, round at its corners.

    Pillow's own way of joining strokes takes many times as long. Between the many strokes of a smooth outline
    no gaps are seen, unless they are broad.
    """
    pen.line([*points, points[0]], fill=ink, width=wide)
    if len(points) < _SMOOTH or wide > _BROAD:
        half = wide / 2 - 0.5
        for x, y in points:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)


_SMOOTH = 12
"""Points from which on an outline is taken for a smooth one."""
_BROAD = 12
"""Pixels."""


def centred(drawing: Drawing) -> Drawing:
    """Return a drawing moved and enlarged so that it fills the square from -1 to 1."""
    points = [point for part in drawing for point in part.points]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    by = 2 / max(right - left, bottom - top)
    x, y = (left + right) / 2, (top + bottom) / 2
    return tuple([Part(part.tone, scaled(moved(part.points, -x, -y), by)) for part in drawing])
