"""What a unit may do, its moves and shots, and all legal actions of a seat, counted without being built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Event, Seat
from bot.engine.errors import IllegalAction
from bot.engine.grid import nth, squares_of
from bot.engine.lazyactions import LazyActions
from bot.engine.sentences import listed
from bot.games.papyrus.rules.actions import (
    Attack,
    Dismiss,
    EndTurn,
    Formation,
    Heal,
    Move,
    PapyrusAction,
    Place,
    Preset,
    Ready,
    Recruit,
)
from bot.games.papyrus.rules.facts import Moved
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import Squad, allowed_kinds, recruitable
from bot.games.papyrus.rules.state import PapyrusState, occupied, with_units
from bot.games.papyrus.rules.view import KIND_TITLES, Unit, unit_name

# Whether a unit can shoot at another, and the reason if not (PAP-10 to PAP-18, PAP-21, PAP-22).


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


# Moving a unit (PAP-06 to PAP-09).


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


Spelled: TypeAlias = tuple[Any, ...]
"""An action not built yet: its type, and its fields."""


class Boards(NamedTuple):
    """The squares that some units can move to: one board for each unit, end to end in one mask
    (`Grid.floods`).
    """

    action: type[Move] | type[Place]
    units: tuple[int, ...]
    mask: int
    sheet: int


NO_BOARDS = Boards(Move, (), 0, 1)


class LegalActions(LazyActions[PapyrusAction]):
    """Legal actions in a fixed order: units with their squares first, then the others."""

    __slots__ = ("_boards", "_count", "_others")

    def __init__(self, boards: Boards, others: Sequence[Spelled]) -> None:
        self._boards = boards
        self._others = others
        self._count = boards.mask.bit_count()

    def __len__(self) -> int:
        return self._count + len(self._others)

    def at(self, place: int) -> PapyrusAction:
        """Return the action at this index."""
        if place < self._count:
            return self._on_board(nth(self._boards.mask, place))
        return _build(self._others[place - self._count])

    def __iter__(self) -> Iterator[PapyrusAction]:
        for bit in squares_of(self._boards.mask):
            yield self._on_board(bit)
        for spelled in self._others:
            yield _build(spelled)

    def __contains__(self, action: object) -> bool:
        boards = self._boards
        if isinstance(action, boards.action):
            if action.unit not in boards.units or not 0 <= action.to < boards.sheet:
                return False
            return bool(boards.mask >> (boards.units.index(action.unit) * boards.sheet + action.to) & 1)
        if not isinstance(action, msgspec.Struct):
            return False
        return (type(action), *msgspec.structs.astuple(action)) in self._others

    def _on_board(self, bit: int) -> PapyrusAction:
        board, square = divmod(bit, self._boards.sheet)
        return self._boards.action(self._boards.units[board], square)


def _build(spelled: Spelled) -> PapyrusAction:
    action: PapyrusAction = spelled[0](*spelled[1:])
    return action


def picks(state: PapyrusState, seat: Seat, presets: Mapping[str, Squad]) -> LegalActions:
    """Return the actions of a seat that is picking its squad (PAP-02)."""
    squad = state.squads[seat]
    others: list[Spelled] = []
    if len(squad) < state.options.squad:
        others += [(Recruit, kind) for kind in recruitable(squad, state.options)]
    else:
        others.append((Ready,))
    others += [(Dismiss, kind) for kind in allowed_kinds(state.options) if kind in squad]
    others += [(Preset, key) for key in presets]
    return LegalActions(NO_BOARDS, others)


def placements(state: PapyrusState, seat: Seat, field: Field) -> LegalActions:
    """Return the actions of a seat that is placing its units (PAP-03)."""
    own = [(index, unit) for index, unit in enumerate(state.units) if unit.seat == seat]
    taken = occupied([unit for _, unit in own])
    free = field.zone_masks[seat] & ~taken
    boards = Boards(
        Place, tuple([index for index, _ in own]), field.grid.copies(free, len(own)), field.grid.sheet
    )
    ready: list[Spelled] = [(Ready,)] if all(unit.square >= 0 for _, unit in own) else []
    return LegalActions(boards, [(Formation,), *ready])


def plays(state: PapyrusState, seat: Seat, field: Field) -> LegalActions:
    """Return the actions of the seat to act (PAP-07 to PAP-19)."""
    others: list[Spelled] = [(Attack, unit, target) for unit, target in targets(field, state.units, seat)]
    others += [(Heal, medic, ally) for medic, ally in patients(state, seat, field)]
    others.append((EndTurn,))
    boards = _moves(state, seat, field) if state.phase == "moving" and state.pool else NO_BOARDS
    return LegalActions(boards, others)


def _moves(state: PapyrusState, seat: Seat, field: Field) -> Boards:
    units: list[int] = []
    starts: list[int] = []
    limits: list[int] = []
    for index, unit in enumerate(state.units):
        if unit.seat == seat and unit.hp > 0:
            units.append(index)
            starts.append(unit.square)
            limits.append(steps_left(field, unit, state.pool))
    mask = field.grid.floods(starts, limits, field.walls | occupied(state.units))
    return Boards(Move, tuple(units), mask, field.grid.sheet)


def patients(state: PapyrusState, seat: Seat, field: Field) -> list[tuple[int, int]]:
    """Return the pairs of Medic and ally, by index, of all possible heals of a seat (PAP-19)."""
    medics = [
        (index, field.grid.beside[unit.square])
        for index, unit in enumerate(state.units)
        if unit.kind is Kind.MEDIC and unit.seat == seat and unit.hp > 0 and not unit.acted
    ]
    if not medics:
        return []
    wounded = [
        (index, unit.square)
        for index, unit in enumerate(state.units)
        if unit.seat == seat and 0 < unit.hp < field.arsenal.full_hp
    ]
    return [(medic, ally) for medic, beside in medics for ally, square in wounded if beside >> square & 1]
