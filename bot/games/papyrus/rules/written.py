"""Writing positions of Papyrus in the notation of `position`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.grid import grid_of
from bot.engine.positions import write_options
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.state import PapyrusState
from bot.games.papyrus.rules.view import KIND_TITLES, Unit


def write_position(state: PapyrusState) -> str:
    """Return a position of a match in progress, in the notation of `read_position`."""
    seats = range(state.seats)
    agreed = replace(state.options, width=Options().width, height=Options().height, grid="")
    lines = [
        *state.options.grid.split("/"),
        f"options: squad={agreed.squad} map={agreed.map} {write_options(agreed, 'squad', 'map')}",
        f"seats: {state.seats}",
        f"phase: {state.phase}",
        *[f"seat {seat + 1}: {units}" for seat in seats if (units := _written_units(state, seat))],
        *[f"squad {seat + 1}: {_written_squad(kinds)}" for seat, kinds in enumerate(state.squads) if kinds],
        f"ready: {' '.join([str(seat + 1) for seat in seats if state.ready[seat]])}",
        f"out: {' '.join([str(seat + 1) for seat in seats if state.out[seat]])}",
    ]
    if state.turn >= 0:
        lines.append(
            f"turn: seat {state.turn + 1}, round {state.round}, pool {state.pool}, first {state.first + 1}, "
            f"quiet {state.quiet}"
        )
    return "\n".join(lines)


def _written_units(state: PapyrusState, seat: Seat) -> str:
    return ", ".join([_written_unit(state, unit) for unit in state.units if unit.seat == seat])


def _written_unit(state: PapyrusState, unit: Unit) -> str:
    square = (
        f" {grid_of(state.options.width, state.options.height).name(unit.square)}" if unit.square >= 0 else ""
    )
    moved, acted = f" moved {unit.moved}" if unit.moved else "", " acted" if unit.acted else ""
    return f"{KIND_TITLES[unit.kind]}-{unit.number}{square}:{unit.hp}{moved}{acted}"


def _written_squad(kinds: Sequence[Kind]) -> str:
    return ", ".join([f"{len(list(run))} {KIND_TITLES[kind]}" for kind, run in groupby(kinds)])
