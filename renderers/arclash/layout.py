"""Where things stand on the picture of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.arclash.rules.view import ArclashView, PlayerArea
from renderers.kit.cards.news import height_of_news
from renderers.kit.mosaic import Box
from renderers.kit.titles import MARGIN, WIDTH

GAP = 14
HEADER = 88
PANEL = (WIDTH - 2 * MARGIN - GAP) // 2
_BELOW, _BESIDE = 4, 7
"""Lines of news at most, below the panels and beside the last one."""
_TOP = 112
"""Pixels of a panel above the stack: name, score, counts."""
_SUPPORT = 48
_STRIP = 40
_CHIP = 38


class Sizes(NamedTuple):
    """What panels side by side have in common, so that they stand in line."""

    high: int
    """Of a panel."""
    art: int
    """The height of the current Character's emblem."""
    strips: int
    """Places for the cards below it."""
    chips: int
    """Places for what makes the power."""
    supports: int
    """Rows of Supports, two in a row."""


class Layout(NamedTuple):
    """The places of a picture."""

    height: int
    seats: tuple[Box, ...]
    sizes: tuple[Sizes, ...]
    """Of each seat's panel; panels side by side have the same."""
    news: Box | None


def layout(view: ArclashView, lines: int) -> Layout:
    """Return the places for a view with so many latest events: panels two in a row, the news in the free
    place or below."""
    odd, boxes, sizes, top = view.seats % 2, [], [], HEADER
    for first in range(0, view.seats, 2):
        row = _sizes(view, view.places[first : first + 2])
        if odd and first == view.seats - 1:
            row = row._replace(high=max(row.high, height_of_news(min(lines, _BESIDE))))
        for left in (MARGIN, MARGIN + PANEL + GAP):
            boxes.append((left, top, left + PANEL, top + row.high))
            sizes.append(row)
        top += row.high + GAP
    seats = (tuple(boxes[: view.seats]), tuple(sizes[: view.seats]))
    if odd and lines:
        return Layout(top + 6, *seats, boxes[-1])
    if odd:
        return Layout(top + 6, (*seats[0][:-1], _centred(seats[0][-1])), seats[1], None)
    if not lines:
        return Layout(top + 6, *seats, None)
    news = (MARGIN, top, WIDTH - MARGIN, top + height_of_news(min(lines, _BELOW)))
    return Layout(news[3] + 20, *seats, news)


def _centred(box: Box) -> Box:
    return (WIDTH - PANEL) // 2, box[1], (WIDTH + PANEL) // 2, box[3]


def _sizes(view: ArclashView, places: Sequence[PlayerArea]) -> Sizes:
    """Return the sizes of panels that stand side by side: as high as the fuller one needs."""
    crowded = view.seats > 4
    if not any(place.stack for place in view.places):
        return Sizes(_TOP + 190, 0, 0, 0, 0)
    art = 132 if crowded else 180
    strips = min(3, max(0, *(len(place.stack) - 1 for place in places)))
    own = view.placed is not None
    wanted = max(len(place.parts) * (len(place.parts) > 1) + bool(place.guards) + own for place in places)
    chips = max(1, min(3 if crowded else 6, wanted))
    supports = min(1 if crowded else 3, max((len(place.supports) + 1) // 2 for place in places))
    body = max(art + strips * _STRIP + 8, (136 if crowded else 142) + chips * _CHIP)
    return Sizes(_TOP + body + supports * _SUPPORT + 18, art, strips, chips, supports)
