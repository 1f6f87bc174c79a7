"""The odds of a roll as bars: how likely each total is, with the mean."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.base.language import decimal, gettext, grouped_decimal, significant
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE
from renderers.kit.png import encoded
from renderers.kit.text import largest, legible, width, write, write_bold

WIDTH, HEIGHT = 960, 760
"""Pixels: three quarters of a table's, as a roll's, so that the labels can be read on a phone."""
MOST_BARS = 64
_EDGE = 48
_LEFT, _RIGHT, _TOP, _BOTTOM = 190, 40, 232, 96
_RARE = 0.0005
"""Chance of all the outcomes at one end that may be left out."""
_LABEL = 40
"""Pixels: 11 on a phone 390 wide."""
_SUBTITLES = (_LABEL, 36, 32)
_TITLE = 52
_STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)


def draw_odds(title: str, outcomes: Sequence[int], chances: Sequence[float], mean: float) -> Picture:
    """Draw the chance (0 to 1) of each outcome, the smallest outcome first; many outcomes share bars."""
    bars = _bars(*_without_tails(outcomes, chances))
    board = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    pen = ImageDraw.Draw(board)
    pen.rounded_rectangle((16, 16, WIDTH - 17, HEIGHT - 17), 20, fill=PANEL)
    room = WIDTH - 2 * _EDGE
    shown = legible(title, gettext("Dice"))
    write_bold(board, _EDGE, 68, shown, size=_TITLE, colour=PAPER, room=room)
    said = _subtitle(bars, outcomes)
    size = largest(said, "semibold", _SUBTITLES, room)
    write(board, _EDGE, 130, said, size=size, colour=MUTED, room=room)
    top = _scale(board, pen, max(chance for _, _, chance in bars))
    _draw_bars(board, pen, bars, top)
    _draw_mean(board, pen, bars, mean)
    return Picture(encoded(board), _alt(title, outcomes, chances, mean), WIDTH, HEIGHT)


def _without_tails(
    outcomes: Sequence[int], chances: Sequence[float]
) -> tuple[Sequence[int], Sequence[float]]:
    """Return the outcomes to draw. With very many, the rarest at both ends are left out."""
    first, last = 0, len(outcomes)
    if outcomes[-1] - outcomes[0] >= MOST_BARS:
        rare = 0.0
        while (rare := rare + chances[first]) < _RARE:
            first += 1
        rare = 0.0
        while (rare := rare + chances[last - 1]) < _RARE:
            last -= 1
    return outcomes[first:last], chances[first:last]


def _subtitle(bars: Sequence[tuple[int, int, float]], outcomes: Sequence[int]) -> str:
    wide = bars[0][1] - bars[0][0] + 1
    if wide > 1:
        words = gettext("chance of every {number} totals", number=wide)
    else:
        words = gettext("chance of each total")
    if (bars[0][0], bars[-1][1]) != (outcomes[0], outcomes[-1]):
        words = gettext("{chart}, without the rarest", chart=words)
    return words


def _bars(outcomes: Sequence[int], chances: Sequence[float]) -> list[tuple[int, int, float]]:
    """Return bars of equal width: first outcome, last outcome, chance; outcomes that cannot be are empty."""
    low, high = outcomes[0], outcomes[-1]
    wide = math.ceil((high - low + 1) / MOST_BARS)
    count = (high - low) // wide + 1
    heights = [0.0] * count
    for outcome, chance in zip(outcomes, chances, strict=True):
        heights[(outcome - low) // wide] += chance
    return [(low + at * wide, min(high, low + at * wide + wide - 1), each) for at, each in enumerate(heights)]


def _scale(board: Image.Image, pen: ImageDraw.ImageDraw, highest: float) -> float:
    """Draw the percentage lines, and return the chance at the topmost line."""
    step = next((each for each in _STEPS if highest / each <= 5), _STEPS[-1])
    lines = max(1, math.ceil(highest / step - 1e-9))
    for line in range(lines + 1):
        y = _height(line / lines)
        pen.line((_LEFT, y, WIDTH - _RIGHT, y), fill=LIT_PANEL, width=3)
        percent = gettext("{number}%", number=significant(line * step * 100, 3))
        write(board, _LEFT - 18, y, percent, size=_LABEL, colour=MUTED, anchor="right")
    return lines * step


def _draw_bars(
    board: Image.Image, pen: ImageDraw.ImageDraw, bars: Sequence[tuple[int, int, float]], top: float
) -> None:
    room = (WIDTH - _LEFT - _RIGHT) / len(bars)
    gap = 1 if room < 24 else room * 0.12
    longest = max(width(_name(first, last), "semibold", _LABEL) for first, last, _ in bars)
    every = math.ceil((longest + 18) / room)
    for at, (first, last, chance) in enumerate(bars):
        left = _LEFT + at * room
        if chance > 0:
            y = min(_height(chance / top), _height(0) - 2)
            pen.rectangle((left + gap, y, left + room - gap, _height(0)), fill=SEATS[0].colour)
        name, x = _name(first, last), round(left + room / 2)
        if at % every == 0 and x + width(name, "semibold", _LABEL) // 2 < WIDTH - 20:
            write(board, x, HEIGHT - _BOTTOM + 38, name, size=_LABEL, colour=PAPER, anchor="middle")


def _draw_mean(
    board: Image.Image, pen: ImageDraw.ImageDraw, bars: Sequence[tuple[int, int, float]], mean: float
) -> None:
    low, high = bars[0][0], bars[0][0] + (bars[0][1] - bars[0][0] + 1) * len(bars)
    x = round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (mean + 0.5 - low) / (high - low))
    for y in range(_TOP, HEIGHT - _BOTTOM, 18):
        pen.line((x, y, x, y + 9), fill=GOLD, width=4)
    said = gettext("mean {mean}", mean=grouped_decimal(mean, 2))
    half = width(said, "semibold", _LABEL) // 2
    middle = max(_EDGE + half, min(WIDTH - _EDGE - half, x))
    write(board, middle, _TOP - 34, said, size=_LABEL, colour=GOLD, anchor="middle")


def _height(share: float) -> int:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _BOTTOM - _TOP))


def _name(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _alt(title: str, outcomes: Sequence[int], chances: Sequence[float], mean: float) -> str:
    likely = max(range(len(outcomes)), key=lambda at: chances[at])
    words = gettext(
        "Odds of {roll}: from {lowest} to {highest}, mean {mean}, most likely {outcome} with {chance}.",
        roll=title[:80],
        lowest=outcomes[0],
        highest=outcomes[-1],
        mean=grouped_decimal(mean, 2),
        outcome=outcomes[likely],
        chance=gettext("{number}%", number=decimal(100 * chances[likely], 1)),
    )
    return words[:ALT_TEXT_LIMIT]
