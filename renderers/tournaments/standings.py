"""The table of a tournament: places, points, results, who still plays whom, who goes up and down."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal, TypeAlias

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import gettext, pgettext
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, INK, MUTED, PANEL, PAPER, TABLE, Colour, mix
from renderers.kit.png import encoded
from renderers.kit.text import ELLIPSIS, Anchor, legible, legible_name, width, write, write_bold

WIDTH = 1280
ROWS_AT_ONCE = 12
"""Entrants on one picture: a longer table is drawn on several, of even length."""
MOST_COLUMNS = 9
"""Columns of results; of more rounds the last ones are shown."""
_MARGIN, _HEAD, _HEADINGS, _ROW, _FOOT = 24, 100, 62, 78, 64
_TITLE, _LARGE, _SMALL = 46, 42, 38
"""Sizes of letters: 38 is a capital of 8 pixels where the picture is 390 wide, as on a phone."""
_CELL = 76
_LINE = 56
"""The height of a second line of a name."""
_PLACE, _NAME, _BOUNDS, _POINTS = 60, 132, 172, 130
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
    """The result of one match for an entrant."""

    kind: Kind
    words: str = ""
    """Its points, or the place of the opponent."""


class StandingsLine(msgspec.Struct, frozen=True):
    """One entrant on the picture."""

    place: int
    names: tuple[str, ...]
    """The entrant's name, or both names of a pair."""
    points: str
    cells: tuple[Cell, ...] = ()
    best: int = 0
    worst: int = 0
    move: Move = ""
    """Where the place leads in the next season."""
    gone: bool = False
    """Whether the entrant has withdrawn."""

    @property
    def legible(self) -> list[str]:
        """The lines that the name takes where it does not fit into one: of a pair one for each."""
        own = [legible_name(name, gettext("Player")) for name in self.names]
        return [*[f"{name} &" for name in own[:-1]], *own[-1:]]


def pages_of(lines: Sequence[StandingsLine]) -> list[Sequence[StandingsLine]]:
    """Return the parts of a table that are a picture each."""
    number = max(1, ceil(len(lines) / ROWS_AT_ONCE))
    size = max(1, ceil(len(lines) / number))
    return [lines[at : at + size] for at in range(0, max(1, len(lines)), size)]


