"""Whether an action is legal: raises `IllegalAction` with a sentence if it is not.

`legal` lists the actions that pass. Both use the same codes and predicates; the sentences are in `refusals`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.base.language import N_
from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.rules import actions, refusals
from bot.games.neocombat.rules.actions import NEW, NONE
from bot.games.neocombat.rules.play_faults import (
    PLAYED_IN,
    Fault,
    again_fault,
    claim_fault,
    second_fault,
    target_fault,
    user_fault,
)
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.repair import held, repairing, too_many

# Faults of moving, cloaking or shuffling a varan: a sentence marked by `N_`, or "" for none.
#
# `legal` offers actions without faults, and `checks` refuses with the fault. Only the seat's own varans pass
# the first check, so no sentence reveals anything about others' varans.


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


Check = Callable[[NeoCombatQueries, Seat, Any], None]


def check(queries: NeoCombatQueries, seat: Seat, action: Any, awaited: frozenset[Seat]) -> None:
    """Raise unless a seat may do this now; `awaited` are the seats to act."""
    state = queries.state
    now = "window" if state.fight is not None else state.phase
    checked = _CHECKS[now].get(type(action))
    if checked is None:
        raise refusals.wrong_moment(queries, action)
    if seat not in awaited:
        raise refusals.not_your_turn(queries, seat)
    checked(queries, seat, action)


def _nothing(queries: NeoCombatQueries, seat: Seat, action: Any) -> None:
    """Accept it: the seat to act can always do it."""


def _keep(queries: NeoCombatQueries, seat: Seat, action: actions.Keep) -> None:
    if action.varan in queries.state.kept[seat]:
        raise IllegalAction.translated("You have kept that varan already: choose another one.")
    if action.varan not in queries.state.offers[seat]:
        raise IllegalAction.translated("That varan was not dealt to you: choose one that was.")


def _move(queries: NeoCombatQueries, seat: Seat, action: actions.Move) -> None:
    if fault := move_fault(queries, seat, action.token):
        raise refusals.varan_refused(queries, seat, action.token, fault)
    here = queries.state.tokens[action.token].sector
    if action.to == here or (action.to != NEW and action.to not in queries.sectors()):
        raise refusals.no_sector(queries, action.token, action.to)


def _play(queries: NeoCombatQueries, seat: Seat, action: actions.Play) -> None:
    _held(queries, seat, action.card)
    phase = PLAYED_IN[queries.state.phase]
    ways = queries.pool.ways[action.card]
    if not any(phase in way.phases for way in ways):
        raise refusals.not_played_now(queries, action.card)
    if not 0 <= action.way < len(ways):
        raise refusals.no_such_way(queries, action.card)
    way = ways[action.way]
    if phase not in way.phases:
        raise refusals.not_played_now(queries, action.card)
    fault = _play_fault(queries, seat, way, action)
    if fault:
        raise refusals.refused(queries, action.card, way, fault, action.user, action.target)


def _play_fault(queries: NeoCombatQueries, seat: Seat, way: PlayedAbility, action: actions.Play) -> Fault:
    spots = way.user is None and action.claim
    fault = "" if spots else user_fault(queries, seat, way, action.user)
    second = queries.state.second
    if not fault and second is not None:
        fault = second_fault(second, way, action.user)
    if not fault and action.claim:
        fault = claim_fault(queries, seat, way.extra, action.user)
    if not fault and action.again:
        fault = again_fault(queries, way, action.user)
    return fault or target_fault(queries, seat, way, action.user, action.target)


def _defend(queries: NeoCombatQueries, seat: Seat, action: actions.Defend) -> None:
    fight = queries.state.fight
    assert fight is not None
    _held(queries, seat, action.card)
    way = queries.pool.answer(action.card, fight.kind)
    if way is None:
        raise refusals.no_answer(queries, action.card, fight.kind)
    fault = claim_fault(queries, seat, way.extra, fight.target) if action.claim else ""
    if fault:
        raise refusals.refused(queries, action.card, way, fault, fight.target, fight.target)


def _dress(queries: NeoCombatQueries, seat: Seat, action: actions.Dress) -> None:
    _held(queries, seat, action.card)
    way = repairing(queries, action.card)
    if way is None:
        raise refusals.cannot_dress(queries, action.card)
    fault = target_fault(queries, seat, way, NONE, action.token)
    if fault:
        raise refusals.refused(queries, action.card, way, fault, NONE, action.token)


def _held(queries: NeoCombatQueries, seat: Seat, card: int) -> None:
    if card not in held(queries, seat):
        raise refusals.not_held(queries, card)


def _cloak(queries: NeoCombatQueries, seat: Seat, action: actions.Cloak) -> None:
    if fault := cloak_fault(queries, seat, action.token):
        raise refusals.varan_refused(queries, seat, action.token, fault)


def _shuffle(queries: NeoCombatQueries, seat: Seat, action: actions.Shuffle) -> None:
    if fault := shuffle_fault(queries, seat, action.token):
        raise refusals.varan_refused(queries, seat, action.token, fault)


def _ready(queries: NeoCombatQueries, seat: Seat, action: actions.Ready) -> None:  # noqa: ARG001
    excess = too_many(queries, seat)
    if excess > 0:
        raise refusals.discard_more(excess)


_CHECKS: Mapping[str, Mapping[type, Check]] = {
    "draft": {actions.Keep: _keep, actions.ByLot: _nothing},
    "specials": {actions.Play: _play, actions.Pass: _nothing},
    "movement": {actions.Move: _move, actions.Stop: _nothing, actions.Pass: _nothing},
    "combat": {actions.Play: _play, actions.Pass: _nothing},
    "window": {actions.Defend: _defend, actions.Pass: _nothing},
    "repair": {
        actions.Dress: _dress,
        actions.Cloak: _cloak,
        actions.Shuffle: _shuffle,
        actions.Discard: lambda queries, seat, action: _held(queries, seat, action.card),
        actions.Ready: _ready,
        actions.ByLot: _nothing,
    },
}
"""The possible actions of each phase; `window` while an attack or sensor can be answered."""
