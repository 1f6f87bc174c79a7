"""The picture of a roll of a few dice: the total, then each die with its marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import N_, gettext, grouped
from bot.parts.dice.expression import Dice, Expression, terms
from bot.parts.dice.rolling import (
    Die,
    Pool,
    Rolled,
    Turn,
    earlier,
    face_words,
    total_words,
    turn_in_signs,
    turn_told,
)
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.dice.faces import CAPTION, Face, dice_palette, face_tile
from renderers.kit import text
from renderers.kit.alt_text import cut
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, MUTED, PANEL, PAPER, TABLE, Colour
from renderers.kit.signs import plate

MOST_DICE = 12
"""Dice that a picture shows, every one large."""
WIDTH = 960
"""Pixels: three quarters of a table's, for a post of a few dice is looked at in passing."""
_EDGE, _HEAD = 28, 150
_GAP = 16
"""Pixels between two dice; rows are as far apart."""
_SIZES, _SMALL = (214, 168, 137), 112
"""Pixels of a die: as large as one row takes them all, else two, else small."""
_HIGHEST = 960
"""Pixels of a picture."""
_TOTALS = (120, 96, 80, 64)
_TOTALS_ROOM = 640
"""The width of the totals of several repeats in pixels. If they do not fit, only their sum is written."""
_WORDS, _NOTE = 64, 42
_SAYS = 16
"""Characters that are drawn of words between dice."""

_PIECES = PieceCache()


class _Item(NamedTuple):
    """Something in a row: a die, or words between dice."""

    look: Face | str
    wide: int
    kept: bool = True
    note: bool = False


class _Block(NamedTuple):
    """One time that the expression was rolled."""

    items: tuple[_Item, ...]
    framed: bool

    @property
    def wide(self) -> int:
        """Pixels it takes in one row."""
        return sum([item.wide + _GAP for item in self.items]) + (_GAP if self.framed else -_GAP)


def draw_roll(expression: Expression, rolled: Rolled) -> Picture | None:
    """Draw the result of an expression with 1 to `MOST_DICE` dice.

    Return None where the picture would be higher than `_HIGHEST` pixels.
    """
    pools = list(terms(expression.root))
    fitting = (size for most in (1, 2) for size in _SIZES if len(_rows(rolled, pools, size)) <= most)
    size = next(fitting, _SMALL)
    rows = _rows(rolled, pools, size)
    high = _HEAD + sum([_row_height(row, size) + _GAP for row in rows]) - _GAP + _EDGE
    if high > _HIGHEST:
        return None
    board = Mosaic(WIDTH, high, palette=dice_palette())
    total = " · ".join([total_words(turn, rolled) for turn in rolled.turns])
    if len(rolled.turns) > 1 and text.width(total, "extrabold", _TOTALS[-1]) > _TOTALS_ROOM:
        total = grouped(rolled.total)
    written = text.legible(expression.body, "")
    board.lay_kept(_PIECES, (total, written), partial(_heading, total, written), 0, 0)
    top = _HEAD
    for row in rows:
        _lay_row(board, row, top, size)
        top += _row_height(row, size) + _GAP
    return board.picture(_alt(rolled))


def _row_height(row: Sequence[_Block], size: int) -> int:
    looks = [item.look for block in row for item in block.items]
    captioned = any(isinstance(look, Face) and look.captioned for look in looks)
    framed = any(block.framed for block in row)
    return size + (CAPTION if captioned else 0) + (_GAP if framed else 0)


def _rows(rolled: Rolled, pools: Sequence[Dice], size: int) -> list[list[_Block]]:
    """Return the turns in rows; one that is wider than a row goes on in the next."""
    room, rows = 0, list[list[_Block]]()
    for turn in rolled.turns:
        framed = len(rolled.turns) > 1
        for block in _broken(_Block(tuple(_items(turn, rolled, pools, size)), framed)):
            if block.wide > room:
                rows.append([])
                room = WIDTH - 2 * _EDGE
            rows[-1].append(block)
            room -= block.wide + _GAP
    return rows


def _broken(block: _Block) -> Iterator[_Block]:
    """Yield a block in parts that are no wider than a row."""
    part = list[_Item]()
    for item in block.items:
        if part and _Block((*part, item), block.framed).wide > WIDTH - 2 * _EDGE:
            yield _Block(tuple(part), block.framed)
            part = []
        part.append(item)
    yield _Block(tuple(part), block.framed)


