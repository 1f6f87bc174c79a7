"""Planning one's own turn: its initial state, and the possible conditions of a plan (CRF-05, CRF-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.engine.fair import SEED_BYTES, Stream
from bot.games.crossfire.rules import actions, piles
from bot.games.crossfire.rules.actions import Answer, Keep
from bot.games.crossfire.rules.cards import is_joker, strength
from bot.games.crossfire.rules.resample import resample
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.turns import win_contests
from bot.games.crossfire.rules.view import CrossfireView

# Standing orders in Crossfire: how attacks on one's nodes are answered, and whether bases are kept.


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    contests: Annotated[
        Literal["ask", "bases", "always"],
        Meta(
            description="Answer attacks with the weakest card that is enough: ask me, on my bases, or always"
        ),
    ] = "ask"
    keep: Annotated[bool, Meta(description="Keep your bases if you may deal them again")] = False


def answered(view: CrossfireView, legal: Sequence[Any], orders: Orders) -> Any | None:
    """Return the action of the orders, one of the legal actions; None to ask the player (CRF-03, CRF-16).

    Of several attacks one on a base is answered first, then the one on the lowest square; a Joker is kept.
    """
    if view.phase == "bases":
        return Keep() if orders.keep and Keep() in legal else None
    if orders.contests == "ask" or view.viewer is None:
        return None
    bases = frozenset(view.table.bases[view.viewer])
    found = [
        (each.at not in bases, each.at, strength(each.card), each.card, each)
        for each in legal
        if isinstance(each, Answer) and _mine(view, each.at) and not is_joker(each.card)
    ]
    wanted = [each for each in found if orders.contests == "always" or not each[0]]
    return min(wanted)[-1] if wanted else None


def _mine(view: CrossfireView, square: int) -> bool:
    """Whether a contest is an attack on a pile of the viewer's own."""
    pile = view.board[square]
    return pile is not None and pile.owner == view.viewer


def own_turn(view: CrossfireView) -> CrossfireState | None:
    """Return the state in which the viewer's next turn would begin if no other seat acted before.

    The viewer wins the contests it leads; the next card drawn is unknown.
    """
    seat = view.viewer
    if seat is None or view.phase != "turn" or view.turn == seat:
        return None
    state = resample(view, Stream("plan", bytes(SEED_BYTES)))
    state.turn = seat
    win_contests(state, seat)
    return state


def in_own_turn(view: CrossfireView) -> bool:
    """Whether it is the viewer's turn."""
    return view.phase == "turn" and view.turn == view.viewer


def conditions(view: CrossfireView, planned: Sequence[Any]) -> Mapping[str, Any]:
    """Return the attackers of the viewer's piles, and the piles on the plan's squares."""
    attacked = [
        square
        for square, pile in enumerate(view.board)
        if pile is not None and pile.owner == view.viewer and pile.leader not in (view.viewer, -1)
    ]
    held = [
        square
        for square, pile in enumerate(view.board)
        if pile is not None and view.viewer in (pile.owner, pile.leader)
    ]
    found: dict[str, Any] = {"unhurt": [attacked, held]}
    for action in planned:
        square = action.base if isinstance(action, actions.Support) else getattr(action, "at", None)
        if square is not None and 0 <= square < len(view.board):
            pile = view.board[square]
            # In the viewer's turn: the viewer wins a pile that it leads at the start.
            won = pile is not None and pile.leader == view.viewer
            found[f"square-{square}"] = piles.won(pile) if pile is not None and won else pile
    return found
