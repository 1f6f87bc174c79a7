"""A page of a leaderboard: places with medals, names, points and results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import N_, gettext, pgettext
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.png import encoded
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.kit.text import ELLIPSIS, Anchor, legible, legible_name, width, write, write_bold

WIDTH = 1280
_MARGIN, _HEAD, _HEADINGS, _ROW, _GAP, _FOOT = 24, 150, 56, 92, 48, 76
_PLACE, _NAME, _POINTS, _MATCHES, _RECORD = 92, 164, 800, 970, 1226
"""Pixels from the left: the middle of the places, the left edge of the names, then right edges."""
_TITLE, _LARGE, _SMALL, _LABEL = 48, 42, 34, 28
_MEDAL = 76
_METALS: dict[int, Colour] = {
    1: GOLD,
    2: mix(MUTED, PAPER, 0.45),
    3: mix(SEATS[1].colour, INK, 0.16),
}
_MEDALS = SpriteCache()
NOBODY = N_("a former player")


class Line(msgspec.Struct, frozen=True):
    """One player on the picture."""

    place: int
    """1 for the best; the first three have medals."""
    name: str
    """As the player wrote it; what cannot be drawn is left out."""
    points: int
    provisional: bool
    won: int
    drawn: int
    lost: int
    own: bool = False
    """Whether the line is the viewer's own."""

    @property
    def matches(self) -> int:
        """All that were rated."""
        return self.won + self.drawn + self.lost


def draw_leaderboard(title: str, subtitle: str, lines: Sequence[Line], own: Line | None = None) -> Picture:
    """Draw the lines of a page in order. `own` is drawn below them if it is not among them."""
    below = None if any(line.own for line in lines) else own
    note = ""
    if any(line.provisional for line in (*lines, *([below] if below else []))):
        note = gettext("? provisional: fewer than ten rated matches")
    room = len(lines) * _ROW + (_GAP + _ROW if below else 0)
    height = _HEAD + _HEADINGS + room + (_FOOT if note else _MARGIN)
    board = Image.new("RGB", (WIDTH, height), TABLE)
    pen = ImageDraw.Draw(board)
    _draw_head(board, title, subtitle)
    top = _HEAD + _HEADINGS
    for at, line in enumerate(lines):
        _draw_line(board, pen, top + at * _ROW, line, shaded=at % 2 == 0)
    if below:
        top += len(lines) * _ROW
        write(board, _PLACE, top + _GAP // 2 - 6, ELLIPSIS, size=_LARGE, colour=MUTED, anchor="middle")
        _draw_line(board, pen, top + _GAP, below, shaded=True)
    if note:
        write(board, _MARGIN + 24, height - _FOOT // 2 - 4, note, size=_LABEL, colour=MUTED)
    return Picture(encoded(board), _alt(title, subtitle, lines, below), WIDTH, height)


def _draw_head(board: Image.Image, title: str, subtitle: str) -> None:
    room = WIDTH - 2 * (_MARGIN + 24)
    for y, words, size, colour in ((60, title, _TITLE, PAPER), (118, subtitle, _SMALL, MUTED)):
        write_bold(
            board,
            _MARGIN + 24,
            y,
            legible(words, gettext("Leaderboard")),
            size=size,
            colour=colour,
            room=room,
        )
    y = _HEAD + _HEADINGS // 2
    columns: tuple[tuple[int, str, Anchor], ...] = (
        (_NAME, pgettext("column", "player"), "left"),
        (_POINTS, pgettext("column", "rating"), "right"),
        (_MATCHES, pgettext("column", "matches"), "right"),
        (_RECORD, pgettext("column", "won drawn lost"), "right"),
    )
    for x, words, anchor in columns:
        write(board, x, y, words, size=_LABEL, colour=MUTED, anchor=anchor)


def _draw_line(board: Image.Image, pen: ImageDraw.ImageDraw, top: int, line: Line, *, shaded: bool) -> None:
    box = (_MARGIN, top + 4, WIDTH - _MARGIN - 1, top + _ROW - 5)
    if line.own:
        pen.rounded_rectangle(box, 14, fill=LIT_PANEL, outline=GOLD, width=4)
    elif shaded:
        pen.rounded_rectangle(box, 14, fill=PANEL)
    y = top + _ROW // 2
    _draw_place(board, y, line.place)
    write(
        board,
        _NAME,
        y,
        _name(line),
        size=_LARGE,
        colour=PAPER,
        room=_POINTS - _NAME - width("88888", "extrabold", _LARGE) - 30,
    )
    write_bold(board, _POINTS, y, str(line.points), size=_LARGE, colour=PAPER, anchor="right")
    if line.provisional:
        write(board, _POINTS + 8, y, "?", size=_LARGE, colour=GOLD)
    write(board, _MATCHES, y, str(line.matches), size=_SMALL, colour=PAPER, anchor="right")
    record = f"{line.won} · {line.drawn} · {line.lost}"
    write(board, _RECORD, y, record, size=_SMALL, colour=PAPER, anchor="right")


def _draw_place(board: Image.Image, y: int, place: int) -> None:
    metal = _METALS.get(place)
    if metal is not None:
        _MEDALS.get(place, partial(_medal, metal)).centre(board, _PLACE, y)
    words = str(place) if place < 100_000 else "…"
    size = _SMALL if metal is not None or place > 999 else _LARGE
    colour, low = (INK, 9) if metal is not None else (MUTED, 0)
    write_bold(board, _PLACE, y + low, words, size=size, colour=colour, anchor="middle")


def _medal(metal: Colour) -> Sprite:
    """Return a medal on a ribbon; the number is written on it afterwards."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        middle, low, radius = _MEDAL / 2, _MEDAL / 2 + 9, 27
        for side in (-1, 1):
            corners = ((8, 1), (26, 1), (13, 30), (-5, 30))
            band = [((middle + side * x) * scale, y * scale) for x, y in corners]
            pen.polygon(band, fill=(*SEATS[0].tones[4 if side < 0 else 5], 255))
        for inset, fill in ((0, INK), (3, metal), (6, mix(metal, INK, 0.28)), (8, metal)):
            reach = radius - inset
            box = (middle - reach, low - reach, middle + reach, low + reach)
            pen.ellipse([edge * scale for edge in box], fill=(*fill, 255))

    return drawn(_MEDAL, _MEDAL, draw)


def _name(line: Line) -> str:
    return legible_name(line.name, gettext("Player") if line.name else gettext(NOBODY))


def _alt(title: str, subtitle: str, lines: Sequence[Line], below: Line | None) -> str:
    words = gettext("Leaderboard of {board}, {season}", board=title, season=subtitle)
    own = below or next((line for line in lines if line.own), None)
    you = gettext("You: {place}, {rating}.", place=own.place, rating=own.points) if own else ""
    end = f". {you}" if you else "."
    for at, line in enumerate(lines):
        one = f"{',' if at else ':'} {line.place} {_name(line)} {line.points}"
        if len(words) + len(one) + len(end) + 1 > ALT_TEXT_LIMIT:
            words += ELLIPSIS
            break
        words += one
    return (words[: ALT_TEXT_LIMIT - len(end)] + end)[:ALT_TEXT_LIMIT]
