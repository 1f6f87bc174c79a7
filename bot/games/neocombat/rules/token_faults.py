"""Faults of moving, cloaking or shuffling a varan: a sentence marked by `N_`, or "" for none.

`legal` offers actions without faults, and `checks` refuses with the fault. Only the seat's own varans pass
the first check, so no sentence reveals anything about others' varans.
"""

from __future__ import annotations

from bot.base.language import N_
from bot.engine.contract import Seat
from bot.games.neocombat.rules.queries import NeoCombatQueries


def move_fault(queries: NeoCombatQueries, seat: Seat, token: int) -> str:
    """Return why a varan cannot move in this step (NEO-05)."""
    if token not in queries.tokens_of(seat):
        return N_("{token} is not yours: move one of your own varans.")
    state, its = queries.state, queries.state.tokens[token]
    if not its.here:
        return N_("{token} has left the game: move another one.")
    if its.moved:
        return N_("{token} has moved in this turn: move another one.")
    if its.sideways:
        return N_("{token} is sideways and cannot move in this turn: move another one.")
    if its.revealed == state.cloaked:
        return _WRONG_STEP[its.revealed]
    if queries.varan(token).speed < state.step:
        return N_("{token} has speed {speed}, and this step takes speed {step}.")
    return ""


_WRONG_STEP = (
    N_("{token} is cloaked: cloaked varans move after the revealed ones."),
    N_("{token} is revealed, and now cloaked varans move."),
)


def cloak_fault(queries: NeoCombatQueries, seat: Seat, token: int) -> str:
    """Return why a varan cannot be cloaked again in Repair (NEO-14)."""
    if fault := _not_in_play(queries, seat, token):
        return fault
    its = queries.state.tokens[token]
    if not its.revealed:
        return N_("{token} is cloaked already.")
    if its.sideways:
        return N_("{token} is sideways: a varan that attacked or was stunned cannot cloak in this turn.")
    if its.sector == 0:
        return N_("{token} is in the Centre, where varans cannot cloak.")
    return N_("You have chosen to cloak {token} already.") if token in queries.state.plans[seat].cloak else ""


def shuffle_fault(queries: NeoCombatQueries, seat: Seat, token: int) -> str:
    """Return why a varan cannot be shuffled: it is cloaked, or will be, beside others (NEO-14a)."""
    if fault := _not_in_play(queries, seat, token):
        return fault
    its, plan = queries.state.tokens[token], queries.state.plans[seat]
    if token in plan.shuffle:
        return N_("You have chosen to shuffle {token} already.")
    if its.revealed and token not in plan.cloak:
        return N_("{token} is revealed: only cloaked varans are shuffled.")
    for other, beside in queries.own(seat):
        if beside.sector == its.sector and other != token and (not beside.revealed or other in plan.cloak):
            return ""
    return N_("{token} shares its sector with no other cloaked varan of yours.")


def _not_in_play(queries: NeoCombatQueries, seat: Seat, token: int) -> str:
    if token not in queries.tokens_of(seat):
        return N_("{token} is not yours: choose one of your own varans.")
    return "" if queries.state.tokens[token].here else N_("{token} has left the game: choose another one.")
