"""The rules of Papyrus, for the engine contract (PAP-01 to PAP-28)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.contract import (
    Event,
    Notated,
    Ordered,
    Plannable,
    Resign,
    Seat,
    StandardRules,
    Viewer,
    check_turn,
    shared,
)
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.papyrus.rules import actions, combat, deployment, facts, legal, turns
from bot.games.papyrus.rules.field import Field, field_of
from bot.games.papyrus.rules.fieldmap import FieldMap
from bot.games.papyrus.rules.normalize import OPEN, made_fair, normalize, normalized_again
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.options import Options as PapyrusOptions
from bot.games.papyrus.rules.squads import Squad, own_squads, recruitable
from bot.games.papyrus.rules.state import PapyrusState, placed_at
from bot.games.papyrus.rules.turns import Orders as PapyrusOrders
from bot.games.papyrus.rules.turns import answered
from bot.games.papyrus.rules.view import KIND_TITLES, SECRET_PHASES, SHARED, PapyrusView, Unit, unit_name
from bot.games.papyrus.rules.weapons import FIRST, arsenal

# A state that a viewer cannot tell from the true one: hidden squads and places are drawn again.


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


class PapyrusRules(
    StandardRules[PapyrusState, Any, PapyrusView, PapyrusOptions], Ordered, Plannable, Notated
):
    """Papyrus with these maps and ready-made squads, each under the key a player types."""

    key: ClassVar[str] = "papyrus"
    version: ClassVar[str] = "1"
    seats: ClassVar[range] = range(2, 5)
    State = PapyrusState
    Action = actions.PapyrusAction
    Fact = facts.PapyrusFact
    View = PapyrusView
    Options = PapyrusOptions
    Orders = PapyrusOrders

    def __init__(
        self, maps: Mapping[str, FieldMap], squads: Mapping[str, Squad], weapons: str = FIRST
    ) -> None:
        """`weapons` are the numbers that new matches are opened with. Raises `BadOptions`."""
        arsenal(weapons)
        self.maps = maps
        self.squads = squads
        self.weapons = weapons

    def normalize(self, options: PapyrusOptions, seats: int) -> PapyrusOptions:
        """Check the options and fill in the map's grid and size (PAP-01, PAP-05)."""
        return normalize(options, seats, self.maps)

    def offered(self, options: PapyrusOptions, said: Container[str], seats: int) -> PapyrusOptions:
        """Return the options with the fair map and maximum of a kind (PAP-27), and the present weapons."""
        return made_fair(options, said, seats, self.maps, self.weapons)

    def setup(self, options: PapyrusOptions, seats: int, rng: Stream) -> PapyrusState:  # noqa: ARG002 - no dice yet
        """Return a match whose seats begin to pick their squads; a given grid replaces its map."""
        pinned = normalized_again(options, seats) if options.grid else self.normalize(options, seats)
        return PapyrusState(
            options=pinned,
            seats=seats,
            phase="picking",
            ready=(False,) * seats,
            squads=((),) * seats,
            units=(),
            out=(False,) * seats,
        )

    def to_act(self, state: PapyrusState) -> frozenset[Seat]:
        """Return the seats that are not ready yet, or the one whose turn it is."""
        if state.phase in SECRET_PHASES:
            return frozenset([seat for seat in turns.seats_in(state) if not state.ready[seat]])
        return frozenset((state.turn,)) if state.turn >= 0 else frozenset()

    def turn_of(self, state: PapyrusState) -> object:
        """Return the phase, and the seats to act in it."""
        return state.phase, self.to_act(state)

    def legal(self, state: PapyrusState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat, counted but not built."""
        if seat not in self.to_act(state):
            return ()
        if state.phase == "picking":
            return legal.picks(state, seat, self._ready_squads(state))
        field = field_of(state.options, state.seats)
        if state.phase == "placing":
            return legal.placements(state, seat, field)
        return legal.plays(state, seat, field)

    def timeout_action(self, state: PapyrusState, seat: Seat) -> Any:
        """Return the action with the least effect: finish, with the first squad or the default formation if
        needed.
        """
        if state.phase not in SECRET_PHASES:
            return actions.EndTurn()
        if actions.Ready() in self.legal(state, seat):
            return actions.Ready()
        picking = state.phase == "picking"
        return actions.Preset(next(iter(self.squads))) if picking else actions.Formation()

    def is_out(self, state: PapyrusState, seat: Seat) -> bool:
        """Whether a seat has resigned or lost all its units."""
        return state.out[seat]

    def carry_out(self, state: PapyrusState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        if isinstance(action, Resign):
            events = turns.resign(state, seat)
            if state.phase in SECRET_PHASES:
                events += deployment.reveal(state, rng)
            return events
        if state.phase in SECRET_PHASES:
            if state.ready[seat]:
                raise IllegalAction.translated(_FINISHED[state.phase])
            return self._deploy(state, seat, action, rng)
        check_turn(seat, state.turn)
        return self._play(state, seat, action, rng)

    def answer_by_orders(self, view: PapyrusView, legal: Sequence[Any], orders: PapyrusOrders) -> Any:  # noqa: ARG002
        """Return the action that ends the turn, if ordered and nothing else can be done."""
        return answered(legal, orders)

    def own_turn(self, view: PapyrusView) -> PapyrusState | None:
        """Return the state in which the viewer's next turn begins, as far as it is known."""
        return turns.own_turn(view)

    def in_own_turn(self, view: PapyrusView) -> bool:
        """Whether it is the viewer's own turn."""
        return turns.in_own_turn(view)

    def conditions(self, view: PapyrusView, actions: Sequence[Any]) -> Mapping[str, Any]:
        """Return the possible conditions of a plan with these actions."""
        return turns.conditions(view, actions)

    def view(self, state: PapyrusState, viewer: Viewer) -> PapyrusView:
        """Return the viewer's view: everything except squads and places that are still secret (PAP-24)."""
        field = field_of(state.options, state.seats)
        own_squad = state.squads[viewer] if state.phase == "picking" and viewer is not None else ()
        return PapyrusView(
            viewer=viewer,
            **shared(state, SHARED),
            width=field.grid.width,
            height=field.grid.height,
            barriers=field.barriers,
            zones=field.zones,
            squad=own_squad,
            units=tuple([unit if unit.seat == viewer else placed_at(unit, -1) for unit in state.units])
            if state.phase == "placing"
            else state.units,
        )

    def resample(self, view: PapyrusView, rng: Stream) -> PapyrusState:
        """Return a state with the viewer's knowledge and everything else drawn again."""
        return resample(view, field_of(view.options, view.seats), rng)

    def adjudicate(self, state: PapyrusState) -> Sequence[tuple[int, ...]]:
        """Return who holds the hill, and the HP of each seat (PAP-23, PAP-25)."""
        return turns.standings(state)

    def position(self, text: str, cards: str | None = None) -> PapyrusState:  # noqa: ARG002 - it has none
        """Return an example position. Raises `ValueError` with the line at fault."""
        from bot.games.papyrus.rules.position import read_position  # as `Notated` says

        return read_position(text)

    def notation(self, state: PapyrusState) -> str:
        """Return a position as text."""
        from bot.games.papyrus.rules.position import write_position  # as `Notated` says

        return write_position(state)

    def suggestions(self, option: str) -> Sequence[str]:
        """Return the names of the maps (PAP-05), choices of kinds (PAP-26), and an example of a custom
        squad.
        """
        return {"map": (OPEN, *self.maps), "only": _CHOICES, "squads": _OWN_SQUADS}.get(option, ())

    def favourites(self, view: PapyrusView, seat: Seat) -> Sequence[str]:
        """Return the units of a squad by their kinds (PAP-02); none for a squad that was never revealed."""
        return [KIND_TITLES[unit.kind] for unit in view.units if unit.seat == seat]

    def _ready_squads(self, state: PapyrusState) -> Mapping[str, Squad]:
        """Return the ready-made squads of a match, by the key that a player types."""
        own = own_squads(state.options.squads)
        return {**self.squads, **own} if own else self.squads

    def _deploy(self, state: PapyrusState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action of the secret phases."""
        field = field_of(state.options, state.seats)
        match state.phase, action:
            case "picking", actions.Recruit():
                return deployment.recruit(state, seat, action)
            case "picking", actions.Dismiss():
                return deployment.dismiss(state, seat, action)
            case "picking", actions.Preset():
                return deployment.preset(state, seat, action, self._ready_squads(state))
            case "placing", actions.Place():
                return deployment.place(state, field, seat, action)
            case "placing", actions.Formation():
                return deployment.form_up(state, field, seat)
            case _, actions.Ready():
                return deployment.finish(state, seat, rng)
        raise IllegalAction.translated(_WRONG_PHASE[state.phase])

    def _play(self, state: PapyrusState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action of the seat to act."""
        field = field_of(state.options, state.seats)
        match action:
            case actions.Move():
                _check_own(state, seat, action.unit)
                return legal.move(state, field, action)
            case actions.Attack():
                _check_own(state, seat, action.unit)
                return combat.attack(state, field, action, rng)
            case actions.Heal():
                _check_own(state, seat, action.unit)
                return combat.heal(state, field, action)
            case actions.EndTurn():
                return turns.pass_turn(state)
        raise IllegalAction.translated(_PLAYING)


_CHOICES = ("smg+rpg", "smg+shotgun", "smg+sniper", "smg+medic+rpg", "smg+shotgun+sniper+medic")
"""The suggested choices of kinds; any other is accepted too."""

_OWN_SQUADS = ("runners:5smg+4shotgun+1medic",)
"""An example of custom squads."""

_FINISHED: Mapping[str, str] = {
    "picking": N_("You have finished picking already: wait for the others."),
    "placing": N_("You have finished placing already: wait for the others."),
}
_WRONG_PHASE: Mapping[str, str] = {
    "picking": N_("Squads are still being picked: recruit and dismiss units, or take a preset, then finish."),
    "placing": N_("Squads are picked and being placed: put your units in your deploy zone, then finish."),
}
_PLAYING = N_("All squads stand on the field: on your turn you move, attack, heal and end your turn.")


def _check_own(state: PapyrusState, seat: Seat, index: int) -> None:
    if not 0 <= index < len(state.units):
        raise IllegalAction.translated("There is no such unit.")
    unit = state.units[index]
    if unit.seat != seat:
        raise IllegalAction.translated(
            "{unit} of seat {seat} is not yours to command.", unit=unit_name(unit), seat=unit.seat + 1
        )
    if unit.hp <= 0:
        raise IllegalAction.translated(
            "Your {unit} has left the board: choose a unit that still stands.", unit=unit_name(unit)
        )
