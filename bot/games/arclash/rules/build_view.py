"""The view of a match for a viewer, built from an allow-list (ARC-15)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.engine.contract import Seat, Viewer
from bot.engine.decks import Card
from bot.engine.standardrules import shared
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.rules.advancements import owed
from bot.games.arclash.rules.legal import level_ones
from bot.games.arclash.rules.power import OpenTable
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.state import NO_CARD, Side
from bot.games.arclash.rules.view import SHARED, ArclashView, Guard, PlayerArea, PowerPart, Shown

Parts: TypeAlias = tuple[PowerPart, ...]
Guards: TypeAlias = tuple[Guard, ...]


class Sight:
    """Builds views. The public part of a seat is built once for all viewers, until it changes."""

    def __init__(self) -> None:
        self._numbers: Any = None
        self._last: dict[Seat, tuple[Side, Parts, Guards, PlayerArea]] = {}
        self._all: tuple[tuple[Any, ...], tuple[PlayerArea, ...]] = ((), ())

    def view(self, queries: ArclashQueries, viewer: Viewer) -> ArclashView:
        """Return the view of a viewer."""
        return view_of(queries, viewer, self._places(queries))

    def _places(self, queries: ArclashQueries) -> tuple[PlayerArea, ...]:
        """Return the public part of each seat, the same for all viewers.

        It is reused while all values it depends on are identical. These values are kept with it, so that no
        other object can get their address in memory.
        """
        state = queries.state
        leaves = (queries.pool, state.numbers, state.turn, state.sides, state.boosts, state.guards)
        if len(self._all[0]) == len(leaves) and all(map(is_, leaves, self._all[0])):
            return self._all[1]
        if self._numbers is not state.numbers:
            self._numbers, self._last = state.numbers, {}
        table = queries.open
        places = tuple([self._place(queries, table, seat) for seat in range(state.seats)])
        self._all = leaves, places
        return places

    def _place(self, queries: ArclashQueries, table: OpenTable, seat: Seat) -> PlayerArea:
        """Return the public part of a seat; it is reused while all values it depends on are the same."""
        side, parts, guards = queries.state.sides[seat], table.parts[seat], table.guards[seat]
        last = self._last.get(seat)
        if last is not None and last[0] is side and last[1] == parts and last[2] == guards:
            return last[3]
        place = place_of(queries, table, seat)
        self._last[seat] = side, parts, guards, place
        return place


def view_of(queries: ArclashQueries, viewer: Viewer, places: tuple[PlayerArea, ...]) -> ArclashView:
    """Return the view of a viewer; `places` is the public part (`Sight`)."""
    state = queries.state
    own = None if viewer is None else state.sides[viewer]
    question = state.program.question
    hidden = () if own is None or own.placed == NO_CARD else (own.placed, *own.paying)
    return ArclashView(
        viewer=viewer,
        **shared(state, SHARED),
        places=places,
        question=None if question is None else question.seen_by(viewer),
        looking=shown(queries, question.looking) if question is not None and question.seat == viewer else (),
        hand=() if own is None else shown(queries, [card for card in own.hand if card not in hidden]),
        deck=() if viewer is None else state.lists[viewer],
        openers=_openers(queries, viewer),
        placed=None if own is None or own.placed == NO_CARD else shown(queries, (own.placed,))[0],
        paying=() if own is None else shown(queries, own.paying),
        owed=0 if viewer is None else owed(queries, viewer),
        way=UNSET if own is None else _way(queries, own),
        running=tuple([replace(running, tape=()) for running in state.program.running]),
    )


def place_of(queries: ArclashQueries, open_table: OpenTable, seat: Seat) -> PlayerArea:
    """Return the public part of a seat."""
    side = queries.side(seat)
    return PlayerArea(
        stack=shown(queries, side.stack),
        supports=shown(queries, side.supports),
        power=open_table.powers[seat],
        parts=open_table.parts[seat],
        score=side.score,
        hand=len(side.hand),
        deck=len(side.deck.order),
        discard=shown(queries, side.deck.discard),
        ready=side.ready,
        done=side.done,
        guards=open_table.guards[seat],
        last=side.last,
        out=side.out,
    )


def shown(queries: ArclashQueries, cards: Sequence[Card]) -> tuple[Shown, ...]:
    """Return cards in the form that viewers see."""
    numbers = queries.state.numbers
    return tuple([Shown(card, numbers[card // DECK_SIZE][card % DECK_SIZE]) for card in cards])


def _way(queries: ArclashQueries, own: Side) -> int | UnsetType:
    advancing = own.placed != NO_CARD and queries.state.phase == "advance"
    return own.way if advancing else UNSET


def _openers(queries: ArclashQueries, viewer: Viewer) -> tuple[Shown, ...]:
    if viewer is None or queries.state.phase != "openers":
        return ()
    return shown(queries, level_ones(queries, queries.cards("deck", viewer)))
