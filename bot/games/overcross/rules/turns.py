"""The course of a turn: its start, its end, the next seat, and planning it (OVC-08 to OVC-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.cards import machine
from bot.engine.cards.program import Due
from bot.engine.contract import Seat
from bot.engine.fair import SEED_BYTES, Stream
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import OFF, SELF, Piece, Trigger
from bot.games.overcross.rules import actions, facts, objectives
from bot.games.overcross.rules.actions import Choose
from bot.games.overcross.rules.changing import Doing
from bot.games.overcross.rules.legal import TURN_PHASES
from bot.games.overcross.rules.resample import resample
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import Redeploy
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import Lasting, OvercrossView, play_limit

HAND_LIMIT = 10
"""The maximum number of hand cards at the end of a turn (OVC-08)."""


def clockwise(table: Table, seat: Seat) -> Seat:
    """Return the next seat that is still in the match."""
    seats = table.state.seats
    return next(
        each for each in [(seat + step) % seats for step in range(1, seats + 1)] if each in table.seats
    )


def begin_round(table: Table) -> None:
    """Begin the next round."""
    table.state.round += 1
    table.record(facts.RoundBegan(table.state.round))


def begin_turn(table: Table, seat: Seat) -> None:
    """Begin a seat's turn: the effects before its draw come first (OVC-09)."""
    state = table.state
    state.turn += 1
    state.current, state.phase, state.stage = seat, "start", 0
    state.spent, state.used, state.moving = 0, (), None
    state.pieces = tuple([_fresh(piece) if piece.seat == seat else piece for piece in state.pieces])
    table.record(facts.TurnBegan(seat, play_limit(state, seat)))


def _fresh(piece: Piece) -> Piece:
    if not (piece.minor or piece.major or piece.edits):
        return piece
    edits = tuple([replace(edit, turns=edit.turns + 1) for edit in piece.edits])
    return replace(piece, minor=False, major=False, edits=edits)


def start(table: Table) -> bool:
    """Continue the start of the turn up to the draw (OVC-09).

    The order is: terrain, edits, Characters' texts, edits of other seats (OVC-38), waiting Characters, the
    draw.
    """
    state, seat = table.state, table.state.current
    own = [piece for piece in state.pieces if piece.seat == seat]
    while state.stage < len(_STAGES):
        dues = _STAGES[state.stage](table, own)
        state.stage += 1
        if dues:
            queue(table, dues)
            return True
    table.draw_cards(seat, 1)
    state.phase, state.stage = "cards", 0
    return True


def queue(table: Table, dues: list[Due]) -> None:
    """Append abilities to the queue."""
    for due in table.in_order(dues):
        table.use_up(due[0], due[2])
        table.state.program = machine.begin_all(table.state.program, (due,))


def _terrain(table: Table, own: Sequence[Piece], trigger: Trigger = "turn") -> list[Due]:
    found: list[Due] = []
    for piece in own if table.state.terrains else ():
        terrain = table.terrain_at(piece.square)
        if terrain is not None:
            found += table.of_terrain(trigger, terrain, piece)
    return found


def _edits(table: Table, own: Sequence[Piece], *, owned: bool = True) -> list[Due]:
    return [
        due
        for piece in own
        if piece.edits
        for edit in table.edits(piece)
        if (table.owner(edit) == piece.seat) is owned
        for due in table.of_edit("turn", edit, piece)
    ]


def _texts(table: Table, own: Sequence[Piece]) -> list[Due]:
    return [
        due
        for piece in own
        if "turn" in table.does(piece.card)
        for due in table.doing("turn", piece.card, piece.seat, ((SELF, (piece.card,)),))
    ]


def _waiting(table: Table, own: Sequence[Piece]) -> list[Due]:  # noqa: ARG001
    return [
        (piece.card, piece.seat, Doing(then=(Redeploy(piece.card),))) for piece in own if piece.square == OFF
    ]


_STAGES = (_terrain, _edits, _texts, partial(_edits, owned=False), _waiting)
"""The stages at the start of a turn before the draw, in order, each of the seat's own Characters."""


def end_turn(table: Table) -> None:
    """Let a turn end: first the effects at the end of a turn, then the hand limit (OVC-08)."""
    table.state.phase, table.state.stage, table.state.moving = "discard", 0, None
    table.record(facts.TurnEnded(table.state.current))


