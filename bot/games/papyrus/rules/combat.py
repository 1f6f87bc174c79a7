"""Attacks and heals (PAP-09 to PAP-20)."""

from __future__ import annotations

from bot.engine.contract import Event, Seat
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.papyrus.rules.actions import Attack, Heal
from bot.games.papyrus.rules.facts import Healed, Hurt, Shot
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.legal import no_shot, splashed
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import PapyrusState, with_hp, with_units
from bot.games.papyrus.rules.turns import after_losses
from bot.games.papyrus.rules.view import Unit, unit_name


def attack(state: PapyrusState, field: Field, action: Attack, rng: Stream) -> list[Event]:
    """Let a living unit of the seat on turn attack. Raises `IllegalAction` before anything is rolled."""
    _check_not_acted(state.units[action.unit])
    _check_enemy(state, action.target)
    reason = no_shot(field, state.units, action.unit, action.target)
    if reason:
        raise IllegalAction(reason)
    shot = _roll(state, field, action, rng)
    _spend(state, action.unit)
    changed = {hurt.unit: with_hp(state.units[hurt.unit], hurt.hp) for hurt in shot.hurt}
    if changed:
        state.units = with_units(state.units, changed)
        state.quiet = 0
    return [Event(shot), *after_losses(state)]


def _roll(state: PapyrusState, field: Field, action: Attack, rng: Stream) -> Shot:
    unit, target = state.units[action.unit], state.units[action.target]
    distance = field.grid.manhattan(unit.square, target.square)
    (roll,) = rng.roll("attack", 6)
    weapons = field.arsenal
    grade = weapons.grade(unit.kind, distance, roll, critical=state.options.critical)
    damage = weapons.damage(unit.kind, distance, grade)
    hurt = [_hurt(state, action.target, damage)]
    if unit.kind is Kind.RPG and grade != "miss":
        hurt += [_hurt(state, i, weapons.splash) for i in splashed(field, state.units, target.square)]
    return Shot(
        unit=action.unit,
        target=action.target,
        origin=unit.square,
        at=target.square,
        chances=weapons.chances(unit.kind, distance),
        roll=roll,
        grade=grade,
        damage=damage,
        hurt=tuple([one for one in hurt if one.damage]),
    )


def _hurt(state: PapyrusState, index: int, damage: int) -> Hurt:
    unit = state.units[index]
    left = max(0, unit.hp - damage)
    return Hurt(index, unit.hp - left, left, unit.square)


def heal(state: PapyrusState, field: Field, action: Heal) -> list[Event]:
    """Let a living Medic of the seat on turn heal an ally (PAP-19). Raises `IllegalAction`."""
    medic = state.units[action.unit]
    _check_patient(state, field, action, medic.seat)
    _check_not_acted(medic)
    ally = state.units[action.target]
    hp = min(field.arsenal.full_hp, ally.hp + field.arsenal.healing)
    _spend(state, action.unit)
    state.units = with_units(state.units, {action.target: with_hp(ally, hp)})
    state.quiet = 0
    return [Event(Healed(action.unit, action.target, hp))]


def _spend(state: PapyrusState, index: int) -> None:
    """Use up a unit's action for this turn; the first one ends the moves (PAP-09, PAP-10)."""
    unit = state.units[index]
    acted = Unit(unit.seat, unit.kind, unit.number, unit.square, unit.hp, unit.moved, acted=True)
    state.units = with_units(state.units, {index: acted})
    state.phase = "attacking"


def _check_not_acted(unit: Unit) -> None:
    if unit.acted:
        raise IllegalAction.translated(
            "{unit} has attacked or healed this turn already.", unit=unit_name(unit)
        )


def _check_enemy(state: PapyrusState, index: int) -> None:
    if not 0 <= index < len(state.units):
        raise IllegalAction.translated("There is no such unit to attack.")
    target, name = state.units[index], unit_name(state.units[index])
    if target.seat == state.turn:
        raise IllegalAction.translated(
            "{unit} is one of your own: only an enemy unit can be the target.", unit=name
        )
    if target.hp <= 0:
        raise IllegalAction.translated(
            "Seat {seat}'s {unit} has left the board already.", seat=target.seat + 1, unit=name
        )


def _check_patient(state: PapyrusState, field: Field, action: Heal, seat: Seat) -> None:
    medic = state.units[action.unit]
    if medic.kind is not Kind.MEDIC:
        raise IllegalAction.translated("{unit} cannot heal: only a Medic can.", unit=unit_name(medic))
    if not 0 <= action.target < len(state.units):
        raise IllegalAction.translated("There is no such unit to heal.")
    ally, name = state.units[action.target], unit_name(state.units[action.target])
    if ally.seat != seat:
        raise IllegalAction.translated(
            "{unit} of seat {seat} is an enemy: a Medic heals its own allies.", unit=name, seat=ally.seat + 1
        )
    if action.target == action.unit:
        raise IllegalAction.translated("{unit} cannot heal itself: choose an adjacent ally.", unit=name)
    if ally.hp <= 0:
        raise IllegalAction.translated("Your {unit} has left the board already.", unit=name)
    _check_beside(field, medic, ally)
    if ally.hp >= field.arsenal.full_hp:
        raise IllegalAction.translated("{unit} has all of its {hp} HP.", unit=name, hp=field.arsenal.full_hp)


def _check_beside(field: Field, medic: Unit, ally: Unit) -> None:
    distance = field.grid.manhattan(medic.square, ally.square)
    if distance > 1:
        raise IllegalAction.translated(
            "{medic} cannot reach {ally} at {square}, {distance} spaces away: a Medic heals an adjacent "
            "ally, not a diagonal one.",
            medic=unit_name(medic),
            ally=unit_name(ally),
            square=field.grid.name(ally.square),
            distance=distance,
        )
