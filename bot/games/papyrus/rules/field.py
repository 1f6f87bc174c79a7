"""The field of a match: its grid, barriers and deploy zones, computed once from the normalized options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import UNSET, UnsetType

from bot.engine.errors import BadOptions
from bot.engine.grid import Grid, grid_of, lowest, mask_of, squares_of
from bot.games.papyrus.rules.fieldmap import BARRIER, read_rows
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.weapons import Arsenal, arsenal

# Deploy zones and the default formation (PAP-03).


Lines: TypeAlias = tuple[tuple[int, ...], ...]
"""The lines of one seat's zone, the one closest to the middle of the field first."""

DEPTH = 2
"""The number of lines of a zone, unless the squad needs more."""

_RANKS: Mapping[Kind, int] = {Kind.SHOTGUN: 0, Kind.SMG: 1, Kind.RPG: 2, Kind.MEDIC: 3, Kind.SNIPER: 4}
"""The rank of each kind in the default formation, the front first: shorter ranges are in front."""


def deploy_lines(width: int, height: int, seats: int, squad: int) -> tuple[Lines, ...]:
    """Return each seat's zone, in lines.

    Seats 1 and 2 have the outermost columns at the left and the right, corners included; seats 3 and 4 the
    outermost rows at the top and the bottom between those columns. Raises `BadOptions` if the zones of such
    squads do not fit side by side.
    """
    columns = max(DEPTH, -(-squad // height))
    between = width - 2 * columns
    rows = max(DEPTH, -(-squad // between)) if between > 0 else height + 1
    if between < 0 or (seats > 2 and rows * (seats - 2) > height):
        raise BadOptions.translated(
            "A field of {width}x{height} is too small for the deploy zones of {seats} squads of {squad}: "
            "choose a larger field or smaller squads.",
            width=width,
            height=height,
            seats=seats,
            squad=squad,
        )
    left = [tuple([row * width + column for row in range(height)]) for column in range(columns)]
    right = [tuple([square + width - 1 - 2 * (square % width) for square in line]) for line in left]
    top = [tuple([row * width + column for column in range(columns, width - columns)]) for row in range(rows)]
    bottom = [tuple([square + (height - 1 - 2 * row) * width for square in top[row]]) for row in range(rows)]
    return tuple([tuple(reversed(lines)) for lines in (left, right, top, bottom)[:seats]])


def middle_squares(width: int, height: int) -> tuple[int, ...]:
    """Return the middle squares of a field, ascending: four, or two or one for odd side lengths (PAP-25)."""
    rows = range((height - 1) // 2, height // 2 + 1)
    columns = range((width - 1) // 2, width // 2 + 1)
    return tuple([row * width + column for row in rows for column in columns])


def formation(kinds: Sequence[Kind], lines: Lines) -> tuple[int, ...]:
    """Return a square for each unit of a squad: close-range units in front, spread evenly along each line."""
    order = sorted(range(len(kinds)), key=lambda unit: _RANKS[kinds[unit]])
    squares = [-1] * len(kinds)
    first = 0
    for left, line in zip(range(len(lines), 0, -1), lines, strict=True):
        count = -(-(len(kinds) - first) // left)
        for i, unit in enumerate(order[first : first + count]):
            squares[unit] = line[(2 * i + 1) * len(line) // (2 * count)]
        first += count
    return tuple(squares)


class Field:
    """The constant part of a match. Kept outside of states, which contain only the options."""

    def __init__(self, rows: tuple[str, ...], seats: int, squad: int, numbers: Arsenal) -> None:
        self.arsenal = numbers
        """The numbers of the weapons."""
        self.grid: Grid = grid_of(len(rows[0]), len(rows))
        self.barriers = tuple([i for i, character in enumerate("".join(rows)) if character == BARRIER])
        self.walls = mask_of(self.barriers)
        """The mask of the barriers."""
        self.lines = deploy_lines(self.grid.width, self.grid.height, seats, squad)
        """Each seat's zone in lines, front first."""
        self.zones = tuple([tuple(sorted(sum(lines, ()))) for lines in self.lines])
        self.zone_masks = tuple([mask_of(zone) for zone in self.zones])
        self.hill = mask_of(middle_squares(self.grid.width, self.grid.height)) & ~self.walls
        """The mask of the free squares in the middle, which count in a match with a hill (PAP-25)."""
        self._check_zones()

    def in_sight(self, kind: Kind, square: int) -> int:
        """Return the mask of the squares that a unit of this kind has a chance to hit from a square.

        Distance, straight line and barriers are considered (PAP-11, 17, 18, 22), units in the way are not.
        """
        known = self._in_sight[kind]
        mask = known.get(square)
        if mask is None:
            weapon = self.arsenal.weapons[kind]
            mask = self.grid.within(square, weapon.nearest, weapon.farthest)
            if kind is Kind.RPG:
                mask &= self.grid.cross(square)
            mask &= self._clear_of_barriers(square)
            known[square] = mask
        return mask

    def _clear_of_barriers(self, square: int) -> int:
        mask = self._clear.get(square)
        if mask is None:
            near = self.grid.within(square, 1, self.arsenal.farthest) & ~self.walls
            clear = [other for other in squares_of(near) if not self.hindrance(square, other)]
            mask = self._clear[square] = mask_of(clear)
        return mask

    def hindrance(self, a: int, b: int) -> int:
        """Return the mask of the barriers that block a shot between two squares (PAP-22)."""
        return self.grid.line(a, b).hindrance(self.walls) if self.walls else 0

    @cached_property
    def _in_sight(self) -> dict[Kind, dict[int, int]]:
        return {kind: {} for kind in Kind}

    @cached_property
    def _clear(self) -> dict[int, int]:
        return {}

    def _check_zones(self) -> None:
        """Raise `BadOptions` for a barrier in a zone or a zone that is cut off (PAP-05)."""
        for seat, zone in enumerate(self.zone_masks):
            if zone & self.walls:
                raise BadOptions.translated(
                    "The barrier at {square} stands in the deploy zone of seat {seat}: with this number "
                    "of seats and squad size that square must be free.",
                    square=self.grid.name(lowest(zone & self.walls)),
                    seat=seat + 1,
                )
        reached = self.grid.flood(1 << self.zones[0][0], self.walls)
        for seat, squares in enumerate(self.zones):
            if not reached >> squares[0] & 1:
                raise BadOptions.translated(
                    "The barriers cut the deploy zone of seat {seat} off: no free path leads from "
                    "{start} to {end}.",
                    seat=seat + 1,
                    start=self.grid.name(self.zones[0][0]),
                    end=self.grid.name(squares[0]),
                )


@lru_cache(maxsize=64)
def make_field(grid: str, seats: int, squad: int, weapons: str | UnsetType = UNSET) -> Field:
    """Return the shared field of a map's text. Raises `BadOptions` for an invalid map.

    The largest field takes up to 1.7 MB once the sight of all its squares is computed, the default one 0.1
    MB.
    """
    return Field(read_rows(grid), seats, squad, arsenal(weapons))


def field_of(options: Options, seats: int) -> Field:
    """Return the field of normalized options."""
    return make_field(options.grid, seats, options.squad, options.weapons)
