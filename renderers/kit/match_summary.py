"""The end of a match in one picture: who won, three figures, and its course as curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS
from bot.engine.summary import Chart, Curve, Figure, Summary
from renderers.contract import Picture
from renderers.kit.alt_text import cut
from renderers.kit.fonts import READABLE
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE
from renderers.kit.png import encoded
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import plate
from renderers.kit.sprites import canvas
from renderers.kit.text import width, write, write_bold
from renderers.kit.titles import result

WIDTH = 1280
_SIDE, _GAP = 24, 16
_BANNER, _CELL, _CHART, _STREAK = 108, 288, 560, 76
"""Pixels of the parts from top to bottom."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 110, 120, 110, 84
"""Pixels around the curves in their panel. The last values are written at the right."""
_HEADLINE, _VALUE, _LABEL = 52, 92, 37
_LEADING = 1.22
"""From line to line, in heights of the words."""
_CAPTION = 176
"""Pixels for the lines of a caption."""
_GRID_LINES = 5
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def draw_summary(summary: Summary, winners: Sequence[Seat], called: Sequence[str]) -> Picture:
    """Draw who won, the figures, the curves and the best streak; the font can draw the names `called`."""
    figures = summary.figures
    wide = (WIDTH - 2 * _SIDE - (len(figures) - 1) * _GAP) // max(1, len(figures))
    captions = tuple([_caption(figure.caption, wide - 40) for figure in figures])
    heights = [round(len(lines) * size * _LEADING) for size, lines in captions]
    cells = _Cells(wide, _CELL - _CAPTION + max([_CAPTION, *heights]), captions)
    high = _GAP + _BANNER + _GAP + _CHART + _GAP
    high += (cells.high + _GAP if summary.figures else 0) + (_STREAK + _GAP if summary.streak else 0)
    board = Image.new("RGB", (WIDTH, high), TABLE)
    top = _GAP + _draw_banner(board, winners, called, _GAP)
    if summary.figures:
        top += _draw_figures(board, summary.figures, cells, top)
    top += _draw_chart(board, summary.chart, top)
    if summary.streak:
        plate(board, (_SIDE, top, WIDTH - _SIDE, top + _STREAK), 16, PANEL)
        words = gettext("Best streak: {streak}", streak=summary.streak)
        start = (WIDTH - _marked_width(words, 40)) // 2
        _write_marked(board, max(_SIDE + 20, start), top + _STREAK // 2, words, size=40)
    return Picture(encoded(board), _alt(summary, winners, called), WIDTH, high)


def _draw_banner(board: Image.Image, winners: Sequence[Seat], called: Sequence[str], top: int) -> int:
    """Draw who won, in the first winner's colour; return the height with the gap below."""
    colour = SEATS[winners[0]].colour if winners else PAPER
    plate(board, (_SIDE, top, WIDTH - _SIDE, top + _BANNER), 20, colour)
    words = result(winners, called)
    marks = [seat_mark(seat, 68) for seat in winners]
    room = WIDTH - 2 * _SIDE - 60 - 80 * len(marks)
    wide = min(width(words, "extrabold", _HEADLINE), room)
    left, middle = (WIDTH - wide - 80 * len(marks)) // 2, top + _BANNER // 2
    for mark in marks:
        plate(board, (left - 4, middle - 38, left + 72, middle + 38), 18, INK)
        mark.centre(board, left + 34, middle)
        left += 80
    write_bold(board, left, middle, words, size=_HEADLINE, colour=INK, room=room)
    return _BANNER + _GAP


class _Cells(NamedTuple):
    """The measures of the figures, which stand side by side."""

    wide: int
    high: int
    """More than usual for very long captions only."""
    captions: tuple[tuple[int, list[str]], ...]
    """The size of each caption's words, and its lines."""


def _draw_figures(board: Image.Image, figures: Sequence[Figure], cells: _Cells, top: int) -> int:
    """Draw the figures side by side; return the height with the gap below."""
    wide, high, captions = cells
    for at, (figure, (caption_size, lines)) in enumerate(zip(figures, captions, strict=True)):
        left = _SIDE + at * (wide + _GAP)
        plate(board, (left, top, left + wide, top + high), 16, PANEL)
        middle, room = left + wide // 2, wide - 40
        size = _VALUE
        while width(figure.value, "extrabold", size) > room:
            size -= 4
        start = middle - _marked_width(figure.value, size, "extrabold") // 2
        _write_marked(board, start, top + 66, figure.value, size=size, bold=True)
        for number, line in enumerate(lines):
            start = middle - _marked_width(line, caption_size) // 2
            y = top + 138 + round(number * caption_size * _LEADING)
            _write_marked(board, start, y, line, size=caption_size)
    return high + _GAP


def _caption(words: str, room: int) -> tuple[int, list[str]]:
    """Return the size of a caption's words and its lines: small enough that nothing is left out."""
    size = _LABEL
    while True:
        lines = _wrapped(words, size, room)
        broadest = max(_marked_width(line, size) for line in lines)
        if size <= READABLE or (len(lines) * size * _LEADING <= _CAPTION and broadest <= room):
            return size, lines
        size = max(READABLE, size - 2)


def _wrapped(words: str, size: int, room: int) -> list[str]:
    """Return words in lines at most `room` wide, except single wider words."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _marked_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _runs(words: str) -> list[str]:
    """Return words in runs: each mark of a seat alone, the text between marks together."""
    runs = [""]
    for letter in words:
        if letter in SEAT_MARKS:
            runs += [letter, ""]
        else:
            runs[-1] += letter
    return [run for run in runs if run]


def _marked_width(words: str, size: int, weight: str = "semibold") -> int:
    wide = size + 4
    return sum(
        wide if run in SEAT_MARKS else width(run, "extrabold" if weight == "extrabold" else "semibold", size)
        for run in _runs(words)
    )


def _write_marked(board: Image.Image, x: int, y: int, words: str, *, size: int, bold: bool = False) -> None:
    """Write words in which the marks of seats are drawn in their colours."""
    for run in _runs(words):
        if run in SEAT_MARKS:
            seat_mark(SEAT_MARKS.index(run), size).centre(board, x + size // 2, y)
            x += size + 4
        else:
            draw = write_bold if bold else write
            x += draw(board, x, y, run, size=size, colour=GOLD if bold else PAPER)


def _draw_chart(board: Image.Image, chart: Chart, top: int) -> int:
    """Draw the curves on their grid; return the height with the gap below."""
    plate(board, (_SIDE, top, WIDTH - _SIDE, top + _CHART), 16, PANEL)
    write_bold(board, _SIDE + 28, top + 48, chart.title, size=44, colour=PAPER)
    high = _grid(board, chart.curves, top)
    place = partial(_place, len(chart.curves[0].values), high, top)
    places = [[place(*point) for point in enumerate(curve.values)] for curve in chart.curves]
    _draw_curves(board, chart.curves, places, top)
    _write_ends(board, chart.curves, [spots[-1][1] for spots in places])
    low = top + _CHART - 38
    write(board, _SIDE + _LEFT, low, chart.first, size=_LABEL, colour=MUTED)
    write(board, WIDTH - _SIDE - _RIGHT, low, chart.last, size=_LABEL, colour=MUTED, anchor="right")
    return _CHART + _GAP


def _grid(board: Image.Image, curves: Sequence[Curve], top: int) -> int:
    """Draw the grid lines, and return the value at the topmost."""
    highest = max([1, *[value for curve in curves for value in curve.values]])
    step = next((each for each in _STEPS if highest / each <= _GRID_LINES), _STEPS[-1])
    high = step * math.ceil(highest / step)
    pen = ImageDraw.Draw(board)
    for value in range(0, high + 1, step):
        _, y = _place(1, high, top, 0, value)
        pen.line((_SIDE + _LEFT, y, WIDTH - _SIDE - _RIGHT, y), fill=LIT_PANEL, width=3)
        write(board, _SIDE + _LEFT - 18, y, str(value), size=_LABEL, colour=MUTED, anchor="right")
    return high


def _place(count: int, high: int, top: int, at: int, value: int) -> tuple[int, int]:
    """Return the pixel of the value with index `at` of this number of values, on a grid up to `high`."""
    left, right = _SIDE + _LEFT + 14, WIDTH - _SIDE - _RIGHT - 14
    bottom, room = top + _CHART - _BOTTOM, _CHART - _TOP - _BOTTOM
    return round(left + (right - left) * at / max(1, count - 1)), round(bottom - room * value / high)


def _draw_curves(
    board: Image.Image, curves: Sequence[Curve], places: Sequence[Sequence[tuple[int, int]]], top: int
) -> None:
    """Draw the curves, the first seat's on top."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for curve, spots in reversed(list(zip(curves, places, strict=True))):
            line = [(x * scale, (y - top) * scale) for x, y in spots]
            for broad, fill in ((14, INK), (9, SEATS[curve.seats[0]].colour)):
                pen.line(line, fill=(*fill, 255), width=broad * scale, joint="curve")

    layer = canvas(WIDTH, _CHART, draw, scale=2)
    board.paste(layer, (0, top), layer)


def _write_ends(board: Image.Image, curves: Sequence[Curve], heights: Sequence[int]) -> None:
    """Write beside the curves' ends whose they are and their last values, none over another."""
    x, order = WIDTH - _SIDE - _RIGHT + 6, sorted(range(len(curves)), key=lambda at: heights[at])
    apart = round(_LABEL * _LEADING)
    last = -apart
    for at in order:
        y = max(heights[at], last + apart)
        last = y
        seat_mark(curves[at].seats[0], 38).centre(board, x + 19, y)
        write_bold(board, x + 44, y, str(curves[at].values[-1]), size=_LABEL, colour=PAPER)


def _alt(summary: Summary, winners: Sequence[Seat], called: Sequence[str]) -> str:
    told = [f"{result(winners, called)}."]
    told += [f"{figure.value} {figure.caption}." for figure in summary.figures]
    told += [f"{summary.streak}."] if summary.streak else []
    ends = ", ".join(
        f"{SEAT_MARKS[curve.seats[0]]} {curve.values[0]} → {curve.values[-1]}"
        for curve in summary.chart.curves
    )
    return cut(" ".join([*told, f"{summary.chart.title}: {ends}."]))
