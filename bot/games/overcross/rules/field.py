"""What follows from who and what is where, worked out once and kept while nothing of it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, reduce
from operator import or_
from typing import Any

from bot.engine.cards.work import STANDING, Work
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid
from bot.games.overcross.cards.cards import AnyCard
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.statics import Cost, Nearer, ZoneRows
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.standing import InForce, Sources, gathered, standing
from bot.games.overcross.rules.terrains import Lie, lie_of
from bot.games.overcross.rules.view import Lasting

DEADLY = 6
"""With so many counters a Character dies and a terrain is destroyed (OVC-20, OVC-21)."""


class Field:
    """A match as it stands: its pieces by card and square, its terrain, what is in force."""

    def __init__(self, look: Any, lie: Lie) -> None:
        self.look = look
        """The match that was asked about last, which stands like this."""
        self.lie = lie
        pieces: tuple[Piece, ...] = look.state.pieces
        here = [piece for piece in pieces if piece.square != OFF]
        self.by_card: dict[Card, Piece] = {piece.card: piece for piece in pieces}
        self.by_square: dict[int, Piece] = {piece.square: piece for piece in here}
        self.by_seat = by_seat = [0] * look.state.seats
        """The squares on which each seat's Characters stand."""
        for piece in here:
            by_seat[piece.seat] |= 1 << piece.square
        self.occupied = reduce(or_, by_seat)
        self.unsettled = len(self.by_square) < len(here) or any(each.counters >= DEADLY for each in pieces)
        """Whether Characters have 6 counters or more, or share a square: something has still to happen."""

    @cached_property
    def bearers(self) -> dict[Card, Piece]:
        """Who bears each attached edit."""
        return {edit.card: piece for piece in self.by_card.values() for edit in piece.edits}

    @cached_property
    def names(self) -> Counter[tuple[Seat, str]]:
        """How many Characters of a name each seat has in play."""
        look = self.look
        return Counter([(piece.seat, look.face(piece.card).name) for piece in look.state.pieces])

    @cached_property
    def in_force(self) -> InForce:
        """What is in force."""
        return self.look.memory.in_force(self.look)  # type: ignore[no-any-return] # what is in force

    @cached_property
    def costs(self) -> list[Cost]:
        """What changes the play costs of cards."""
        return self.in_force.of_kind(Cost)

    @cached_property
    def deploying(self) -> list[ZoneRows | Nearer]:
        """What widens where a seat deploys."""
        return [*self.in_force.of_kind(ZoneRows), *self.in_force.of_kind(Nearer)]


class Memory:
    """What was worked out last, to be used again while nothing it follows from has changed."""

    def __init__(self) -> None:
        self._leaves: tuple[Any, ...] = ()
        self._field: Field | None = None
        self._terrains: tuple[Any, ...] = ()
        self._lie: Lie | None = None
        self._lists: tuple[Any, ...] = ()
        self._faces: dict[Card, AnyCard] = {}
        self._doing: dict[Card, Mapping[str, tuple[Ability, ...]]] = {}
        self._sources: Sources | None = None
        self._in_force: tuple[Sources, tuple[Lasting, ...], InForce] | None = None

    def printed(self, look: Any) -> tuple[dict[Card, AnyCard], dict[Card, Mapping[str, tuple[Ability, ...]]]]:
        """Return the faces and the abilities of the cards that were asked for so far, by card."""
        self._check_lists(look)
        return self._faces, self._doing

    def face(self, look: Any, card: Card) -> AnyCard:
        """Return what is printed on a card."""
        self._check_lists(look)
        found = self._faces.get(card)
        if found is None:
            found = self._faces[card] = look.pool.cards[look.state.number_of(card)]
        return found

    def does(self, look: Any, card: Card) -> Mapping[str, tuple[Ability, ...]]:
        """Return the abilities of a card by what sets them off."""
        self._check_lists(look)
        found = self._doing.get(card)
        if found is None:
            found = self._doing[card] = look.pool.doing[self.face(look, card).number]
        return found

    def _check_lists(self, look: Any) -> None:
        state, last = look.state, self._lists
        if not last or last[0] is not state.lists or last[1] is not state.chosen or last[2] is not look.pool:
            self._lists = (state.lists, state.chosen, look.pool)
            self._faces, self._doing, self._sources = {}, {}, None

    def in_force(self, look: Any) -> InForce:
        """Return what is in force; the same as before where nothing of it depends on who stands where."""
        self._check_lists(look)
        pieces, lasting, last = standing(look), look.state.lasting, self._in_force
        if self._sources is None or not self._sources.hold(look, pieces):
            self._sources = Sources(look, pieces)
        if last is not None and last[0] is self._sources and last[1] is lasting:
            return last[2]
        work = Work(STANDING)
        found = InForce(gathered(look, self._sources, work), work.spent)
        self._in_force = (self._sources, lasting, found) if self._sources.fixed else None
        return found

    def field(self, look: Any) -> Field:
        """Return a match as it stands."""
        state, found = look.state, self._field
        if found is not None:
            pieces, terrains, lasting, sides, flags, turn, lists, pool, hands = self._leaves
            if (
                pieces is state.pieces
                and terrains is state.terrains
                and lasting is state.lasting
                and sides is state.sides
                and flags is state.flags
                and turn == state.turn
                and lists is state.lists
                and pool is look.pool
                and hands is state.hands
            ):
                found.look = look
                return found
        self._leaves = (
            state.pieces, state.terrains, state.lasting, state.sides, state.flags, state.turn, state.lists,
            look.pool, state.hands,
        )  # fmt: skip
        self._field = found = Field(look, self.lie(look))
        return found

    def lie(self, look: Any) -> Lie:
        """Return the ground with its terrains."""
        state, grid = look.state, look.grid
        last = self._terrains
        if (
            self._lie is not None
            and last[0] is state.terrains
            and last[1] is state.lists
            and last[2] is grid
            and last[3] is look.pool
        ):
            return self._lie
        self._terrains = (state.terrains, state.lists, grid, look.pool)
        self._lie = lie_of(grid, _terrains_of(look, grid))
        return self._lie


def _terrains_of(look: Any, grid: Grid) -> tuple[Any, ...]:  # noqa: ARG001
    return tuple(
        [
            (look.face(each.card), each.centre, "entered" in look.does(each.card))
            for each in look.state.terrains
        ]
    )
