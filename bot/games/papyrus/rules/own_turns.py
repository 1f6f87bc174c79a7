"""Planning one's own turn: its initial state, and the possible conditions of a plan (PAP-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.standardrules import shared
from bot.games.papyrus.rules import actions
from bot.games.papyrus.rules.actions import EndTurn
from bot.games.papyrus.rules.state import PapyrusState
from bot.games.papyrus.rules.turns import begin_turn
from bot.games.papyrus.rules.view import SHARED, TURN_PHASES, PapyrusView

# Standing orders in Papyrus: ending a turn automatically in which nothing can be done.


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic actions; without options, see your orders."""

    end: Annotated[bool, Meta(description="End your turn when no other action is possible")] = False


def answered(legal: Sequence[Any], orders: Orders) -> EndTurn | None:
    """Return the action that ends the turn, if ordered and nothing else can be done; None to ask."""
    only = orders.end and len(legal) == 1 and isinstance(legal[0], EndTurn)
    return EndTurn() if only else None


def own_turn(view: PapyrusView) -> PapyrusState | None:
    """Return the state in which the viewer's next turn would begin if no other seat acted before."""
    seat = view.viewer
    if seat is None or view.phase not in TURN_PHASES or view.turn == seat or view.out[seat]:
        return None
    state = PapyrusState(**shared(view, SHARED), squads=((),) * view.seats, units=view.units)
    begin_turn(state, seat)
    return state


def in_own_turn(view: PapyrusView) -> bool:
    """Whether it is the viewer's turn on the field."""
    return view.phase in TURN_PHASES and view.turn == view.viewer


def conditions(view: PapyrusView, planned: Sequence[Any]) -> Mapping[str, Any]:
    """Return the HP of the viewer's units, the occupants of their destinations, and their targets."""
    found: dict[str, Any] = {"unhurt": [unit.hp for unit in view.units if unit.seat == view.viewer]}
    standing = {unit.square: number for number, unit in enumerate(view.units) if unit.square >= 0}
    for action in planned:
        if isinstance(action, actions.Move):
            found[f"square-{action.to}"] = standing.get(action.to)
        elif isinstance(action, actions.Attack | actions.Heal) and 0 <= action.target < len(view.units):
            unit = view.units[action.target]
            found[f"piece-{action.target}"] = [unit.square, unit.hp]
    return found
