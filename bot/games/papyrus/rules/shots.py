"""Whether a unit can shoot at another, and the reason if not (PAP-10 to PAP-18, PAP-21, PAP-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.language import N_, gettext
from bot.engine.contract import Seat
from bot.engine.grid import squares_of
from bot.engine.phrases import listed
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import occupied
from bot.games.papyrus.rules.view import KIND_TITLES, Unit, unit_name


def targets(field: Field, units: Sequence[Unit], seat: Seat) -> list[tuple[int, int]]:
    """Return the pairs of unit and target, by index, of all possible attacks of a seat."""
    enemies = occupied([unit for unit in units if unit.seat != seat])
    every = occupied(units)
    at: dict[int, int] = {}
    pairs = []
    for index, unit in enumerate(units):
        if unit.seat != seat or unit.hp <= 0 or unit.acted:
            continue
        in_sight = enemies & field.in_sight(unit.kind, unit.square)
        if not in_sight:
            continue
        at = at or {other.square: i for i, other in enumerate(units) if other.hp > 0}
        blockers = enemies if unit.kind is Kind.SNIPER else every
        pairs += [
            (index, at[square])
            for square in squares_of(in_sight)
            if not field.grid.centres(unit.square, square) & blockers
        ]
    return pairs


def no_shot(field: Field, units: Sequence[Unit], attacker: int, target: int) -> str:
    """Return the reason why the attack has no chance (PAP-13), or "" if it has one."""
    one, other = units[attacker], units[target]
    reason = _out_of_range(field, one, other) or _obstacle(field, units, one, other)
    if not reason:
        return ""
    return gettext(
        "{unit} has no shot at {target} on {square}: {reason}.",
        unit=unit_name(one),
        target=unit_name(other),
        square=field.grid.name(other.square),
        reason=reason,
    )


def _out_of_range(field: Field, one: Unit, other: Unit) -> str:
    weapon = field.arsenal.weapons[one.kind]
    distance = field.grid.manhattan(one.square, other.square)
    if one.kind is Kind.RPG and not field.grid.cross(one.square) >> other.square & 1:
        return gettext("an RPG fires only along its own row or column")
    if distance > weapon.farthest:
        return gettext(_TOO_FAR[one.kind], distance=distance, farthest=weapon.farthest)
    if distance < weapon.nearest:
        return gettext(
            "it is {distance} away. A {kind} cannot attack closer than {nearest}",
            distance=distance,
            kind=KIND_TITLES[one.kind],
            nearest=weapon.nearest,
        )
    return ""


_TOO_FAR: Mapping[Kind, str] = {
    Kind.SMG: N_("it is {distance} spaces away. An SMG reaches {farthest} at most"),
    Kind.SHOTGUN: N_("it is {distance} spaces away. A Shotgun reaches {farthest} at most"),
    Kind.SNIPER: N_("it is {distance} spaces away. A Sniper reaches {farthest} at most"),
    Kind.MEDIC: N_("it is {distance} spaces away. A Medic reaches {farthest} at most"),
    Kind.RPG: N_("it is {distance} spaces away. An RPG reaches {farthest} at most"),
}


def _obstacle(field: Field, units: Sequence[Unit], one: Unit, other: Unit) -> str:
    """Return what blocks the shot, the first from the attacker's side; "" for nothing."""
    grid, origin = field.grid, one.square
    bodies = grid.centres(origin, other.square) & occupied(
        [unit for unit in units if one.kind is not Kind.SNIPER or unit.seat != one.seat]
    )
    walls = field.hindrance(origin, other.square)
    stops = sorted(squares_of(bodies | walls), key=lambda square: grid.manhattan(origin, square))
    if not stops:
        return ""
    if bodies >> stops[0] & 1:
        return _whose(next(unit for unit in units if unit.square == stops[0]), one.seat, field)
    line = grid.line(origin, other.square)
    if line.crossed >> stops[0] & 1:
        return gettext("the barrier at {square} is in the way", square=grid.name(stops[0]))
    pair = next(pair for pair in line.pinches if pair >> stops[0] & 1 and pair & field.walls == pair)
    names = listed([grid.name(square) for square in squares_of(pair)])
    return gettext("the barriers at {squares} touch at a corner and are in the way", squares=names)


def _whose(unit: Unit, seat: Seat, field: Field) -> str:
    name, square = unit_name(unit), field.grid.name(unit.square)
    if unit.seat == seat:
        return gettext("your own {unit} at {square} is in the way", unit=name, square=square)
    return gettext(
        "seat {seat}'s {unit} at {square} is in the way", seat=unit.seat + 1, unit=name, square=square
    )


def splashed(field: Field, units: Sequence[Unit], square: int) -> list[int]:
    """Return the indexes of the living units around a square, which an RPG's hit on it splashes (PAP-18)."""
    near = field.grid.around[square]
    return [index for index, unit in enumerate(units) if unit.square >= 0 and near >> unit.square & 1]
