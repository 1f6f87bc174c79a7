"""The view of a match for a viewer, built from an allow-list (OVC-29)."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from msgspec.structs import astuple, replace

from bot.engine.contract import Seat, Viewer, latest, shared
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import NOBODY, SHARED, OvercrossView


def view_of(state: OvercrossState, viewer: Viewer) -> OvercrossView:
    """Return the view of a viewer: public knowledge, and its own hidden cards."""
    public = _public_view(astuple(state))
    if viewer is None:
        return public
    question, lists, chosen = state.question, state.lists, state.chosen
    if question is None and state.first != NOBODY:
        return replace(public, viewer=viewer, hand=state.hands[viewer])
    return replace(
        public,
        viewer=viewer,
        hand=state.hands[viewer],
        question=None if question is None else question.seen_by(viewer),
        lists=_known(lists, state.first, viewer),
        chosen=_known(chosen, state.first, viewer),
    )


@latest
def _public_view(seen: tuple[Any, ...]) -> OvercrossView:
    """Return the public's view of a state with these fields, which is made once for all viewers."""
    options, first, hands, decks, lists, chosen, program = _read(seen)
    question = program.question
    made = (
        None, options.width, options.height, tuple(map(len, hands)), tuple(map(len, decks)),
        _known(lists, first, None), _known(chosen, first, None), (),
        None if question is None else question.seen_by(None),
        # the effects in progress, without the answers so far
        () if question is None else tuple([replace(one, tape=()) for one in program.running]),
    )  # fmt: skip
    # By position: so many fields by name, in another order, take four times as long.
    return OvercrossView(*_in_order(made + seen))


_MADE = ("viewer", "width", "height", "hands", "decks", "lists", "chosen", "hand", "question", "running")
"""The fields of a view that are made for it."""
_STATE = OvercrossState.__struct_fields__
_OPEN = (*_MADE, *[name if name in SHARED else "" for name in _STATE])
_in_order = itemgetter(*map(_OPEN.index, OvercrossView.__struct_fields__))
"""Sort the values of `_MADE` and of a state, of which only `SHARED` are open, as the fields of a view."""
_read = itemgetter(*map(_STATE.index, ("options", "first", "hands", "decks", "lists", "chosen", "program")))


def _known(values: tuple[tuple[str, ...], ...], first: Seat, viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    """Return the choices that a viewer knows: only its own while not all have chosen."""
    if first != NOBODY:
        return values
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
