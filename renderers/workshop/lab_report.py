"""The picture of a lab report: each deck's win share with its margin, and the range called balanced."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import gettext
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE
from renderers.kit.png import encoded
from renderers.kit.text import legible, write, write_bold

WIDTH = 1280
MOST = 16
"""Bars at most: those that are measured first, then the best of the others."""
_LEFT, _RIGHT, _HEAD, _ROW, _FOOT = 470, 150, 176, 66, 84
"""Pixels: the names, the figures, the title, a bar, the scale."""
_TITLE, _SMALL, _LABEL = 46, 30, 32


class Bar(msgspec.Struct, frozen=True):
    """One deck."""

    name: str
    rate: float
    """The share of its matches that it wins, 0 to 1."""
    error: float
    """The margin of error."""
    own: bool
    """Whether it is one of those that are measured."""


def draw_report(title: str, subtitle: str, bars: Sequence[Bar], low: float, high: float) -> Picture:
    """Draw the decks, the best first; between `low` and `high` they are in balance."""
    shown = sorted(sorted(bars, key=lambda bar: (not bar.own, -bar.rate))[:MOST], key=lambda bar: -bar.rate)
    height = _HEAD + len(shown) * _ROW + _FOOT
    board = Image.new("RGB", (WIDTH, height), TABLE)
    pen = ImageDraw.Draw(board)
    pen.rounded_rectangle((16, 16, WIDTH - 17, height - 17), 20, fill=PANEL)
    room = WIDTH - 120
    write_bold(board, 60, 66, legible(title, gettext("Lab")), size=_TITLE, colour=PAPER, room=room)
    write(board, 60, 122, subtitle, size=_SMALL, colour=MUTED, room=room)
    bottom = _HEAD + len(shown) * _ROW
    pen.rectangle((_across(low), _HEAD - 10, _across(high), bottom), fill=LIT_PANEL)
    pen.line((_across((low + high) / 2), _HEAD - 10, _across((low + high) / 2), bottom), fill=MUTED, width=3)
    for at, bar in enumerate(shown):
        _draw_bar(board, pen, _HEAD + at * _ROW + _ROW // 2, bar)
    for share in (low, high):
        write(board, _across(share), bottom + 26, f"{share:.0%}", size=_SMALL, colour=MUTED, anchor="middle")
    ordered = sorted(shown, key=lambda bar: not bar.own)
    told = ", ".join([f"{bar.name} {bar.rate:.0%}" for bar in ordered])
    return Picture(encoded(board), f"{title}: {subtitle}. {told}."[:ALT_TEXT_LIMIT], WIDTH, height)


def _draw_bar(board: Image.Image, pen: ImageDraw.ImageDraw, y: int, bar: Bar) -> None:
    colour = GOLD if bar.own else SEATS[0].colour
    name = legible(bar.name, gettext("deck"))
    write_bold(board, 60, y, name, size=_LABEL, colour=PAPER if bar.own else MUTED, room=_LEFT - 90)
    pen.rounded_rectangle((_across(0), y - 18, _across(bar.rate), y + 18), 6, fill=colour)
    low, high = _across(max(0.0, bar.rate - bar.error)), _across(min(1.0, bar.rate + bar.error))
    pen.line((low, y, high, y), fill=PAPER, width=4)
    for end in (low, high):
        pen.line((end, y - 9, end, y + 9), fill=PAPER, width=4)
    write_bold(board, WIDTH - 60, y, f"{bar.rate:.0%}", size=_LABEL, colour=PAPER, anchor="right")


def _across(share: float) -> int:
    return round(_LEFT + share * (WIDTH - _LEFT - _RIGHT))
