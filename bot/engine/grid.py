"""Exact geometry of square grids, for all games on such a board; integers only.

A square is a number, row * width + column. A set of squares is a mask: a Python int with the bits of its
squares set, so that a whole board is moved, cut and counted by single operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import gcd
from typing import NamedTuple

_NAME = re.compile(r"([A-Za-z]{1,2})([0-9]{1,3})")


class Line(NamedTuple):
    """The squares on the straight segment between the centres of two squares, both ends left out.

    It is the same in both directions (PAP-22).
    """

    centres: int
    """Mask of the squares whose centre lies exactly on the segment (PAP-21)."""
    crossed: int
    """Mask of the squares whose interior the segment passes through."""
    pinches: tuple[int, ...]
    """Masks of two squares each, which touch at a corner that the segment passes through."""

    def hindrance(self, walls: int) -> int:
        """Return a mask of the walls that block the line: those crossed, and both of each closed pinch."""
        stops = self.crossed & walls
        for pair in self.pinches:
            if pair & walls == pair:
                stops |= pair
        return stops


class _Stack(NamedTuple):
    """Masks for a number of boards laid end to end in one int."""

    ones: int
    """The lowest bit of each board: a mask multiplied by it is copied onto all of them."""
    full: int
    not_first: int
    """All squares outside the first column."""
    not_last: int


@dataclass(frozen=True)
class Grid:
    """A board of `width` columns and `height` rows. Computed values are cached; `grid_of` shares grids."""

    width: int
    height: int

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        """The mask of all squares."""
        return (1 << self.size) - 1

    def has(self, square: int) -> bool:
        """Whether this board has a square with the number."""
        return 0 <= square < self.size

    def at(self, column: int, row: int) -> int:
        """Return the square in this column and row, both counted from 0."""
        return row * self.width + column

    def place(self, square: int) -> tuple[int, int]:
        """Return the column and the row of a square, counted from 0."""
        row, column = divmod(square, self.width)
        return column, row

    def name(self, square: int) -> str:
        """Return the name of a square as players use it, such as `C7` (PAP-01)."""
        return square_name(square, self.width)

    def parse(self, text: str) -> int:
        """Return the square of this name; case and surrounding spaces are ignored.

        Raises `ValueError` with a sentence that lists the valid names.
        """
        match = _NAME.fullmatch(text.strip())
        if match:
            number = 0
            for letter in match[1].upper():
                number = number * 26 + ord(letter) - ord("A") + 1
            column, row = number - 1, int(match[2]) - 1
            if column < self.width and 0 <= row < self.height:
                return self.at(column, row)
        last = column_name(self.width - 1)
        raise ValueError(
            f'"{text[:20]}" is not a square here: columns are A to {last}, rows 1 to {self.height}.'
        )

    def manhattan(self, a: int, b: int) -> int:
        """Return |dx| + |dy| (PAP-06)."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        return abs(ax - bx) + abs(ay - by)

    def chebyshev(self, a: int, b: int) -> int:
        """Return the greater of |dx| and |dy|."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        return max(abs(ax - bx), abs(ay - by))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each square the mask of its orthogonal neighbours."""
        return tuple([self.spread(1 << square) & ~(1 << square) for square in range(self.size)])

    @cached_property
    def around(self) -> tuple[int, ...]:
        """For each square the mask of its neighbours, diagonal ones too."""
        return tuple([self.spread_diagonally(1 << square) & ~(1 << square) for square in range(self.size)])

    def box(self, square: int, distance: int) -> int:
        """Return the mask of the squares within this Chebyshev distance of a square, itself included."""
        boxes = self._boxes
        return boxes[distance][square] if distance < len(boxes) else self.full

    @cached_property
    def _boxes(self) -> tuple[tuple[int, ...], ...]:
        """For each distance, from 0, the `box` of each square; the last one is the whole board."""
        boxes = [tuple([1 << square for square in range(self.size)])]
        while boxes[-1] != (self.full,) * self.size:
            boxes.append(tuple(map(self.spread_diagonally, boxes[-1])))
        return tuple(boxes)

    @cached_property
    def rings(self) -> tuple[tuple[int, ...], ...]:
        """For each square the masks of the squares at each Chebyshev distance from it, from 0."""
        inner = ((0,) * self.size, *self._boxes)
        return tuple(
            [
                tuple([box[square] & ~smaller[square] for smaller, box in pairwise(inner)])
                for square in range(self.size)
            ]
        )

    def within(self, square: int, nearest: int, farthest: int) -> int:
        """Return the mask of the squares at a Manhattan distance of `nearest` to `farthest`."""
        column, row = self.place(square)
        mask = 0
        for y in range(max(0, row - farthest), min(self.height, row + farthest + 1)):
            rest = farthest - abs(y - row)
            for x in range(max(0, column - rest), min(self.width, column + rest + 1)):
                if abs(x - column) + abs(y - row) >= nearest:
                    mask |= 1 << self.at(x, y)
        return mask

    def cross(self, square: int) -> int:
        """Return the mask of the square's row and column, the square itself left out."""
        column, row = self.place(square)
        whole_row = ((1 << self.width) - 1) << (row * self.width)
        return (whole_row | self._first_column << column) & ~(1 << square)

    def spread(self, mask: int) -> int:
        """Return the mask with all orthogonal neighbours added."""
        stack = self._stack(1)
        sideways = (mask & stack.not_last) << 1 | (mask & stack.not_first) >> 1
        return (mask | sideways | mask << self.width | mask >> self.width) & self.full

    def spread_diagonally(self, mask: int) -> int:
        """Return the mask with all neighbours added, diagonal ones too."""
        stack = self._stack(1)
        row = mask | (mask & stack.not_last) << 1 | (mask & stack.not_first) >> 1
        return (row | row << self.width | row >> self.width) & self.full

    def layers(self, start: int, blocked: int, limit: int | None = None) -> Iterator[int]:
        """Yield the masks of the squares first reached after 0, 1, 2, ... orthogonal steps from `start`.

        Blocked squares cannot be entered (a blocked start can be left). Ends after `limit` steps, or
        when nothing new can be reached.
        """
        free = self.full & ~blocked & ~start
        layer, step = start, 0
        while layer:
            yield layer
            if step == limit:
                return
            layer = self.spread(layer) & free
            free &= ~layer
            step += 1

    def flood(self, start: int, blocked: int, limit: int | None = None) -> int:
        """Return the mask of all squares within `limit` orthogonal steps from the mask `start`."""
        reached = 0
        for layer in self.layers(start, blocked, limit):
            reached |= layer
        return reached

    def path(self, start: int, goal: int, blocked: int, limit: int | None = None) -> tuple[int, ...] | None:
        """Return the squares of a shortest orthogonal path from `start` to `goal`, both included.

        Of several paths always the same one. None if there is none of at most `limit` steps.
        """
        passed: list[int] = []
        for layer in self.layers(1 << start, blocked, limit):
            passed.append(layer)
            if layer >> goal & 1:
                break
        else:
            return None
        squares = [goal]
        for layer in reversed(passed[:-1]):
            squares.append(lowest(layer & self.beside[squares[-1]]))
        return tuple(reversed(squares))

    @property
    def sheet(self) -> int:
        """The number of bits from one board to the next in the result of `floods`."""
        return self.size + self.width

    def floods(self, starts: Sequence[int], limits: Sequence[int], blocked: int) -> int:
        """Flood from many squares at once, each on a board of its own, each with its limit of steps.

        The boards are laid end to end in one int, so that a step for all of them costs about as much as
        for one: square s of board i is bit i * `sheet` + s. An empty row between two boards keeps them
        apart. The starts themselves are left out; blocked squares cannot be entered.
        """
        stack, width, sheet = self._stack(len(starts)), self.width, self.sheet
        begin = sum([1 << (i * sheet + start) for i, start in enumerate(starts)])
        free = (self.full & ~blocked) * stack.ones & ~begin
        stops = _sheets_by_limit(limits, self.full, sheet)
        last_step = max(limits, default=0)
        reached = begin
        open_ = free if 0 not in stops else free & ~stops[0]
        for step in range(1, last_step + 1):
            sideways = (reached & stack.not_last) << 1 | (reached & stack.not_first) >> 1
            grown = reached | (sideways | reached << width | reached >> width) & open_
            if grown == reached:
                break
            reached = grown
            if step in stops:
                open_ &= ~stops[step]
        return reached & free

    def copies(self, mask: int, count: int) -> int:
        """Return a mask laid end to end `count` times, as the boards of `floods` are."""
        return mask * self._stack(count).ones

    def centres(self, a: int, b: int) -> int:
        """Return `line(a, b).centres` alone."""
        line, anchor = self._anchored(a, b)
        return line.centres << anchor

    def line(self, a: int, b: int) -> Line:
        """Return the squares on the segment between the centres of two squares."""
        line, anchor = self._anchored(a, b)
        return Line(
            line.centres << anchor, line.crossed << anchor, tuple([pair << anchor for pair in line.pinches])
        )

    def _anchored(self, a: int, b: int) -> tuple[Line, int]:
        """Return the line drawn from the corner of the board, and the shift to its place."""
        if b < a:
            a, b = b, a
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        dx, dy = bx - ax, by - ay
        line = self._lines.get((dx, dy))
        if line is None:
            line = self._lines[dx, dy] = _draw(dx, dy, self.width)
        return line, a + min(dx, 0)

    @cached_property
    def _lines(self) -> dict[tuple[int, int], Line]:
        """Cached lines by (dx, dy), dy >= 0: at most two for each square of the board."""
        return {}

    @cached_property
    def _first_column(self) -> int:
        return sum(1 << (row * self.width) for row in range(self.height))

    @cached_property
    def _stacks(self) -> dict[int, _Stack]:
        return {}

    def _stack(self, count: int) -> _Stack:
        stack = self._stacks.get(count)
        if stack is None:
            ones = sum([1 << (i * self.sheet) for i in range(count)])
            full, first = self.full * ones, self._first_column * ones
            last = first << (self.width - 1)
            stack = self._stacks[count] = _Stack(ones, full, full & ~first, full & ~last)
        return stack


