"""Zones and distances: deploy zones at the edges of the grid, range, line of sight (OVC-07, OVC-12, OVC-17).

Seat 1 is south, 2 north, 3 west, 4 east. With the option `zones=corners`, which is for three seats, seats 1
and 2 are in the corners of the east edge, so that all three are as far from one another.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from bot.engine.contract import Seat
from bot.engine.grid import Grid, Line, grid_of, mask_of
from bot.games.overcross.cards.field import around
from bot.games.overcross.rules.options import Options


@lru_cache(maxsize=256)
def zone_of(options: Options, seat: Seat) -> int:
    """Return the deploy zone of a seat (OVC-12).

    It is the seat's whole edge; corners belong to the first two. With `zones=corners` the zones of the first
    two are the squares of two edges around a corner, as many as a third seat's edge has without corners.
    """
    grid = grid_of(options.width, options.height)
    if options.zones == "corners" and seat < 2:
        edges = _strip(grid, seat, 0) | _strip(grid, _EAST, 0)
        return edges & within(grid, _corner(grid, seat), grid.width // 2 - 1)
    return _strip(grid, seat, 0) & ~(_strip(grid, 0, 0) | _strip(grid, 1, 0) if seat > 1 else 0)


_EAST: Seat = 3
"""The seat whose edge is the east one."""


def _corner(grid: Grid, seat: Seat) -> int:
    """Return the eastern corner of the edge of seat 1 or 2."""
    return grid.at(grid.width - 1, 0 if seat == 0 else grid.height - 1)


@lru_cache(maxsize=64)
def zones_of(options: Options, seats: int) -> int:
    """Return the squares of all zones of a match with this number of seats."""
    return reduce(or_, [zone_of(options, seat) for seat in range(seats)])


@lru_cache(maxsize=256)
def rows_ahead(options: Options, seat: Seat, rows: int, seats: int) -> int:
    """Return the squares up to this number of rows in front of a zone that are in no zone."""
    near = around(grid_of(options.width, options.height), zone_of(options, seat), rows)
    return near & ~zones_of(options, seats)


@lru_cache(maxsize=64)
def near_half(options: Options, seat: Seat, seats: int) -> int:
    """Return the squares nearer a seat's edge than the middle line, in no other seat's zone (OVC-40).

    With `zones=corners` they are those nearer its zone than any other's (OVC-45).
    """
    grid = grid_of(options.width, options.height)
    if options.zones == "corners" and options.mended:
        own = zone_of(options, seat)
        others = zones_of(options, seats) & ~own
        return reduce(or_, [around(grid, own, far) & ~around(grid, others, far) for far in range(grid.width)])
    reach = (grid.height if seat < 2 else grid.width) // 2
    half = reduce(or_, [_strip(grid, seat, row) for row in range(reach)])
    return half & ~(zones_of(options, seats) & ~zone_of(options, seat))


@lru_cache(maxsize=256)
def counting_squares(options: Options, seat: Seat, enemy: Seat, seats: int) -> int:
    """Return the squares of an enemy's zone that count for a seat (OVC-24).

    With 3 or 4 seats only those at a distance of at least (width-1)/2 squares from all squares of its own
    zone.
    """
    zone = zone_of(options, enemy)
    if seats < 3:
        return zone
    grid = grid_of(options.width, options.height)
    return zone & ~around(grid, zone_of(options, seat), (grid.width - 1) // 2 - 1)


def middle(options: Options, seat: Seat) -> int:
    """Return the centre of a zone, where Leader and flag are at the beginning (OVC-23, OVC-25)."""
    grid = grid_of(options.width, options.height)
    if options.zones == "corners" and seat < 2:
        return _corner(grid, seat)
    column, row = grid.width // 2, grid.height // 2
    places = ((column, 0), (column, grid.height - 1), (0, row), (grid.width - 1, row))
    return grid.at(*places[seat])


def beside_middle(options: Options, seat: Seat) -> int:
    """Return the square next to the centre (OVC-23).

    It is to the east, for seats 3 and 4 to the north, and in a corner clockwise (OVC-44): to the west from
    the south-eastern one, to the south from the north-eastern one.
    """
    if options.zones == "corners" and seat == 1 and options.mended:
        return middle(options, seat) - options.width
    step = options.width if seat >= 2 else -1 if options.zones == "corners" else 1
    return middle(options, seat) + step


def _strip(grid: Grid, seat: Seat, row: int) -> int:
    """Return the whole line of squares at this distance from a seat's edge."""
    if seat < 2:
        line = row if seat == 0 else grid.height - 1 - row
        return mask_of([grid.at(column, line) for column in range(grid.width)])
    line = row if seat == 2 else grid.width - 1 - row
    return mask_of([grid.at(line, each) for each in range(grid.height)])


def within(grid: Grid, square: int, distance: int) -> int:
    """Return the squares within this Chebyshev distance, including the square itself."""
    return grid.box(square, distance)


def in_the_way(grid: Grid, origin: int, target: int, blocks: int) -> int:
    """Return the squares that block a ranged attack between two squares; 0 if the line is clear.

    `blocks` are the squares of terrain that blocks sight; those of attacker and target never block.
    """
    walls = blocks & ~(1 << origin | 1 << target)
    return _line(grid.width, grid.height, origin, target).hindrance(walls) if walls else 0


@lru_cache(maxsize=16384)
def _line(width: int, height: int, origin: int, target: int) -> Line:
    return grid_of(width, height).line(origin, target)