def _items(turn: Turn, rolled: Rolled, pools: Sequence[Dice], size: int) -> Iterator[_Item]:
    left = iter(pools)
    for piece in turn.pieces:
        if isinstance(piece, Pool):
            term = next(left)
            yield from (_Item(_face(die, piece, term), size) for die in piece.dice)
        elif said := text.legible(piece.text, "") or piece.text.strip():
            yield _words(said, kept=piece.kept, note=piece.note)
    if len(rolled.turns) > 1 and (len(turn.pieces) > 1 or turn.dice > 1):
        yield _words(f"= {grouped(turn.total)}")


def _words(said: str, *, kept: bool = True, note: bool = False) -> _Item:
    shown = said if len(said) <= _SAYS else said[: _SAYS - 1] + text.ELLIPSIS
    return _Item(shown, text.width(shown, "semibold", _NOTE if note else _WORDS), kept, note)


def _face(die: Die, pool: Pool, term: Dice) -> Face:
    return Face(
        sides=term.sides,
        fate=term.fate,
        words=face_words(die.value, pool),
        value=die.value,
        kept=die.kept,
        quiet=pool.counts and not die.success,
        exploded=die.exploded,
        success=die.success,
        before=tuple([face_words(each, pool) for each in die.before[-1:]]),
        shown="" if die.shown is None else face_words(die.shown, pool),
    )


def _heading(total: str, written: str) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, _HEAD), TABLE), _HEAD // 2
    room = WIDTH - 2 * _EDGE
    size = text.largest(total, "extrabold", _TOTALS, room)
    wide = text.write_bold(image, _EDGE, middle, total, size=size, colour=GOLD, room=room)
    if (left := room - wide - 40) > 240:
        right = WIDTH - _EDGE
        text.write(image, right, middle, written, size=48, colour=MUTED, anchor="right", room=left)
    return image


def _lay_row(board: Mosaic, row: Sequence[_Block], top: int, size: int) -> None:
    x, high = _EDGE, _row_height(row, size)
    for block in row:
        ground, inset = (PANEL, _GAP // 2) if block.framed else (TABLE, 0)
        if block.framed:
            frame = partial(_frame, block.wide, high)
            board.lay_kept(_PIECES, ("frame", block.wide, high), frame, x, top)
        left = x + (_GAP if block.framed else 0)
        for item in block.items:
            draw = partial(_draw_item, item, size, ground)
            board.lay_kept(_PIECES, (item, size, ground), draw, left, top + inset)
            left += item.wide + _GAP
        x += block.wide + _GAP


def _frame(wide: int, high: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    plate(image, (0, 0, wide, high), 18, PANEL)
    return image


def _draw_item(item: _Item, size: int, ground: Colour) -> Image.Image:
    if isinstance(item.look, Face):
        return face_tile(item.look, size, ground)
    image = Image.new("RGB", (item.wide, size), ground)
    colour = PAPER if item.kept and not item.note else MUTED
    text.write(image, 0, size // 2, item.look, size=_NOTE if item.note else _WORDS, colour=colour)
    if not item.kept:
        ImageDraw.Draw(image).rectangle((0, size // 2, item.wide, size // 2 + 4), fill=MUTED)
    return image


def _alt(rolled: Rolled) -> str:
    """Return the total and every die, in words or, where these are too many, in signs."""
    for told in (_turn_in_words, turn_in_signs):
        words = _sentence(rolled, told)
        if len(words) <= ALT_TEXT_LIMIT:
            return words
    return cut(words)


def _sentence(rolled: Rolled, told: Callable[[Turn], str]) -> str:
    turns = [
        gettext("{total}, from {dice}", total=total_words(turn, rolled), dice=told(turn))
        for turn in rolled.turns
    ]
    if len(turns) == 1:
        return f"{turns[0]}."
    return gettext("{total} together: {turns}.", total=grouped(rolled.total), turns="; ".join(turns))


_BECAME = {
    "exploded": N_("exploded"),
    "success": N_("success"),
    "dropped": N_("dropped"),
}


def _turn_in_words(turn: Turn) -> str:
    return turn_told(
        turn, lambda pool: f"{pool.written} ({', '.join([_die_in_words(die, pool) for die in pool.dice])})"
    )


def _die_in_words(die: Die, pool: Pool) -> str:
    face = face_words(die.value, pool)
    became = {"exploded": die.exploded, "success": die.success, "dropped": not die.kept}
    words = " ".join([face, *[gettext(_BECAME[each]) for each, so in became.items() if so]])
    if not (past := earlier(die)):
        return words
    before = ", ".join([face_words(each, pool) for each in past])
    return gettext("{faces}, then {die}", faces=before, die=words)
