"""Moving a unit (PAP-06 to PAP-09)."""

from __future__ import annotations

from bot.base.language import gettext, ngettext
from bot.engine.contract import Event
from bot.engine.errors import IllegalAction
from bot.games.papyrus.rules.actions import Move
from bot.games.papyrus.rules.facts import Moved
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import PapyrusState, occupied, with_units
from bot.games.papyrus.rules.view import Unit, unit_name


def steps_left(field: Field, unit: Unit, pool: int) -> int:
    """Return the number of spaces a unit may still move this turn (PAP-07, PAP-08)."""
    return min(pool, field.arsenal.rpg_steps - unit.moved) if unit.kind is Kind.RPG else pool


def move(state: PapyrusState, field: Field, action: Move) -> list[Event]:
    """Move a living unit of the seat on turn. Raises `IllegalAction`."""
    unit = state.units[action.unit]
    if state.phase != "moving":
        raise IllegalAction.translated(
            "Your moves ended with your first attack or heal this turn: attack, heal or end your turn."
        )
    path = _path(state, field, unit, action.to)
    cost = len(path) - 1
    moved = Unit(unit.seat, unit.kind, unit.number, action.to, unit.hp, unit.moved + cost, unit.acted)
    state.units = with_units(state.units, {action.unit: moved})
    state.pool -= cost
    return [Event(Moved(action.unit, path))]


def _path(state: PapyrusState, field: Field, unit: Unit, to: int) -> tuple[int, ...]:
    """Return the unit's shortest free path to a square it may move to."""
    _check_square(state, field, unit, to)
    grid = field.grid
    path = grid.path(unit.square, to, field.walls | occupied(state.units))
    if path is None:
        raise IllegalAction.translated(
            "{unit} cannot reach {square}: units and barriers close every way there.",
            unit=unit_name(unit),
            square=grid.name(to),
        )
    cost = len(path) - 1
    if cost > steps_left(field, unit, state.pool):
        raise IllegalAction(_too_far(state, field, unit, grid.name(to), cost))
    return path


def _check_square(state: PapyrusState, field: Field, unit: Unit, to: int) -> None:
    if not field.grid.has(to):
        raise IllegalAction.translated("That square is not on the map.")
    name, square = unit_name(unit), field.grid.name(to)
    if to == unit.square:
        raise IllegalAction.translated("{unit} stands at {square} already.", unit=name, square=square)
    if field.walls >> to & 1:
        raise IllegalAction.translated(
            "{unit} cannot enter {square}: a barrier stands there.", unit=name, square=square
        )
    for other in state.units:
        if other.square == to:
            raise IllegalAction(_taken(unit, other, square))


def _taken(unit: Unit, other: Unit, square: str) -> str:
    if other.seat == unit.seat:
        return gettext(
            "{unit} cannot enter {square}: your own {other} stands there.",
            unit=unit_name(unit),
            square=square,
            other=unit_name(other),
        )
    return gettext(
        "{unit} cannot enter {square}: seat {seat}'s {other} stands there.",
        unit=unit_name(unit),
        square=square,
        seat=other.seat + 1,
        other=unit_name(other),
    )


def _too_far(state: PapyrusState, field: Field, unit: Unit, square: str, cost: int) -> str:
    name, distance = unit_name(unit), spaces_words(cost)
    if cost > state.pool:
        return gettext(
            "{unit} cannot go there: {square} is {distance} away by the shortest free path, and your squad "
            "has {left} left this turn.",
            unit=name,
            square=square,
            distance=distance,
            left=spaces_words(state.pool),
        )
    return gettext(
        "{unit} cannot go there: {square} is {distance} away by the shortest free path, and an RPG unit "
        "goes at most {most} a turn ({moved} gone).",
        unit=name,
        square=square,
        distance=distance,
        most=spaces_words(field.arsenal.rpg_steps),
        moved=unit.moved,
    )


def spaces_words(number: int) -> str:
    """Return a distance in words: "1 space", "3 spaces"."""
    return ngettext("{number} space", "{number} spaces", number)
