"""Decks and Leaders, first hands, discards, and answers to cards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.engine.cards.program import STOP, Question
from bot.engine.decks import Card
from bot.engine.grid import mask_of
from bot.engine.players.opponent import best_first
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import IT, OFF, Piece
from bot.games.overcross.cards.words import DiscardCards, Push
from bot.games.overcross.players.effects import CARD, Effects
from bot.games.overcross.players.situation import Situation
from bot.games.overcross.rules.actions import Begin, Choose, Discard, Keep, Name, Redraw, TakeDeck
from bot.games.overcross.rules.view import OvercrossView, number_of

CHEAP = 2
"""The play cost of Characters that a first hand wants."""


def prepare(view: OvercrossView, pool: Pool, legal: Sequence[Any], rng: random.Random) -> Any:
    """Choose a deck, a Leader, Champion or Legend, the first seat, or the use of the first hand."""
    if names := [action for action in legal if isinstance(action, Name)]:
        return max(names, key=lambda name: _named(view, pool.cards[name.card]) + 2 * rng.random())
    if decks := [action for action in legal if isinstance(action, TakeDeck)]:
        return rng.choice(decks)
    if view.phase == "first":
        return Begin("first")
    return Redraw() if _is_poor(view, pool) else Keep()


def _named(view: OvercrossView, face: Any) -> float:
    """Return the value of naming a Character: a Legend must move, one that must not die needs defense."""
    if view.options.objective == "summoning":
        return float(2 * face.speed + face.defense)
    shoots = max([way.rng for way in face.attacks], default=0)
    return float(face.defense + shoots / 3)


def _is_poor(view: OvercrossView, pool: Pool) -> bool:
    """Whether a first hand has no Character that can be deployed soon."""
    faces = [pool.cards[number_of(view, card)] for card in view.hand]
    return sum([face.kind == "character" and face.play <= CHEAP for face in faces]) < 2


def keep(situation: Situation, card: Card) -> float:
    """Return the value of a card in hand."""
    face = situation.queries.face(card)
    if face.kind != "character":
        return float(face.deck)
    worth: float = face.deck + 1.5
    return worth / 3 if situation.queries.too_many(face, situation.queries.owner(card)) else worth


def discards(situation: Situation, legal: Sequence[Any]) -> list[Discard]:
    """Return the cards of the hand, the least valuable first (OVC-08)."""
    rated = [(-keep(situation, action.card), action) for action in legal if isinstance(action, Discard)]
    return best_first(rated)


def answers(
    effects: Effects, question: Question[Any], legal: Sequence[Choose], rng: random.Random
) -> list[Choose]:
    """Return the answers to a card's question, the best first."""
    judge = _Answers(effects, question)
    return sorted(legal, key=lambda choice: (judge.worth(choice.answer), rng.random()), reverse=True)


class _Answers:
    """The values of the answers to a question."""

    def __init__(self, effects: Effects, question: Question[Any]) -> None:
        self.effects = effects
        self.situation = effects.situation
        self.question = question
        running = self.situation.view.running
        self.running = running[0] if running else None
        names = running[0].names if running else ()
        self.names: dict[str, tuple[int, ...]] = dict(names) if isinstance(names, tuple) else {}

    def worth(self, answer: int) -> float:
        """Return the value of an answer."""
        match self.question.kind:
            case "piece":
                if answer == STOP or self.running is None or not self.running.effects:
                    return 0.0
                effect, *rest = self.running.effects
                return self.effects.of_choice(effect, answer, rest, self.names)
            case "square":
                return self._square(answer)
            case "direction":
                return self._direction(answer)
            case "card":
                return self._card(answer)
            case "may":
                about = self.question.about
                if about is None:
                    return 0.5 * answer
                then = getattr(about, "then", (about,))
                return answer * (self.effects.worth(then, self.names) - CARD * len(getattr(about, "pay", ())))
            case "seat":
                side = self.situation.view.sides[answer]
                return side.points + side.kills / 10 + self.situation.view.hands[answer] / 5
            case _:
                return 0.0

    def _square(self, square: int) -> float:
        """Return the value of a Character on the square it is put on."""
        plans, piece = self.effects.plans, self._moved()
        if piece is None:
            # The distance of a square to the enemies, for a Character that is not known yet.
            enemies = mask_of([enemy.square for enemy in self.situation.enemies])
            return -float(self.situation.distances(enemies)[square]) if enemies and square != STOP else 0.0
        if square == STOP:
            return plans.standing(piece, piece.square) if piece.square != OFF else 0.0
        worth = plans.standing(piece, square)
        return worth if piece.seat == self.situation.seat else -worth

    def _moved(self) -> Piece | None:
        """Return the Character of the question."""
        queries, effect = (
            self.situation.queries,
            self.running.effects[0] if self.running is not None else None,
        )
        cards = (
            getattr(effect, "piece", None),
            *reversed(self.situation.view.answers),
            *self.names.get(IT, ()),
            self.question.card,
        )
        return next(
            (piece for card in cards if card is not None and (piece := queries.piece(card)) is not None), None
        )

    def _direction(self, direction: int) -> float:
        piece, effect = self._moved(), self.running.effects[0] if self.running is not None else None
        if piece is None or not isinstance(effect, Push):
            return 0.0
        gained = self.effects.push(piece, direction, effect.by)
        return gained if piece.seat == self.situation.seat else -gained

    def _card(self, card: int) -> float:
        """Return the card to take or to remove; of the seat's own cards the least valuable."""
        if card == STOP:
            return 0.0
        worth = keep(self.situation, card)
        effect = self.running.effects[0] if self.running is not None and self.running.effects else None
        mine = self.situation.queries.owner(card) == self.situation.seat
        given_up = mine and (self.question.why == "cost" or isinstance(effect, DiscardCards))
        return -worth if given_up or (self.question.why == "discard" and mine) else worth