def ending(table: Table) -> bool:
    """Continue the end of the turn; wait while the hand has too many cards."""
    state = table.state
    seat = state.current
    if state.stage == 0:
        state.stage = 1
        own = [piece for piece in state.pieces if piece.seat == seat]
        about = [due for piece in own for due in table.about("end-of-turn", piece)]
        queue(table, [*_terrain(table, own, "end-of-turn"), *about])
        return True
    if len(state.hands[seat]) > HAND_LIMIT:
        return False
    next_turn(table)
    return True


def next_turn(table: Table) -> None:
    """End the effects that last for the turn; begin the next one or end the match (OVC-10, OVC-28)."""
    state = table.state
    seat = state.current
    state.lasting = tuple([one for one in state.lasting if not _ends(one, seat, state.turn)])
    following = clockwise(table, seat)
    order = [(each - state.first) % state.seats for each in (seat, following)]
    if order[1] <= order[0]:
        if state.round >= state.options.rounds:
            objectives.rounds_over(table)
            return
        begin_round(table)
    begin_turn(table, following)


def _ends(one: Lasting, seat: Seat, turn: int) -> bool:
    """Whether something ends with this turn of this seat (`cards.field.Until`)."""
    if one.until == "own-turn":
        return one.seat == seat and one.since < turn
    return one.until == "turn"


# Planning an own turn: its start, and the conditions of a plan (OVC-09, OVC-10).


# Standing orders in Overcross: automatic answers to cards that ask a seat outside its turn.
#
# Dice to hit and to save are rolled without asking (OVC-18, OVC-19); only choices of cards are asked.


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    offers: Annotated[
        Literal["ask", "no", "yes"],
        Meta(description="Possible actions outside your turn: ask me, no, or yes"),
    ] = "ask"
    only: Annotated[bool, Meta(description="Answer if there is only one possible answer")] = False
    first: Annotated[bool, Meta(description="Keep your first hand")] = False


def answered(view: OvercrossView, legal: Sequence[Any], orders: Orders) -> Any | None:
    """Return the legal action that the orders choose; None to ask the player."""
    if view.phase == "hands":
        return legal[-1] if orders.first and legal else None
    question = view.question
    if question is None or question.seat != view.viewer or view.current == view.viewer:
        return None
    if question.kind == "may" and orders.offers != "ask":
        answer = Choose(int(orders.offers == "yes"))
        return answer if answer in legal else None
    return legal[0] if orders.only and len(legal) == 1 else None


def own_turn(view: OvercrossView, pool: Pool) -> OvercrossState | None:
    """Return the state at the start of the viewer's next turn, if no other player acts before.

    Effects at its start and the card to be drawn are unknown.
    """
    seat = view.viewer
    if seat is None or view.phase not in TURN_PHASES or view.current == seat or view.sides[seat].out:
        return None
    if view.question is not None or view.running:
        return None
    state = resample(view, pool, Stream("plan", bytes(SEED_BYTES)))
    mine, theirs = [(each - view.first) % view.seats for each in (seat, view.current)]
    state.round += mine <= theirs
    state.turn += (seat - view.current) % view.seats
    state.current, state.phase, state.stage = seat, "cards", 0
    state.spent, state.used, state.moving = 0, (), None
    state.pieces = tuple(
        [replace(piece, minor=False, major=False) if piece.seat == seat else piece for piece in state.pieces]
    )
    return state


def in_own_turn(view: OvercrossView) -> bool:
    """Whether it is the viewer's turn, and no card asks a question."""
    return view.current == view.viewer and view.phase in TURN_PHASES and view.question is None


def conditions(view: OvercrossView, planned: Sequence[Any]) -> Mapping[str, Any]:
    """Return the counters on the viewer's Characters, and the Characters on the squares of the plan."""
    found: dict[str, Any] = {
        "unhurt": [[piece.card, piece.counters] for piece in view.pieces if piece.seat == view.viewer]
    }
    standing = {piece.square: [piece.card, piece.counters] for piece in view.pieces if piece.square >= 0}
    for action in planned:
        square = action.to if isinstance(action, actions.Move) else getattr(action, "at", -1)
        if square >= 0:
            found[f"square-{square}"] = standing.get(square)
    return found
