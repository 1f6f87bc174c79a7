"""The rules: two players mark empty squares in turn. Nothing is hidden, so that a state is its own view."""

from typing import Any

import msgspec

from bot.base.language import N_
from bot.engine import contract
from bot.engine.contract import Action, Event, Fact, NoOptions, Outcome, Resign, Seat, StandardRules, Viewer
from bot.engine.errors import IllegalAction
from bot.engine.facts import MatchOver, Resigned
from bot.engine.fair import Stream

EMPTY, MARKS = "·", "OX"
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Mark(Action, frozen=True, tag="mark"):
    """Mark an empty square."""

    square: int


class Marked(Fact, frozen=True, tag="marked"):
    seat: Seat
    square: int


class NoughtsState(msgspec.Struct, forbid_unknown_fields=True):
    seats: int = 2
    squares: str = EMPTY * 9
    turn: Seat = 0
    outcome: Outcome | None = None
    viewer: Viewer = None


class NoughtsRules(StandardRules[NoughtsState, Any, NoughtsState, NoOptions]):
    key, version, seats = "noughts", "1", range(2, 3)
    State = View = NoughtsState
    Action = Mark | Resign
    Fact = Marked | Resigned | MatchOver

    def setup(self, options: NoOptions, seats: int, rng: Stream) -> NoughtsState:
        return NoughtsState()

    def to_act(self, state: NoughtsState) -> frozenset[Seat]:
        return frozenset() if state.outcome else frozenset((state.turn,))

    def legal(self, state: NoughtsState, seat: Seat) -> list[Any]:
        return [Mark(at) for at in range(9) if state.squares[at] == EMPTY and seat in self.to_act(state)]

    def carry_out(self, state: NoughtsState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        if isinstance(action, Resign):
            return [Event(Resigned(seat)), match_over(state, 1 - seat, N_("The other player has resigned"))]
        contract.check_turn(seat, state.turn)
        if action not in self.legal(state, seat):
            raise IllegalAction.translated("This square is taken: mark an empty one.")
        state.squares = state.squares[: action.square] + MARKS[seat] + state.squares[action.square + 1 :]
        state.turn = 1 - seat
        events = [Event(Marked(seat, action.square))]
        if any({state.squares[square] for square in row} == {MARKS[seat]} for row in ROWS):
            events.append(match_over(state, seat, N_("Three in a row")))
        elif EMPTY not in state.squares:
            events.append(match_over(state, None, N_("The board is full")))
        return events


def match_over(state: NoughtsState, winner: Seat | None, why: str) -> Event:
    state.outcome = Outcome(() if winner is None else (winner,), (int(winner == 0), int(winner == 1)), why)
    return Event(MatchOver(state.outcome))