@lru_cache(maxsize=64)
def grid_of(width: int, height: int) -> Grid:
    """Return the shared grid of this size, with its cached tables."""
    return Grid(width, height)


def column_name(column: int) -> str:
    """Return A, B, ..., Z, AA, AB, ... for columns counted from 0 (PAP-01)."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def square_name(square: int, width: int) -> str:
    """Return the name of a square on a board of this width, such as `C7` (PAP-01)."""
    row, column = divmod(square, width)
    return f"{column_name(column)}{row + 1}"


def mask_of(squares: Iterable[int]) -> int:
    """Return the mask of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_of(mask: int) -> Iterator[int]:
    """Yield the squares of a mask, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


@lru_cache(maxsize=8192)
def listed(mask: int) -> tuple[int, ...]:
    """Return the squares of a mask, ascending: as `squares_of`, for masks that come again and again."""
    return tuple(squares_of(mask))


def lowest(mask: int) -> int:
    """Return the lowest square of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """Return the square number `n`, counted from 0, of a mask that has more than `n`."""
    base, width = 0, mask.bit_length()
    while n > 8 and width > 16:
        half = width >> 1
        lower = mask & ((1 << half) - 1)
        count = lower.bit_count()
        if n < count:
            mask, width = lower, half
        else:
            mask, width, base, n = mask >> half, width - half, base + half, n - count
    for _ in range(n):
        mask &= mask - 1
    return base + lowest(mask)


