"""The view of a match for a viewer, built from an allow-list (ARC-15)."""

from __future__ import annotations

from operator import is_
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.engine.contract import Seat, Viewer
from bot.engine.standardrules import shared
from bot.games.arclash.rules.advancements import owed
from bot.games.arclash.rules.legal import level_ones
from bot.games.arclash.rules.power import OpenTable
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.state import NO_CARD, Side
from bot.games.arclash.rules.view import SHARED, ArclashView, Guard, PlayerArea, PowerPart, Shown


class Sight:
    """Builds views. The public part of a seat is built once for all viewers, until it changes."""

    def __init__(self) -> None:
        self._numbers: Any = None
        self._last: dict[Seat, tuple[Side, tuple[PowerPart, ...], tuple[Guard, ...], PlayerArea]] = {}
        self._all: tuple[tuple[Any, ...], tuple[PlayerArea, ...]] = ((), ())

    def view(self, queries: ArclashQueries, viewer: Viewer) -> ArclashView:
        """Return the view of a viewer."""
        state = queries.state
        own = None if viewer is None else state.sides[viewer]
        question = state.program.question
        looking = question.looking if question is not None and question.seat == viewer else ()
        hidden = () if own is None or own.placed == NO_CARD else (own.placed, *own.paying)
        return ArclashView(
            viewer=viewer,
            **shared(state, SHARED),
            places=self._places(queries),
            question=None if question is None else question.seen_by(viewer),
            looking=queries.all_shown(looking),
            hand=() if own is None else queries.all_shown([card for card in own.hand if card not in hidden]),
            deck=() if viewer is None else state.lists[viewer],
            openers=_openers(queries, viewer),
            placed=None if own is None or own.placed == NO_CARD else queries.shown(own.placed),
            paying=() if own is None else queries.all_shown(own.paying),
            owed=0 if viewer is None else owed(queries, viewer),
            way=UNSET if own is None else _way(queries, own),
            running=tuple([replace(running, tape=()) for running in state.program.running]),
        )

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
        place = _place_of(queries, table, seat)
        self._last[seat] = side, parts, guards, place
        return place


def _place_of(queries: ArclashQueries, open_table: OpenTable, seat: Seat) -> PlayerArea:
    side = queries.side(seat)
    return PlayerArea(
        stack=queries.all_shown(side.stack),
        supports=queries.all_shown(side.supports),
        power=open_table.powers[seat],
        parts=open_table.parts[seat],
        score=side.score,
        hand=len(side.hand),
        deck=len(side.deck.order),
        discard=queries.all_shown(side.deck.discard),
        ready=side.ready,
        done=side.done,
        guards=open_table.guards[seat],
        last=side.last,
        out=side.out,
    )


def _way(queries: ArclashQueries, own: Side) -> int | UnsetType:
    advancing = own.placed != NO_CARD and queries.state.phase == "advance"
    return own.way if advancing else UNSET


def _openers(queries: ArclashQueries, viewer: Viewer) -> tuple[Shown, ...]:
    if viewer is None or queries.state.phase != "openers":
        return ()
    return queries.all_shown(level_ones(queries, queries.cards("deck", viewer)))
