"""Reasons for actions at Papyrus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Action, Seat
from bot.engine.grid import square_name
from bot.engine.players.opponent import plain_reason
from bot.games.papyrus.players.battlefield import Battlefield
from bot.games.papyrus.players.gunnery import damages, shot
from bot.games.papyrus.rules import actions
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.view import PapyrusView, Unit, unit_name
from bot.games.papyrus.rules.weapons import FULL_HP

SEEN: frozenset[type[Action]] = frozenset((actions.Move, actions.Attack, actions.Heal, actions.EndTurn))
"""The actions that are completely public."""

LEAST = 0.05
"""What counts of a move for a reason, in HP."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Preset: N_("A ready squad, chosen among those it trusts."),
    actions.Recruit: N_("One unit is as good as another to it: it draws lots."),
    actions.Formation: N_("The default formation is good enough for the start."),
    actions.Place: N_("It is as good there, and harder to predict."),
    actions.Ready: N_("There is nothing left to choose."),
    actions.EndTurn: N_("No further move or shot gains anything now."),
}


def reason(view: PapyrusView, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Attack(unit=unit, target=target):
            return _shot(view, view.units[unit], view.units[unit].square, view.units[target])
        case actions.Heal(target=target):
            lost = FULL_HP - view.units[target].hp
            return gettext(
                "{unit} is wounded: it lacks {hp} HP.", unit=unit_name(view.units[target]), hp=lost
            )
        case actions.Move(unit=unit, to=to):
            return _move(Battlefield(view, seat), unit, to)
        case _:
            return plain_reason(_PLAIN, action)


def _shot(view: PapyrusView, shooter: Unit, standing: int, victim: Unit) -> str:
    """Return the expected result of a shot: of six die results, how many hit, and how many kill the
    target.
    """
    distance = field_of(view.options, view.seats).grid.manhattan(standing, victim.square)
    rolls = damages(shooter.kind, distance, view.options.critical)
    called = f"{unit_name(victim)} ({square_name(victim.square, view.width)})"
    kills = sum([done >= victim.hp for done in rolls])
    if kills:
        return gettext("{number} in 6 that {unit} is taken out.", number=kills, unit=called)
    return gettext(
        "{number} in 6 that {unit} is hit, for up to {damage} of its {hp} HP.",
        number=sum([done > 0 for done in rolls]),
        unit=called,
        damage=max(rolls),
        hp=victim.hp,
    )


def _move(battlefield: Battlefield, index: int, to: int) -> str:
    """Return what speaks most for a move: a shot or a patient there, safety, the hill, or the way."""
    unit = battlefield.units[index]
    acts = battlefield.best_act(unit, to) - battlefield.best_act(unit, unit.square)
    exposed = battlefield.exposure(index)
    safer = exposed[unit.square] - exposed[to]
    if acts > LEAST and acts >= safer:
        return _act_there(battlefield, unit, to)
    if battlefield.hill >> to & 1 and not battlefield.hill >> unit.square & 1:
        return gettext("The squad on the hill wins at the round limit.")
    if safer > LEAST:
        reach = sum([hits.get(to, 0.0) > 0 for hits in battlefield.threats])
        if not reach:
            return gettext("No enemy can shoot at it there next turn.")
        return ngettext(
            "Less fire reaches it there: {number} enemy can shoot at it next turn.",
            "Less fire reaches it there: {number} enemies can shoot at it next turn.",
            reach,
        )
    return gettext("It closes up, to have the enemy in range soon.")


def _act_there(battlefield: Battlefield, unit: Unit, to: int) -> str:
    shots = list(battlefield.clear_shots(unit, to))
    if not shots:
        return gettext("From there it can heal a wounded unit.")
    best = max(
        shots,
        key=lambda enemy: shot(battlefield.field, battlefield.units, unit, to, enemy, battlefield.critical),
    )
    return gettext("From there it has a shot: {odds}", odds=_shot(battlefield.view, unit, to, best))
