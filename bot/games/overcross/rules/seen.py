"""What a viewer sees of a match, from an allow-list (OVC-29)."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.contract import Viewer
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import Running
from bot.games.overcross.rules.view import NOBODY, OvercrossView


def view_of(state: OvercrossState, viewer: Viewer) -> OvercrossView:
    """Return what a viewer may see: what lies open, and of what is hidden only its own."""
    question = state.program.question
    lists, chosen = state.lists, state.chosen
    if state.first == NOBODY:
        lists, chosen = _own(lists, viewer), _own(chosen, viewer)
    return OvercrossView(
        viewer=viewer,
        options=state.options,
        seats=state.seats,
        phase=state.phase,
        width=state.options.width,
        height=state.options.height,
        round=state.round,
        turn=state.turn,
        first=state.first,
        current=state.current,
        spent=state.spent,
        pieces=state.pieces,
        terrains=state.terrains,
        flags=state.flags,
        sides=state.sides,
        lasting=state.lasting,
        used=state.used,
        moving=state.moving,
        ready=state.ready,
        hands=tuple(map(len, state.hands)),
        decks=tuple(map(len, state.decks)),
        lists=lists,
        chosen=chosen,
        hand=state.hands[viewer] if viewer is not None else (),
        question=None if question is None else question.seen_by(viewer),
        running=() if question is None else _running(state),
        answers=state.answers,
        stage=state.stage,
        outcome=state.outcome,
    )


def _own(values: tuple[tuple[str, ...], ...], viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    """Return what the viewer has chosen, and of others nothing: not all have chosen yet."""
    return tuple([value if seat == viewer else () for seat, value in enumerate(values)])


def _running(state: OvercrossState) -> tuple[Running, ...]:
    """Return what cards are in the middle of doing, without the answers given so far."""
    return tuple([replace(running, tape=()) for running in state.program.running])


def seen_state(view: OvercrossView) -> OvercrossState:
    """Return a state of what is seen, to be looked at; what the viewer may not know is empty in it."""
    return OvercrossState(
        options=view.options,
        seats=view.seats,
        phase=view.phase,
        sides=view.sides,
        hands=tuple([view.hand if seat == view.viewer else () for seat in range(view.seats)]),
        decks=((),) * view.seats,
        lists=view.lists,
        chosen=view.chosen,
        ready=view.ready,
        round=view.round,
        turn=view.turn,
        first=view.first,
        current=view.current,
        spent=view.spent,
        stage=view.stage,
        pieces=view.pieces,
        terrains=view.terrains,
        flags=view.flags,
        lasting=view.lasting,
        used=view.used,
        moving=view.moving,
        answers=view.answers,
        outcome=view.outcome,
    )
