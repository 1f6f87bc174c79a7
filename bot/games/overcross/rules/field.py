"""What follows from who and what is where, worked out once and kept while nothing of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from bot.engine.cards.work import STANDING, Work
from bot.engine.decks import Card
from bot.engine.grid import Grid
from bot.games.overcross.cards.cards import AnyCard
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.statics import Cost, Nearer, ZoneRows
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.standing import InForce, gathered
from bot.games.overcross.rules.terrains import Lie, lie_of

DEADLY = 6
"""With so many counters a Character dies and a terrain is destroyed (OVC-20, OVC-21)."""


class Field:
    """A match as it stands: its pieces by card and square, its terrain, what is in force."""

    def __init__(self, look: Any, lie: Lie) -> None:
        self.look = look
        """The match that was asked about last, which stands like this."""
        self.lie = lie
        self.by_card: dict[Card, Piece] = {}
        self.by_square: dict[int, Piece] = {}
        self.by_seat = [0] * look.state.seats
        """The squares on which each seat's Characters stand."""
        self.unsettled = False
        """Whether Characters have 6 counters or more, or share a square: something has still to happen."""
        for piece in look.state.pieces:
            self.by_card[piece.card] = piece
            if piece.square != OFF:
                self.unsettled |= piece.square in self.by_square
                self.by_square[piece.square] = piece
                self.by_seat[piece.seat] |= 1 << piece.square
            self.unsettled |= piece.counters >= DEADLY
        self.occupied = 0
        for squares in self.by_seat:
            self.occupied |= squares

    @cached_property
    def bearers(self) -> dict[Card, Piece]:
        """Who bears each attached edit."""
        return {edit.card: piece for piece in self.by_card.values() for edit in piece.edits}

    @cached_property
    def in_force(self) -> InForce:
        """What is in force."""
        work = Work(STANDING)
        return InForce(gathered(self.look, work), work.spent)

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
        self._fixed: dict[tuple[int, ...], Any] = {}

    def fixed(self, look: Any) -> dict[tuple[int, ...], Any]:
        """Return where it is kept what cards have in force, whatever is around them."""
        self._check_lists(look)
        return self._fixed

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
            self._faces, self._doing, self._fixed = {}, {}, {}

    def field(self, look: Any) -> Field:
        """Return a match as it stands."""
        state = look.state
        last = self._leaves
        if (
            self._field is not None
            and last[0] is state.pieces
            and last[1] is state.terrains
            and last[2] is state.lasting
            and last[3] is state.sides
            and last[4] is state.flags
            and last[5] == state.turn
            and last[6] is state.lists
            and last[7] is look.pool
            and last[8] is state.hands
        ):
            self._field.look = look
            return self._field
        self._leaves = (
            state.pieces, state.terrains, state.lasting, state.sides, state.flags, state.turn, state.lists,
            look.pool, state.hands,
        )  # fmt: skip
        self._field = Field(look, self._lie_of(look))
        return self._field

    def _lie_of(self, look: Any) -> Lie:
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