def _sheets_by_limit(limits: Sequence[int], full: int, sheet: int) -> Mapping[int, int]:
    """Return, for each limit except the highest, the mask of the boards that stop there."""
    last = max(limits, default=0)
    stops: dict[int, int] = {}
    for i, limit in enumerate(limits):
        if limit < last:
            stops[limit] = stops.get(limit, 0) | full << (i * sheet)
    return stops


def _draw(dx: int, dy: int, width: int) -> Line:
    """Draw the segment of this vector (dy >= 0) in the corner of a board of this width.

    With every length doubled, corners are whole numbers. The square (x, y), counted from the segment's
    upper end, has twice the cross product `offset` from the line, and its corners differ from that by up
    to `reach`: less, and the line passes through the interior; equal, and it touches one corner.
    """
    reach = abs(dx) + dy
    crossed: set[tuple[int, int]] = set()
    touched: set[tuple[int, int]] = set()
    for y in range(dy + 1):
        for x in range(min(dx, 0), max(dx, 0) + 1):
            offset = abs(2 * (dx * y - dy * x))
            if offset <= reach:
                (crossed if offset < reach else touched).add((x, y))
    parts = gcd(dx, dy)
    centres = [(dx // parts * i, dy // parts * i) for i in range(1, parts)]
    across = -1 if dx > 0 else 1
    pinches = [((x, y), (x + across, y + 1)) for x, y in sorted(touched) if (x + across, y + 1) in touched]

    def mask(places: Iterable[tuple[int, int]]) -> int:
        return mask_of([y * width + x - min(dx, 0) for x, y in places])

    return Line(mask(centres), mask(crossed - {(0, 0), (dx, dy)}), tuple([mask(pair) for pair in pinches]))
