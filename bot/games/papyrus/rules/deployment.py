"""Picking squads and placing them, in secret, until all are ready (PAP-02, PAP-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Event, Seat, set_at
from bot.engine.errors import IllegalAction
from bot.engine.facts import SeatReady
from bot.engine.fair import Stream
from bot.engine.spelling import did_you_mean
from bot.games.papyrus.rules import turns
from bot.games.papyrus.rules.actions import Dismiss, Place, Preset, Recruit
from bot.games.papyrus.rules.facts import Deployed, SquadPicked, SquadPlaced, SquadsRevealed
from bot.games.papyrus.rules.field import Field, formation
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.squads import Squad, allowed_kinds, most_of
from bot.games.papyrus.rules.state import PapyrusState, muster, placed_at, with_units
from bot.games.papyrus.rules.view import KIND_TITLES, Unit, unit_name
from bot.games.papyrus.rules.weapons import arsenal_of


def recruit(state: PapyrusState, seat: Seat, action: Recruit) -> list[Event]:
    """Add a unit to the squad. Raises `IllegalAction`."""
    options, allowed = state.options, allowed_kinds(state.options)
    if action.kind not in allowed:
        names = ", ".join([KIND_TITLES[one] for one in allowed])
        sentence = _CHOSEN if options.only else _ONLY[options.kinds]
        raise IllegalAction.translated(sentence, names=names, kind=KIND_TITLES[action.kind])
    squad = state.squads[seat]
    if len(squad) >= state.options.squad:
        raise IllegalAction(
            ngettext(
                "Your squad has its {number} unit: dismiss it first, or finish.",
                "Your squad has all of its {number} units: dismiss one first, or finish.",
                state.options.squad,
            )
        )
    _check_most(state.options, squad, action.kind)
    return _pick(state, seat, (*squad, action.kind))


def dismiss(state: PapyrusState, seat: Seat, action: Dismiss) -> list[Event]:
    """Take the last unit of a kind out of the squad. Raises `IllegalAction`."""
    squad = list(state.squads[seat])
    if action.kind not in squad:
        raise IllegalAction.translated(
            "There is no {kind} in your squad to dismiss.", kind=KIND_TITLES[action.kind]
        )
    del squad[len(squad) - 1 - squad[::-1].index(action.kind)]
    return _pick(state, seat, tuple(squad))


def preset(state: PapyrusState, seat: Seat, action: Preset, presets: Mapping[str, Squad]) -> list[Event]:
    """Take a ready-made squad, replacing earlier picks. Raises `IllegalAction`."""
    chosen = presets.get(action.squad)
    if chosen is None:
        raise IllegalAction(_no_such_squad(action.squad[:40], presets))
    return _pick(state, seat, chosen.under(state.options))


def _no_such_squad(typed: str, presets: Mapping[str, Squad]) -> str:
    return did_you_mean(
        gettext('There is no squad "{typed}".', typed=typed),
        typed,
        presets,
        gettext("The squads are: {names}.", names=", ".join(presets)),
    )


def _check_most(options: Options, squad: tuple[Kind, ...], kind: Kind) -> None:
    if squad.count(kind) >= most_of(kind, options):
        raise IllegalAction.translated(
            "Your squad has {most} {kind} already, the most that this match allows: add another kind.",
            kind=KIND_TITLES[kind],
            most=options.most,
        )


_CHOSEN = N_("This match is played with {names} only, without {kind}.")
_ONLY: Mapping[Kinds, str] = {
    Kinds.BASIC: N_("This match is played with basic units only ({names}), without {kind}."),
    Kinds.INTERMEDIATE: N_("This match is played with intermediate units only ({names}), without {kind}."),
}
"""The sentence for a kind that may not be picked; none if all are allowed."""


def _pick(state: PapyrusState, seat: Seat, squad: tuple[Kind, ...]) -> list[Event]:
    state.squads = set_at(state.squads, seat, squad)
    return [Event(None, {seat: SquadPicked(seat, squad)})]


def place(state: PapyrusState, field: Field, seat: Seat, action: Place) -> list[Event]:
    """Put one of the seat's units on a free square of its zone. Raises `IllegalAction`."""
    if not 0 <= action.unit < len(state.units):
        raise IllegalAction.translated("There is no such unit.")
    unit = state.units[action.unit]
    if unit.seat != seat:
        raise IllegalAction.translated(
            "{unit} of seat {seat} is not yours to place.", unit=unit_name(unit), seat=unit.seat + 1
        )
    _check_square(state, field, unit, action.to)
    state.units = with_units(state.units, {action.unit: placed_at(unit, action.to)})
    return [_placed(state, seat)]