def draw_standings(
    title: str, headings: Sequence[str], lines: Sequence[StandingsLine], note: str = ""
) -> Picture:
    """Draw a page of a table. `headings` are the titles of the result columns.

    Results are on their own line below a name that leaves them no space.
    """
    columns = headings[-MOST_COLUMNS:]
    first = len(headings) - len(columns)
    layout = _Layout(lines, len(columns))
    height = _HEAD + _HEADINGS + len(lines) * layout.row + (_FOOT if note else _MARGIN)
    board = Image.new("RGB", (WIDTH, height), TABLE)
    write_bold(
        board, _MARGIN + 20, 56, legible_name(title, title), size=_TITLE, colour=PAPER, room=WIDTH - 88
    )
    _draw_headings(board, layout, columns)
    pen = ImageDraw.Draw(board)
    for at, line in enumerate(lines):
        cells = line.cells[first : first + len(columns)]
        _draw_line(board, pen, layout, _HEAD + _HEADINGS + at * layout.row, line, cells, shaded=at % 2 == 0)
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
    """Where the columns stand, in pixels from the left, and how high a line is."""

    def __init__(self, lines: Sequence[StandingsLine], columns: int) -> None:
        bounded = any(line.best != line.worst for line in lines)
        right = WIDTH - _MARGIN - 16
        self.bounds = right - _BOUNDS // 2 + 10 if bounded else None
        right -= _BOUNDS if bounded else 0
        names = [" ".join(line.legible) for line in lines]
        room = right - columns * _CELL - 18 - _POINTS - _NAME
        heads = [width(words, "semibold", _SMALL) for words in _headings()]
        fits = sum(heads) <= room + _POINTS - 24
        self.below = bool(columns) and not (
            fits and all(width(name, "semibold", _LARGE) <= room for name in names)
        )
        """Whether results stand under the name."""
        left = _NAME if self.below else right - columns * _CELL
        self.cells = [left + at * _CELL + _CELL // 2 for at in range(columns)]
        self.points = right - (0 if self.below else columns * _CELL) - 18
        self.room = self.points - _POINTS - _NAME
        self.in_one = all(width(name, "semibold", _LARGE) <= self.room for name in names)
        """Whether each name, of a pair both, takes one line."""
        most = 1 if self.in_one else max([len(line.names) for line in lines], default=1)
        self.names = _ROW + (most - 1) * _LINE
        """The height of the part with the name."""
        self.row = self.names + (_CELL if self.below else 0)


def _headings() -> tuple[str, str]:
    """Return the headings of the names and of the points."""
    return pgettext("column", "player"), pgettext("column", "points")


def _draw_headings(board: Image.Image, layout: _Layout, headings: Sequence[str]) -> None:
    y = _HEAD + _HEADINGS // 2
    player, points = _headings()
    places: list[tuple[int, str, Anchor]] = [(layout.points, points, "right")]
    places += [(x, words, "middle") for x, words in zip(layout.cells, headings, strict=True)]
    if not layout.below:
        places.append((_NAME, player, "left"))
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
        box = (_MARGIN, top + 3, WIDTH - _MARGIN - 1, top + layout.row - 4)
        pen.rounded_rectangle(box, 12, fill=PANEL)
    y, colour = top + layout.names // 2, MUTED if line.gone else PAPER
    place = GOLD if line.place == 1 else colour
    write_bold(board, _PLACE, y, str(line.place), size=_LARGE, colour=place, anchor="middle")
    _draw_move(pen, y, line.move)
    names = [" ".join(line.legible)] if layout.in_one else line.legible
    for at, name in enumerate(names):
        middle = y + round((at - (len(names) - 1) / 2) * _LINE)
        write(board, _NAME, middle, name, size=_LARGE, colour=colour, room=layout.room)
    write_bold(board, layout.points, y, line.points, size=_LARGE, colour=colour, anchor="right")
    beside = top + layout.names + _CELL // 2 - 8 if layout.below else y
    for x, cell in zip(layout.cells, cells, strict=False):
        _draw_cell(board, pen, x, beside, cell)
    if layout.bounds is not None and line.best:
        words = str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}"
        write(board, layout.bounds, y, words, size=_SMALL, colour=colour, anchor="middle")


def _draw_move(pen: ImageDraw.ImageDraw, y: int, move: Move) -> None:
    """Draw the arrow of an entrant who goes up or down."""
    if not move:
        return
    x, side = _PLACE + 40, -1 if move == "up" else 1
    fill = _GREEN if move == "up" else _RED
    pen.polygon([(x, y + side * 18), (x - 14, y - side * 4), (x + 14, y - side * 4)], fill=fill)
    pen.rectangle((x - 5, min(y, y - side * 16), x + 5, max(y, y - side * 16)), fill=fill)


def _draw_cell(board: Image.Image, pen: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    half = _CELL // 2 - 4
    box = (x - half, y - half, x + half, y + half)
    if cell.kind == "self":
        pen.rounded_rectangle(box, 8, fill=mix(PANEL, INK, 0.4))
    elif cell.kind == "open":
        pen.rounded_rectangle(box, 8, outline=MUTED, width=3)
        if cell.words:
            write(board, x, y, cell.words, size=_SMALL, colour=MUTED, anchor="middle")
    elif cell.kind in _FILL:
        pen.rounded_rectangle(box, 8, fill=_FILL[cell.kind])
        write_bold(board, x, y, cell.words, size=_SMALL, colour=PAPER, anchor="middle")


def _alt(title: str, lines: Sequence[StandingsLine]) -> str:
    words = gettext("Standings of {tournament}", tournament=title)
    for at, line in enumerate(lines):
        name = " & ".join([legible(each, gettext("Player")) for each in line.names])
        one = f"{',' if at else ':'} {line.place} {name} {line.points}"
        if len(words) + len(one) + 1 > ALT_TEXT_LIMIT:
            return (words + ELLIPSIS)[:ALT_TEXT_LIMIT]
        words += one
    return words
