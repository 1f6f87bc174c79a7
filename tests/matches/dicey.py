"""Dicey: a small dice game that shows that the match service depends on no particular game.

In each round all seats secretly choose, at the same time, how many dice to roll (1 to 3). They may change the
choice, may whisper to another seat, and declare that they are ready. Then all choices are shown, and the
seats roll in seat order; a roll with two equal dice scores nothing. After the last round the seat with the
most points wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.engine.contract import Action, Event, Fact, Ordered, Outcome, Resign, Rules, Seat, Viewer, Window
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.fair import Stream


class Pace(StrEnum):
    CALM = "calm"
    BRISK = "brisk"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=500)] = 2
    whispers: bool = True
    pace: Pace = Pace.CALM
    motto: Annotated[str, Meta(max_length=20)] = ""


class Choose(Action, frozen=True, tag="choose"):
    dice: int


class Whisper(Action, frozen=True, tag="whisper"):
    to: Seat


class Ready(Action, frozen=True, tag="ready"):
    pass


class Roll(Action, frozen=True, tag="roll"):
    pass


class Chosen(Fact, frozen=True, tag="chosen"):
    seat: Seat
    dice: int


class Whispered(Fact, frozen=True, tag="whispered"):
    seat: Seat
    to: Seat


class SeatReady(Fact, frozen=True, tag="seat-ready"):
    seat: Seat


class Revealed(Fact, frozen=True, tag="revealed"):
    dice: tuple[int, ...]


class Rolled(Fact, frozen=True, tag="rolled"):
    seat: Seat
    faces: tuple[int, ...]
    points: int


class SeatLeft(Fact, frozen=True, tag="seat-left"):
    seat: Seat


DiceyAction: TypeAlias = Choose | Whisper | Ready | Roll | Resign
DiceyFact: TypeAlias = Chosen | Whispered | SeatReady | Revealed | Rolled | SeatLeft


class State(msgspec.Struct, forbid_unknown_fields=True):
    options: Options
    phase: Literal["choosing", "rolling", "over"]
    lucky: int
    dice: list[int]
    ready: list[bool]
    points: list[int]
    left: list[bool]
    round: int = 1
    turn: Seat = -1


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    viewer: Viewer
    options: Options
    phase: Literal["choosing", "rolling", "over"]
    lucky: int
    dice: tuple[int, ...]
    ready: tuple[bool, ...]
    points: tuple[int, ...]
    left: tuple[bool, ...]
    round: int
    turn: Seat


def _shared(struct: State | View, other: type[State | View], kind: type, made: type) -> dict[str, Any]:
    """Return the fields that another struct also has; those of type `kind` are converted by `made`."""
    fields = {name: getattr(struct, name) for name in other.__struct_fields__ if hasattr(struct, name)}
    return {name: made(value) if type(value) is kind else value for name, value in fields.items()}


class DiceyRules(Rules[State, Any, View, Options]):
    key: ClassVar[str] = "dicey"
    version: ClassVar[str] = "1"
    seats: ClassVar[range] = range(2, 5)
    State = State
    Action = DiceyAction
    Fact = DiceyFact
    View = View
    Options = Options
    revealing = (Revealed,)

    def normalize(self, options: Options, seats: int) -> Options:
        if options.pace is Pace.BRISK and options.rounds > 100:
            raise BadOptions(f"A brisk match has at most 100 rounds, not {options.rounds}.")
        return options

    def setup(self, options: Options, seats: int, rng: Stream) -> State:
        (lucky,) = rng.roll("lucky number")
        return State(options, "choosing", lucky, [0] * seats, [False] * seats, [0] * seats, [False] * seats)

    def clone(self, state: State) -> State:
        copied = {
            name: list(value) for name, value in msgspec.structs.asdict(state).items() if type(value) is list
        }
        return msgspec.structs.replace(state, **copied)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase == "choosing":
            return frozenset(seat for seat in self._staying(state) if not state.ready[seat])
        return frozenset({state.turn}) if state.phase == "rolling" else frozenset()

    def turn_of(self, state: State) -> object:
        return state.phase, self.to_act(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Any]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == "rolling":
            return (Roll(),)
        choices: list[Any] = [Choose(dice) for dice in (1, 2, 3) if dice != state.dice[seat]]
        if state.options.whispers:
            choices += [Whisper(other) for other in self._staying(state) if other != seat]
        return (*choices, *((Ready(),) if state.dice[seat] else ()))

    def timeout_action(self, state: State, seat: Seat) -> Any:
        if state.phase == "rolling":
            return Roll()
        return Ready() if state.dice[seat] else Choose(1)

    def apply(self, state: State, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        if isinstance(action, Resign):
            return self._resign(state, seat)
        if action not in self.legal(state, seat):
            raise IllegalAction(
                "Choose one to three dice before you are ready, and roll when it is your turn."
            )
        match action:
            case Choose(dice):
                state.dice[seat] = dice
                return [Event(None, {seat: Chosen(seat, dice)})]
            case Whisper(to):
                return [Event(None, {seat: Whispered(seat, to), to: Whispered(seat, to)})]
            case Ready():
                state.ready[seat] = True
                return [Event(SeatReady(seat)), *self._reveal(state)]
            case _:
                return self._roll(state, seat, rng)

    def view(self, state: State, viewer: Viewer) -> View:
        shown = [
            dice if seat == viewer or state.phase != "choosing" else 0 for seat, dice in enumerate(state.dice)
        ]
        return View(viewer=viewer, **(_shared(state, View, list, tuple) | {"dice": tuple(shown)}))

    def resample(self, view: View, rng: Stream) -> State:
        dice = list(view.dice)
        for seat in range(len(dice)):
            if view.phase == "choosing" and seat != view.viewer:
                dice[seat] = rng.pick("dice", (1, 2, 3) if view.ready[seat] else (0, 1, 2, 3))
        return State(**(_shared(view, State, tuple, list) | {"dice": dice}))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        most = max(state.points[seat] for seat in self._staying(state))
        winners = tuple(seat for seat in self._staying(state) if state.points[seat] == most)
        return Outcome(winners if len(winners) == 1 else (), tuple(state.points), "The most points")

    def _staying(self, state: State) -> list[Seat]:
        return [seat for seat, left in enumerate(state.left) if not left]

    def _reveal(self, state: State) -> list[Event]:
        if not all(state.ready[seat] for seat in self._staying(state)):
            return []
        state.phase, state.turn = "rolling", self._staying(state)[0]
        return [Event(Revealed(tuple(state.dice)))]

    def _roll(self, state: State, seat: Seat, rng: Stream) -> list[Event]:
        faces = rng.roll(f"round {state.round} seat {seat + 1}", 6, state.dice[seat])
        points = sum(faces) if len(set(faces)) == len(faces) else 0
        state.points[seat] += points
        self._pass_on(state)
        return [Event(Rolled(seat, faces, points))]

    def _pass_on(self, state: State) -> None:
        later = [seat for seat in self._staying(state) if seat > state.turn]
        if later:
            state.turn = later[0]
            return
        state.turn, state.round = -1, state.round + 1
        state.phase = "choosing" if state.round <= state.options.rounds else "over"
        state.dice, state.ready = [0] * len(state.dice), [False] * len(state.ready)

    def _resign(self, state: State, seat: Seat) -> list[Event]:
        if state.left[seat]:
            raise IllegalAction("You have left this match already.")
        state.left[seat] = True
        happened = [Event(SeatLeft(seat))]
        if len(self._staying(state)) == 1:
            state.phase, state.turn = "over", -1
        elif state.phase == "choosing":
            happened += self._reveal(state)
        elif state.turn == seat:
            self._pass_on(state)
        return happened


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders of a seat in hurried Dicey."""

    roll: bool = False
    ready: bool = False


HOUR = 3600


class HurriedRules(DiceyRules, Ordered):
    """Dicey in which each roll is a window of an hour and may have standing orders."""

    Orders = Orders

    def window(self, state: State) -> Window | None:
        if state.phase != "rolling":
            return None
        return Window(state.turn, state.round * 10 + state.turn, HOUR)

    def answer_by_orders(self, view: View, legal: Sequence[Any], orders: Orders) -> Any:
        if orders.ready and Ready() in legal:
            return Ready()
        return Roll() if orders.roll and Roll() in legal else None
