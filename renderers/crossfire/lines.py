"""Short lines of words, cards and seats' shapes, for the lists beside the table."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import NamedTuple, TypeAlias

from PIL import Image

from bot.engine.language import gettext
from renderers.kit import text
from renderers.kit.mosaic import Box, Mosaic, Piece, PieceCache
from renderers.kit.palette import MUTED, PAPER, SEATS, TABLE, Colour
from renderers.kit.playing_cards import Face, back, chip
from renderers.kit.shapes import seat_mark

HIGH = 42
"""Pixels from line to line."""
_TEXT = 28
_CHIP = (58, 36)
_TEN_CHIP = (72, 36)
_PIECES = PieceCache(limit=3_000_000)


class Shape(NamedTuple):
    """The shape of a seat within a line."""

    seat: int


class Back(NamedTuple):
    """A card of a seat's pack, face down."""

    seat: int


class Quiet(NamedTuple):
    """Words of less weight."""

    words: str


Word: TypeAlias = str | Shape | Face | Back | Quiet
Line: TypeAlias = tuple[Word, ...]


def forget() -> None:
    """Drop all kept lines, as in a fresh process."""
    _PIECES.clear()


def worded(said: str, **values: Word) -> Line:
    """Return a message as a line, with these words where it has `{names}`.

    Its own words are quiet, those in **bold** of full weight.
    """
    line: list[Word] = []
    loud = False
    for words, name, _, _ in Formatter().parse(said):
        for at, part in enumerate(words.split("**")):
            if at:
                loud = not loud
            if part.strip():
                line.append(part.strip() if loud else Quiet(part.strip()))
        if name is not None:
            line.append(values[name])
    return tuple(line)


def draw_list(
    board: Mosaic, box: Box, title: str, lines: Sequence[Line], *, newest_last: bool = True
) -> None:
    """Draw a title and as many lines as there is room for; the newest are kept."""
    if not lines:
        return
    left, top, right, bottom = box
    room = max(0, (bottom - top) // HIGH - 1)
    kept = lines[-room:] if newest_last and room else lines[:room]
    board.lay(_PIECES.get((title, right - left), lambda: _title(title, right - left)), left, top)
    for at, line in enumerate(kept):
        board.lay(line_piece(line, right - left), left, top + (at + 1) * HIGH)


def line_piece(line: Line, wide: int, ground: Colour = TABLE) -> Piece:
    """Return a line, cut off at so many pixels."""
    return _PIECES.get((line, wide, ground), lambda: _drawn(line, wide, ground))


def _title(title: str, wide: int) -> Image.Image:
    image = Image.new("RGB", (wide, HIGH), TABLE)
    text.write(image, 2, HIGH // 2, title, size=26, colour=MUTED)
    return image


def _drawn(line: Line, wide: int, ground: Colour) -> Image.Image:
    image, x = Image.new("RGB", (wide, HIGH), ground), 2
    for word in line:
        x += _draw_word(image, x, word, wide - x) + 9
    return image


def _draw_word(image: Image.Image, x: int, word: Word, room: int) -> int:
    """Draw one word at `x` and return its width."""
    middle = HIGH // 2
    if isinstance(word, Shape):
        seat_mark(word.seat, 32).centre(image, x + 16, middle)
        return 32
    if isinstance(word, Back):
        back(word.seat, 38).paste(image, x, middle - 19)
        return 27
    if isinstance(word, Face):
        size = _TEN_CHIP if word.rank == 10 else _CHIP
        chip(word, *size, PAPER).paste(image, x, middle - size[1] // 2)
        return size[0]
    words, colour = (word.words, MUTED) if isinstance(word, Quiet) else (word, PAPER)
    fitted = text.fitted(words, "semibold", _TEXT, max(room, 20))
    return text.write(image, x, middle, fitted, size=_TEXT, colour=colour)


def colour_word(seat: int) -> str:
    """Return how a seat is called in words: "blue circle"."""
    return gettext(SEATS[seat].called)
