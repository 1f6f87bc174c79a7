"""Deploy zones and the default formation (PAP-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.engine.errors import BadOptions
from bot.games.papyrus.rules.options import Kind

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
