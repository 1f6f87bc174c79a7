"""Positions in the picture of a table: sectors on a battlefield with the Centre across its middle.

Odd sectors are above the Centre and even ones below it, so that they seldom move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box
from renderers.kit.titles import WIDTH
from renderers.neocombat.sights import Sight

EDGE = 16
"""Pixels from the picture's edge to a sector, at least."""
LABEL = 44
"""Pixels of a sector above its tokens."""
PAD, GAP, BETWEEN = 12, 8, 16
"""Pixels: within a sector around its tokens, between two of them, and between sectors."""
EMPTY_CENTRE = 72
_CENTRE = 0


HEAD = ON_A_PHONE + 10
"""Pixels of a token above its lizard."""


class Size(NamedTuple):
    """The size of tokens on a picture, in pixels."""

    wide: int
    high: int
    art: int
    """The height of the lizard."""
    mark: int
    """The seat's mark."""
    sign: int
    named: bool
    """Whether the names of varans fit."""


SIZES = (
    (8, Size(274, 252, 92, 32, 30, True)),
    (20, Size(138, 190, 76, 28, 28, False)),
    (48, Size(138, 162, 50, 24, 26, False)),
)
"""The sizes, by how many tokens there are at most."""


class Field(NamedTuple):
    """The places on a battlefield; the upper edge is 0."""

    high: int
    size: Size
    sectors: Mapping[int, Box]
    tokens: Mapping[int, Box]

    def middle(self, token: int) -> tuple[int, int]:
        """Return the middle of a token's lizard."""
        left, top, right, _ = self.tokens[token]
        return (left + right) // 2, top + HEAD + self.size.art // 2 - 2


class _Block(NamedTuple):
    """A sector with the way its tokens stand in it."""

    number: int
    tokens: tuple[int, ...]
    columns: int
    size: Size

    @property
    def wide(self) -> int:
        return 2 * PAD + self.columns * (self.size.wide + GAP) - GAP

    @property
    def high(self) -> int:
        rows = -(-len(self.tokens) // self.columns)
        return LABEL + rows * (self.size.high + GAP) - GAP + PAD


def field_of(seen: Sequence[Sight]) -> Field:
    """Return the places for these tokens."""
    size = next((size for most, size in SIZES if len(seen) <= most), SIZES[-1][1])
    where: dict[int, list[int]] = {}
    for each in seen:
        where.setdefault(each.sector, []).append(each.token)
    sectors: dict[int, Box] = {}
    tokens: dict[int, Box] = {}
    top = BETWEEN
    halves = [sorted(number for number in where if number and number % 2 == odd) for odd in (1, 0)]
    for at, half in enumerate(halves):
        for row in _shelves([(number, tuple(where[number])) for number in half], size):
            top = _place(row, top, sectors, tokens)
        if at == 0:
            top = _centre(tuple(where.get(_CENTRE, ())), size, top, sectors, tokens)
    return Field(top, size, sectors, tokens)


def _shelves(half: Sequence[tuple[int, tuple[int, ...]]], size: Size) -> list[list[_Block]]:
    """Return sectors in rows, the tokens in each side by side as is lowest in all."""
    ways = [_rows([_block(*one, most, size) for one in half]) for most in (8, 6, 5, 4, 3, 2, 1)]
    fitting = [way for way in ways if all(block.wide <= WIDTH - 2 * EDGE for row in way for block in row)]
    return min(fitting, key=lambda rows: sum(max(block.high for block in row) + BETWEEN for row in rows))


def _block(number: int, tokens: tuple[int, ...], most: int, size: Size) -> _Block:
    rows = -(-len(tokens) // most)
    return _Block(number, tokens, -(-len(tokens) // rows), size)


def _rows(blocks: Sequence[_Block]) -> list[list[_Block]]:
    rows: list[list[_Block]] = []
    room = 0
    for block in blocks:
        if block.wide > room:
            rows.append([])
            room = WIDTH - 2 * EDGE
        rows[-1].append(block)
        room -= block.wide + BETWEEN
    return rows


def _place(row: Sequence[_Block], top: int, sectors: dict[int, Box], tokens: dict[int, Box]) -> int:
    """Give a row of sectors its places, evenly apart; return where the next can begin."""
    high = max(block.high for block in row)
    gap = (WIDTH - sum(block.wide for block in row)) // (len(row) + 1)
    left = gap
    for block in row:
        upper = top + (high - block.high) // 2
        sectors[block.number] = (left, upper, left + block.wide, upper + block.high)
        _set(block, left, upper, tokens)
        left += block.wide + gap
    return top + high + BETWEEN


def _set(block: _Block, left: int, top: int, tokens: dict[int, Box]) -> None:
    """Give the tokens of a sector their places."""
    wide, high = block.size.wide, block.size.high
    for at, token in enumerate(block.tokens):
        row, column = divmod(at, block.columns)
        x, y = left + PAD + column * (wide + GAP), top + LABEL + row * (high + GAP)
        tokens[token] = (x, y, x + wide, y + high)


def _centre(
    here: tuple[int, ...], size: Size, top: int, sectors: dict[int, Box], tokens: dict[int, Box]
) -> int:
    """Give the Centre its place across the whole field; return where the next sector can begin."""
    high = EMPTY_CENTRE
    if here:
        most = (WIDTH - 2 * EDGE - 2 * PAD + GAP) // (size.wide + GAP)
        block = _block(_CENTRE, here, most, size)
        high = block.high
        _set(block, (WIDTH - block.wide) // 2, top, tokens)
    sectors[_CENTRE] = (EDGE, top, WIDTH - EDGE, top + high)
    return top + high + BETWEEN
