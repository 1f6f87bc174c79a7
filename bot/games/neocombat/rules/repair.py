"""Repair and discard: all at once, in secret, as one hand-off (NEO-14, NEO-14a, NEO-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.contract import Seat, set_at
from bot.engine.decks import without
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.rules import facts, knowledge, opening
from bot.games.neocombat.rules.actions import NONE
from bot.games.neocombat.rules.play_faults import target_fault
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.table import Table, carry_out
from bot.games.neocombat.rules.view import NO_PLAN, Plan


def begin(table: Table) -> None:
    """Let all choose."""
    state = table.state
    state.phase = "repair"
    state.ready = (False,) * state.seats
    state.plans = (NO_PLAN,) * state.seats
    table.record(facts.RepairBegan())


def held(queries: NeoCombatQueries, seat: Seat) -> tuple[int, ...]:
    """Return the cards that a seat has not chosen to use or discard."""
    return without(queries.state.hands[seat], queries.state.plans[seat].cards)


def too_many(queries: NeoCombatQueries, seat: Seat) -> int:
    """Return the number of cards a seat still has to discard; negative if it could hold more."""
    return len(held(queries, seat)) - queries.limit(seat)


def repairing(queries: NeoCombatQueries, card: int) -> PlayedAbility | None:
    """Return the use of a card in Repair, if it has one."""
    return next((way for way in queries.pool.ways[card] if "repair" in way.phases), None)


def can_dress(queries: NeoCombatQueries, seat: Seat, card: int, token: int) -> bool:
    """Whether a card can be used on a varan in Repair: it has an effect after the cards already used on
    it.
    """
    way = repairing(queries, card)
    return way is not None and not target_fault(queries, seat, way, NONE, token)


def choose(table: Table, seat: Seat, **more: object) -> None:
    """Record a seat's choices; only it knows them."""
    state = table.state
    plan: Plan = replace(state.plans[seat], **more)
    state.plans = set_at(state.plans, seat, plan)
    table.record(None, {seat: facts.Planned(seat, plan)})


def hand_off(table: Table, seat: Seat) -> None:
    """Mark a seat as ready."""
    table.state.ready = set_at(table.state.ready, seat, True)
    table.record(facts.HandedOff(seat))
    go_on(table)


def by_lot(table: Table, seat: Seat) -> None:
    """Let a seat do nothing, and discard its excess cards at random (NEO-19)."""
    state = table.state
    state.plans = set_at(state.plans, seat, NO_PLAN)
    excess = too_many(table, seat)
    lot = table.rng.shuffle(f"discard {seat + 1}", state.hands[seat])[:excess] if excess > 0 else []
    choose(table, seat, discard=tuple(sorted(lot)))
    hand_off(table, seat)


def go_on(table: Table) -> None:
    """Reveal all choices together, once all are ready."""
    state = table.state
    if not all(state.ready[seat] for seat in table.seats):
        return
    table.record(facts.AllReady())
    order = table.round()
    plans = {seat: state.plans[seat] for seat in order}
    for seat, plan in plans.items():
        for card, token in plan.dress:
            way = repairing(table, card)
            assert way is not None
            table.spend(seat, card)
            table.record(facts.Played(seat, card, NONE, token, table.pool.ways[card].index(way)))
            carry_out(table, seat, card, way.then, NONE, token)
    for plan in plans.values():
        for token in plan.cloak:
            table.cloak(token)
    for seat, plan in plans.items():
        for group in _groups(table, plan):
            _shuffle(table, seat, group)
    for seat, plan in plans.items():
        table.throw_away(seat, plan.discard)
    state.plans = (NO_PLAN,) * state.seats
    state.ready = (False,) * state.seats
    # All sideways varans turn back (NEO-14).
    turned = tuple([token for token, its in enumerate(state.tokens) if its.here and its.sideways])
    for token in turned:
        table.put(token, sideways=False)
    if turned:
        table.record(facts.TurnedBack(turned))
    opening.end_turn(table)


def _groups(queries: NeoCombatQueries, plan: Plan) -> Iterator[tuple[int, ...]]:
    """Yield the varans that are shuffled, sector by sector; a single one is not shuffled."""
    sectors = Counter([queries.state.tokens[token].sector for token in plan.shuffle])
    for sector in sorted(sectors):
        if sectors[sector] > 1:
            yield tuple(
                sorted([each for each in plan.shuffle if queries.state.tokens[each].sector == sector])
            )


def _shuffle(table: Table, seat: Seat, tokens: tuple[int, ...]) -> None:
    """Shuffle varans at random. The tokens are public; only the owner knows the varans (NEO-14a, NEO-18a)."""
    state = table.state
    varans = tuple(table.rng.shuffle(f"shuffle {seat + 1}", [state.varans[token] for token in tokens]))
    for token, varan in zip(tokens, varans, strict=True):
        state.varans = set_at(state.varans, token, varan)
    places = [token % table.team for token in tokens]
    table.know(seat, knowledge.shuffled(state.knowledge[seat], places))
    table.record(facts.Shuffled(tokens), {seat: facts.Shuffled(tokens, varans)})
