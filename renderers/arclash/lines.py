"""Short lines of words, seats' shapes, dice, coins and cards: what happened, told in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import NamedTuple, TypeAlias

from PIL import Image

from bot.engine.language import current
from bot.games.arclash.cards import Pool
from renderers.arclash.emblem import emblem_of, sigil
from renderers.arclash.inks import table_inks
from renderers.arclash.layout import LINE
from renderers.arclash.names import drawn_name
from renderers.arclash.plates import arrow, change_colour, coin, die, plate
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Box, Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, MUTED, PANEL, PAPER, TABLE
from renderers.kit.shapes import seat_mark

_TEXT = 28
_PIECES = PieceCache(limit=3_000_000, inks=table_inks)


class Mark(NamedTuple):
    """The shape of a seat."""

    seat: int


class Die(NamedTuple):
    """A die as it fell."""

    shown: int
    sides: int = 6


class Coin(NamedTuple):
    """A coin as it fell."""

    heads: bool


class Named(NamedTuple):
    """A card by its set number: its sigil and its name."""

    number: str


class Only(NamedTuple):
    """A card by its set number: its sigil alone."""

    number: str


class Change(NamedTuple):
    """Power gained or lost."""

    by: int


class Then(NamedTuple):
    """An arrow to what comes next."""


class Quiet(NamedTuple):
    """Words of less weight."""

    words: str


Word: TypeAlias = str | Mark | Die | Coin | Named | Only | Change | Then | Quiet
Line: TypeAlias = tuple[Word, ...]


def forget() -> None:
    """Drop all kept lines, as in a fresh process."""
    _PIECES.clear()


def line(message: str, /, **values: Word | list[Word]) -> Line:
    """Return a message, not yet formatted, as a line; its values stand where it names them."""
    words: list[Word] = []
    for before, name, _, _ in Formatter().parse(message):
        if before.strip():
            words.append(before.strip())
        if name is not None:
            value = values[name]
            words += value if isinstance(value, list) else [value]
    return tuple(words)


def quietly(message: str, /, **values: Word | list[Word]) -> Line:
    """Return a message as a line in which its own words have less weight."""
    return tuple([Quiet(word) if isinstance(word, str) else word for word in line(message, **values)])


def draw_news(board: Mosaic, box: Box, lines: Sequence[Line], pool: Pool) -> None:
    """Draw the newest lines that there is room for, the newest last, in a panel of their own."""
    left, top, right, bottom = box
    room = (bottom - top - 20) // LINE
    kept = tuple(lines[-room:])
    key = (kept, right - left, bottom - top, pool.hash, current().code)
    board.lay(_PIECES.get(key, lambda: _drawn(kept, right - left, bottom - top, pool)), left, top)


def _drawn(lines: Sequence[Line], wide: int, high: int, pool: Pool) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    plate(image, (0, 0, wide, high), 14, PANEL)
    for at, line in enumerate(lines):
        print_line(image, 20, 10 + LINE // 2 + at * LINE, line, wide - 34, pool)
    return image


def print_line(image: Image.Image, x: int, y: int, line: Line, right: int, pool: Pool) -> None:
    """Print a line whose middle is at the height `y`, from `x` to at most `right`."""
    for word in line:
        room = right - x
        if room < 30:
            return
        x += _print_word(image, x, y, word, room, pool) + 10


def _print_word(image: Image.Image, x: int, y: int, word: Word, room: int, pool: Pool) -> int:
    """Print one word and return its width."""
    if isinstance(word, str | Quiet):
        words, colour = (word.words, MUTED) if isinstance(word, Quiet) else (word, PAPER)
        return text.write(image, x, y, text.fitted(words, "semibold", _TEXT, room), size=_TEXT, colour=colour)
    if isinstance(word, Mark):
        seat_mark(word.seat, 32).centre(image, x + 16, y)
        return 32
    if isinstance(word, Die):
        return _print_die(image, x, y, word)
    if isinstance(word, Coin):
        coin(word.heads, 36).paste(image, x, y - 18)
        return 36
    if isinstance(word, Named | Only):
        return _print_card(image, x, y, word, room, pool)
    if isinstance(word, Change):
        words = f"{word.by:+}".replace("-", "−")
        return text.write(image, x, y, words, size=30, colour=change_colour(word.by), weight="extrabold")
    arrow(20, MUTED).paste(image, x, y - 10)
    return 20


def _print_card(image: Image.Image, x: int, y: int, word: Named | Only, room: int, pool: Pool) -> int:
    card = pool.cards.get(word.number)
    if card is None:
        return 0
    sigil(emblem_of(card, pool), 38).paste(image, x, y - 19)
    if isinstance(word, Only) or room < 90:
        return 38
    name = text.fitted(drawn_name(card), "extrabold", _TEXT, room - 44)
    return 44 + text.write(image, x + 44, y, name, size=_TEXT, colour=PAPER, weight="extrabold")


def _print_die(image: Image.Image, x: int, y: int, word: Die) -> int:
    if word.sides == 6 and 1 <= word.shown <= 6:
        die(word.shown, 36).paste(image, x, y - 18)
        return 36
    wide = max(36, text.width(str(word.shown), "extrabold", READABLE) + 14)
    plate(image, (x, y - 18, x + wide, y + 18), 9, GOLD)
    text.write(
        image,
        x + wide // 2,
        y,
        str(word.shown),
        size=READABLE,
        colour=INK,
        weight="extrabold",
        anchor="middle",
    )
    return wide
