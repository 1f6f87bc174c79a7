"""The course of a rating: one point a match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from bot.base.language import gettext, ngettext
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE
from renderers.kit.png import encoded
from renderers.kit.sprites import canvas
from renderers.kit.text import legible, write, write_bold

WIDTH, HEIGHT = 1280, 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 150, 190, 170, 90
"""Pixels around the curve. The present rating is written at the right."""
_TITLE, _LABEL = 44, 30
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_LINES = 5
"""Lines of the grid at most, above the lowest."""


def draw_curve(title: str, points: Sequence[int], *, before: int = 0, provisional: int = 0) -> Picture:
    """Draw the points after each match, the first of them being those before the first match shown.

    `before` is how many matches came before it; up to match number `provisional` the line is thin.
    """
    board = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    ImageDraw.Draw(board).rounded_rectangle((16, 16, WIDTH - 17, HEIGHT - 17), 20, fill=PANEL)
    write_bold(board, 60, 66, legible(title, gettext("Rating")), size=_TITLE, colour=PAPER, room=WIDTH - 120)
    write(board, 60, 124, _subtitle(points), size=_LABEL, colour=MUTED)
    low, high = _draw_grid(board, points)
    places = [_place(at, value, len(points), low, high) for at, value in enumerate(points)]
    _draw_line(board, places, before, provisional)
    last = points[-1]
    x, y = places[-1]
    write(board, x + 28, y, str(last), size=_TITLE, colour=GOLD)
    ends, y = WIDTH - _RIGHT, HEIGHT - _BOTTOM + 40
    begins = gettext("match {number}", number=before) if before else gettext("start")
    write(board, _LEFT, y, begins, size=_LABEL, colour=MUTED)
    newest = gettext("match {number}", number=before + len(points) - 1)
    write(board, ends, y, newest, size=_LABEL, colour=MUTED, anchor="right")
    return Picture(encoded(board), _alt(title, points, before), WIDTH, HEIGHT)


def _subtitle(points: Sequence[int]) -> str:
    return gettext(
        "now {now}, highest {highest}, lowest {lowest}",
        now=points[-1],
        highest=max(points),
        lowest=min(points),
    )


def _draw_grid(board: Image.Image, points: Sequence[int]) -> tuple[int, int]:
    """Draw the lines of the points, and return which the lowest and the highest stand for."""
    span = max(max(points) - min(points), 20)
    step = next((each for each in _STEPS if span / each <= _LINES - 1), _STEPS[-1])
    low = math.floor(min(points) / step) * step
    high = max(low + step, math.ceil(max(points) / step) * step)
    pen = ImageDraw.Draw(board)
    for value in range(low, high + 1, step):
        y = _height(value, low, high)
        pen.line((_LEFT, y, WIDTH - _RIGHT, y), fill=LIT_PANEL, width=3)
        write(board, _LEFT - 18, y, str(value), size=_LABEL, colour=MUTED, anchor="right")
    return low, high


def _draw_line(board: Image.Image, places: Sequence[tuple[int, int]], before: int, provisional: int) -> None:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        spots = [(x * scale, y * scale) for x, y in places]
        thin = (*SEATS[0].tones[7], 255)
        for at, (start, end) in enumerate(pairwise(spots), start=before + 1):
            settled = at > provisional
            fill = (*SEATS[0].colour, 255) if settled else thin
            pen.line((start, end), fill=fill, width=(8 if settled else 4) * scale)
        radius = (9 if len(spots) <= 60 else 4) * scale
        for x, y in spots:
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*SEATS[0].colour, 255))
        x, y = spots[-1]
        radius = 13 * scale
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*GOLD, 255))

    layer = canvas(WIDTH, HEIGHT, draw, scale=2)
    board.paste(layer, (0, 0), layer)


def _place(at: int, value: int, count: int, low: int, high: int) -> tuple[int, int]:
    share = at / max(1, count - 1)
    return round(_LEFT + 24 + share * (WIDTH - _LEFT - _RIGHT - 48)), _height(value, low, high)


def _height(value: int, low: int, high: int) -> int:
    share = (value - low) / (high - low)
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _BOTTOM - _TOP))


def _alt(title: str, points: Sequence[int], before: int) -> str:
    values = {"title": title[:120], "rating": points[0], "course": _subtitle(points)}
    if before:
        words = ngettext(
            "{title}: from {rating} at match {before} over {number} match; {course}.",
            "{title}: from {rating} at match {before} over {number} matches; {course}.",
            len(points) - 1,
            before=before,
            **values,
        )
    else:
        words = ngettext(
            "{title}: from {rating} at the start over {number} match; {course}.",
            "{title}: from {rating} at the start over {number} matches; {course}.",
            len(points) - 1,
            **values,
        )
    return words[:ALT_TEXT_LIMIT]
