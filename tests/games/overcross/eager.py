"""A player that goes straight for the objective, so that whole matches are short."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Rules
from bot.engine.grid import squares_of
from bot.engine.players.opponent import Opponent
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.seen import seen_state
from bot.games.overcross.rules.view import OvercrossView, named_cards

SHORT = {
    "assassination": "objective=assassination points=30 width=7 height=7 rounds=10",
    "summoning": "objective=summoning points=30 width=7 height=7 rounds=10",
    "flag": "objective=flag points=30 width=7 height=7 rounds=10",
    "invasion": "objective=invasion points=30 width=7 height=7 rounds=10 score=2",
    "deathmatch": "objective=deathmatch points=30 width=7 height=7 rounds=10 score=5",
}
"""Options of a short match of each objective."""
ENOUGH = 3
"""The number of Characters that it plays."""


def eager_action(view: OvercrossView, legal: Sequence[Any], pool: Pool) -> Any:
    """Return the action that is best for the objective; the first among equals."""
    queries = Aim(seen_state(view), pool)
    return max(legal, key=lambda action: _worth(queries, view, action))


class Raider(Opponent):
    """An eager player for recorded matches."""

    key: ClassVar[str] = "raider"
    title: ClassVar[str] = "Raider"
    description: ClassVar[str] = "Goes straight for the objective."
    looks: ClassVar[bool] = True

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def choose(
        self,
        rules: Rules[Any, Any, Any, Any],
        view: Any,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Any:
        """Return the action that is best for the objective."""
        return eager_action(view, legal, self.pool)


def _worth(queries: Aim, view: OvercrossView, action: Any) -> float:
    match action:
        case actions.Attack(terrain=False, at=at):
            target = queries.at(at)
            return 200 if target is not None and queries.face(target.card).mark else 100
        case actions.Play(card=card):
            return _playing(queries, view, card)
        case actions.Move(piece=card, to=to):
            return _moving(queries, view, card, to)
        case actions.EndTurn():
            return 0
        case actions.Use() | actions.Attack() | actions.Redraw() | actions.Withdraw():
            return -1
    return 1


def _playing(queries: Aim, view: OvercrossView, card: int) -> float:
    face = queries.face(card)
    own = [piece for piece in queries.pieces if piece.seat == view.viewer]
    if face.mark == "legend":
        return 90
    if face.kind == "character":
        return 60 + face.speed if len(own) < ENOUGH else -1
    return 15 if face.kind == "edit" and face.on == "own" else -1


def _moving(queries: Aim, view: OvercrossView, card: int, to: int) -> float:
    piece = queries.piece(card)
    assert piece is not None
    goals = _goals(queries, view, card)
    if not goals:
        return -1
    before, after = [
        min(queries.grid.chebyshev(square, goal) for goal in goals) for square in (piece.square, to)
    ]
    return 50 + before - after if after < before else -1


def _goals(queries: Aim, view: OvercrossView, card: int) -> list[int]:
    """Return the squares that a Character wants to reach."""
    seat = view.viewer
    assert seat is not None
    enemies = [piece.square for piece in queries.pieces if piece.seat != seat and piece.square >= 0]
    match view.options.objective:
        case "assassination":
            victims = {
                card for other in range(view.seats) if other != seat for card in named_cards(view, other)
            }
            return [piece.square for piece in queries.pieces if piece.card in victims]
        case "flag" if queries.carrying(card):
            return list(squares_of(queries.zone(seat)))
        case "flag":
            return [flag.square for flag in view.flags if flag.seat != seat]
        case "invasion":
            return list(squares_of(queries.enemy_squares(seat)))
        case "summoning" if queries.face(card).mark == "legend":
            return list(squares_of(queries.enemy_squares(seat)))
        case _:
            return enemies
