"""What of a field is in the picture: ground far from everything that matters is cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.wording import Focus
from bot.games.papyrus.rules.facts import Moved, Shot
from bot.games.papyrus.rules.view import PapyrusView
from renderers.papyrus.layout import Window

MARGIN = 1
"""Squares around what matters that stay in the picture, at least."""
_STEP = 2
"""The cut moves by so many squares at once, so that not every step changes the scale."""
_FEWEST = (8, 6)
"""Columns and rows that are always shown: those of the smallest field."""
_WORTH = 0.8
"""A cut that leaves a larger part of the squares than this is not worth a field with torn edges."""


def window(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Window | None:
    """Return the part of the field to show, None for the whole.

    All units, the hill, what is told by arrows and marks and what is pointed out lie in it, with a margin.
    While squads are picked and placed the whole field is shown.
    """
    if view.phase not in ("moving", "attacking", "over"):
        return None
    total = view.width * view.height
    squares = {square for square in _mattering(view, recent, focus) if 0 <= square < total}
    if not squares:
        return None
    left, columns = _span([square % view.width for square in squares], view.width, _FEWEST[0])
    top, rows = _span([square // view.width for square in squares], view.height, _FEWEST[1])
    if columns * rows > _WORTH * total:
        return None
    return Window(left, top, columns, rows)


def _mattering(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Iterator[int]:
    yield from view.hill
    yield from (unit.square for unit in view.units if unit.hp > 0)
    for fact in recent:
        if isinstance(fact, Moved):
            yield from fact.path
        elif isinstance(fact, Shot):
            yield from (fact.origin, fact.at, *(hurt.square for hurt in fact.hurt))
    if focus is not None:
        yield from (*focus.reach, *focus.targets)
        if focus.chosen is not None:
            yield focus.chosen


def _span(places: Sequence[int], size: int, fewest: int) -> tuple[int, int]:
    """Return the first row or column to show and how many, of `size` of them."""
    first = max(0, min(places) - MARGIN) // _STEP * _STEP
    end = min(size, -(-(max(places) + 1 + MARGIN) // _STEP) * _STEP)
    missing = max(0, min(fewest, size) - (end - first))
    first = max(0, first - missing // 2)
    end = min(size, max(end, first + min(fewest, size)))
    first = max(0, min(first, end - min(fewest, size)))
    return first, end - first
