"""Plans: actions that a seat intends for its next turn, under conditions.

A plan is a secret of its seat, like standing orders. Its actions are done one by one, each after the same
delay as an answer by orders. Its conditions are checked once, when the turn begins. A plan that cannot go on
is dropped, and its player is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import SEED_BYTES, Stream
from bot.matches.errors import MatchRefusal

MOST = 20
"""The most actions of a plan."""
Dropped: TypeAlias = Literal["", "condition", "action"]
"""Why a plan was dropped: a condition did not hold, or an action was not possible."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a seat for its next turn. Without actions it is no plan."""

    actions: tuple[str, ...] = ()
    """The remaining actions, encoded."""
    conditions: tuple[tuple[str, str], ...] = ()
    """The conditions (`Plannable.conditions`), each with its required value, encoded."""
    begun: bool = False
    """Whether the turn has come and the conditions held."""

    def __repr__(self) -> str:
        return "Plan()"  # never in a log

    def before(self, rules: AnyRules, action: Action, view: Any) -> Plan:
        """Return this plan with one more action, on all conditions that the present view has."""
        actions = (*self.actions, msgspec.json.encode(action).decode())
        there = conditions(rules, view, decoded(rules, actions))
        return replace(self, actions=actions, conditions=tuple(there.items()))


class Foreseen(NamedTuple):
    """A planned turn, as far as its player can foresee it."""

    actions: tuple[Any, ...]
    views: tuple[Any, ...]
    """The view before each action."""
    view: Any
    """The view after them."""
    legal: Sequence[Any]
    """The actions that can be planned next; none after dice, a revealed secret or the end of the turn."""


def decoded(rules: AnyRules, actions: Sequence[str]) -> tuple[Any, ...]:
    """Return the actions of a plan. Raises `msgspec.DecodeError`."""
    return tuple([msgspec.json.decode(each, type=rules.Action) for each in actions])


def conditions(rules: AnyRules, view: Any, actions: Sequence[Any]) -> dict[str, str]:
    """Return the possible conditions of a plan with these actions, each with its present value, encoded."""
    conditions = {} if rules.plannable is None else rules.plannable.conditions(view, actions)
    return {key: msgspec.json.encode(value).decode() for key, value in conditions.items()}


def foreseen(rules: AnyRules, view: Any, seat: Seat, plan: Plan) -> Foreseen | None:
    """Return the turn that a seat plans, from its view alone; None where it cannot be foreseen."""
    turns = rules.plannable
    state = None if turns is None else turns.own_turn(view)
    try:
        planned = decoded(rules, plan.actions)
    except msgspec.DecodeError:
        return None
    if turns is None or state is None:
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
        goes_on = not hidden and not rng.draws and turns.in_own_turn(rules.view(state, seat))
    there = rules.view(state, seat)
    return Foreseen(planned, tuple(views), there, rules.legal(state, seat) if goes_on else ())


def _in_own_turn(rules: AnyRules, view: Any) -> bool:
    return rules.plannable is not None and rules.plannable.in_own_turn(view)


def checked(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> Plan | None:
    """Return a valid plan to store; None for one without actions. Raises `MatchRefusal`."""
    view = rules.view(state, seat)
    if not plan.actions:
        return None
    if _in_own_turn(rules, view):
        raise MatchRefusal.translated("It is your turn now: play it. A plan is for your next one.")
    if len(plan.actions) > MOST or foreseen(rules, view, seat, plan) is None:
        raise MatchRefusal.translated("That cannot be planned. Look at the plan again, and start it again.")
    there = conditions(rules, view, decoded(rules, plan.actions))
    wanted = {key for key, _ in plan.conditions}
    kept = tuple([(key, value) for key, value in there.items() if key in wanted])
    return Plan(plan.actions, kept)


def begun(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> tuple[Plan | None, Dropped]:
    """Return the plan after a change of the state: waiting, begun, or None and why it was dropped."""
    view = rules.view(state, seat)
    if not _in_own_turn(rules, view) or seat not in rules.to_act(state):
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


def put_back(plan: Plan, undone: Sequence[str]) -> Plan:
    """Return a plan after its turn was taken back: it waits again, with its actions that were undone."""
    return replace(plan, actions=(*undone, *plan.actions), begun=False)


def next_action(rules: AnyRules, state: Any, seat: Seat, plan: Plan) -> Any | None:
    """Return the next action of a plan that has begun; None where it is not possible."""
    (action,) = decoded(rules, plan.actions[:1])
    return action if action in rules.legal(state, seat) else None


def after_one(plan: Plan) -> Plan:
    """Return a plan without its first action, which is done."""
    return replace(plan, actions=plan.actions[1:])
