"""Positions and sizes in the picture of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.arclash.rules.view import ArclashView, PlayerArea
from renderers.kit.cards.news import height_of_news
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box
from renderers.kit.titles import MARGIN, WIDTH, height_of_heading

GAP = 14
PANEL = (WIDTH - 2 * MARGIN - GAP) // 2
TOP = 122
"""The height of a panel above the stack, in pixels: name, score, counts."""
ROW = 46
"""The distance between rows below the stack's emblem, in pixels."""
_OPENING = 190
_FOOT = 10
_NEWS = (4, 4, 3)
"""The maximum number of news lines, by rows of panels."""


class Most(NamedTuple):
    """The maximum numbers of rows in a panel."""

    chips: int
    strips: int
    supports: int


_MOST = (Most(6, 3, 4), Most(3, 2, 2), Most(1, 1, 1))
"""By rows of panels, to limit the picture's height with many players; the zoom shows everything."""


class Sizes(NamedTuple):
    """The sizes shared by adjacent panels, so that they are aligned."""

    high: int
    """The height of a panel."""
    art: int
    """The height of the current Character's emblem."""
    chips: int
    """The number of rows for the parts of the power."""
    strips: int
    """The number of rows for the cards below the current one."""
    supports: int
    """The number of rows for Supports."""


class Layout(NamedTuple):
    """The areas of a picture."""

    height: int
    seats: tuple[Box, ...]
    sizes: tuple[Sizes, ...]
    """The sizes of each seat's panel; adjacent panels have the same."""
    news: Box | None


def layout(view: ArclashView, lines: int) -> Layout:
    """Return the areas for a view with this number of latest events: two panels a row, the news below."""
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
    """Return the sizes of adjacent panels: as high as the fuller one needs."""
    if not any(place.stack for place in view.places):
        return Sizes(TOP + _OPENING, 0, 0, 0, 0)
    art, most = 150 if rows < 3 else 140, _MOST[rows - 1]
    own = view.phase in ("advance", "renew")  # a row for the viewer's face-down card, whether or not
    parts = [len(place.parts) if len(place.parts) > 1 and most.chips > 1 else 0 for place in places]
    wanted = max(made + bool(place.guards) + own for made, place in zip(parts, places, strict=True))
    chips = min(most.chips, wanted)
    strips = min(most.strips, max(0, *(len(place.stack) - 1 for place in places)))
    supports = min(most.supports, max(len(place.supports) for place in places))
    listed = (chips + strips + supports) * ROW
    return Sizes(TOP + art + listed + _FOOT + (8 if listed else 0), art, chips, strips, supports)
