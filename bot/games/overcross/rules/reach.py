"""The squares to which a Character can move, and its paths, on masks (OVC-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.engine.grid import Grid, lowest, mask_of, squares_of


class _Columns(NamedTuple):
    not_first: int
    not_last: int


@lru_cache(maxsize=64)
def _columns(grid: Grid) -> _Columns:
    first = mask_of([grid.at(0, row) for row in range(grid.height)])
    return _Columns(grid.full & ~first, grid.full & ~(first << (grid.width - 1)))


class Ways(NamedTuple):
    """How the ground restricts movement; the same for all Characters that move alike."""

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
        grid, _, closed_east, closed_west, not_first, not_last = self
        width, full = grid.width, not_first | not_last
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


def layers(
    ways: Ways, start: int, steps: int, blocked: int, ends: int = 0, *, fresh: bool = True
) -> list[int]:
    """Return the squares first reached with 0, 1, 2, ... of the movement, each in one mask.

    A square of slow terrain takes 2. Blocked squares are not entered, `ends` not left. With `fresh` movement
    the first step is always possible; it takes all movement if that is not enough (OVC-16).
    """
    begin = 1 << start
    free = ways.grid.full & ~blocked & ~begin
    found = [begin]
    slow = ways.slow & free
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


def path(ways: Ways, found: Sequence[int], goal: int, ends: int = 0) -> tuple[int, ...]:
    """Return the squares from the start to a goal in one of the layers, including both.

    Of several paths it is always the same one.
    """
    spent = next(place for place, layer in enumerate(found) if layer >> goal & 1)
    squares = [goal]
    while spent:
        here = squares[-1]
        cost = 2 if ways.slow >> here & 1 else 1
        before = max(0, spent - cost)
        came = ways.step(1 << here) & found[before] & (~ends if before else -1)
        squares.append(lowest(came))
        spent = before
    return tuple(reversed(squares))


class Going(NamedTuple):
    """A move of a Character: its start, its movement, and its restrictions."""

    start: int
    steps: int
    blocked: int
    ends: int
    fresh: bool


def gentlest(ways: Ways, going: Going, goal: int, areas: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the path to a goal that enters the fewest of these areas, and the movement it takes.

    `areas` do not overlap; the goal is reachable.
    """
    best = _gentle(ways, going, tuple(areas))
    _, spent = min([(entries, spent) for (spent, square), (entries, _) in best.items() if square == goal])
    return best[spent, goal][1], spent


@lru_cache(maxsize=8)
def _gentle(
    ways: Ways, going: Going, areas: tuple[int, ...]
) -> Mapping[tuple[int, int], tuple[int, tuple[int, ...]]]:
    """Return the fewest areas entered on a path to each square, and that path, by movement and square.

    The result serves all goals of a move.
    """
    free = ways.grid.full & ~going.blocked & ~(1 << going.start)
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, going.start): (0, (going.start,))}
    waiting = [(0, going.start)]
    for spent, here in waiting:
        entries, squares = best[spent, here]
        if going.ends >> here & 1 and spent:
            continue
        for there in squares_of(ways.step(1 << here) & free):
            after = spent + (2 if ways.slow >> there & 1 else 1)
            if after > going.steps:
                if spent or not going.fresh:
                    continue
                after = going.steps
            entered = entries + any(area >> there & 1 and not area >> here & 1 for area in areas)
            found = best.get((after, there))
            if found is None or entered < found[0]:
                best[after, there] = entered, (*squares, there)
                waiting.append((after, there))
    return best


def spread(ways: Ways, start: int, blocked: int) -> int:
    """Return all squares connected to a mask, at any distance."""
    free, reached, edge = ways.grid.full & ~blocked, start & ~blocked, start & ~blocked
    while edge:
        edge = ways.step(edge) & free & ~reached
        reached |= edge
    return reached
