"""Plans: what a seat means to do in its next turn, if that is still what it was planned for.

A plan is a secret of its seat, as standing orders are, and its actions come one by one, each after the same
delay as an answer by orders. Whether its conditions hold is looked at once, when the turn begins. A plan that
cannot go on is dropped, and its player is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Action, Rules, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import SEED_BYTES, Stream
from bot.matches.errors import MatchRefusal

MOST = 20
"""Actions of a plan."""
Dropped: TypeAlias = Literal["", "condition", "action"]
"""Why a plan was dropped: a condition did not hold, or an action was not possible."""
AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done in one's next turn. Without actions it is none."""

    actions: tuple[str, ...] = ()
    """The game's actions, encoded; those that are done go."""
    conditions: tuple[tuple[str, str], ...] = ()
    """What has to be as it was (`Rules.conditions`), each with how it was, encoded."""
    begun: bool = False
    """Whether the turn has come and the conditions held."""

    def __repr__(self) -> str:
        return "Plan()"  # never in a log

    def before(self, rules: AnyRules, action: Action, view: Any) -> Plan:
        """Return this with one more action, on all conditions that there are as the view is now."""
        actions = (*self.actions, msgspec.json.encode(action).decode())
        there = conditions(rules, view, decoded(rules, actions))
        return replace(self, actions=actions, conditions=tuple(there.items()))


class Foreseen(NamedTuple):
    """A planned turn, as far as its player can foresee it."""

    actions: tuple[Any, ...]
    views: tuple[Any, ...]
    """The view in which each of them is done."""
    view: Any
    """The view after them."""
    legal: Sequence[Any]
    """What can be planned next: nothing once dice fall, something hidden is seen, or the turn is over."""


def decoded(rules: AnyRules, actions: Sequence[str]) -> tuple[Any, ...]:
    """Return the actions of a plan. Raises `msgspec.DecodeError`."""
    return tuple([msgspec.json.decode(each, type=rules.Action) for each in actions])


def conditions(rules: AnyRules, view: Any, actions: Sequence[Any]) -> dict[str, str]:
    """Return what a plan with these actions can depend on, each with how it is now, encoded."""
    found = rules.conditions(view, actions)
    return {key: msgspec.json.encode(value).decode() for key, value in found.items()}


def foreseen(rules: AnyRules, view: Any, seat: Seat, plan: Plan) -> Foreseen | None:
    """Return the turn that a seat plans, from its view alone; None where it cannot be planned so."""
    state = rules.own_turn(view)
    try:
        planned = decoded(rules, plan.actions)
    except msgspec.DecodeError:
        return None
    if state is None:
        return None
    rng, views, goes_on = Stream("plan", bytes(SEED_BYTES)), [], True
    for action in planned:
        if not goes_on or action not in rules.legal(state, seat):
            return None
        views.append(rules.view(state, seat))
        try:
            told = rules.apply(state, seat, action, rng)
        except Refusal:
            return None
        hidden = any(seat in event.private for event in told)
        goes_on = not hidden and not rng.draws and rules.in_own_turn(rules.view(state, seat))
    there = rules.view(state, seat)
    return Foreseen(planned, tuple(views), there, rules.legal(state, seat) if goes_on else ())


def checked(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> Plan | None:
    """Return a plan as it may be kept; None for one without actions. Raises `MatchRefusal`."""
    view = rules.view(state, seat)
    if not plan.actions:
        return None
    if rules.in_own_turn(view):
        raise MatchRefusal.translated("It is your turn now: play it. A plan is for your next one.")
    if len(plan.actions) > MOST or foreseen(rules, view, seat, plan) is None:
        raise MatchRefusal.translated("That cannot be planned. Look at the plan again, and begin it anew.")
    there = conditions(rules, view, decoded(rules, plan.actions))
    wanted = {key for key, _ in plan.conditions}
    kept = tuple([(key, value) for key, value in there.items() if key in wanted])
    return Plan(plan.actions, kept)


def begun(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> tuple[Plan | None, Dropped]:
    """Return what becomes of a plan by the state after a change: it waits, goes on, or is dropped and why."""
    view = rules.view(state, seat)
    if not rules.in_own_turn(view) or seat not in rules.to_act(state):
        return (None, "") if plan.begun else (plan, "")
    try:
        actions = decoded(rules, plan.actions)
    except msgspec.DecodeError:
        return None, "action"
    if not actions:
        return None, ""
    if not plan.begun:
        now = conditions(rules, view, actions)
        if any(now.get(key) != value for key, value in plan.conditions):
            return None, "condition"
    if actions[0] not in rules.legal(state, seat):
        return None, "action"
    return replace(plan, begun=True), ""


def next_action(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> Any | None:
    """Return the next action of a plan that has begun; None where it is not possible."""
    (action,) = decoded(rules, plan.actions[:1])
    return action if action in rules.legal(state, seat) else None


def after_one(plan: Plan) -> Plan:
    """Return a plan whose first action is done."""
    return replace(plan, actions=plan.actions[1:])
