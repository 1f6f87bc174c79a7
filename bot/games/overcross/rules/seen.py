"""The view of a match for a viewer, built from an allow-list (OVC-29)."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.contract import Viewer
from bot.engine.standardrules import shared, sharing
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import NOBODY, SHARED, OvercrossView

_view = sharing(OvercrossView, SHARED)


def view_of(state: OvercrossState, viewer: Viewer) -> OvercrossView:
    """Return the view of a viewer: public knowledge, and its own hidden cards."""
    question = state.question
    lists, chosen = state.lists, state.chosen
    if state.first == NOBODY:
        lists, chosen = _own(lists, viewer), _own(chosen, viewer)
    return _view(
        state,
        viewer=viewer,
        width=state.options.width,
        height=state.options.height,
        hands=tuple(map(len, state.hands)),
        decks=tuple(map(len, state.decks)),
        lists=lists,
        chosen=chosen,
        hand=state.hands[viewer] if viewer is not None else (),
        question=None if question is None else question.seen_by(viewer),
        # the effects in progress, without the answers so far
        running=() if question is None else tuple([replace(one, tape=()) for one in state.program.running]),
    )


def _own(values: tuple[tuple[str, ...], ...], viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    """Return the viewer's own choice and nothing of others, while not all have chosen."""
    return tuple([value if seat == viewer else () for seat, value in enumerate(values)])


def seen_state(view: OvercrossView) -> OvercrossState:
    """Return a read-only state with the contents of a view; hidden parts are empty."""
    return OvercrossState(
        **shared(view, SHARED),
        hands=tuple([view.hand if seat == view.viewer else () for seat in range(view.seats)]),
        decks=((),) * view.seats,
        lists=view.lists,
        chosen=view.chosen,
    )
