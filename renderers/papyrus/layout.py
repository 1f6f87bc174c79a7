"""Where everything goes: one board is 1280 pixels wide, and its squares are as large as fit."""

from __future__ import annotations

from functools import lru_cache

from renderers.kit.crop import Window
from renderers.kit.grid import Grid
from renderers.kit.titles import WIDTH

MAX_HEIGHT = 1600
EDGE = 52
"""Pixels left and right of the field; the row numbers stand there."""
HEADER = 74
CARDS_TOP = 76
CARDS = 108
RULER = 42
"""Pixels above and below the field for the column letters."""
FIELD_TOP = CARDS_TOP + CARDS + 4 + RULER
FOOT = 6
"""Pixels below the lower letters."""
LEGEND = 54
"""The additional height of a legend in pixels."""
LARGEST_SQUARE = 150
NAMED = 118
"""Pixels: units on squares from this size on bear their names and need no legend; else they bear letters."""


class Layout(Grid, frozen=True, kw_only=True):
    """The measures of one picture, in pixels."""

    rows: int
    """Squares of the whole field from top to bottom."""
    height: int
    """The picture's height."""

    @property
    def named(self) -> bool:
        """Whether units bear their names."""
        return self.cell >= NAMED


@lru_cache(maxsize=64)
def layout(columns: int, rows: int, window: Window | None = None, *, legend: bool = False) -> Layout:
    """Return the layout of a field of this size, or of its visible part, with space for a legend if asked."""
    shown = window or Window(0, 0, columns, rows)
    foot = RULER + (LEGEND if legend else FOOT)
    cell = min(
        (WIDTH - 2 * EDGE) // shown.columns,
        (MAX_HEIGHT - FIELD_TOP - foot) // shown.rows,
        LARGEST_SQUARE,
    )
    return Layout(
        columns=columns,
        rows=rows,
        shown_columns=shown.columns,
        shown_rows=shown.rows,
        first_column=shown.first_column,
        first_row=shown.first_row,
        cell=cell,
        left=(WIDTH - shown.columns * cell) // 2,
        top=FIELD_TOP,
        height=FIELD_TOP + shown.rows * cell + foot,
    )
