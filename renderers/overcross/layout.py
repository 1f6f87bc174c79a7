"""Where the grid lies in the picture."""

from __future__ import annotations

from bot.games.overcross.rules.view import OvercrossView
from renderers.kit.grid import Grid
from renderers.kit.titles import WIDTH

RULER = 40
"""Pixels for the letters and numbers at each side of the grid."""
LARGE = 80
"""Pixels of a square from which on a Character has its motif, and room for its letter beside it."""
_WIDEST, _HIGHEST = 130, 1500
"""Pixels of a square, and of the whole grid from top to bottom, at most."""


def layout_of(view: OvercrossView, top: int) -> Grid:
    """Return the grid with its letters and numbers in a picture, from a height on; row 1 is at the bottom."""
    cell = min(_WIDEST, (WIDTH - 2 * RULER) // view.width, _HIGHEST // view.height)
    return Grid(
        columns=view.width,
        shown_columns=view.width,
        shown_rows=view.height,
        cell=cell,
        left=(WIDTH - cell * view.width) // 2,
        top=top + RULER,
        upward=True,
    )
