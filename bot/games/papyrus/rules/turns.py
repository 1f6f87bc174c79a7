"""The course of a match: the first player, turns and rounds, how it ends, plans (PAP-04, PAP-07, PAP-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from bot.base.language import N_
from bot.engine.contract import Event, Outcome, Seat, set_at, shared
from bot.engine.facts import MatchOver, Resigned, SeatOut
from bot.engine.fair import Stream
from bot.engine.grid import squares_of
from bot.games.papyrus.rules import actions
from bot.games.papyrus.rules.actions import EndTurn
from bot.games.papyrus.rules.facts import FirstPlayer, TurnBegan
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.options import SPACES, Ties
from bot.games.papyrus.rules.state import (
    PapyrusState,
    hp_left,
    living,
    placed_at,
    rested,
    with_hp,
)
from bot.games.papyrus.rules.view import SHARED, TURN_PHASES, PapyrusView, Unit

QUIET_LIMIT = 10
"""The number of rounds without a change of HP that ends the match (PAP-23)."""

# Why a match ended, as it is kept; said by `gettext(outcome.why)`.
LAST_STANDING = N_("The last squad standing.")
OTHERS_GONE = N_("All the others have resigned or are out.")
NOBODY_LEFT = N_("One splash took the last units of all squads.")


class Limit(NamedTuple):
    """The limit that ended a match without a winner by combat."""

    by_hill: str
    by_hp: str
    shared: str
    by_first: str
    by_last: str
    """The reason if HP are equal and the first or last mover of a round wins (PAP-27)."""


ROUNDS_OVER = Limit(
    N_("The round limit is reached: the most units on the hill win."),
    N_("The round limit is reached: the most HP wins."),
    N_("The round limit is reached: the most HP is shared."),
    N_("The round limit is reached with equal HP: who moves first in a round wins."),
    N_("The round limit is reached with equal HP: who moves last in a round wins."),
)
QUIET_OVER = Limit(
    N_("10 rounds went by without a change of HP: the most units on the hill win."),
    N_("10 rounds went by without a change of HP: the most HP wins."),
    N_("10 rounds went by without a change of HP: the most HP is shared."),
    N_("10 rounds went by without a change of HP, which are equal: who moves first in a round wins."),
    N_("10 rounds went by without a change of HP, which are equal: who moves last in a round wins."),
)


def seats_in(state: PapyrusState) -> list[Seat]:
    """Return the remaining seats of the match."""
    return [seat for seat in range(state.seats) if not state.out[seat]]


def roll_first(state: PapyrusState, rng: Stream) -> FirstPlayer:
    """Roll for the first turn: the highest die, ties roll again (PAP-04)."""
    rolling = seats_in(state)
    rolls: list[tuple[int, ...]] = []
    while len(rolling) > 1:
        dice = rng.roll("first player", 6, len(rolling))
        shown = dict(zip(rolling, dice, strict=True))
        rolls.append(tuple([shown.get(seat, 0) for seat in range(state.seats)]))
        rolling = [seat for seat, die in shown.items() if die == max(dice)]
    return FirstPlayer(tuple(rolls), rolling[0])


def begin(state: PapyrusState, first: FirstPlayer) -> list[Event]:
    """Begin the first round."""
    state.first = first.seat
    state.round = state.quiet = 1
    return [Event(first), *begin_turn(state, first.seat, state.options.first_spaces)]


def begin_turn(state: PapyrusState, seat: Seat, spaces: int = SPACES) -> list[Event]:
    """Begin a seat's turn with this number of spaces for each of its units (PAP-07)."""
    state.phase = "moving"
    state.turn = seat
    state.units = rested(state.units)
    state.pool = spaces * len(living(state.units, seat))
    return [Event(TurnBegan(seat, state.round, state.pool))]


def pass_turn(state: PapyrusState) -> list[Event]:
    """Pass the turn to the next remaining seat, clockwise; after the last of a round begin the next round."""
    seat, round_over = state.turn, False
    while True:
        seat = (seat + 1) % state.seats
        round_over = round_over or seat == state.first
        if not state.out[seat]:
            break
    if round_over:
        # A match ends after so many rounds, or quiet rounds (PAP-23).
        limit = QUIET_OVER if state.quiet >= QUIET_LIMIT else None
        if state.options.rounds and state.round >= state.options.rounds:
            limit = ROUNDS_OVER
        if limit:
            return _end_by_hill(state, limit) or _end_by_hp(state, limit)
        state.round += 1
        state.quiet += 1
    return begin_turn(state, seat)


def on_hill(units: Iterable[Unit], hill: Collection[int], seats: int) -> tuple[int, ...]:
    """Return the number of each seat's units on the squares of the hill (PAP-25)."""
    standing = Counter([unit.seat for unit in units if unit.square in hill])
    return tuple([standing[seat] for seat in range(seats)])


