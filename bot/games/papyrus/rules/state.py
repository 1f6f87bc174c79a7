"""The state of a match, and queries on its units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.engine.contract import Outcome, Seat
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.view import Phase, Unit


class PapyrusState(msgspec.Struct, forbid_unknown_fields=True):
    """A match. All values are immutable: a copy of the struct is a clone."""

    options: Options
    """Normalized: `grid`, `width` and `height` are the map's."""
    seats: int
    phase: Phase
    ready: tuple[bool, ...]
    squads: tuple[tuple[Kind, ...], ...]
    """While picking: each seat's squad so far; else empty ones."""
    units: tuple[Unit, ...]
    """All units, seat by seat, in the order of the squads; the dead stay with 0 HP."""
    out: tuple[bool, ...]
    turn: Seat = -1
    first: Seat = -1
    """The seat with the first turn: each round begins with it."""
    pool: int = 0
    round: int = 0
    quiet: int = 0
    outcome: Outcome | None = None


def occupied(units: Iterable[Unit]) -> int:
    """Return the mask of the occupied squares."""
    mask = 0
    for unit in units:
        if unit.square >= 0:
            mask |= 1 << unit.square
    return mask


def living(units: Iterable[Unit], seat: Seat) -> list[Unit]:
    """Return the seat's living units."""
    return [unit for unit in units if unit.seat == seat and unit.hp > 0]


def hp_left(units: Iterable[Unit], seats: int) -> tuple[int, ...]:
    """Return the total HP of each seat."""
    sums = [0] * seats
    for unit in units:
        sums[unit.seat] += unit.hp
    return tuple(sums)


def with_units(units: Sequence[Unit], changed: Mapping[int, Unit]) -> tuple[Unit, ...]:
    """Return the units with some of them replaced, by index."""
    fresh = list(units)
    for index, unit in changed.items():
        fresh[index] = unit
    return tuple(fresh)


def with_hp(unit: Unit, hp: int) -> Unit:
    """Return the unit with this HP; at 0 it leaves the board (PAP-20)."""
    square = unit.square if hp > 0 else -1
    return Unit(unit.seat, unit.kind, unit.number, square, hp, unit.moved, unit.acted)


def placed_at(unit: Unit, square: int) -> Unit:
    """Return the unit on this square; -1 is off the board."""
    return Unit(unit.seat, unit.kind, unit.number, square, unit.hp, unit.moved, unit.acted)


def rested(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units at the start of a turn: none has moved or acted."""
    return tuple(
        [
            Unit(unit.seat, unit.kind, unit.number, unit.square, unit.hp)
            if unit.moved or unit.acted
            else unit
            for unit in units
        ]
    )


def muster(squads: Sequence[Sequence[Kind]], full_hp: int) -> tuple[Unit, ...]:
    """Return the units of all squads, not placed yet, numbered within each squad by kind (PAP-14)."""
    units = []
    for seat, kinds in enumerate(squads):
        counts = dict.fromkeys(Kind, 0)
        for kind in kinds:
            counts[kind] += 1
            units.append(Unit(seat, kind, counts[kind], -1, full_hp))
    return tuple(units)
