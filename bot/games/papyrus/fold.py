"""From one view to the next by the facts in between; they tell every change, which tests prove."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.games.papyrus import facts
from bot.games.papyrus.state import (
    SECRET_PHASES,
    muster,
    placed_at,
    rested,
    with_hp,
    with_units,
)
from bot.games.papyrus.view import PapyrusView, Unit


def fold(view: PapyrusView, fact: facts.PapyrusFact) -> PapyrusView:
    """Return the viewer's view after a fact that it has seen."""
    return _FOLDS[type(fact)](view, fact)


def _squad_picked(view: PapyrusView, fact: facts.SquadPicked) -> PapyrusView:
    return replace(view, squad=fact.kinds)


def _squad_placed(view: PapyrusView, fact: facts.SquadPlaced) -> PapyrusView:
    squares = [-1 if square is None else square for square in fact.squares]
    return replace(view, units=_stand(view.units, fact.seat, squares))


def _seat_ready(view: PapyrusView, fact: facts.SeatReady) -> PapyrusView:
    return replace(view, ready=_with(view.ready, fact.seat))


def _squads_revealed(view: PapyrusView, fact: facts.SquadsRevealed) -> PapyrusView:
    units = muster(fact.squads)
    return replace(view, phase="placing", ready=(False,) * view.seats, squad=(), units=units)


def _deployed(view: PapyrusView, fact: facts.Deployed) -> PapyrusView:
    units = view.units
    for seat, squares in enumerate(fact.squares):
        if not view.out[seat]:
            units = _stand(units, seat, squares)
    return replace(view, phase="moving", ready=(False,) * view.seats, units=units)


def _first_player(view: PapyrusView, fact: facts.FirstPlayer) -> PapyrusView:
    return replace(view, first=fact.seat)


def _turn_began(view: PapyrusView, fact: facts.TurnBegan) -> PapyrusView:
    return replace(
        view,
        phase="moving",
        turn=fact.seat,
        pool=fact.pool,
        round=fact.round,
        quiet=view.quiet + fact.round - view.round,
        units=rested(view.units),
    )


def _moved(view: PapyrusView, fact: facts.Moved) -> PapyrusView:
    cost = len(fact.path) - 1
    unit = view.units[fact.unit]
    moved = replace(unit, square=fact.path[-1], moved=unit.moved + cost)
    return replace(view, units=with_units(view.units, {fact.unit: moved}), pool=view.pool - cost)


def _shot(view: PapyrusView, fact: facts.Shot) -> PapyrusView:
    view = _acted(view, fact.unit)
    changed = {hurt.unit: with_hp(view.units[hurt.unit], hurt.hp) for hurt in fact.hurt}
    return replace(view, units=with_units(view.units, changed), quiet=0 if changed else view.quiet)


def _healed(view: PapyrusView, fact: facts.Healed) -> PapyrusView:
    view = _acted(view, fact.unit)
    healed = with_hp(view.units[fact.target], fact.hp)
    return replace(view, units=with_units(view.units, {fact.target: healed}), quiet=0)


def _seat_out(view: PapyrusView, fact: facts.SeatOut) -> PapyrusView:
    return replace(view, out=_with(view.out, fact.seat))


def _resigned(view: PapyrusView, fact: facts.Resigned) -> PapyrusView:
    gone = {i: with_hp(unit, 0) for i, unit in enumerate(view.units) if unit.seat == fact.seat}
    return replace(
        view,
        out=_with(view.out, fact.seat),
        squad=() if view.viewer == fact.seat else view.squad,
        units=with_units(view.units, gone),
        quiet=view.quiet if view.phase in SECRET_PHASES else 0,
    )


def _match_over(view: PapyrusView, fact: facts.MatchOver) -> PapyrusView:
    if view.round == 0:  # what was still secret is never shown
        view = replace(view, squad=(), units=tuple([placed_at(unit, -1) for unit in view.units]))
    ready = (False,) * view.seats
    return replace(view, phase="over", ready=ready, turn=-1, pool=0, outcome=fact.outcome)


def _with(flags: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    return tuple([flag or other == seat for other, flag in enumerate(flags)])


def _stand(units: tuple[Unit, ...], seat: Seat, squares: list[int] | tuple[int, ...]) -> tuple[Unit, ...]:
    """Return the units with those of a seat on these squares, in order."""
    own = [index for index, unit in enumerate(units) if unit.seat == seat]
    return with_units(units, {i: placed_at(units[i], to) for i, to in zip(own, squares, strict=True)})


def _acted(view: PapyrusView, index: int) -> PapyrusView:
    acted = replace(view.units[index], acted=True)
    return replace(view, phase="attacking", units=with_units(view.units, {index: acted}))


_FOLDS: Mapping[type, Callable[[PapyrusView, Any], PapyrusView]] = {
    facts.SquadPicked: _squad_picked,
    facts.SquadPlaced: _squad_placed,
    facts.SeatReady: _seat_ready,
    facts.SquadsRevealed: _squads_revealed,
    facts.Deployed: _deployed,
    facts.FirstPlayer: _first_player,
    facts.TurnBegan: _turn_began,
    facts.Moved: _moved,
    facts.Shot: _shot,
    facts.Healed: _healed,
    facts.SeatOut: _seat_out,
    facts.Resigned: _resigned,
    facts.MatchOver: _match_over,
}
