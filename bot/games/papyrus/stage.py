"""A position being built for an example, step by step, with the real rules to check it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat
from bot.engine.language import N_, gettext
from bot.engine.wording import Focus, Scene
from bot.games.papyrus.actions import Attack, Heal, Move
from bot.games.papyrus.facts import Healed, Hurt, Moved, Shot
from bot.games.papyrus.field import Field, field_of
from bot.games.papyrus.legal import plays
from bot.games.papyrus.options import Kind, Options
from bot.games.papyrus.shots import no_shot
from bot.games.papyrus.state import PapyrusState, hp_left, living
from bot.games.papyrus.turns import LAST_STANDING
from bot.games.papyrus.view import PapyrusView, Phase, Unit
from bot.games.papyrus.weapons import FULL_HP, HEALING, SPLASH, chances, damage, grade

LABELS = (N_("blocked"), N_("no gap"), N_("too near"))
"""The labels that the rulebook puts on squares."""

_SECRET = ("picking", "placing")


class Figure(msgspec.Struct, frozen=True):
    """A unit of an example, before all are numbered."""

    seat: Seat
    kind: Kind
    square: int = -1
    number: int = 0
    """0 gives it the next free number of its kind."""
    hp: int = FULL_HP
    acted: bool = False
    fell_at: str = ""
    line: int = 0


class Stage:
    """The position so far. Squares are called by their names; faults are `ValueError`s."""

    def __init__(self, options: Options, seats: int, figures: Sequence[Figure]) -> None:
        self.options, self.seats = options, seats
        self.field: Field = field_of(options, seats)
        self.phase: str = ""
        self.squad: list[Kind] = []
        self.turn: Seat = 0
        self.round = 1
        self.pool: int | None = None
        self._units, self._fell = self._muster(figures)
        self._facts: list[Any] = []
        self._focus: Focus | None = None

    def _muster(self, figures: Sequence[Figure]) -> tuple[list[Unit], dict[int, int]]:
        """Return the units, numbered, seat by seat, and where those stood that fell."""
        units: list[Unit] = []
        fell: dict[int, int] = {}
        for figure in sorted(figures, key=lambda one: one.seat):
            taken = {unit.number for unit in units if (unit.seat, unit.kind) == (figure.seat, figure.kind)}
            number = figure.number or next(n for n in range(1, len(figures) + 1) if n not in taken)
            if number in taken:
                raise ValueError(f"line {figure.line}: two units of seat {figure.seat + 1} have one name.")
            if figure.fell_at:
                fell[len(units)] = self._square(figure.fell_at)
            units.append(Unit(figure.seat, figure.kind, number, figure.square, figure.hp, acted=figure.acted))
        return units, fell

    def move(self, path: Sequence[str]) -> None:
        """Tell that the unit at the end of the path came along it."""
        squares = tuple([self._square(name) for name in path])
        if len(squares) < 2 or any(self.field.grid.manhattan(a, b) != 1 for a, b in pairwise(squares)):
            raise ValueError("a path goes from square to neighbouring square: C2 C3 C4.")
        if any(self.field.walls >> square & 1 for square in squares):
            raise ValueError("the path leads through a barrier.")
        unit = self._unit_at(path[-1])
        self._units[unit] = replace(self._units[unit], moved=len(squares) - 1)
        self._facts.append(Moved(unit, squares))

    def shoot(self, origin: str, at: str, roll: int) -> None:
        """Tell of a shot; what the roll does is worked out by the rules."""
        unit, target = self._unit_at(origin), self._unit_at(at)
        self._check_shot(unit, target)
        start, end = self._square(origin), self._square(at)
        kind, distance = self._units[unit].kind, self.field.grid.manhattan(start, end)
        result = grade(kind, distance, roll, critical=self.options.critical)
        loss = damage(kind, distance, result)
        hurt = [self._hurt(target, loss)] if loss else []
        if kind is Kind.RPG and result != "miss":
            hurt += [self._hurt(index, SPLASH) for index in self._around(end)]
        self._act(unit)
        shot = Shot(unit, target, start, end, chances(kind, distance), roll, result, loss, tuple(hurt))
        self._facts.append(shot)

    def _check_shot(self, unit: int, target: int) -> None:
        if self._units[unit].seat == self._units[target].seat:
            raise ValueError("only an enemy can be the target.")
        units = [self._stood(index) for index in range(len(self._units)) if index in (unit, target)]
        others = [one for index, one in enumerate(self._units) if index not in (unit, target)]
        first, second = (0, 1) if unit < target else (1, 0)
        reason = no_shot(self.field, [*units, *others], first, second)
        if reason:
            raise ValueError(reason)

    def _stood(self, index: int) -> Unit:
        """Return the unit on the square where it stands, or stood when it fell."""
        unit = self._units[index]
        return replace(unit, square=self._fell[index]) if index in self._fell else unit

    def _around(self, square: int) -> list[int]:
        """Return who stands or stood around a square."""
        near = self.field.grid.around[square]
        places = [self._stood(index).square for index in range(len(self._units))]
        return [index for index, place in enumerate(places) if place >= 0 and near >> place & 1]

    def _hurt(self, index: int, loss: int) -> Hurt:
        unit = self._units[index]
        if unit.hp + loss > FULL_HP and unit.hp:
            raise ValueError(f"a unit that lost {loss} HP has at most {FULL_HP - loss} left: write its HP.")
        return Hurt(index, loss, unit.hp, self._stood(index).square)

    def heal(self, medic: str, ally: str) -> None:
        """Tell of a heal; the ally's HP are those after it."""
        unit, target = self._unit_at(medic), self._unit_at(ally)
        beside = self.field.grid.manhattan(self._square(medic), self._square(ally)) == 1
        if self._units[unit].kind is not Kind.MEDIC or not beside:
            raise ValueError("a Medic heals an ally beside it.")
        self._act(unit)
        self._facts.append(Healed(unit, target, self._units[target].hp))

    def _act(self, unit: int) -> None:
        self._units[unit] = replace(self._units[unit], acted=True)
        if self._units[unit].seat == self.turn:
            self.phase = self.phase or "attacking"

    def focus(self, name: str, shown: frozenset[str]) -> None:
        """Point out a unit with what it can do, or while placing with where it can stand."""
        index = self._unit_at(name)
        reach: set[int] = self._free_zone(index) if self.phase == "placing" else set()
        targets: dict[int, str] = {}
        for action in self._legal():
            match action:
                case Move(unit=unit, to=to) if unit == index:
                    reach.add(to)
                case Attack(unit=unit, target=target) if unit == index:
                    targets[self._units[target].square] = f"{self._chances(index, target)}/6"
                case Heal(unit=unit, target=target) if unit == index:
                    gain = min(HEALING, FULL_HP - self._units[target].hp)
                    targets[self._units[target].square] = f"+{gain}"
        marks = self._focus.targets if self._focus else {}
        self._focus = Focus(
            self._units[index].square,
            frozenset(reach if "reach" in shown else ()),
            {**(targets if "targets" in shown else {}), **marks},
        )

    def _free_zone(self, index: int) -> set[int]:
        return set(self.field.zones[self._units[index].seat]) - {unit.square for unit in self._units}

    def _chances(self, unit: int, target: int) -> int:
        one, other = self._units[unit], self._units[target]
        return chances(one.kind, self.field.grid.manhattan(one.square, other.square))

    def mark(self, name: str, label: str) -> None:
        """Put a label on a square: one of `LABELS` is said in the language of whoever looks."""
        focus, said = self._focus or Focus(), gettext(label)
        self._focus = replace(focus, targets={**focus.targets, self._square(name): said})

    def scene(self, names: tuple[str, ...]) -> Scene:
        """Return the finished example."""
        if self.phase != "placing" and any(unit.hp and unit.square < 0 for unit in self._units):
            raise ValueError("units wait beside the field only while squads are placed: say phase: placing.")
        return Scene(self._view(), names, tuple(self._facts), self._focus)

    def _view(self) -> PapyrusView:
        state = self._state()
        secret = self.phase in _SECRET
        return PapyrusView(
            viewer=0 if secret else None,
            options=state.options,
            seats=state.seats,
            width=self.field.grid.width,
            height=self.field.grid.height,
            barriers=self.field.barriers,
            zones=self.field.zones,
            phase=state.phase,
            ready=state.ready,
            squad=tuple(self.squad) if self.phase == "picking" else (),
            units=state.units,
            turn=state.turn,
            pool=state.pool,
            round=state.round,
            quiet=state.quiet,
            out=state.out,
            outcome=state.outcome,
            first=state.first,
        )

    def _state(self) -> PapyrusState:
        playing = self.phase not in (*_SECRET, "over")
        begun = self.phase not in _SECRET
        pool = 2 * len(living(self._units, self.turn)) if self.pool is None else self.pool
        return PapyrusState(
            options=self.options,
            seats=self.seats,
            phase=cast("Phase", self.phase or "moving"),
            ready=(False,) * self.seats,
            squads=((),) * self.seats,
            units=tuple(self._units),
            out=tuple([begun and not living(self._units, seat) for seat in range(self.seats)]),
            turn=self.turn if playing else -1,
            first=0 if begun else -1,
            pool=pool if playing else 0,
            round=self.round if begun else 0,
            outcome=self._outcome() if self.phase == "over" else None,
        )

    def _outcome(self) -> Outcome:
        left = tuple([seat for seat in range(self.seats) if living(self._units, seat)])
        winners = left if len(left) == 1 else ()
        return Outcome(winners, hp_left(self._units, self.seats), LAST_STANDING)

    def _legal(self) -> Sequence[Any]:
        state = self._state()
        return plays(state, state.turn, self.field) if state.turn >= 0 else ()

    def _square(self, name: str) -> int:
        return self.field.grid.parse(name)

    def _unit_at(self, name: str) -> int:
        square = self._square(name)
        for index in range(len(self._units)):
            if self._stood(index).square == square:
                return index
        raise ValueError(f"nobody stands at {name}.")
