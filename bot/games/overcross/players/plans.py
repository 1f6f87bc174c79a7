"""Plans of a Character: a move and an attack are judged together."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from bot.engine.decks import Card
from bot.engine.grid import mask_of
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.cards.printed import Attack as Printed
from bot.games.overcross.players.aims import ENTERED, Aims
from bot.games.overcross.players.situation import CAUTION, Situation, heals_within
from bot.games.overcross.rules.actions import Attack, Move

FAR_AWAY = 8
"""The number of steps to the nearest enemy beyond which a Leader is as safe as can be."""
LOST_SIGHT = 0.15
"""The share of a healer's value near its Leader that each square beyond the distance of its healing costs."""
BURNT = 1.5
"""The cost of entering terrain that harms."""
LEAST = 0.15
"""The minimum advantage of a move over staying."""
OPENING = 0.05
"""The value of attacking an enemy's terrain."""
WHIM = 0.02
"""The maximum random bonus, so that equal actions are equally likely."""


Strike: TypeAlias = tuple[float, Printed, Piece, int]
"""The value of an attack on an enemy, and the squares from which it may reach."""


class Plan(NamedTuple):
    """A move or an attack, and its advantage over staying or not attacking."""

    worth: float
    action: Any


class Plans:
    """The possible plans of the seat's Characters."""

    def __init__(self, situation: Situation, aims: Aims, rng: random.Random, caution: float = 1.0) -> None:
        """`caution` is the weight of the enemies' attacks."""
        weights = situation.weights
        self.caution = CAUTION * caution
        self.leader_caution = weights.leader_caution * caution
        self.situation = situation
        self.aims = aims
        self.rng = rng
        self._enemies = {piece.square: piece for piece in situation.enemies}

    # Attacks

    def attacks(self, attacks: Iterable[Attack]) -> list[Plan]:
        """Return attacks with the enemy's expected loss."""
        return [Plan(self._attack(attack) + WHIM * self.rng.random(), attack) for attack in attacks]

    def _attack(self, action: Attack) -> float:
        queries = self.situation.queries
        if action.terrain:
            placed = queries.terrain_at(action.at)
            foreign = placed is not None and queries.owner(placed.card) != self.situation.seat
            return OPENING if foreign else -1.0
        piece, target = queries.piece(action.piece), self._enemies.get(action.at)
        if piece is None or target is None:
            return -1.0
        blow = self.situation.blow(piece, queries.attacks(piece.card)[action.way], target)
        return blow * self._boldness(target)

    def _boldness(self, target: Piece) -> float:
        """Return the bonus for hitting an enemy near its own objective."""
        return 1 + min(2.0, self.aims.progress(target, target.square) / 40)

    # Moves

    def good_moves(self, moves: Iterable[Move]) -> list[Plan]:
        """Return for each Character the move with the highest advantage over staying, if any."""
        goals: dict[Card, list[int]] = {}
        for move in moves:
            goals.setdefault(move.piece, []).append(move.to)
        plans = [self._best_of(card, squares) for card, squares in goals.items()]
        return [plan for plan in plans if plan.worth > LEAST]

    def _best_of(self, card: Card, squares: Sequence[int]) -> Plan:
        piece = self.situation.queries.piece(card)
        assert piece is not None
        moving = self.situation.view.moving
        fresh = moving is None or moving.piece != card
        strikes = self._strikes(piece)
        strike_now = self._strike_from(
            piece.square, [each for each in strikes if fresh or each[1].size != "F"]
        )
        here = self.standing(piece, piece.square) + strike_now
        major = [each for each in strikes if each[1].size == "M"]
        plans = [
            Plan(self._going(piece, square, major) + WHIM * self.rng.random(), square) for square in squares
        ]
        best = max(plans, key=lambda plan: plan.worth)
        return Plan(best.worth - here, Move(card, best.action))

    def _going(self, piece: Piece, square: int, strikes: Sequence[Strike]) -> float:
        if self.scores(piece, square):
            return ENTERED + self.aims.progress(piece, square)
        queries = self.situation.queries
        entered = queries.field.layout.entered >> square & 1
        if not entered or queries.area_at(square) >> piece.square & 1:
            burning = 0.0
        else:
            burning = max(BURNT, self.situation.lost(piece, 1))
        worth = self.standing(piece, square) - burning
        return worth + self._strike_from(square, strikes)

    def scores(self, piece: Piece, square: int) -> bool:
        """Whether a Character scores a point there, and is redeployed (OVC-26)."""
        if self.situation.view.options.objective != "invasion":
            return False
        return bool(self.situation.queries.enemy_squares(piece.seat) >> square & 1)

    def standing(self, piece: Piece, square: int) -> float:
        """Return the value of an own Character being on a square at the end of the turn."""
        situation = self.situation
        worth = self.nearness(piece, square) - self._burning_on(piece, square)
        if not situation.is_leader(piece):
            return worth - self.caution * situation.danger(piece, square)
        return worth - self.leader_caution * situation.danger(piece, square) + self._safety(piece, square)

    def nearness(self, piece: Piece, square: int) -> float:
        """Return the value of a square to the objective; to a healer, of being near its Leader."""
        situation, leader = self.situation, self.situation.own_leader
        weight = situation.weights.healer
        within = heals_within(situation.queries.face(piece.card)) if weight else 0
        if not within or leader is None or piece.seat != situation.seat:
            return self.aims.progress(piece, square)
        beyond = max(0, situation.grid.chebyshev(square, leader.square) - within)
        return weight * (1 - LOST_SIGHT * beyond)

    def _safety(self, leader: Piece, square: int) -> float:
        """Return the value of a Leader's distance from the enemies."""
        situation, weight = self.situation, self.situation.weights.leader_away
        if not weight or leader.seat != situation.seat:
            return 0.0
        return weight * min(FAR_AWAY, situation.distances(mask_of(list(self._enemies)))[square])

    def _burning_on(self, piece: Piece, square: int) -> float:
        """Return the cost to an own Character of staying on terrain that harms."""
        situation = self.situation
        weight = 1.0 if situation.is_leader(piece) else situation.weights.burning
        if not weight or piece.seat != situation.seat:
            return 0.0
        harm = sum([harm for area, harm in situation.burning if area >> square & 1])
        return weight * situation.lost(piece, harm) if harm else 0.0

    def _strikes(self, piece: Piece) -> list[Strike]:
        """Return a Character's attacks on each enemy, with the squares; the best first."""
        situation = self.situation
        if piece.major or situation.queries.in_force.forbids(piece.card, "attack"):
            return []
        strikes = [
            (
                situation.blow(piece, attack, enemy) * self._boldness(enemy),
                attack,
                enemy,
                situation.queries.in_range(piece, attack, 1 << enemy.square),
            )
            for attack in situation.queries.attacks(piece.card)
            for enemy in situation.enemies
        ]
        return sorted(strikes, key=lambda strike: -strike[0])

    def _strike_from(self, square: int, strikes: Sequence[Strike]) -> float:
        """Return the value of the best attack from a square with a clear line (OVC-17)."""
        queries = self.situation.queries
        for worth, attack, enemy, squares in strikes:
            if (
                squares >> square & 1
                and queries.sees(square, attack, enemy.square)
                and queries.can_be_aimed_at(square, attack, enemy)
            ):
                return worth
        return 0.0

    def could_strike(self, piece: Piece) -> float:
        """Return the value of the best attack that a Character can make in this turn, a move before it
        included.
        """
        queries, strikes = self.situation.queries, self._strikes(piece)
        squares = 1 << piece.square
        if not piece.minor:
            squares |= queries.goals(piece, queries.speed(piece))
        return max([worth for worth, _, _, near in strikes if near & squares], default=0.0)
