"""Planning an own turn: its start, and the conditions of a plan (OVC-09, OVC-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.fair import SEED_BYTES, Stream
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.actions import Choose
from bot.games.overcross.rules.legal import TURN_PHASES
from bot.games.overcross.rules.resample import resample
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import OvercrossView

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
