"""The values of the squares of a Papyrus field to one seat's units, computed from its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from bot.engine.contract import Seat
from bot.engine.grid import mask_of, squares_of
from bot.games.papyrus.players.gunnery import arc, healing, shot, strike, threat
from bot.games.papyrus.rules.field import Field, field_of
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import hp_left, occupied
from bot.games.papyrus.rules.turns import foremost
from bot.games.papyrus.rules.view import PapyrusView, Unit

STATION: Mapping[Kind, int] = {Kind.SMG: 3, Kind.SHOTGUN: 1, Kind.SNIPER: 5, Kind.MEDIC: 5, Kind.RPG: 4}
"""The distance, in steps to the nearest enemy, to which each kind marches up."""

PULL = 0.01
"""The value of a step towards the enemy: this much for each space beyond the station, twice over.

So the last unit of a squad marches first, and the squad stays together.
"""

HILL_PULL = 0.04
"""The same for a step towards the hill, where there is one."""

STRIDE = 5
"""The steps that an enemy is thought to take before it shoots back: more than its share, as others stay."""

LATE = 40
"""The last round in which it heals: two pairs that shoot 2 HP and heal 2 HP would go on for ever."""


class Battlefield:
    """One seat's look at a match whose units stand on the field."""

    def __init__(self, view: PapyrusView, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.units = view.units
        self.field = field_of(view.options, view.seats)
        self.critical = view.options.critical
        self.occupied = occupied(view.units)
        self.enemies = [unit for unit in view.units if unit.hp > 0 and unit.seat != seat]
        self.enemy_squares = occupied(self.enemies)
        self._at = {unit.square: unit for unit in self.enemies}
        self.hill = self.field.hill if view.options.hill else 0

    def own(self) -> Iterator[tuple[int, Unit]]:
        """Yield the seat's living units with their indices."""
        for index, unit in enumerate(self.units):
            if unit.seat == self.seat and unit.hp > 0:
                yield index, unit

    def prizes(self, kind: Kind) -> Sequence[float]:
        """Return the worth of the best shot or heal from each square, as if no unit were in the way."""
        known = self._prizes.get(kind)
        if known is None:
            known = self._prizes[kind] = self._best_prizes(kind)
        return known

    def prized(self, kind: Kind) -> int:
        """Return the mask of the squares from which a unit of this kind has a prize."""
        known = self._prized.get(kind)
        if known is None:
            prizes = self.prizes(kind)
            known = self._prized[kind] = mask_of([square for square, prize in enumerate(prizes) if prize])
        return known

    def march(self, kind: Kind) -> Sequence[float]:
        """Return the value of each square for a unit of a kind by its distance to the unit's goal."""
        return _march(self.field, kind, self.enemy_squares, self.hill)

    def exposed_as(self, index: int) -> int:
        """Return the unit itself if an enemy would shoot at it first, or -1: all others are exposed alike."""
        return index if index in self._wanted else -1

    def exposure(self, index: int) -> list[float]:
        """Return for each square the damage that enemies could do there, beyond that to the other units.

        An enemy shoots once: where it can hit another unit as well, a further target costs nothing more.
        """
        known = self._exposures.get(index)
        if known is None:
            known = self._exposures[index] = self._exposed(index)
        return known

    def _exposed(self, index: int) -> list[float]:
        exposed = [0.0] * self.field.grid.size
        for hits, (best, owner, second) in zip(self.threats, self._targets, strict=True):
            already = second if owner == index else best
            for square, loss in hits.items():
                if loss > already:
                    exposed[square] += loss - already
        return exposed

    def reply(self, squares: Iterable[int]) -> float:
        """Return the expected loss of HP in the enemies' next turn with units on these squares."""
        standing = frozenset(squares)
        return sum(
            [max([hits[square] for square in hits.keys() & standing], default=0.0) for hits in self.threats]
        )

    @cached_property
    def danger(self) -> list[float]:
        """For each square what all enemies together could shoot away there in their next turn."""
        danger = [0.0] * self.field.grid.size
        for hits in self.threats:
            for square, loss in hits.items():
                danger[square] += loss
        return danger

    def on_hill(self) -> tuple[int, int]:
        """Return how many units this seat has on the hill, and the most that another has."""
        counts = [0] * self.view.seats
        for unit in self.units:
            if unit.square >= 0 and self.hill >> unit.square & 1:
                counts[unit.seat] += 1
        return counts[self.seat], max(counts[: self.seat] + counts[self.seat + 1 :])

    def standing(self) -> int:
        """Return 1 if this seat would win if a limit were reached now, 0 for a draw, else -1 (PAP-25)."""
        own, theirs = self.on_hill()
        if own == theirs:
            sums = hp_left(self.units, self.view.seats)
            own, theirs = sums[self.seat], max(sums[: self.seat] + sums[self.seat + 1 :])
        if own != theirs:
            return 1 if own > theirs else -1
        # The order of turns decides equal HP, unless a draw is agreed (PAP-27).
        view, ties = self.view, self.view.options.ties
        if ties == "shared":
            return 0
        seats = [seat for seat in range(view.seats) if not view.out[seat]]
        return 1 if foremost(seats, view.first, view.seats, ties) == self.seat else -1

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
        if unit.kind is Kind.MEDIC and self.view.round <= LATE:
            for _, ally in self.own():
                if (
                    ally is not unit
                    and self.field.grid.beside[square] >> ally.square & 1
                    and healing(self.field.arsenal, ally)
                ):
                    yield ally

    def best_act(self, unit: Unit, square: int) -> float:
        """Return the worth of the best shot or heal from a square, with the units that are in the way."""
        acts = [
            shot(self.field, self.units, unit, square, enemy, self.critical)
            for enemy in self.clear_shots(unit, square)
        ]
        acts += [healing(self.field.arsenal, ally) for ally in self.patients(unit, square)]
        return max(acts, default=0.0)

    def _best_prizes(self, kind: Kind) -> Sequence[float]:
        targets = tuple([(enemy.square, enemy.kind, enemy.hp) for enemy in self.enemies])
        best = _best_strikes(self.field, kind, targets, self.critical)
        if kind is Kind.MEDIC and self.view.round <= LATE:
            best = list(best)
            for _, ally in self.own():
                for square in squares_of(self.field.grid.beside[ally.square]):
                    best[square] = max(best[square], healing(self.field.arsenal, ally))
        return best

    @cached_property
    def threats(self) -> list[Mapping[int, float]]:
        """For each enemy the squares it can shoot at in its next turn, with the HP lost there on average."""
        pools = Counter([enemy.seat for enemy in self.enemies])
        return [
            threat(self.field, enemy.kind, enemy.square, min(STRIDE, 2 * pools[enemy.seat]), self.critical)
            for enemy in self.enemies
        ]

    @cached_property
    def _targets(self) -> list[tuple[float, int, float]]:
        """For each enemy: the most HP it can shoot away now, of which unit, and of another one."""
        own = [(index, unit.square) for index, unit in self.own()]
        targets = []
        for hits in self.threats:
            best, owner, second = 0.0, -1, 0.0
            for index, square in own:
                loss = hits.get(square, 0.0)
                if loss > best:
                    best, owner, second = loss, index, best
                elif loss > second:
                    second = loss
            targets.append((best, owner, second))
        return targets

    @cached_property
    def _wanted(self) -> frozenset[int]:
        """The units at which some enemy would shoot first."""
        return frozenset([owner for _, owner, _ in self._targets])

    @cached_property
    def _exposures(self) -> dict[int, list[float]]:
        return {}

    @cached_property
    def _prizes(self) -> dict[Kind, Sequence[float]]:
        return {}

    @cached_property
    def _prized(self) -> dict[Kind, int]:
        return {}


@lru_cache(maxsize=64)
def _march(field: Field, kind: Kind, enemies: int, hill: int) -> Sequence[float]:
    station = STATION[kind]
    pulls = [-PULL * max(0, steps - station) ** 2 for steps in _steps_to(field, enemies)]
    if not hill:
        return pulls
    return [pull - HILL_PULL * steps for pull, steps in zip(pulls, _steps_to(field, hill), strict=True)]


@lru_cache(maxsize=64)
def _steps_to(field: Field, squares: int) -> Sequence[int]:
    """Return for each square the steps to the nearest of some, around barriers."""
    steps = [field.grid.size] * field.grid.size
    for step, layer in enumerate(field.grid.layers(squares, field.walls)):
        for square in squares_of(layer):
            steps[square] = step
    return steps


@lru_cache(maxsize=64)
def _best_strikes(
    field: Field, kind: Kind, targets: tuple[tuple[int, Kind, int], ...], critical: bool
) -> Sequence[float]:
    """Return the worth of the best shot from each square at targets of a square, kind and HP."""
    best = [0.0] * field.grid.size
    for target, target_kind, hp in targets:
        by_distance = [
            strike(field.arsenal, kind, distance, critical, target_kind, hp)
            for distance in range(field.arsenal.farthest + 1)
        ]
        for square, distance in arc(field, kind, target):
            worth = by_distance[distance]
            if worth > best[square]:
                best[square] = worth
    return best
