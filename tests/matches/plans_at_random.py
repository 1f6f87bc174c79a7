"""Random plans of a seat's next turn, and random play that ends."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.engine.contract import Seat
from bot.matches.plans import Plan, conditions, decoded, foreseen


def planned_at_random(rules: Any, view: Any, seat: Seat, chance: Random) -> Plan:
    """Return a plan of a few actions that the seat can foresee; an empty plan where it cannot plan."""
    plan = Plan()
    for _ in range(chance.randrange(1, 5)):
        found = foreseen(rules, view, seat, plan)
        if found is None or not found.legal:
            break
        plan = plan.before(rules, found.legal[chance.randrange(len(found.legal))], view)
    kept = tuple([each for each in plan.conditions if chance.random() < 0.7])
    return Plan(plan.actions, kept)


def least_or_random(rules: Any, state: Any, seat: Seat, chance: Random, *, least: float = 0.25) -> Any:
    """Return a random action; sometimes the timeout action, so that the match ends."""
    legal = rules.legal(state, seat)
    if chance.random() < least:
        return rules.timeout_action(state, seat)
    return legal[chance.randrange(len(legal))]


def conditions_hold(rules: Any, view: Any, plan: Plan) -> bool:
    """Whether all conditions of a plan are as they were when it was made."""
    there = conditions(rules, view, decoded(rules, plan.actions))
    return all(there.get(key) == value for key, value in plan.conditions)
