"""Prepared matches of Overcross, for stories of cards; dice have given results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import machine
from bot.engine.contract import Event, Seat
from bot.engine.errors import IllegalAction
from bot.engine.grid import grid_of
from bot.engine.positions import ScriptedStream
from bot.games.overcross.cards.field import DIRECTIONS, OFF, Attached, Piece, Placed
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import SEAT_CARDS, Side
from tests.games.overcross.chance import NUMBERS, POOL, RULES

FILLER = "Gutter Between Panels"
"""The cards of decks that are not given."""


class Match:
    """A death match of seats 1 and 2 on 11x11 in its sixth round, in which seat 1 is about to play cards.

    Cards are named, or are the numbers that the methods return; squares are named.
    """

    def __init__(
        self, seats: int = 2, *, in_round: int = 6, objective: str = "deathmatch", **options: Any
    ) -> None:
        self.seats = seats
        given = Options(
            objective=objective, score=100 if objective == "deathmatch" else 0, rounds=60, **options
        )
        settled = RULES.normalize(given, seats)
        self.grid = grid_of(settled.width, settled.height)
        nothing: tuple[Any, ...] = ((),) * seats
        self.state = OvercrossState(
            options=settled,
            seats=seats,
            phase="cards",
            sides=(Side(),) * seats,
            hands=nothing,
            decks=nothing,
            lists=nothing,
            chosen=nothing,
            ready=(True,) * seats,
            round=in_round,
            turn=in_round * seats,
            first=0,
            current=0,
        )
        self.rng = ScriptedStream()
        self.events: list[Event] = []
        for seat in range(seats):
            self.state.decks = _put(
                self.state.decks, seat, tuple([self._new(seat + 1, FILLER) for _ in range(9)])
            )

    # ---- preparation

    def _new(self, seat: int, name: str) -> int:
        cards = self.state.lists[seat - 1]
        self.state.lists = _put(self.state.lists, seat - 1, (*cards, NUMBERS[name]))
        return (seat - 1) * SEAT_CARDS + len(cards)

    def put(self, seat: int, name: str, square: str, counters: int = 0) -> int:
        """Put a Character on a square; it began in play."""
        card = self._new(seat, name)
        where = OFF if square == "off" else self.grid.parse(square)
        piece = Piece(card, seat - 1, where, counters)
        self.state.pieces = tuple(sorted((*self.state.pieces, piece), key=lambda each: each.card))
        return card

    def attach(self, seat: int, name: str, bearer: int) -> int:
        """Attach an Edit of a seat."""
        card = self._new(seat, name)
        changed = replace(self.piece(bearer), edits=(*self.piece(bearer).edits, Attached(card)))
        self.state.pieces = tuple([changed if each.card == bearer else each for each in self.state.pieces])
        return card

    def harm(self, card: int, counters: int) -> None:
        """Give a Character this number of counters."""
        changed = replace(self.piece(card), counters=counters)
        self.state.pieces = tuple([changed if each.card == card else each for each in self.state.pieces])

    def lay(self, seat: int, name: str, centre: str, counters: int = 0) -> int:
        """Put a Terrain on the grid."""
        card = self._new(seat, name)
        placed = Placed(card, self.grid.parse(centre), counters)
        self.state.terrains = tuple(sorted((*self.state.terrains, placed), key=lambda each: each.card))
        return card

    def hold(self, seat: int, *names: str) -> Any:
        """Put these cards into a seat's hand; return the first, or all."""
        cards = tuple([self._new(seat, name) for name in names])
        self.state.hands = _put(self.state.hands, seat - 1, (*self.state.hands[seat - 1], *cards))
        return cards[0] if len(cards) == 1 else cards

    def discarded(self, seat: int, *names: str) -> Any:
        """Put these cards on a seat's discard pile; return the first, or all."""
        cards = tuple([self._new(seat, name) for name in names])
        side = self.state.sides[seat - 1]
        self.state.sides = _put(self.state.sides, seat - 1, replace(side, discard=(*side.discard, *cards)))
        return cards[0] if len(cards) == 1 else cards

    # ---- actions

    def play(self, card: int, at: str = "") -> Match:
        """Play a card of the hand, on a square or on a Character's."""
        return self._do(actions.Play(card, self.grid.parse(at) if at else actions.NO_SQUARE))

    def move(self, piece: int, to: str) -> Match:
        return self._do(actions.Move(piece, self.grid.parse(to)))

    def attack(self, piece: int, at: str, *dice: int, way: int = 0, terrain: bool = False) -> Match:
        """Attack a square; the dice are those to hit, and to save."""
        return self._do(actions.Attack(piece, self.grid.parse(at), way, terrain), *dice)

    def use(self, card: int, *, way: int = 0) -> Match:
        return self._do(actions.Use(card, way))

    def answer(self, *answers: Any) -> Match:
        """Answer questions of cards: cards by number, squares and directions by name, or "no more"."""
        for answer in answers:
            question = self.state.program.question
            assert question is not None, "no card asks"
            if answer == "no more":
                value = machine.STOP
            elif question.kind == "square":
                value = self.grid.parse(answer)
            else:
                value = DIRECTIONS.index(answer) if question.kind == "direction" else int(answer)
            self._do(actions.Choose(value))
        return self

    def end(self, *dice: int) -> Match:
        """End the turn; discard the excess."""
        self._do(actions.EndTurn(), *dice)
        while self.state.phase == "discard" and self.state.program.question is None:
            self._do(actions.Discard(self.state.hands[self.state.current][0]))
        return self

    def turns(self, number: int) -> Match:
        """Let this number of turns pass without other actions."""
        for _ in range(number):
            self.end()
        return self

    def _do(self, action: Any, *dice: int) -> Match:
        self.rng.faces += dice
        seat = self.awaited
        assert action in self.legal(seat), self.refusal(action)
        self.events = RULES.apply(self.state, seat, action, self.rng)
        assert not self.rng.faces, "dice were told that nobody rolled"
        return self

    def refusal(self, action: Any) -> str:
        """Return the sentence that refuses an action."""
        with pytest.raises(IllegalAction) as refused:
            RULES.apply(RULES.clone(self.state), self.awaited, action, ScriptedStream(then_by_chance=True))
        return refused.value.sentence

    def cannot(self, action: Any) -> bool:
        """Whether an action is refused, and not listed."""
        return action not in self.legal(self.awaited) and bool(self.refusal(action))

    # ---- queries

    @property
    def awaited(self) -> Seat:
        return min(RULES.to_act(self.state))

    @property
    def queries(self) -> Aim:
        return Aim(self.state, POOL)

    def legal(self, seat: Seat) -> Sequence[Any]:
        return RULES.legal(self.state, seat)

    def piece(self, card: int) -> Piece:
        found = next((piece for piece in self.state.pieces if piece.card == card), None)
        assert found is not None, "it is not in play"
        return found

    def here(self, card: int) -> bool:
        """Whether a Character, an attached Edit or a Terrain is in play."""
        edits = [edit.card for piece in self.state.pieces for edit in piece.edits]
        return card in [piece.card for piece in (*self.state.pieces, *self.state.terrains)] + edits

    def at(self, card: int) -> str:
        """Return the square of a Character or of a Terrain's centre."""
        terrain = next((each.centre for each in self.state.terrains if each.card == card), None)
        square = self.piece(card).square if terrain is None else terrain
        return "off" if square == OFF else self.grid.name(square)

    def counters(self, card: int) -> int:
        terrain = next((each.counters for each in self.state.terrains if each.card == card), None)
        return self.piece(card).counters if terrain is None else terrain

    def hand(self, seat: int) -> tuple[int, ...]:
        return self.state.hands[seat - 1]

    def discard(self, seat: int) -> tuple[int, ...]:
        return self.state.sides[seat - 1].discard

    def stat(self, card: int, stat: str, way: int = 0) -> int:
        return self.queries.stat(card, stat, way)  # type: ignore[arg-type] # a stat, by name

    def moves(self, card: int) -> set[str]:
        """Return the squares that a Character can move to now."""
        found = [each for each in self.legal(self.awaited) if isinstance(each, actions.Move)]
        return {self.grid.name(each.to) for each in found if each.piece == card}

    def plays(self, card: int) -> set[str]:
        """Return the squares where a card can be played now; {""} for a playable Event."""
        found = [action.at for action in self.legal(self.awaited) if getattr(action, "card", None) == card]
        return {self.grid.name(at) if at >= 0 else "" for at in found}

    def attacks(self, card: int) -> set[str]:
        """Return the squares that a Character can attack now; terrain with a star after it."""
        found = [
            each
            for each in self.legal(self.awaited)
            if isinstance(each, actions.Attack) and each.piece == card
        ]
        return {self.grid.name(each.at) + "*" * each.terrain for each in found}

    def acts(self, card: int) -> bool:
        """Whether a Character can act at all now."""
        return bool(self.moves(card) or self.attacks(card) or self.uses(card))

    def uses(self, card: int) -> bool:
        """Whether a special or an Edit can be used now."""
        return actions.Use(card) in self.legal(self.awaited)

    def asked(self) -> Any:
        """Return the choices of a card's question: options, squares and directions by name."""
        question = self.state.program.question
        assert question is not None, "no card asks"
        if question.kind == "square":
            return {self.grid.name(square) for square in question.options}
        if question.kind == "direction":
            return {DIRECTIONS[way] for way in question.options}
        return set(question.options)

    def facts_told(self, kind: type, seat: int | None = None) -> list[Any]:
        """Return the facts of a kind of the last action, as a seat knows them, or everybody."""
        known = [event.seen_by(None if seat is None else seat - 1) for event in self.events]
        return [fact for fact in known if isinstance(fact, kind)]


def _put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