def _on_hill(state: PapyrusState) -> tuple[int, ...]:
    """Return the number of each seat's units on the hill; 0 for all in a match without one."""
    hill = tuple(squares_of(field_of(state.options, state.seats).hill)) if state.options.hill else ()
    return on_hill(state.units, hill, state.seats)


def _end_by_hill(state: PapyrusState, limit: Limit) -> list[Event]:
    """End the match in favour of the seat with the most units on the hill, if there is exactly one
    (PAP-25).
    """
    best = _best(state, _on_hill(state))
    if len(best) > 1:
        return []
    return _end(state, Outcome(best, hp_left(state.units, state.seats), limit.by_hill))


def _end_by_hp(state: PapyrusState, limit: Limit) -> list[Event]:
    """End the match in favour of the most HP; with equal HP a draw (PAP-23), unless agreed otherwise
    (PAP-27).
    """
    scores, ties = hp_left(state.units, state.seats), state.options.ties
    best = _best(state, scores)
    if len(best) == 1:
        return _end(state, Outcome(best, scores, limit.by_hp))
    if ties == "shared":
        return _end(state, Outcome((), scores, limit.shared))
    winner = foremost(best, state.first, state.seats, ties)
    return _end(state, Outcome((winner,), scores, limit.by_last if ties == "last-mover" else limit.by_first))


def standings(state: PapyrusState) -> tuple[tuple[int, ...], ...]:
    """Return each seat's standing in an unfinished match: in or out, alone with the most units on the hill,
    HP (PAP-23, PAP-25).

    While squads are secret all seats are equal.
    """
    if not state.round:
        return ()
    holds, hp = _best(state, _on_hill(state)), hp_left(state.units, state.seats)
    return tuple([(int(not out), int(holds == (seat,)), hp[seat]) for seat, out in enumerate(state.out)])


def foremost(seats: Iterable[Seat], first: Seat, of: int, ties: Ties) -> Seat:
    """Return the seat among these that moves first or last in a round, according to `ties` (PAP-27)."""
    order = [(first + place) % of for place in range(of)]
    return (max if ties == "last-mover" else min)(seats, key=order.index)


def _best(state: PapyrusState, counts: Sequence[int]) -> tuple[Seat, ...]:
    """Return the remaining seats with the highest value."""
    seats = seats_in(state)
    most = max([counts[seat] for seat in seats])
    return tuple([seat for seat in seats if counts[seat] == most])


def after_losses(state: PapyrusState) -> list[Event]:
    """Drop seats without units, end the match if fewer than two are left, pass the turn of a dropped seat."""
    lost = [seat for seat in seats_in(state) if not living(state.units, seat)]
    if not lost:
        return []
    state.out = tuple([out or seat in lost for seat, out in enumerate(state.out)])
    events = [Event(SeatOut(seat)) for seat in lost]
    return events + _after_leaving(state, LAST_STANDING)


def resign(state: PapyrusState, seat: Seat) -> list[Event]:
    """Remove a seat that resigns; its units leave the board, which is not a change of HP (PAP-28)."""
    state.out = set_at(state.out, seat, True)
    state.squads = set_at(state.squads, seat, ())
    state.units = tuple([with_hp(unit, 0) if unit.seat == seat else unit for unit in state.units])
    return [Event(Resigned(seat)), *_after_leaving(state, OTHERS_GONE)]


def _after_leaving(state: PapyrusState, why: str) -> list[Event]:
    left = seats_in(state)
    if len(left) > 1:
        return pass_turn(state) if state.turn >= 0 and state.out[state.turn] else []
    why = why if left else NOBODY_LEFT
    return _end(state, Outcome(tuple(left), hp_left(state.units, state.seats), why))


def _end(state: PapyrusState, outcome: Outcome) -> list[Event]:
    if state.round == 0:
        # Remove secret picks and placements: a match that ends before the reveal shows none of them.
        state.squads = ((),) * state.seats
        state.units = tuple([placed_at(unit, -1) for unit in state.units])
    state.phase = "over"
    state.ready = (False,) * state.seats
    state.turn, state.pool = -1, 0
    state.outcome = outcome
    return [Event(MatchOver(outcome))]


# Planning one's own turn: its initial state, and the possible conditions of a plan (PAP-07).


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
    values: dict[str, Any] = {"unhurt": [unit.hp for unit in view.units if unit.seat == view.viewer]}
    standing = {unit.square: number for number, unit in enumerate(view.units) if unit.square >= 0}
    for action in planned:
        if isinstance(action, actions.Move):
            values[f"square-{action.to}"] = standing.get(action.to)
        elif isinstance(action, actions.Attack | actions.Heal) and 0 <= action.target < len(view.units):
            unit = view.units[action.target]
            values[f"piece-{action.target}"] = [unit.square, unit.hp]
    return values
