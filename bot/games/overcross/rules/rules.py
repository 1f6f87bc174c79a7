"""The rules of Overcross, as required by the engine contract (OVC-01 to OVC-34)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.cards.program import Due, Running
from bot.engine.cards.rules import CardRules, CardsSeen
from bot.engine.contract import Event, Notated, Ordered, Plannable, Resign, Seat, Viewer
from bot.engine.facts import Resigned
from bot.engine.fair import Stream
from bot.games.overcross.cards.cards import Library, Pool
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import actions, facts, legal, objectives, opening, turns
from bot.games.overcross.rules.aim import Snapshot
from bot.games.overcross.rules.card_course import into_play, to_hand
from bot.games.overcross.rules.changing import Doing
from bot.games.overcross.rules.field import DEADLY, Memory
from bot.games.overcross.rules.moves import move
from bot.games.overcross.rules.normalize import made_fair, normalize
from bot.games.overcross.rules.options import Options as OvercrossOptions
from bot.games.overcross.rules.resample import resample
from bot.games.overcross.rules.seen import view_of
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import IDLE, Judge, Perish, Redeploy
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.turns import Orders as OvercrossOrders
from bot.games.overcross.rules.turns import answered
from bot.games.overcross.rules.view import SECRET_PHASES, OvercrossView, awaited

# The course of a match: each phase leads to the next when no seat has to act; and resignations (OVC-28b).


def go_on(table: Table) -> None:
    """Continue until a player has to act, or the match is over."""
    state, carried_out = table.state, True
    while state.outcome is None:
        if state.program.running:
            state.program = machine.run(state.program, table, table.rng)
            if state.program.question is not None:
                return
            carried_out = True
        elif carried_out and table.field.unsettled and (left := _left_over(table)):
            state.program = machine.begin_all(state.program, left)
        elif state.current >= 0 and state.sides[state.current].out:
            turns.next_turn(table)
        elif not _NEXT[state.phase](table):
            return
        else:
            carried_out = False
    state.program, state.answers = IDLE, ()


def _left_over(table: Table) -> list[Due]:
    """Return the remaining steps after a chain of effects was cut short and the rest dropped."""
    found: list[Due] = []
    standing: set[int] = set()
    for piece in table.state.pieces:
        if piece.counters >= DEADLY:
            found.append((piece.card, piece.seat, Doing(then=(Perish(piece.card, piece.card), Judge()))))
        elif piece.square != OFF and piece.square in standing:
            found.append((piece.card, piece.seat, Doing(then=(Redeploy(piece.card),))))
        standing.add(piece.square)
    return found


def _wait(table: Table) -> bool:  # noqa: ARG001
    """Wait for the seat in turn."""
    return False


_NEXT: Mapping[str, Callable[[Table], bool]] = {
    "decks": opening.after_decks,
    "first": _wait,
    "hands": opening.after_hands,
    "start": turns.start,
    "cards": _wait,
    "minor": _wait,
    "major": _wait,
    "discard": turns.ending,
}
"""The next step of each phase when no effect is left; each returns whether it changed anything."""


def resign(table: Table, seat: Seat) -> None:
    """Remove a seat: its Characters and edits leave, and their effects in progress are dropped."""
    state = table.state
    table.record(Resigned(seat))
    first = table.die_leaving(seat) if state.options.settles else []
    table.change(seat, out="resigned")
    if state.phase == "decks":
        opening.forget(table, seat)
    else:
        objectives.leave_play(table, seat)
        state.lasting = tuple([one for one in state.lasting if one.seat != seat])
    if len(table.seats) == 1:
        objectives.end(table, table.seats, N_("Everybody else is out"))
        return
    if state.phase == "first" and state.first == seat:
        state.first = turns.clockwise(table, seat)
    if not state.program.idle:
        state.answers = ()
        running = state.program.running
        if state.options.settles:  # what is looked at after all deaths waits under some seat's name (OVC-37)
            heir = table.seats[0]
            running = tuple(
                [
                    Running(one.card, heir, (Judge(),))
                    if one.seat == seat and Judge() in one.effects
                    else one
                    for one in running
                ]
            )
        state.program = machine.leave(replace(state.program, running=running), seat, table, table.rng, first)


class OvercrossRules(
    CardRules[OvercrossState, Any, OvercrossView, OvercrossOptions, Pool], Ordered, Plannable, Notated
):
    """Overcross with the cards of this library; each match pins a pool by its hash."""

    key: ClassVar[str] = "overcross"
    version: ClassVar[str] = "1"
    seats: ClassVar[range] = range(2, 5)
    State = OvercrossState
    Action = actions.OvercrossAction
    Fact = facts.OvercrossFact
    View = OvercrossView
    Options = OvercrossOptions
    Orders = OvercrossOrders
    revealing = (
        facts.Revealed,
        facts.Drew,
        facts.HandTaken,
        facts.Played,
        facts.Took,
        facts.Discarded,
        facts.Milled,
        facts.LookedAt,
    )
    """Cards leave or enter a hand, leave a deck, are revealed, or a hand is seen."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._memory = Memory()

    def normalize(self, options: OvercrossOptions, seats: int) -> OvercrossOptions:
        """Check the options and fill in the defaults and the hash of the cards."""
        return normalize(options, seats, self.library)

    def offered(self, options: OvercrossOptions, said: Container[str], seats: int) -> OvercrossOptions:
        """Return the options with fair values for objective, decks and seats (OVC-12, OVC-27, OVC-42)."""
        return made_fair(options, said, seats)

    def setup(self, options: OvercrossOptions, seats: int, rng: Stream) -> OvercrossState:  # noqa: ARG002
        """Return a match in which all choose their decks (OVC-05)."""
        return opening.new_match(self.normalize(options, seats), seats)

    def cards_told(self, fact: Any, state: OvercrossState) -> CardsSeen:
        """Return the cards that came to a hand or into play by a fact."""
        return CardsSeen(to_hand(fact, state), into_play(fact, state))

    def to_act(self, state: OvercrossState) -> frozenset[Seat]:
        """Return the seats to act: those without a choice yet, the seat in turn, or the seat a card asks."""
        return frozenset(awaited(state))

    def may_act(self, state: OvercrossState) -> frozenset[Seat]:
        """Return the seats to act, and the seats that can take back their choice of a deck."""
        return frozenset(legal.may_act(state))

    def turn_of(self, state: OvercrossState) -> object:
        """Return the turn of the match, and the seats to act."""
        return state.turn, state.phase in SECRET_PHASES, self.to_act(state)

    def legal(self, state: OvercrossState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat, which depend on public knowledge and its own cards only."""
        return legal.legal(self._queries(state), seat)

    def timeout_action(self, state: OvercrossState, seat: Seat) -> Any:
        """Return the least action: end the turn, keep the hand, the answer "none" to a question."""
        question = state.question
        if question is not None and question.kind == "may":
            return actions.Choose(question.options[0])
        return self.legal(state, seat)[-1]

    def is_out(self, state: OvercrossState, seat: Seat) -> bool:
        """Whether a seat has lost or resigned."""
        return bool(state.sides[seat].out)

    def carry_out(self, state: OvercrossState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        table = Table(state, self.pool(state.options), rng, self._memory)
        if type(action) is Resign:
            resign(table, seat)
        else:
            move(table, seat, action)
        go_on(table)
        return table.events

    def answer_by_orders(self, view: OvercrossView, legal: Sequence[Any], orders: OvercrossOrders) -> Any:
        """Return the answer of a seat's standing orders, or None to ask the player."""
        return answered(view, legal, orders)

    def own_turn(self, view: OvercrossView) -> OvercrossState | None:
        """Return the state at the start of the viewer's next turn, as far as it is known."""
        return turns.own_turn(view, self.pool(view.options))

    def in_own_turn(self, view: OvercrossView) -> bool:
        """Whether it is the viewer's own turn."""
        return turns.in_own_turn(view)

    def conditions(self, view: OvercrossView, actions: Sequence[Any]) -> Mapping[str, Any]:
        """Return the possible conditions of a plan with these actions."""
        return turns.conditions(view, actions)

    def view(self, state: OvercrossState, viewer: Viewer) -> OvercrossView:
        """Return the view of the viewer: public knowledge, and its own hidden cards (OVC-29)."""
        return view_of(state, viewer)

    def resample(self, view: OvercrossView, rng: Stream) -> OvercrossState:
        """Return a state with the viewer's knowledge; the rest is drawn at random."""
        return resample(view, self.pool(view.options), rng)

    def adjudicate(self, state: OvercrossState) -> Sequence[tuple[int, ...]]:
        """Return each seat's progress to the objective, then its kills (OVC-28); nothing in the opening."""
        return objectives.standings(self._queries(state)) if state.turn else ()

    def position(self, text: str, cards: str | None = None) -> OvercrossState:
        """Return an example position. Raises `ValueError` with the line at fault."""
        from bot.games.overcross.rules.position import read_position  # as `Notated` says

        return read_position(text, self.library, cards)

    def notation(self, state: OvercrossState) -> str:
        """Return a position as text."""
        from bot.games.overcross.rules.position import write_position  # as `Notated` says

        return write_position(state, self.library)

    def _queries(self, state: OvercrossState) -> Snapshot:
        return Snapshot(state, self.pool(state.options), self._memory)
