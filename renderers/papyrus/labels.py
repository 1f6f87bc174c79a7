"""Small labels on the field. They are placed after everything else, where they cover no unit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, HEAL, HURT, INK, LIT_PANEL, MUTED, PAPER, Colour
from renderers.kit.signs import label
from renderers.kit.sprites import Sprite
from renderers.papyrus.board import Board, around
from renderers.papyrus.layout import Layout

LabelKind: TypeAlias = Literal["miss", "nick", "hit", "critical", "heal", "chance"]
Place: TypeAlias = tuple[float, float]

_COLOURS: dict[LabelKind, tuple[Colour, Colour, Colour]] = {
    "miss": (LIT_PANEL, PAPER, INK),
    "nick": (HURT, PAPER, INK),
    "hit": (HURT, PAPER, INK),
    "critical": (GOLD, INK, INK),
    "heal": (HEAL, INK, INK),
    "chance": (PAPER, INK, INK),
}
"""Ground, letters and rim of each kind of label."""

MOST_LABELS = 30
"""More than these would hide the field; the arrows still tell hit from miss."""
_GAP = 3
"""The minimum distance in pixels between a label and other things."""
_NEAR = 10
"""Pixels: a label this close to its square needs no line to it."""
_FARTHEST = 4
"""The maximum distance in squares between a label and its thing."""
_ON_THE_WAY = (0.5, 0.6, 0.4, 0.7, 0.3)
"""Positions of a label along a shot, as fractions of its length."""


class Labels:
    """Collects labels and finds each a place that covers no unit and no earlier label.

    A label away from its square is joined to it by a thin line. A label without a place is left out.
    """

    def __init__(self, board: Board, layout: Layout, occupied: frozenset[int]) -> None:
        self._board = board
        self._layout = layout
        self._occupied = occupied
        self._size = max(ON_A_PHONE, round(layout.cell * 0.27))
        self.boxes: list[Box] = []
        """The boxes of labels, in pixels."""

    def along(self, origin: tuple[int, int], end: tuple[int, int], words: str, kind: LabelKind) -> None:
        """Set a label on the line between two points, or else beside the square at its end."""
        if len(self.boxes) >= MOST_LABELS:
            return
        dx, dy = end[0] - origin[0], end[1] - origin[1]
        sprite = _label(words, kind, self._size)
        spots = [(origin[0] + dx * part, origin[1] + dy * part) for part in _ON_THE_WAY]
        on_the_way = next((box for box in self._boxes(spots, sprite) if self._free(box)), None)
        if on_the_way is not None:
            self._set(on_the_way, sprite)
        else:
            self._beside(end, sprite, kind)

    def at(self, centre: tuple[int, int], words: str, kind: LabelKind) -> None:
        """Set a label beside a square."""
        if len(self.boxes) < MOST_LABELS:
            self._beside(centre, _label(words, kind, self._size), kind)

    def _beside(self, centre: tuple[int, int], sprite: Sprite, kind: LabelKind) -> None:
        spots = _spots(self._layout.cell, sprite.width, sprite.height)
        boxes = self._boxes([(centre[0] + x, centre[1] + y) for x, y in spots], sprite)
        box = self._best(filter(self._free, boxes), centre)
        if box is not None:
            ends = self._line(box, centre)
            if ends is not None:
                colour = MUTED if kind == "miss" else _COLOURS[kind][0]
                self._board.paint(around(ends, 5), _draw_line, ends, colour)
            self._set(box, sprite)

    def _best(self, boxes: Iterable[Box], centre: tuple[int, int]) -> Box | None:
        """Return the first box whose line to the square is clear, or else the first; None of none."""
        first: Box | None = None
        for box in boxes:
            if self._line_is_clear(box, centre):
                return box
            first = first or box
        return first

    def _set(self, box: Box, sprite: Sprite) -> None:
        self.boxes.append(box)
        self._board.stamp(sprite, box[0], box[1])

    def _line(self, box: Box, centre: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Return both ends of the line between a label and its square; None where the two are close."""
        left, top, right, bottom = box
        start = (min(max(centre[0], left + 6), right - 6), min(max(centre[1], top + 6), bottom - 6))
        dx, dy = start[0] - centre[0], start[1] - centre[1]
        half = self._layout.cell / 2
        outside = (max(left - centre[0], centre[0] - right), max(top - centre[1], centre[1] - bottom))
        if max(outside) - half <= _NEAR:
            return None
        part = half / max(abs(dx), abs(dy))
        return start, (round(centre[0] + dx * part), round(centre[1] + dy * part))

    def _line_is_clear(self, box: Box, centre: tuple[int, int]) -> bool:
        """Whether the line between a label and its square crosses no unit and no other label."""
        ends = self._line(box, centre)
        if ends is None:
            return True
        (x, y), (end_x, end_y) = ends
        steps = max(2, max(abs(end_x - x), abs(end_y - y)) * 4 // self._layout.cell)
        points = [(x + (end_x - x) * at / steps, y + (end_y - y) * at / steps) for at in range(steps)]
        return all(self._free((round(x), round(y), round(x) + 1, round(y) + 1)) for x, y in points)

    def _boxes(self, spots: Iterable[Place], sprite: Sprite) -> Iterable[Box]:
        """Yield the label's box around each spot, kept on the field."""
        layout = self._layout
        for x, y in spots:
            left = min(max(round(x) - sprite.width // 2, layout.left), layout.right - sprite.width)
            top = min(max(round(y) - sprite.height // 2, layout.top), layout.bottom - sprite.height)
            yield left, top, left + sprite.width, top + sprite.height

    def _free(self, box: Box) -> bool:
        left, top, right, bottom = box
        for other in self.boxes:
            across = left < other[2] + _GAP and right + _GAP > other[0]
            if across and top < other[3] + _GAP and bottom + _GAP > other[1]:
                return False
        return self._occupied.isdisjoint(self._covered(box))

    def _covered(self, box: Box) -> list[int]:
        """Return the squares covered by a box."""
        layout = self._layout
        left, top, right, bottom = box
        columns = range((left - layout.left) // layout.cell, (right - 1 - layout.left) // layout.cell + 1)
        rows = range((top - layout.top) // layout.cell, (bottom - 1 - layout.top) // layout.cell + 1)
        first = layout.first_row * layout.columns + layout.first_column
        return [first + row * layout.columns + column for row in rows for column in columns]


def _draw_line(image: Image.Image, ends: tuple[tuple[int, int], tuple[int, int]], colour: Colour) -> None:
    pen = ImageDraw.Draw(image)
    pen.line(ends, fill=INK, width=7)
    pen.line(ends, fill=colour, width=3)


@lru_cache(maxsize=256)
def _spots(cell: int, wide: int, high: int) -> tuple[Place, ...]:
    """Return possible centres of a label relative to the centre of its square, the nearest first."""
    away, aside = (cell + high) / 2 + _GAP, (cell + wide) / 2 + _GAP
    close = [(0.0, -away), (0.0, away), (-aside, 0.0), (aside, 0.0)]
    half = cell / 2
    reach = range(-2 * _FARTHEST, 2 * _FARTHEST + 1)
    apart = [(column * half, row * half) for row in reach for column in reach]
    apart = [(x, y) for x, y in apart if abs(x) >= aside or abs(y) >= away]
    return (*close, *sorted(apart, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot[1], spot[0])))


def _label(words: str, kind: LabelKind, size: int) -> Sprite:
    fill, letters, rim = _COLOURS[kind]
    return label(words, size, fill=fill, letters=letters, rim=rim)
