"""Positions and sizes in the picture of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.arclash.rules.view import ArclashView, PlayerArea
from renderers.kit.cards.news import height_of_news
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Box
from renderers.kit.titles import MARGIN, WIDTH, height_of_heading

GAP = 14
PANEL = (WIDTH - 2 * MARGIN - GAP) // 2
TOP = 122
"""Pixels of a panel above the stack: name, score, counts."""
ROW = 46
"""Pixels from row to row below the stack's emblem."""
_OPENING = 190
_FOOT = 10
_NEWS = (4, 4, 3)
"""Lines of news at most, by rows of panels."""


class Most(NamedTuple):
    """Rows of a panel at most."""

    chips: int
    strips: int
    supports: int


_MOST = (Most(6, 3, 4), Most(3, 2, 2), Most(1, 1, 1))
"""By rows of panels, so that the picture of many players is not too high; a closer look shows all."""


class Sizes(NamedTuple):
    """What panels side by side have in common, so that they stand in line."""

    high: int
    """Of a panel."""
    art: int
    """The height of the current Character's emblem."""
    chips: int
    """Rows for what makes the power."""
    strips: int
    """Rows for the cards below it."""
    supports: int
    """Rows for Supports."""


class Layout(NamedTuple):
    """The places of a picture."""

    height: int
    seats: tuple[Box, ...]
    sizes: tuple[Sizes, ...]
    """Of each seat's panel; panels side by side have the same."""
    news: Box | None


def layout(view: ArclashView, lines: int) -> Layout:
    """Return the places for a view with so many latest events: panels two in a row, the news below."""
    boxes, sizes, top = [], [], height_of_heading(over=view.outcome is not None)
    rows = -(-view.seats // 2)
    for first in range(0, view.seats, 2):
        places = view.places[first : first + 2]
        row = _sizes(view, places, rows)
        left = MARGIN if len(places) > 1 else (WIDTH - PANEL) // 2
        for at in range(len(places)):
            x = left + at * (PANEL + GAP)
            boxes.append((x, top, x + PANEL, top + row.high))
            sizes.append(row)
        top += row.high + GAP
    if not lines:
        return Layout(top + 6, tuple(boxes), tuple(sizes), None)
    high = height_of_news(min(lines, _NEWS[rows - 1]), ON_A_PHONE)
    news = (MARGIN, top, WIDTH - MARGIN, top + high)
    return Layout(news[3] + 20, tuple(boxes), tuple(sizes), news)


def _sizes(view: ArclashView, places: Sequence[PlayerArea], rows: int) -> Sizes:
    """Return the sizes of panels that stand side by side: as high as the fuller one needs."""
    if not any(place.stack for place in view.places):
        return Sizes(TOP + _OPENING, 0, 0, 0, 0)
    art, most = 150 if rows < 3 else 140, _MOST[rows - 1]
    own = view.phase in ("advance", "renew")  # a row for what the viewer puts face down, whether or not
    parts = [len(place.parts) if len(place.parts) > 1 and most.chips > 1 else 0 for place in places]
    wanted = max(made + bool(place.guards) + own for made, place in zip(parts, places, strict=True))
    chips = min(most.chips, wanted)
    strips = min(most.strips, max(0, *(len(place.stack) - 1 for place in places)))
    supports = min(most.supports, max(len(place.supports) for place in places))
    listed = (chips + strips + supports) * ROW
    return Sizes(TOP + art + listed + _FOOT + (8 if listed else 0), art, chips, strips, supports)
