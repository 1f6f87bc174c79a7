"""Moving a unit (PAP-06 to PAP-09)."""

from __future__ import annotations

from bot.engine.contract import Event
from bot.engine.errors import IllegalAction
from bot.games.papyrus.actions import Move
from bot.games.papyrus.facts import Moved
from bot.games.papyrus.field import Field
from bot.games.papyrus.options import Kind
from bot.games.papyrus.state import PapyrusState, occupied, unit_name, with_units
from bot.games.papyrus.view import Unit
from bot.games.papyrus.weapons import RPG_STEPS


def steps_left(unit: Unit, pool: int) -> int:
    """Return how many spaces a unit may still go this turn (PAP-07, PAP-08)."""
    return min(pool, RPG_STEPS - unit.moved) if unit.kind is Kind.RPG else pool


def move(state: PapyrusState, field: Field, action: Move) -> list[Event]:
    """Move a living unit of the seat on turn. Raises `IllegalAction`."""
    unit = state.units[action.unit]
    if state.phase != "moving":
        raise IllegalAction(
            "Your moves ended with your first attack or heal this turn: attack, heal or end your turn."
        )
    path = _path(state, field, unit, action.to)
    cost = len(path) - 1
    moved = Unit(unit.seat, unit.kind, unit.number, action.to, unit.hp, unit.moved + cost, unit.acted)
    state.units = with_units(state.units, {action.unit: moved})
    state.pool -= cost
    return [Event(Moved(action.unit, path))]


def _path(state: PapyrusState, field: Field, unit: Unit, to: int) -> tuple[int, ...]:
    """Return the unit's shortest free path to a square it may go to."""
    _check_square(state, field, unit, to)
    grid = field.grid
    path = grid.path(unit.square, to, field.walls | occupied(state.units))
    if path is None:
        raise IllegalAction(
            f"{unit_name(unit)} cannot reach {grid.name(to)}: units and barriers close every way there."
        )
    cost = len(path) - 1
    if cost > steps_left(unit, state.pool):
        raise IllegalAction(_too_far(state, unit, f"{grid.name(to)} is {_spaces(cost)} away", cost))
    return path


def _check_square(state: PapyrusState, field: Field, unit: Unit, to: int) -> None:
    if not field.grid.has(to):
        raise IllegalAction("That square is not on the map.")
    name, square = unit_name(unit), field.grid.name(to)
    if to == unit.square:
        raise IllegalAction(f"{name} stands at {square} already.")
    if field.walls >> to & 1:
        raise IllegalAction(f"{name} cannot enter {square}: a barrier stands there.")
    for other in state.units:
        if other.square == to:
            owner = "your own" if other.seat == unit.seat else f"seat {other.seat + 1}'s"
            raise IllegalAction(f"{name} cannot enter {square}: {owner} {unit_name(other)} stands there.")


def _too_far(state: PapyrusState, unit: Unit, distance: str, cost: int) -> str:
    if cost > state.pool:
        return (
            f"{unit_name(unit)} cannot go there: {distance} by the shortest free path, and your squad has "
            f"{_spaces(state.pool)} left this turn."
        )
    return (
        f"{unit_name(unit)} cannot go there: {distance} by the shortest free path, and an RPG unit goes at "
        f"most {_spaces(RPG_STEPS)} a turn ({unit.moved} gone)."
    )


def _spaces(count: int) -> str:
    return f"{count} space" if count == 1 else f"{count} spaces"
