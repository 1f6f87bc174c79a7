"""Cropping of a grid: squares far from all Characters, flags and terrains are cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.wording import Focus
from bot.games.overcross.rules.view import OvercrossView
from renderers.kit.crop import Window, crop
from renderers.overcross.marks import marked

_FEWEST = (9, 5)
"""Columns and rows that are always shown."""
_INTO_ZONES = ("summoning", "invasion")
"""Objectives that are about getting into a zone, so that all zones are shown (OVC-24, OVC-26)."""


def whole(view: OvercrossView) -> Window:
    """Return the window that shows the whole grid."""
    return Window(0, 0, view.width, view.height)


def window(view: OvercrossView, recent: Sequence[Any], focus: Focus | None) -> Window:
    """Return the part of the grid to show.

    It contains all Characters, flags and centres of terrains, all arrows and highlights, and a margin.
    """
    if view.options.objective in _INTO_ZONES:
        return whole(view)
    mattering = _mattering(view, recent, focus)
    return crop(mattering, view.width, view.height, _FEWEST) or whole(view)


def _mattering(view: OvercrossView, recent: Sequence[Any], focus: Focus | None) -> Iterator[int]:
    yield from (piece.square for piece in view.pieces)
    yield from (flag.square for flag in view.flags)
    yield from (placed.centre for placed in view.terrains)
    yield from marked(view, recent)
    if focus is not None:
        yield from (*focus.reach, *focus.targets)
        if focus.chosen is not None:
            yield focus.chosen
