"""The value of a Papyrus shot to the seat that fires it, in HP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.engine.grid import squares_of
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import Unit
from bot.games.papyrus.rules.weapons import Arsenal

KILL: Mapping[Kind, float] = {
    Kind.SMG: 2.0,
    Kind.SHOTGUN: 3.0,
    Kind.SNIPER: 3.5,
    Kind.MEDIC: 2.5,
    Kind.RPG: 4.0,
}
"""The value, above its HP, of removing a unit of this kind, because it will not shoot again."""

WOUNDED = 0.05
"""The value added for each HP a target has already lost, so that fire is concentrated."""

OWN = 1.3
"""The weight of an own HP relative to an enemy's in a blast that takes both."""

IN_DANGER = 4
"""HP up to which a hit may take a unit off the board, so that healing it is worth more."""


@lru_cache(maxsize=256)
def damages(arsenal: Arsenal, kind: Kind, distance: int, critical: bool) -> tuple[int, ...]:
    """Return the damage of each roll of the die, 1 to 6 (PAP-11 to PAP-16)."""
    grades = [arsenal.grade(kind, distance, roll, critical=critical) for roll in range(1, 7)]
    return tuple([arsenal.damage(kind, distance, grade) for grade in grades])


@lru_cache(maxsize=256)
def mean_damage(arsenal: Arsenal, kind: Kind, distance: int, critical: bool) -> float:
    """Return the average damage of a shot."""
    return sum(damages(arsenal, kind, distance, critical)) / 6


@lru_cache(maxsize=8192)
def strike(arsenal: Arsenal, kind: Kind, distance: int, critical: bool, target: Kind, hp: int) -> float:
    """Return the value of a shot at a unit of this kind with this many HP, without splash."""
    losses = [loss(each, target, hp) for each in damages(arsenal, kind, distance, critical)]
    worth = sum(losses) / 6
    return worth + WOUNDED * (arsenal.full_hp - hp) if worth else 0.0


def loss(damage_done: int, kind: Kind, hp: int) -> float:
    """Return the value of this damage to a unit."""
    return hp + KILL[kind] if damage_done >= hp else damage_done


def blast(field: Field, units: Sequence[Unit], shooter: Unit, standing: int, target: int) -> float:
    """Return the value of the splash around a target on a hit, for a shooter on this square (PAP-18)."""
    worth = 0.0
    around = field.grid.around[target]
    for unit in units:
        square = standing if unit is shooter else unit.square
        if square >= 0 and around >> square & 1:
            lost = loss(field.arsenal.splash, unit.kind, unit.hp)
            worth += -OWN * lost if unit.seat == shooter.seat else lost
    return worth


def shot(
    field: Field, units: Sequence[Unit], shooter: Unit, standing: int, victim: Unit, critical: bool
) -> float:
    """Return the value of one unit's shot at another from a square, given that the line is clear."""
    distance = field.grid.manhattan(standing, victim.square)
    worth = strike(field.arsenal, shooter.kind, distance, critical, victim.kind, victim.hp)
    if shooter.kind is Kind.RPG:
        hits = sum([1 for each in damages(field.arsenal, shooter.kind, distance, critical) if each])
        worth += blast(field, units, shooter, standing, victim.square) * hits / 6
    return worth


def healing(arsenal: Arsenal, patient: Unit) -> float:
    """Return the value of healing a unit (PAP-19); 0 if it has all its HP."""
    given = min(arsenal.healing, arsenal.full_hp - patient.hp)
    urgent = 1.0 if patient.hp <= IN_DANGER else 0.0
    return given + urgent if given else 0.0


@lru_cache(maxsize=4096)
def arc(field: Field, kind: Kind, square: int) -> tuple[tuple[int, int], ...]:
    """Return the squares in a weapon's sight and range from a square, each with its distance.

    A square that sees another is seen by it, so these are also the squares from which it can be shot at.
    """
    manhattan = field.grid.manhattan
    return tuple([(other, manhattan(square, other)) for other in squares_of(field.in_sight(kind, square))])


@lru_cache(maxsize=4096)
def threat(field: Field, kind: Kind, square: int, steps: int, critical: bool) -> Mapping[int, float]:
    """Return the squares at which a unit can shoot after this many steps, with the average damage there.

    Other units are ignored, both on its way and in its line of fire.
    """
    steps = min(steps, field.arsenal.rpg_steps) if kind is Kind.RPG else steps
    most: dict[int, float] = {}
    for standing in squares_of(field.grid.flood(1 << square, field.walls, steps)):
        for other, distance in arc(field, kind, standing):
            loss = mean_damage(field.arsenal, kind, distance, critical)
            if loss > most.get(other, 0.0):
                most[other] = loss
    return most
