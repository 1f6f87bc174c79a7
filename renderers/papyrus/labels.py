"""Small labels on the field. They are placed after everything else, where they hide the least."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PIL import Image

from renderers.kit.fonts import READABLE
from renderers.kit.labels import label
from renderers.kit.palette import GOLD, HEAL, HURT, INK, LIT_PANEL, PAPER, Colour
from renderers.kit.sprites import Sprite
from renderers.papyrus.layout import Layout

LabelKind: TypeAlias = Literal["miss", "nick", "hit", "critical", "heal", "chance"]
Box: TypeAlias = tuple[int, int, int, int]

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
_WORST = 1_000_000


class Labels:
    """Collects labels and finds each a place that covers no label set before and few units."""

    def __init__(self, board: Image.Image, layout: Layout, occupied: frozenset[int]) -> None:
        self._board = board
        self._layout = layout
        self._occupied = occupied
        self._set: list[Box] = []
        self._size = max(READABLE, round(layout.cell * 0.3))

    def along(self, origin: tuple[int, int], end: tuple[int, int], words: str, kind: LabelKind) -> None:
        """Set a label on the line between two points, or else beside the square at its end."""
        dx, dy = end[0] - origin[0], end[1] - origin[1]
        sprite = _label(words, kind, self._size)
        spots = [(origin[0] + dx * part, origin[1] + dy * part) for part in (0.55, 0.66, 0.44)]
        self._settle([*spots, *self._beside(end, sprite)], sprite)

    def at(self, centre: tuple[int, int], words: str, kind: LabelKind) -> None:
        """Set a label above a square, or at another of its sides."""
        sprite = _label(words, kind, self._size)
        self._settle(self._beside(centre, sprite), sprite)

    def _beside(self, centre: tuple[int, int], sprite: Sprite) -> list[tuple[float, float]]:
        x, y = centre
        away = (self._layout.cell + sprite.height) / 2 + 3
        aside = (self._layout.cell + sprite.width) / 2 + 5
        return [
            (x, y - away),
            (x, y + away),
            (x - aside, y),
            (x + aside, y),
            (x, y - away + sprite.height / 2),
        ]

    def _settle(self, spots: list[tuple[float, float]], sprite: Sprite) -> None:
        if len(self._set) >= MOST_LABELS:
            return
        best = self._cheapest([self._box(spot, sprite) for spot in spots])
        self._set.append(best)
        sprite.paste(self._board, best[0], best[1])

    def _cheapest(self, boxes: list[Box]) -> Box:
        """Return the first box that hides nothing, else the first of those that hide least."""
        best, least = boxes[0], _WORST
        for box in boxes:
            cost = self._cost(box)
            if cost < least:
                best, least = box, cost
            if not cost:
                break
        return best

    def _box(self, spot: tuple[float, float], sprite: Sprite) -> Box:
        """Return the label's box around a spot, kept on the field."""
        left = min(
            max(round(spot[0]) - sprite.width // 2, self._layout.left), self._layout.right - sprite.width
        )
        top = min(
            max(round(spot[1]) - sprite.height // 2, self._layout.top), self._layout.bottom - sprite.height
        )
        return left, top, left + sprite.width, top + sprite.height

    def _cost(self, box: Box) -> int:
        left, top, right, bottom = box
        clashes = sum(
            1
            for other in self._set
            if left < other[2] and right > other[0] and top < other[3] and bottom > other[1]
        )
        cell, columns = self._layout.cell, self._layout.columns
        first, last = (left - self._layout.left) // cell, (right - 1 - self._layout.left) // cell
        upper, lower = (top - self._layout.top) // cell, (bottom - 1 - self._layout.top) // cell
        covered = sum(
            row * columns + column in self._occupied
            for row in range(upper, lower + 1)
            for column in range(first, last + 1)
        )
        return clashes * 10 + covered * 2


def _label(words: str, kind: LabelKind, size: int) -> Sprite:
    fill, letters, rim = _COLOURS[kind]
    return label(words, size, fill=fill, letters=letters, rim=rim)
