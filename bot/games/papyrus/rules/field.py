"""The field of a match: its grid, barriers and deploy zones, computed once from the normalized options."""

from __future__ import annotations

from functools import cached_property, lru_cache

from bot.engine.errors import BadOptions
from bot.engine.grid import Grid, grid_of, lowest, mask_of, squares_of
from bot.games.papyrus.rules.fieldmap import BARRIER, read_rows
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.weapons import LONGEST_RANGE, WEAPONS
from bot.games.papyrus.rules.zones import deploy_lines, middle_squares


class Field:
    """The constant part of a match. Kept outside of states, which contain only the options."""

    def __init__(self, rows: tuple[str, ...], seats: int, squad: int) -> None:
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
            mask = known[square] = self._in_range(kind, square) & self._clear_of_barriers(square)
        return mask

    def _in_range(self, kind: Kind, square: int) -> int:
        weapon = WEAPONS[kind]
        mask = self.grid.within(square, weapon.nearest, weapon.farthest)
        return mask & self.grid.cross(square) if kind is Kind.RPG else mask

    def _clear_of_barriers(self, square: int) -> int:
        mask = self._clear.get(square)
        if mask is None:
            near = self.grid.within(square, 1, LONGEST_RANGE) & ~self.walls
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
def make_field(grid: str, seats: int, squad: int) -> Field:
    """Return the shared field of a map's text. Raises `BadOptions` for an invalid map.

    The largest field takes up to 1.7 MB once the sight of all its squares is computed, the default one 0.1
    MB.
    """
    return Field(read_rows(grid), seats, squad)


def field_of(options: Options, seats: int) -> Field:
    """Return the field of normalized options."""
    return make_field(options.grid, seats, options.squad)
