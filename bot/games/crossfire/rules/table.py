"""The table of a layout: its squares, their neighbours and home seats, computed once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bot.engine.contract import Seat
from bot.engine.grid import Grid, grid_of, mask_of, squares_of
from bot.games.crossfire.rules.layout import BASES, FIELD, MIDDLE, NEUTRAL, SUPPORTS, heading, read_layout
from bot.games.crossfire.rules.options import Options


def team_of(seat: Seat) -> int:
    """Return the team of a seat: partners sit opposite (CRF-22)."""
    return seat % 2


class Table:
    """The constant part of a match. Kept outside of states, which contain only the options.

    Squares are numbers, row * width + column from a1; sets of squares are masks (`bot.engine.grid`).
    """

    def __init__(self, rows: tuple[str, ...], seats: int) -> None:
        self.grid: Grid = grid_of(len(rows[0]), len(rows))
        self.seats = seats
        squares = "".join(reversed(rows))
        self.field = mask_of([i for i, square in enumerate(squares) if square in FIELD + NEUTRAL + MIDDLE])
        """The squares where nodes can be laid: neither bases nor support squares (CRF-01)."""
        self.field_squares = tuple(squares_of(self.field))
        self.ring = tuple([i for i, square in enumerate(squares) if square == NEUTRAL])
        """The squares of the neutrals, ascending (CRF-02)."""
        self.middle = squares.find(MIDDLE)
        """The square of the middle node, -1 without one (CRF-22)."""
        self.neutrals = self.ring if self.middle < 0 else (*self.ring, self.middle)
        """The squares that are dealt a face-down card, the middle last."""
        self.bases = tuple([_all(squares, BASES[seat]) for seat in range(seats)])
        """The base squares of each seat, ascending."""
        self.base_masks = tuple([mask_of(bases) for bases in self.bases])
        self.team_bases = tuple([sum(self.base_masks[team::2]) for team in (0, 1)])
        """The mask of the base squares of each team."""
        self.base_home = tuple([BASES.find(square) for square in squares])
        """For each square the seat whose base line contains it, or -1."""
        self.support_home = tuple([SUPPORTS.find(square) for square in squares])
        """For each square the seat that owns this support square, or -1."""
        self.support_masks = tuple([mask_of(_all(squares, SUPPORTS[seat])) for seat in range(seats)])
        """The mask of the support squares of each seat."""
        self.ahead: dict[int, int] = {}
        """The square straight ahead of each base square (CRF-12)."""
        self.behind: dict[int, int] = {}
        """The support square of each base square (CRF-11)."""
        self._face(rows)
        self.supported = {support: base for base, support in self.behind.items()}
        """The base square in front of each support square."""
        self.beside = self.grid.beside
        """For each square the mask of its orthogonal neighbours."""
        self._ways = tuple([self._way(seat) for seat in range(seats)])
        # The masks of all squares outside the first column, and outside the last.
        first = mask_of([self.grid.at(0, row) for row in range(self.grid.height)])
        self.not_first, self.not_last = (
            self.grid.full & ~first,
            self.grid.full & ~(first << (self.grid.width - 1)),
        )
        self.dark = mask_of([i for i in range(self.grid.size) if sum(self.grid.place(i)) % 2])
        """Every other square, as on a chessboard."""
        self.spread = lru_cache(maxsize=1024)(self._spread)
        self.coded: dict[int, Any] = {}
        """Cached for each team: the last board of this layout, with its codes (`power.coded`)."""
        self.decided: dict[int, Any] = {}
        """Likewise the last codes and the power that they give (`power.decided`)."""
        self.linked: dict[int, Any] = {}
        """Likewise the possible pairs of the codes decided last (`power.links_of`)."""

    def _face(self, rows: tuple[str, ...]) -> None:
        for bases in self.bases:
            for base in bases:
                x, row = self.grid.place(base)
                dx, dy = heading(rows, x, len(rows) - 1 - row) or (0, 0)
                self.ahead[base] = self.grid.at(x + dx, row - dy)
                self.behind[base] = self.grid.at(x - dx, row + dy)

    def _way(self, seat: Seat) -> tuple[int, int, int]:
        """Return a step ahead in columns and rows, and the distance of the hindmost base in this
        direction.
        """
        base = self.bases[seat][0]
        (x, row), (to_x, to_row) = self.grid.place(base), self.grid.place(self.ahead[base])
        dx, dy = to_x - x, to_row - row
        places = [self.grid.place(each) for each in self.bases[seat]]
        return dx, dy, min([dx * column + dy * line for column, line in places])

    def rows_ahead(self, seat: Seat, square: int) -> int:
        """Return the distance in rows of a square from a seat's base line; 0 for a base (CRF-28)."""
        dx, dy, start = self._ways[seat]
        x, row = self.grid.place(square)
        return dx * x + dy * row - start

    def name(self, square: int) -> str:
        """Return the name of a square as players use it, such as `c3` (CRF-01)."""
        return self.grid.name(square).lower()

    def has(self, square: int) -> bool:
        """Whether the table has a square with this number; an empty corner is not a square."""
        if not self.grid.has(square):
            return False
        home = self.base_home[square] >= 0 or self.support_home[square] >= 0
        return home or bool(self.field >> square & 1)

    def is_enemy_base(self, square: int, seat: Seat) -> bool:
        """Whether a square is in a base line of the team against this seat's."""
        home = self.base_home[square]
        return home >= 0 and team_of(home) != team_of(seat)

    def _spread(self, mask: int) -> int:
        """Return the mask of all neighbours of a mask's squares; it may overlap with the mask."""
        width = self.grid.width
        sideways = (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (sideways | mask << width | mask >> width) & self.grid.full

    def flood(self, start: int, within: int) -> int:
        """Return the squares reachable from a mask by orthogonal steps within another mask."""
        width, not_first, not_last = self.grid.width, self.not_first, self.not_last
        reached = new = start & within
        while new:
            new = ((new & not_last) << 1 | (new & not_first) >> 1 | new << width | new >> width) & within
            new &= ~reached
            reached |= new
        return reached


def _all(squares: str, character: str) -> tuple[int, ...]:
    return tuple([i for i, square in enumerate(squares) if square == character])


@lru_cache(maxsize=64)
def make_table(grid: str, seats: int) -> Table:
    """Return the table of a layout's text. Raises `BadOptions` for an invalid layout."""
    return Table(read_layout(grid, seats), seats)


def table_of(options: Options, seats: int) -> Table:
    """Return the table of normalized options."""
    return make_table(options.grid, seats)
