"""What the squares of a field of Papyrus are worth to one seat's units, read off its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from bot.engine.contract import Seat
from bot.engine.grid import squares_of
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import occupied
from bot.games.papyrus.rules.view import PapyrusView, Unit
from bot.players.gunnery import arc, healing, mean_damage, shot, strike

CAUTION: Mapping[Kind, float] = {
    Kind.SMG: 0.15,
    Kind.SHOTGUN: 0.1,
    Kind.SNIPER: 0.3,
    Kind.MEDIC: 0.35,
    Kind.RPG: 0.2,
}
"""How much each HP that the enemy's fire would cost on average counts against a square."""

STATION: Mapping[Kind, int] = {Kind.SMG: 3, Kind.SHOTGUN: 1, Kind.SNIPER: 5, Kind.MEDIC: 5, Kind.RPG: 4}
"""The distance, in steps to the nearest enemy, to which each kind marches up."""

PULL = 0.01
"""What a step towards the enemy is worth: this much for each space beyond the station, twice over.
The last of a squad is so the first to march, and a squad stays together."""

IMPATIENCE = 3
"""Rounds without a change of HP in which caution is lost, so that no two squads wait for each other."""


class Battlefield:
    """One seat's look at a match whose units stand on the field."""

    def __init__(self, view: PapyrusView, seat: Seat, caution: float = 1.0) -> None:
        self.view = view
        self.seat = seat
        self.caution = caution
        self.units = view.units
        self.field = field_of(view.options, view.seats)
        self.critical = view.options.critical
        self.occupied = occupied(view.units)
        self.enemies = [unit for unit in view.units if unit.hp > 0 and unit.seat != seat]
        self.enemy_squares = occupied(self.enemies)
        self._at = {unit.square: unit for unit in self.enemies}

    def own(self) -> Iterator[tuple[int, Unit]]:
        """Yield the seat's living units with their indices."""
        for index, unit in enumerate(self.units):
            if unit.seat == self.seat and unit.hp > 0:
                yield index, unit

    def rough_worth(self, kind: Kind) -> list[float]:
        """Return what each square is worth to a unit of this kind, as if no unit were in the way of shots."""
        caution, march = self._caution(kind), self._march(kind)
        return [
            prize + pull - caution * danger
            for prize, pull, danger in zip(self._prizes(kind), march, self._danger, strict=True)
        ]

    def worth(self, unit: Unit, square: int) -> float:
        """Return what a square is worth to a unit, with the units that stand in the way of its shots."""
        march = self._march(unit.kind)[square]
        return self._best_act(unit, square) + march - self._caution(unit.kind) * self._danger[square]

    def clear_shots(self, unit: Unit, square: int) -> Iterator[Unit]:
        """Yield the enemies that a unit could shoot at from a square."""
        grid = self.field.grid
        sniping = unit.kind is Kind.SNIPER
        blockers = self.enemy_squares if sniping else self.occupied & ~(1 << unit.square)
        for target in squares_of(self.enemy_squares & self.field.in_sight(unit.kind, square)):
            if not grid.centres(square, target) & blockers:
                yield self._at[target]

    def patients(self, unit: Unit, square: int) -> Iterator[Unit]:
        """Yield the wounded allies beside a square, if the unit is a Medic."""
        if unit.kind is Kind.MEDIC:
            for _, ally in self.own():
                if ally is not unit and self.field.grid.beside[square] >> ally.square & 1 and healing(ally):
                    yield ally

    def _best_act(self, unit: Unit, square: int) -> float:
        acts = [
            shot(self.field, self.units, unit, square, enemy, self.critical)
            for enemy in self.clear_shots(unit, square)
        ]
        acts += [healing(ally) for ally in self.patients(unit, square)]
        return max(acts, default=0.0)

    def _prizes(self, kind: Kind) -> list[float]:
        """Return the worth of the best shot or heal from each square."""
        best = [0.0] * self.field.grid.size
        for enemy in self.enemies:
            by_distance = [
                strike(kind, distance, self.critical, enemy.kind, enemy.hp) for distance in range(10)
            ]
            for square, distance in arc(self.field, kind, enemy.square):
                best[square] = max(best[square], by_distance[distance])
        if kind is Kind.MEDIC:
            for _, ally in self.own():
                for square in squares_of(self.field.grid.beside[ally.square]):
                    best[square] = max(best[square], healing(ally))
        return best

    @cached_property
    def _danger(self) -> list[float]:
        """For each square the HP that all enemies together would shoot away there, were they to stay."""
        danger = [0.0] * self.field.grid.size
        for enemy in self.enemies:
            for square, distance in arc(self.field, enemy.kind, enemy.square):
                danger[square] += mean_damage(enemy.kind, distance, self.critical)
        return danger

    @cached_property
    def _steps(self) -> list[int]:
        """For each square the steps to the nearest enemy, around barriers."""
        grid = self.field.grid
        steps = [grid.size] * grid.size
        for step, layer in enumerate(grid.layers(self.enemy_squares, self.field.walls)):
            for square in squares_of(layer):
                steps[square] = step
        return steps

    @cached_property
    def _marches(self) -> dict[Kind, list[float]]:
        return {}

    def _march(self, kind: Kind) -> list[float]:
        march = self._marches.get(kind)
        if march is None:
            station = STATION[kind]
            march = [-PULL * max(0, steps - station) ** 2 for steps in self._steps]
            self._marches[kind] = march
        return march

    def _caution(self, kind: Kind) -> float:
        patience = 1 - (self.view.quiet - 1) / IMPATIENCE
        return self.caution * CAUTION[kind] * min(1.0, max(0.0, patience))
