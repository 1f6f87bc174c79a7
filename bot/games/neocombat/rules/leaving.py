"""Seats that give up (NEO-16b, NEO-16c)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.standardrules import set_at
from bot.games.neocombat.rules import combat, facts, knowledge, match_end, movement, opening, repair
from bot.games.neocombat.rules.play_faults import has_second_target
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import GONE, NO_PLAN


def resign(table: Table, seat: Seat) -> None:
    """Let a seat give up: its varans are shown and leave, its hand is discarded."""
    state = table.state
    state.out = set_at(state.out, seat, "resigned")
    _show_and_leave(table, seat)
    table.throw_away(seat, state.hands[seat])
    state.plans = set_at(state.plans, seat, NO_PLAN)
    state.ready = set_at(state.ready, seat, False)
    if state.kept:
        state.kept = set_at(state.kept, seat, ())
    cancelled = _cancel(table, seat)
    if not match_end.left_alone(table) and not cancelled:
        _go_on_without(table, seat)


def _show_and_leave(table: Table, seat: Seat) -> None:
    state = table.state
    if not state.tokens:
        table.record(facts.Resigned(seat, state.offers[seat]))
        return
    here = [token for token, _ in table.own(seat)]
    table.record(facts.Resigned(seat, tuple([state.varans[token] for token in here])))
    for token in here:
        known = state.knowledge[seat]
        varan = state.varans[token]
        table.know(seat, knowledge.revealed(known, token % table.team, varan, table.pool.roster))
        table.put(token, revealed=True)
        table.leave_sector(token, GONE)


def _cancel(table: Table, seat: Seat) -> bool:
    """Cancel an attack or sensor by this seat or on it; return whether the match has continued thereby."""
    state, fight = table.state, table.state.fight
    if fight is not None and seat in (fight.seat, table.owner(fight.target)):
        state.fight = None
        table.record(facts.Fended(fight.target))
        if len(table.seats) < 2:
            return False
        if fight.kind != "sensor" and fight.seat != seat:
            combat.attack_over(table, fight.seat, fight.user)
        else:
            combat.next_seat(table, fight.seat)
        return True
    second = state.second
    if second is None or len(table.seats) < 2:
        return False
    by = table.owner(second.user)
    if by != seat and has_second_target(table, by, second):
        return True
    state.second = None
    table.record(facts.SecondLapsed(second.user))
    if by == seat:
        combat.next_seat(table, seat)
    else:
        combat.attack_over(table, by, second.user)
    return True


def _go_on_without(table: Table, seat: Seat) -> None:
    """Continue if this seat was a seat to act."""
    state = table.state
    if state.phase == "draft":
        opening.go_on(table)
    elif state.phase == "repair":
        repair.go_on(table)
    elif state.phase == "combat":
        if state.current == seat:
            state.current = table.clockwise(seat)
        if state.fight is None:
            combat.go_on(table)
    elif state.phase == "specials":
        if state.current == seat or not movement.may_play_special(table, state.current):
            movement.special_done(table, state.current)
    elif state.current == seat:
        movement.step_done(table, seat)
