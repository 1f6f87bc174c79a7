"""The squares to which a Character can move, and its paths, on masks (OVC-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import inf
from operator import or_
from typing import NamedTuple

from msgspec import Struct

from bot.engine.grid import Grid, lowest, mask_of, squares_of


class _Columns(NamedTuple):
    not_first: int
    not_last: int


@lru_cache(maxsize=64)
def _columns(grid: Grid) -> _Columns:
    first = mask_of([grid.at(0, row) for row in range(grid.height)])
    return _Columns(grid.full & ~first, grid.full & ~(first << (grid.width - 1)))


@dataclass(frozen=True, eq=False, slots=True)
class Ways:
    """How the ground restricts movement; one object for all Characters that move alike."""

    grid: Grid
    slow: int
    closed_east: int
    """The squares without a step to the north-east: both squares beside that step are obstructive.

    The reverse step, from the square in the north-east, is closed too.
    """
    closed_west: int
    """Likewise towards the north-west."""
    not_first: int
    """All squares outside the first column."""
    not_last: int

    def step(self, mask: int) -> int:
        """Return the neighbours of a mask's squares; they may overlap the mask."""
        grid, not_first, not_last = self.grid, self.not_first, self.not_last
        closed_east, closed_west = self.closed_east, self.closed_west
        width, full = grid.width, grid.full
        east, west = (mask & not_last) << 1, (mask & not_first) >> 1
        if not (closed_east or closed_west):
            row = mask | east | west
            return (east | west | row << width | row >> width) & full
        found = east | west | mask << width | mask >> width
        found |= (mask & ~closed_east & not_last) << (width + 1)
        found |= (mask & ~closed_west & not_first) << (width - 1)
        found |= (mask & not_first) >> (width + 1) & ~closed_east
        found |= (mask & not_last) >> (width - 1) & ~closed_west
        return found & full


def ways(grid: Grid, obstructive: int, slow: int) -> Ways:
    """Return the restrictions of movement on a grid with this terrain."""
    columns = _columns(grid)
    north = obstructive >> grid.width
    east, west = (obstructive & columns.not_first) >> 1, (obstructive & columns.not_last) << 1
    return Ways(grid, slow, east & north, west & north, *columns)


class Going(Struct, frozen=True, gc=False):
    """A move of a Character: its ground, its start, its movement, and its restrictions."""

    ways: Ways
    start: int
    steps: int
    blocked: int
    """The squares that are not entered."""
    ends: int
    """The squares that are not left."""
    fresh: bool
    """Whether none of the movement is used: the first step is always possible, and takes all movement if that
    is not enough (OVC-16).
    """


class Tolls(NamedTuple):
    """What a path pays for the areas that it enters from outside."""

    areas: tuple[tuple[int, int], ...]
    """Areas, which do not overlap, each with its cost."""
    limit: float = inf
    """Who has paid so much goes no further."""


class Reached(Struct, frozen=True, gc=False):
    """The squares that a move can reach."""

    going: Going
    layers: Sequence[int]
    """The squares first reached with 0, 1, 2, ... of the movement; where nothing is in the way, also blocked
    ones at its end and those beyond.
    """
    squares: int
    """All of them."""


def reached(going: Going) -> Reached:
    """Return the squares that a move can reach."""
    ways, start, steps = going.ways, going.start, going.steps
    grid = ways.grid
    near, slow = grid.box(start, steps), ways.slow
    open_ = not (near & slow or ways.closed_east or ways.closed_west)
    if open_ and steps and not grid.box(start, steps - 1) & (going.blocked | going.ends):
        return Reached(going, grid.rings[start], near & ~going.blocked)  # nothing is in the way
    found = layers(going)
    return Reached(going, found, reduce(or_, found))


