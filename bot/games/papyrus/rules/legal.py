"""Every legal action of a seat, as a sequence that is counted without building the actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot.engine.contract import Seat
from bot.engine.grid import nth, squares_of
from bot.engine.lazyactions import LazyActions
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
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.movement import steps_left
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.shots import targets
from bot.games.papyrus.rules.squads import Squad, allowed_kinds, recruitable
from bot.games.papyrus.rules.state import PapyrusState, occupied

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
