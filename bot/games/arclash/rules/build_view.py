"""What a viewer sees of a match, from an allow-list (ARC-15)."""

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
from bot.games.arclash.rules.queries import ArclashLook
from bot.games.arclash.rules.state import NO_CARD, Side
from bot.games.arclash.rules.view import SHARED, ArclashView, Guard, Place, PowerPart, Shown

Parts: TypeAlias = tuple[PowerPart, ...]
Guards: TypeAlias = tuple[Guard, ...]


class Sight:
    """Makes views. What lies open of a seat is written down once for all viewers, and until it changes."""

    def __init__(self) -> None:
        self._numbers: Any = None
        self._last: dict[Seat, tuple[Side, Parts, Guards, Place]] = {}
        self._all: tuple[tuple[Any, ...], tuple[Place, ...]] = ((), ())

    def view(self, look: ArclashLook, viewer: Viewer) -> ArclashView:
        """Return what a viewer may see."""
        return view_of(look, viewer, self._places(look))

    def _places(self, look: ArclashLook) -> tuple[Place, ...]:
        """Return what lies open of each seat, the same for all viewers.

        As before where all that it follows from is the very same: the values are kept with it, so that no
        others can have taken their place in memory.
        """
        state = look.state
        leaves = (look.pool, state.numbers, state.turn, state.sides, state.boosts, state.guards)
        if len(self._all[0]) == len(leaves) and all(map(is_, leaves, self._all[0])):
            return self._all[1]
        if self._numbers is not state.numbers:
            self._numbers, self._last = state.numbers, {}
        table = look.open
        places = tuple([self._place(look, table, seat) for seat in range(state.seats)])
        self._all = leaves, places
        return places

    def _place(self, look: ArclashLook, table: OpenTable, seat: Seat) -> Place:
        """Return what lies open of a seat: as before where all that it shows is the same."""
        side, parts, guards = look.state.sides[seat], table.parts[seat], table.guards[seat]
        last = self._last.get(seat)
        if last is not None and last[0] is side and last[1] == parts and last[2] == guards:
            return last[3]
        place = place_of(look, table, seat)
        self._last[seat] = side, parts, guards, place
        return place


def view_of(look: ArclashLook, viewer: Viewer, places: tuple[Place, ...]) -> ArclashView:
    """Return what a viewer may see; `places` is what lies open (`Sight`)."""
    state = look.state
    own = None if viewer is None else state.sides[viewer]
    question = state.program.question
    hidden = () if own is None or own.placed == NO_CARD else (own.placed, *own.paying)
    return ArclashView(
        viewer=viewer,
        **shared(state, SHARED),
        places=places,
        question=None if question is None else question.seen_by(viewer),
        looking=shown(look, question.looking) if question is not None and question.seat == viewer else (),
        hand=() if own is None else shown(look, [card for card in own.hand if card not in hidden]),
        deck=() if viewer is None else state.lists[viewer],
        openers=_openers(look, viewer),
        placed=None if own is None or own.placed == NO_CARD else shown(look, (own.placed,))[0],
        paying=() if own is None else shown(look, own.paying),
        owed=0 if viewer is None else owed(look, viewer),
        way=UNSET if own is None else _way(look, own),
        running=tuple([replace(running, tape=()) for running in state.program.running]),
    )


def place_of(look: ArclashLook, open_table: OpenTable, seat: Seat) -> Place:
    """Return what lies open of a seat."""
    side = look.side(seat)
    return Place(
        stack=shown(look, side.stack),
        supports=shown(look, side.supports),
        power=open_table.powers[seat],
        parts=open_table.parts[seat],
        score=side.score,
        hand=len(side.hand),
        deck=len(side.deck.order),
        discard=shown(look, side.deck.discard),
        ready=side.ready,
        done=side.done,
        guards=open_table.guards[seat],
        last=side.last,
        out=side.out,
    )


def shown(look: ArclashLook, cards: Sequence[Card]) -> tuple[Shown, ...]:
    """Return cards as a viewer sees them."""
    numbers = look.state.numbers
    return tuple([Shown(card, numbers[card // DECK_SIZE][card % DECK_SIZE]) for card in cards])


def _way(look: ArclashLook, own: Side) -> int | UnsetType:
    advancing = own.placed != NO_CARD and look.state.phase == "advance" and not look.former
    return own.way if advancing else UNSET


def _openers(look: ArclashLook, viewer: Viewer) -> tuple[Shown, ...]:
    if viewer is None or look.state.phase != "openers":
        return ()
    return shown(look, level_ones(look, look.cards("deck", viewer)))
