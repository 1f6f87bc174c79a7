"""The table of a tournament: places, points, results, who still plays whom, who goes up and down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from PIL import Image, ImageDraw

from bot.engine.language import gettext, pgettext
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, INK, MUTED, PANEL, PAPER, TABLE, Colour, mix
from renderers.kit.png import encoded
from renderers.kit.text import ELLIPSIS, Anchor, legible, legible_name, width, write, write_bold

WIDTH = 1280
MOST_ROWS = 60
"""Entrants on one picture."""
MOST_COLUMNS = 9
"""Columns of results; of more rounds the last ones are shown."""
_MARGIN, _HEAD, _HEADINGS, _ROW, _FOOT = 24, 100, 62, 78, 64
_TITLE, _LARGE, _SMALL = 46, 42, 34
_CELL = 68
_PLACE, _NAME, _BOUNDS, _POINTS = 60, 132, 150, 118
"""The middle of the places, the left edge of the names, and the widths of the last columns."""

Kind: TypeAlias = Literal["won", "drawn", "lost", "open", "self", "none", "bye"]
Move: TypeAlias = Literal["up", "down", ""]

_GREEN: Colour = (62, 142, 91)
_RED: Colour = (172, 68, 62)
_FILL: dict[Kind, Colour] = {
    "won": _GREEN,
    "drawn": mix(MUTED, INK, 0.35),
    "lost": _RED,
    "bye": mix(_GREEN, INK, 0.5),
}


class Cell(msgspec.Struct, frozen=True):
    """What one match came to for an entrant."""

    kind: Kind
    words: str = ""
    """Its points, or the place of the opponent."""


class StandingsLine(msgspec.Struct, frozen=True):
    """One entrant on the picture."""

    place: int
    name: str
    points: str
    cells: tuple[Cell, ...] = ()
    best: int = 0
    worst: int = 0
    move: Move = ""
    """Where the place leads in the next season."""
    gone: bool = False
    """Whether the entrant has withdrawn."""


def draw_standings(
    title: str, headings: Sequence[str], lines: Sequence[StandingsLine], note: str = ""
) -> Picture:
    """Draw a table; `headings` are those of the columns of results."""
    shown, columns = lines[:MOST_ROWS], headings[-MOST_COLUMNS:]
    first = len(headings) - len(columns)
    bounded = any(line.best != line.worst for line in shown)
    height = _HEAD + _HEADINGS + len(shown) * _ROW + (_FOOT if note else _MARGIN)
    board = Image.new("RGB", (WIDTH, height), TABLE)
    layout = _Layout(len(columns), bounded=bounded)
    write_bold(
        board, _MARGIN + 20, 56, legible_name(title, title), size=_TITLE, colour=PAPER, room=WIDTH - 88
    )
    _draw_headings(board, layout, columns)
    pen = ImageDraw.Draw(board)
    for at, line in enumerate(shown):
        cells = line.cells[first : first + len(columns)]
        _draw_line(board, pen, layout, _HEAD + _HEADINGS + at * _ROW, line, cells, shaded=at % 2 == 0)
    if note:
        write(
            board,
            _MARGIN + 20,
            height - _FOOT // 2,
            note,
            size=_SMALL,
            colour=MUTED,
            room=WIDTH - 2 * (_MARGIN + 20),
        )
    return Picture(encoded(board), _alt(title, lines), WIDTH, height)


class _Layout:
    """Where the columns stand, in pixels from the left."""

    def __init__(self, columns: int, *, bounded: bool) -> None:
        right = WIDTH - _MARGIN - 16
        self.bounds = right - _BOUNDS // 2 + 10 if bounded else None
        right -= _BOUNDS if bounded else 0
        self.cells = [right - (columns - at) * _CELL + _CELL // 2 for at in range(columns)]
        self.points = right - columns * _CELL - 18
        self.room = self.points - _POINTS - _NAME


def _draw_headings(board: Image.Image, layout: _Layout, headings: Sequence[str]) -> None:
    y = _HEAD + _HEADINGS // 2
    places: list[tuple[int, str, Anchor]] = [
        (_NAME, pgettext("column", "player"), "left"),
        (layout.points, pgettext("column", "points"), "right"),
    ]
    places += [(x, words, "middle") for x, words in zip(layout.cells, headings, strict=True)]
    if layout.bounds is not None:
        places.append((layout.bounds, pgettext("column", "possible"), "middle"))
    for x, words, anchor in places:
        write(board, x, y, words, size=_SMALL, colour=MUTED, anchor=anchor)


def _draw_line(
    board: Image.Image,
    pen: ImageDraw.ImageDraw,
    layout: _Layout,
    top: int,
    line: StandingsLine,
    cells: Sequence[Cell],
    *,
    shaded: bool,
) -> None:
    if shaded:
        pen.rounded_rectangle((_MARGIN, top + 3, WIDTH - _MARGIN - 1, top + _ROW - 4), 12, fill=PANEL)
    y, colour = top + _ROW // 2, MUTED if line.gone else PAPER
    place = GOLD if line.place == 1 else colour
    write_bold(board, _PLACE, y, str(line.place), size=_LARGE, colour=place, anchor="middle")
    _draw_move(pen, y, line.move)
    name = legible_name(line.name, gettext("Player"))
    write(board, _NAME, y, name, size=_LARGE, colour=colour, room=layout.room)
    write_bold(board, layout.points, y, line.points, size=_LARGE, colour=colour, anchor="right")
    for x, cell in zip(layout.cells, cells, strict=False):
        _draw_cell(board, pen, x, y, cell)
    if layout.bounds is not None and line.best:
        words = str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}"
        write(board, layout.bounds, y, words, size=_SMALL, colour=colour, anchor="middle")


def _draw_move(pen: ImageDraw.ImageDraw, y: int, move: Move) -> None:
    """Draw the arrow of who goes up or down."""
    if not move:
        return
    x, side = _PLACE + 40, -1 if move == "up" else 1
    fill = _GREEN if move == "up" else _RED
    pen.polygon([(x, y + side * 18), (x - 14, y - side * 4), (x + 14, y - side * 4)], fill=fill)
    pen.rectangle((x - 5, min(y, y - side * 16), x + 5, max(y, y - side * 16)), fill=fill)


def _draw_cell(board: Image.Image, pen: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    half = _CELL // 2 - 5
    box = (x - half, y - half, x + half, y + half)
    if cell.kind == "self":
        pen.rounded_rectangle(box, 8, fill=mix(PANEL, INK, 0.4))
    elif cell.kind == "open":
        pen.rounded_rectangle(box, 8, outline=MUTED, width=3)
        if cell.words:
            write(board, x, y, cell.words, size=_SMALL, colour=MUTED, anchor="middle")
    elif cell.kind in _FILL:
        pen.rounded_rectangle(box, 8, fill=_FILL[cell.kind])
        size = _SMALL if width(cell.words, "extrabold", _SMALL) <= 2 * half - 4 else _SMALL - 8
        write_bold(board, x, y, cell.words, size=size, colour=PAPER, anchor="middle")


def _alt(title: str, lines: Sequence[StandingsLine]) -> str:
    words = gettext("Standings of {tournament}", tournament=title)
    for at, line in enumerate(lines):
        one = f"{',' if at else ':'} {line.place} {legible(line.name, gettext('Player'))} {line.points}"
        if len(words) + len(one) + 1 > ALT_TEXT_LIMIT:
            return (words + ELLIPSIS)[:ALT_TEXT_LIMIT]
        words += one
    return words