def layers(going: Going) -> list[int]:
    """Return the squares first reached with 0, 1, 2, ... of the movement, each in one mask.

    A square of slow terrain takes 2.
    """
    ways, steps, ends, fresh = going.ways, going.steps, going.ends, going.fresh
    begin = 1 << going.start
    free = ways.grid.full & ~going.blocked & ~begin
    found = [begin]
    slow = ways.slow & free
    if not (slow or ends or (fresh and steps < 2) or ways.closed_east or ways.closed_west):
        return _open_layers(ways, begin, free, steps)
    for spent in range(1, steps + 1):
        grown = ways.step(found[-1] & ~ends if spent > 1 else begin) & free & ~slow
        if slow and spent > 1:
            grown |= ways.step(found[-2] & ~ends if spent > 2 else begin) & slow & free
        found.append(grown)
        free &= ~grown
    if fresh and steps < 2:
        forced = ways.step(begin) & free
        if steps:
            found[-1] |= forced
        elif forced:
            found.append(forced)
    return found


def _open_layers(ways: Ways, begin: int, free: int, steps: int) -> list[int]:
    """Return the layers where nothing slows or ends a move: as `layers`, without a call for each step."""
    width, not_first, not_last = ways.grid.width, ways.not_first, ways.not_last
    found, edge = [begin], begin
    for _ in range(steps):
        row = edge | (edge & not_last) << 1 | (edge & not_first) >> 1
        edge = (row | row << width | row >> width) & free
        free ^= edge
        found.append(edge)
    return found


def path(going: Going, layers: Sequence[int], goal: int) -> tuple[tuple[int, ...], int]:
    """Return the squares from the start to a goal in one of the layers, including both, and the movement that
    this takes.

    Of several paths it is always the same one.
    """
    ways, ends = going.ways, going.ends
    here, takes = goal, 0
    while not layers[takes] >> goal & 1:
        takes += 1
    around = None if ways.closed_east or ways.closed_west else ways.grid.around
    squares, spent = [goal], takes
    if not (ways.slow or ends or around is None):
        for layer in layers[takes - 1 :: -1] if takes else ():
            came = around[here] & layer
            here = (came & -came).bit_length() - 1
            squares.append(here)
        return tuple(reversed(squares)), takes
    while spent:
        here = squares[-1]
        spent = max(0, spent - (2 if ways.slow >> here & 1 else 1))
        came = (ways.step(1 << here) if around is None else around[here]) & layers[spent]
        squares.append(lowest(came & ~ends if spent else came))
    return tuple(reversed(squares)), takes


def gentlest(going: Going, goal: int, tolls: Tolls) -> tuple[tuple[int, ...], int]:
    """Return the path to a goal that costs least to enter areas, and the movement it takes.

    The goal is among those of `gentle`.
    """
    best = gentle(going, tolls)
    _, spent = min([(cost, spent) for (spent, square), (cost, _) in best.items() if square == goal])
    return best[spent, goal][1], spent


@lru_cache(maxsize=8)
def gentle(going: Going, tolls: Tolls) -> Mapping[tuple[int, int], tuple[int, tuple[int, ...]]]:
    """Return the least that a path to each square costs, and that path, by movement and square.

    The result serves all goals of a move.
    """
    areas, limit = tolls
    ways = going.ways
    free = ways.grid.full & ~going.blocked & ~(1 << going.start)
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, going.start): (0, (going.start,))}
    waiting = [(0, going.start)]
    for spent, here in waiting:
        cost, squares = best[spent, here]
        if spent and (going.ends >> here & 1 or cost >= limit):
            continue
        for there in squares_of(ways.step(1 << here) & free):
            after = spent + (2 if ways.slow >> there & 1 else 1)
            if after > going.steps:
                if spent or not going.fresh:
                    continue
                after = going.steps
            paid = cost + sum([toll for area, toll in areas if area >> there & 1 and not area >> here & 1])
            found = best.get((after, there))
            if found is None or paid < found[0]:
                best[after, there] = paid, (*squares, there)
                waiting.append((after, there))
    return best


def spread(ways: Ways, start: int, blocked: int) -> int:
    """Return all squares connected to a mask, at any distance."""
    free, reached, edge = ways.grid.full & ~blocked, start & ~blocked, start & ~blocked
    while edge:
        edge = ways.step(edge) & free & ~reached
        reached |= edge
    return reached
