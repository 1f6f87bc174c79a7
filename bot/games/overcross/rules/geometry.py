"""Zones and distances: deploy zones at the edges of the grid, range, line of sight (OVC-07, OVC-12, OVC-17).

Seat 1 is south, 2 north, 3 west, 4 east.
"""

from __future__ import annotations

from functools import lru_cache

from bot.engine.contract import Seat
from bot.engine.grid import Grid, Line, grid_of, mask_of
from bot.games.overcross.cards.field import around


def zone_of(grid: Grid, seat: Seat) -> int:
    """Return the deploy zone of a seat: its whole edge; the corners belong to the first two (OVC-12)."""
    return _zone(grid.width, grid.height, seat)


@lru_cache(maxsize=256)
def _zone(width: int, height: int, seat: Seat) -> int:
    grid = grid_of(width, height)
    return _strip(grid, seat, 0) & ~(_strip(grid, 0, 0) | _strip(grid, 1, 0) if seat > 1 else 0)


@lru_cache(maxsize=64)
def zones_of(grid: Grid, seats: int) -> int:
    """Return the squares of all zones of a match with this number of seats."""
    every = 0
    for seat in range(seats):
        every |= zone_of(grid, seat)
    return every


@lru_cache(maxsize=256)
def rows_ahead(grid: Grid, seat: Seat, rows: int, seats: int) -> int:
    """Return the squares of the next rows in front of a zone that are in no zone."""
    ahead = 0
    for row in range(1, rows + 1):
        ahead |= _strip(grid, seat, row)
    return ahead & ~zones_of(grid, seats)


@lru_cache(maxsize=64)
def near_half(grid: Grid, seat: Seat, seats: int) -> int:
    """Return the squares nearer a seat's edge than the middle line, in no other seat's zone."""
    half, reach = 0, (grid.height if seat < 2 else grid.width) // 2
    for row in range(reach):
        half |= _strip(grid, seat, row)
    return half & ~(zones_of(grid, seats) & ~zone_of(grid, seat))


def counting_squares(grid: Grid, seat: Seat, enemy: Seat, seats: int) -> int:
    """Return the squares of an enemy's zone that count for a seat (OVC-24).

    With 3 or 4 seats only those at a distance of at least (width-1)/2 squares from all squares of its own
    zone.
    """
    return _counting(grid.width, grid.height, seat, enemy, seats)


@lru_cache(maxsize=256)
def _counting(width: int, height: int, seat: Seat, enemy: Seat, seats: int) -> int:
    grid = grid_of(width, height)
    zone = zone_of(grid, enemy)
    if seats < 3:
        return zone
    near = zone_of(grid, seat)
    for _ in range((grid.width - 1) // 2 - 1):
        near = grid.spread_diagonally(near)
    return zone & ~near


def middle(grid: Grid, seat: Seat) -> int:
    """Return the centre of a zone, where Leader and flag are at the beginning (OVC-23, OVC-25)."""
    column, row = grid.width // 2, grid.height // 2
    places = ((column, 0), (column, grid.height - 1), (0, row), (grid.width - 1, row))
    return grid.at(*places[seat])


def beside_middle(grid: Grid, seat: Seat) -> int:
    """Return the square next to the centre: to the east, for seats 3 and 4 to the north (OVC-23)."""
    return middle(grid, seat) + (1 if seat < 2 else grid.width)


def _strip(grid: Grid, seat: Seat, row: int) -> int:
    """Return the whole line of squares at this distance from a seat's edge."""
    if seat < 2:
        line = row if seat == 0 else grid.height - 1 - row
        return mask_of([grid.at(column, line) for column in range(grid.width)])
    line = row if seat == 2 else grid.width - 1 - row
    return mask_of([grid.at(line, each) for each in range(grid.height)])


def within(grid: Grid, square: int, distance: int) -> int:
    """Return the squares within this Chebyshev distance, including the square itself."""
    return around(grid, 1 << square, distance)


def in_the_way(grid: Grid, origin: int, target: int, blocks: int) -> int:
    """Return the squares that block a ranged attack between two squares; 0 if the line is clear.

    `blocks` are the squares of terrain that blocks sight; those of attacker and target never block.
    """
    walls = blocks & ~(1 << origin | 1 << target)
    return _line(grid.width, grid.height, origin, target).hindrance(walls) if walls else 0


@lru_cache(maxsize=16384)
def _line(width: int, height: int, origin: int, target: int) -> Line:
    return grid_of(width, height).line(origin, target)