def _check_square(state: PapyrusState, field: Field, unit: Unit, to: int) -> None:
    if not field.grid.has(to):
        raise IllegalAction.translated("That square is not on the map.")
    name, square = unit_name(unit), field.grid.name(to)
    if not field.zone_masks[unit.seat] >> to & 1:
        raise IllegalAction.translated(
            "{unit} cannot stand at {square}: it is not in your deploy zone.", unit=name, square=square
        )
    for other in state.units:
        if other.seat == unit.seat and other.square == to:
            raise IllegalAction.translated(
                "Your own {unit} stands at {square} already.", unit=unit_name(other), square=square
            )


def form_up(state: PapyrusState, field: Field, seat: Seat) -> list[Event]:
    """Place the whole squad in its default formation."""
    squares = formed_up(state.units, field, seat)
    changed = {index: placed_at(state.units[index], square) for index, square in squares.items()}
    state.units = with_units(state.units, changed)
    return [_placed(state, seat)]


def formed_up(units: Sequence[Unit], field: Field, seat: Seat) -> dict[int, int]:
    """Return the squares of a seat's units, by their numbers, in the default formation."""
    own = [index for index, unit in enumerate(units) if unit.seat == seat]
    lines = field.lines[seat]
    if seat % 2:
        lines = tuple([line[::-1] for line in lines])
    return dict(zip(own, formation([units[index].kind for index in own], lines), strict=True))


def _placed(state: PapyrusState, seat: Seat) -> Event:
    squares = [unit.square if unit.square >= 0 else None for unit in state.units if unit.seat == seat]
    return Event(None, {seat: SquadPlaced(seat, tuple(squares))})


def finish(state: PapyrusState, seat: Seat, rng: Stream) -> list[Event]:
    """Mark a seat as ready; the last one reveals all choices. Raises `IllegalAction`."""
    if state.phase == "picking":
        missing = state.options.squad - len(state.squads[seat])
        if missing:
            raise IllegalAction(
                ngettext(
                    "Your squad is not complete: recruit {missing} more of its {number} unit.",
                    "Your squad is not complete: recruit {missing} more of its {number} units.",
                    state.options.squad,
                    missing=missing,
                )
            )
    else:
        waiting = [unit_name(unit) for unit in state.units if unit.seat == seat and unit.square < 0]
        if waiting:
            units = ", ".join(waiting)
            raise IllegalAction.translated("Not all of your units stand yet: place {units}.", units=units)
    state.ready = set_at(state.ready, seat, True)
    return [Event(SeatReady(seat)), *reveal(state, rng)]


def reveal(state: PapyrusState, rng: Stream) -> list[Event]:
    """Reveal the choices, once every remaining seat is ready."""
    if not all(state.ready[seat] for seat in turns.seats_in(state)):
        return []
    state.ready = (False,) * state.seats
    if state.phase == "picking":
        squads = state.squads
        state.phase = "placing"
        state.units = muster(squads, arsenal_of(state.options).full_hp)
        state.squads = ((),) * state.seats
        return [Event(SquadsRevealed(squads))]
    squares = [
        () if out else tuple([unit.square for unit in state.units if unit.seat == seat])
        for seat, out in enumerate(state.out)
    ]
    return [Event(Deployed(tuple(squares))), *turns.begin(state, turns.roll_first(state, rng))]
