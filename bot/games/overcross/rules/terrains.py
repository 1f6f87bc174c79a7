"""The positions of terrain and the squares where it may be put (OVC-13), on masks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from bot.engine.grid import Grid, squares_of
from bot.games.overcross.cards.cards import Terrain
from bot.games.overcross.cards.field import around
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.geometry import within
from bot.games.overcross.rules.reach import Ways, spread, ways


class TerrainLayout(NamedTuple):
    """The layout of a match's terrains, and values that depend only on it."""

    grid: Grid
    areas: tuple[int, ...]
    """The area of each terrain in play, in the order of the match."""
    covered: int
    obstructive: int
    blocks: int
    entered: int
    """The squares of terrain that affects a Character that enters it."""
    affects: tuple[tuple[int, tuple[Ability, ...]], ...]
    """The areas of such terrain, each with its abilities."""
    on_foot: Ways
    over: Ways
    """For Characters that move over obstructive terrain and past closed corners."""
    nimble: Ways
    """For Characters that slow terrain does not slow."""
    nimble_over: Ways
    known: dict[tuple[int, ...], int]
    """Cached results about these terrains: where one can be moved, what would seal a path."""
    targets: dict[tuple[int, int, bool], list[tuple[int, bool]]]
    """Likewise the squares by which terrain can be attacked (`aim.Aim`)."""


def layout_of(grid: Grid, terrains: tuple[tuple[Terrain, int, tuple[Ability, ...]], ...]) -> TerrainLayout:
    """Return the layout of terrains: each with its centre and its abilities about who enters it."""
    areas = tuple([within(grid, centre, face.radius) for face, centre, _ in terrains])
    affects = tuple([(area, does) for area, (_, _, does) in zip(areas, terrains, strict=True) if does])
    covered = obstructive = blocks = slow = entered = 0
    for area, (face, _, does) in zip(areas, terrains, strict=True):
        covered |= area
        obstructive |= area if face.obstructive else 0
        blocks |= area if face.blocks else 0
        slow |= area if face.slow else 0
        entered |= area if does else 0
    return TerrainLayout(
        grid, areas, covered, obstructive, blocks, entered, affects,
        ways(grid, obstructive, slow), ways(grid, 0, slow), ways(grid, obstructive, 0), ways(grid, 0, 0),
        {}, {},
    )  # fmt: skip


class Site(NamedTuple):
    """The data that determine where a terrain may be put."""

    layout: TerrainLayout
    """The layout of the other terrains."""
    zones: tuple[int, ...]
    """The deploy zone of each seat."""
    characters: int
    flags: int


def open_centres(site: Site, radius: int, *, obstructive: bool) -> int:
    """Return the centres on which a terrain may be put, including those that would seal a path."""
    grid = site.layout.grid
    zones = reduce(or_, site.zones)
    taken = zones | site.characters | around(grid, site.layout.covered, radius)
    if obstructive:
        taken |= around(grid, site.characters | site.flags, radius) | around(grid, zones, radius + 1)
    return grid.full & ~taken


def centres(site: Site, radius: int, *, obstructive: bool) -> int:
    """Return the centres on which a terrain may be put (OVC-13)."""
    found = open_centres(site, radius, obstructive=obstructive)
    if obstructive:
        known, grid, doubtful = site.layout.known, site.layout.grid, found
        if 2 * radius + 1 < min(grid.width, grid.height):  # an isolated area that does not span it seals none
            doubtful &= around(grid, site.layout.obstructive, radius + 1)
        tried, sealing = (-2, radius, *site.zones), (-3, radius, *site.zones)
        for centre in squares_of(doubtful & ~known.get(tried, 0)):
            known[sealing] = known.get(sealing, 0) | bool(sealed(site, centre, radius)) << centre
        known[tried] = known.get(tried, 0) | doubtful
        found &= ~known.get(sealing, 0)
    return found


def sealed(site: Site, centre: int, radius: int) -> int:
    """Return the squares of zones to which no path from the first zone would lead any more (OVC-13).

    A zone with a reachable square has no sealed squares; 0 if all zones are connected.
    """
    grid = site.layout.grid
    walls = site.layout.obstructive | within(grid, centre, radius)
    ground = ways(grid, walls, 0)
    if _joined(ground, site.zones, walls):
        return 0
    reached = spread(ground, site.zones[0], walls)
    cut = 0
    for zone in site.zones[1:]:
        cut |= 0 if zone & reached else zone
    return cut or site.zones[0]


def _joined(ground: Ways, zones: Sequence[int], walls: int) -> bool:
    """Whether from some square of each zone a path leads to some square of every other zone."""
    return all(
        other & spread(ground, zone, walls) for number, zone in enumerate(zones) for other in zones[:number]
    )
