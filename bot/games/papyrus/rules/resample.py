"""A state that a viewer cannot tell from the true one: hidden squads and places are drawn again."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.fair import Stream
from bot.engine.standardrules import shared
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import recruitable
from bot.games.papyrus.rules.state import PapyrusState, placed_at
from bot.games.papyrus.rules.view import SHARED, PapyrusView, Unit


def resample(view: PapyrusView, field: Field, rng: Stream) -> PapyrusState:
    """Return such a state; after deployment, when nothing is hidden (PAP-24), the true one."""
    squads: tuple[tuple[Kind, ...], ...] = ((),) * view.seats
    if view.phase == "picking":
        squads = tuple([_squad(view, seat, rng) for seat in range(view.seats)])
    units = view.units
    if view.phase == "placing":
        units = tuple([unit for seat in range(view.seats) for unit in _squad_placed(view, field, seat, rng)])
    return PapyrusState(**shared(view, SHARED), squads=squads, units=units)


def _squad(view: PapyrusView, seat: Seat, rng: Stream) -> tuple[Kind, ...]:
    """Return a random squad that the seat may have picked so far."""
    if view.out[seat]:
        return ()
    if seat == view.viewer:
        return view.squad
    size = view.options.squad
    count = size if view.ready[seat] else rng.pick("resample count", range(size + 1))
    squad: tuple[Kind, ...] = ()
    for _ in range(count):
        squad += (rng.pick("resample squad", recruitable(squad, view.options)),)
    return squad


def _squad_placed(view: PapyrusView, field: Field, seat: Seat, rng: Stream) -> list[Unit]:
    """Return the seat's units on random squares where it may have placed them so far."""
    units = [unit for unit in view.units if unit.seat == seat]
    if view.out[seat] or seat == view.viewer:
        return units
    count = len(units) if view.ready[seat] else rng.pick("resample count", range(len(units) + 1))
    standing = set(rng.shuffle("resample units", range(len(units)))[:count])
    squares = rng.shuffle("resample squares", field.zones[seat])
    return [placed_at(unit, squares[i] if i in standing else -1) for i, unit in enumerate(units)]
