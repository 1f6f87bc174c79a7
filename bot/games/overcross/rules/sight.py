"""Range and line of sight, in integers, the same from both ends (OVC-17)."""

from __future__ import annotations

from functools import lru_cache

from bot.engine.grid import Grid, Line, grid_of
from bot.games.overcross.cards.field import around


def within(grid: Grid, square: int, distance: int) -> int:
    """Return the squares at a Chebyshev distance of at most so many, the square itself too."""
    return around(grid, 1 << square, distance)


def in_the_way(grid: Grid, origin: int, target: int, blocks: int) -> int:
    """Return the blocking squares that stop a ranged attack between two squares; 0 where it is clear.

    `blocks` are the squares of terrain that blocks sight; those of attacker and target never do.
    """
    walls = blocks & ~(1 << origin | 1 << target)
    return _line(grid.width, grid.height, origin, target).hindrance(walls) if walls else 0


@lru_cache(maxsize=16384)
def _line(width: int, height: int, origin: int, target: int) -> Line:
    return grid_of(width, height).line(origin, target)
