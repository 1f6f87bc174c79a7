"""A match of Overcross from a position text (`rules/position.py`), for tests."""

from __future__ import annotations

from typing import Any

from bot.engine.contract import Event, Resign
from bot.engine.errors import IllegalAction
from bot.engine.positions import ScriptedStream
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.view import number_of
from tests.games.overcross.chance import POOL, RULES
from tests.games.overcross.invariants import check_all

SEVEN = "options: objective=deathmatch width=7 height=7\n"
"""A small grid on which only kills count."""


class Match:
    """A match in a position. Seats are counted from 1, cards are named.

    Of several cards with one name the first in play is used, else the first in a hand.
    """

    def __init__(self, text: str, *dice: int) -> None:
        self.state = RULES.position(text)
        self.rng = ScriptedStream(dice)
        self.events: list[Event] = []

    # ---- actions

    def do(self, seat: int, action: Any) -> Match:
        self.events = RULES.apply(self.state, seat - 1, action, self.rng)
        check_all(self.state)
        return self

    def dice(self, *faces: int) -> Match:
        self.rng.faces += faces
        return self

    def play(self, seat: int, name: str, at: str = "") -> Match:
        return self.do(seat, self.a_play(seat, name, at))

    def move(self, seat: int, name: str, to: str) -> Match:
        return self.do(seat, actions.Move(self.card(seat, name), self.square(to)))

    def attack(self, seat: int, name: str, at: str, way: int = 0, *, terrain: bool = False) -> Match:
        return self.do(seat, self.an_attack(seat, name, at, way, terrain=terrain))

    def use(self, seat: int, name: str, way: int = 0) -> Match:
        return self.do(seat, actions.Use(self.card(seat, name), way))

    def choose(self, seat: int, answer: int | str) -> Match:
        """Answer with a number, a square, or the name of a piece."""
        if isinstance(answer, str):
            kind = self.question.kind
            answer = self.square(answer) if kind == "square" else self.card_in(self.question.options, answer)
        return self.do(seat, actions.Choose(answer))

    def end(self, *seats: int) -> Match:
        for seat in seats:
            self.do(seat, actions.EndTurn())
        return self

    def resign(self, seat: int) -> Match:
        return self.do(seat, Resign())

    # ---- actions as values

    def a_play(self, seat: int, name: str, at: str = "") -> actions.Play:
        card = self.card_in(self.queries.playable(seat - 1), name)
        return actions.Play(card, self.square(at) if at else actions.NO_SQUARE)

    def an_attack(self, seat: int, name: str, at: str, way: int = 0, *, terrain: bool = False):
        return actions.Attack(self.card(seat, name), self.square(at), way, terrain)

    def legal(self, seat: int, kind: type) -> list[Any]:
        return [action for action in RULES.legal(self.state, seat - 1) if isinstance(action, kind)]

    def refused(self, seat: int, action: Any) -> str:
        """Return the sentence that refuses an action; the match must not change."""
        before = RULES.clone(self.state)
        try:
            RULES.apply(self.state, seat - 1, action, self.rng)
        except IllegalAction as refused:
            assert self.state == before
            return refused.sentence
        raise AssertionError(f"{action} is allowed")

    def moves(self, seat: int, name: str) -> set[str]:
        """Return the squares to which a Character can move."""
        card = self.card(seat, name)
        return {
            self.queries.grid.name(each.to) for each in self.legal(seat, actions.Move) if each.piece == card
        }

    def targets(self, seat: int, name: str, way: int = 0) -> set[str]:
        """Return the squares that a Character can attack; terrain with a star."""
        card = self.card(seat, name)
        return {
            self.queries.grid.name(each.at) + "*" * each.terrain
            for each in self.legal(seat, actions.Attack)
            if (each.piece, each.way) == (card, way)
        }

    def deploys(self, seat: int, name: str) -> set[str]:
        """Return the squares on which a card can be played."""
        cards = [each.card for each in self.legal(seat, actions.Play) if self.name(each.card) == name]
        return {
            self.queries.grid.name(each.at)
            for each in self.legal(seat, actions.Play)
            if each.card in cards[:1] and each.at >= 0
        }

    # ---- queries

    @property
    def queries(self) -> Aim:
        return Aim(self.state, POOL)

    @property
    def question(self):
        assert self.state.program.question is not None
        return self.state.program.question

    def square(self, name: str) -> int:
        return self.queries.grid.parse(name)

    def name(self, card: int) -> str:
        return POOL.cards[number_of(self.state, card)].name

    def card_in(self, cards, name: str) -> int:
        return next(card for card in cards if self.name(card) == name)

    def card(self, seat: int, name: str) -> int:
        own = [piece.card for piece in self.state.pieces if piece.seat == seat - 1]
        edits = [edit.card for piece in self.state.pieces for edit in piece.edits]
        return self.card_in((*own, *edits, *self.queries.playable(seat - 1)), name)

    def piece(self, seat: int, name: str) -> Piece:
        found = self.find(seat, name)
        assert found is not None, f"{name} is not in play"
        return found

    def find(self, seat: int, name: str) -> Piece | None:
        named = [each for each in self.state.pieces if each.seat == seat - 1 and self.name(each.card) == name]
        return named[0] if named else None

    def where(self, seat: int, name: str) -> str:
        square = self.piece(seat, name).square
        return self.queries.grid.name(square) if square >= 0 else "off"

    def hand(self, seat: int) -> list[str]:
        return [self.name(card) for card in self.state.hands[seat - 1]]

    def discard(self, seat: int) -> list[str]:
        return [self.name(card) for card in self.state.sides[seat - 1].discard]

    def edits(self, seat: int, name: str) -> list[str]:
        return [self.name(edit.card) for edit in self.piece(seat, name).edits]

    def terrains(self) -> dict[str, str]:
        return {self.name(one.card): self.queries.grid.name(one.centre) for one in self.state.terrains}

    def facts_told(self, kind: type, seat: int | None = None) -> list[Any]:
        """Return the facts of a kind from the last action for everybody, or for this seat."""
        viewer = None if seat is None else seat - 1
        facts = [event.seen_by(viewer) for event in self.events]
        return [fact for fact in facts if isinstance(fact, kind)]

    @property
    def awaited(self) -> set[int]:
        return {seat + 1 for seat in RULES.to_act(self.state)}

    @property
    def winners(self) -> list[int]:
        assert self.state.outcome is not None
        return [seat + 1 for seat in self.state.outcome.winners]
