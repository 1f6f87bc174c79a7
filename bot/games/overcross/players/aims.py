"""How close a Character on a square is to the objective: its goals (OVC-23 to OVC-27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

from bot.engine.contract import Seat
from bot.engine.grid import mask_of
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.players.situation import FAR, WOUND, Situation
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.geometry import middle
from bot.games.overcross.rules.view import named_cards

WON = 500.0
ENTERED = 8.0
"""The value of a point in the Invasion."""
GUARDED = 15.0
"""The value of a Character on its own flag."""
LEAD = 14.0
"""The difference in value for odds of e to 1."""
NEARNESS, POINT, HELD = 0.5, 8.0, 0.7
"""The values of progress, a point and a card in hand, relative to Characters."""
COUNTER, OTHERS = 5.0, 0.2
"""In the Assassination: the cost of a counter on a required Character, and the weight of the value of other
Characters, both fitted to matches (docs/BALANCE.md).
"""
FADING = 0.75
"""The factor on a goal's value for each turn of distance."""


class Goal(NamedTuple):
    """Squares that attract a Character."""

    pull: float
    """The value of being there."""
    squares: int
    short: int = 0
    """The distance before them that is close enough: the range of its attacks."""


@lru_cache(maxsize=256)
def _pulls(pull: float, short: int, speed: int) -> Sequence[float]:
    """Return the value of a goal to a Character of this speed, by the distance in squares up to `FAR`."""
    near = WON if pull >= WON / 4 else pull
    steps = [max(0, away - short) for away in range(FAR)]
    return [near if not step else pull * FADING ** (step / speed) for step in steps] + [0.0]


class Aims:
    """The goals of the Characters of all seats."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._ways: dict[int, list[tuple[Sequence[int], Sequence[float]]]] = {}

    def progress(self, piece: Piece, square: int) -> float:
        """Return the value to its player of a Character being on a square."""
        known = self._ways.get(piece.card)
        if known is None:
            # For each of a Character's goals the distance of each square, and the value by distance.
            speed = max(1, self.situation.queries.stat(piece.card, "speed"))
            known = self._ways[piece.card] = [
                (self.situation.distances(goal.squares), _pulls(goal.pull, goal.short, speed))
                for goal in self._goals_of(piece)
            ]
        worth = 0.0
        for distances, pulls in known:
            worth += pulls[distances[square]]
        return worth

    @property
    def chances(self) -> float:
        """The chance to win, estimated from what all see."""
        assassination = self.situation.view.options.objective == "assassination"
        standing = self._survival if assassination else self._standing
        standings = [standing(seat) for seat in range(self.situation.view.seats)]
        own = standings.pop(self.situation.seat)
        return 1 / (1 + exp(max(-30.0, min(30.0, (max(standings) - own) / LEAD))))

    def _survival(self, seat: Seat) -> float:
        """Return a seat's standing in the Assassination; a dead required Character counts 6 (OVC-28)."""
        situation, required = self.situation, named_cards(self.situation.view, seat)
        pieces = [piece for piece in situation.view.pieces if piece.seat == seat]
        counters = {piece.card: piece.counters for piece in pieces}
        others = sum([situation.worth(piece) for piece in pieces if piece.card not in required])
        return OTHERS * others - COUNTER * sum([counters.get(card, DEADLY) for card in required])

    def _standing(self, seat: Seat) -> float:
        """Return a seat's standing from the Characters' values on their squares, points and cards."""
        view, situation = self.situation.view, self.situation
        pieces = [piece for piece in self._pieces if piece.seat == seat]
        worth = sum([situation.worth(each) for each in pieces])
        hurt = sum([situation.worth(each) * WOUND * each.counters / 5 for each in pieces])
        near = sum([min(40.0, self.progress(each, each.square)) for each in pieces])
        return worth - hurt + NEARNESS * near + POINT * view.sides[seat].points + HELD * view.hands[seat]

    def _goals_of(self, piece: Piece) -> list[Goal]:
        """Return a Character's goals: the objective, and enemies to attack."""
        view, situation = self.situation.view, self.situation
        enemies = self._enemies[piece.seat]
        fight = self._towards(piece, enemies, 2.5)
        match view.options.objective:
            case "assassination":
                if self.situation.is_leader(piece):
                    return []
                hunted = [each for each in self._enemies[piece.seat] if self.situation.is_leader(each)]
                return [*self._towards(piece, hunted, 9.0), *fight]
            case "summoning":
                if situation.queries.face(piece.card).mark == "legend":
                    return [Goal(WON / 4, situation.queries.enemy_squares(piece.seat))]
                legends = [each for each in enemies if situation.queries.face(each.card).mark == "legend"]
                return [*fight, *self._towards(piece, legends, 8.0)]
            case "flag":
                return [*self._to_flags(piece), *fight]
            case "invasion":
                return [Goal(ENTERED, situation.queries.enemy_squares(piece.seat))]
            case _:
                return self._towards(piece, enemies, 4.0)

    def _to_flags(self, piece: Piece) -> list[Goal]:
        """Carry a flag home; else fetch one, stop the carrier of the own flag, or return the own flag
        (OVC-25).
        """
        queries, seat = self.situation.queries, piece.seat
        if queries.carrying(piece.card):
            return [Goal(WON / 4, queries.zone(seat))]
        goals = []
        if self._guards(piece):
            return [Goal(GUARDED, 1 << middle(self.situation.view.options, seat))]
        for flag in self.situation.view.flags:
            carrier = queries.piece(flag.carrier)
            if flag.seat == seat:
                if carrier is not None:
                    goals += self._towards(piece, [carrier], 12.0)
                elif not queries.zone(seat) >> flag.square & 1:
                    goals.append(Goal(10.0, 1 << flag.square))
            elif carrier is None:
                goals.append(Goal(14.0, 1 << flag.square))
            elif carrier.seat != seat:
                goals += self._towards(piece, [carrier], 5.0)
        return goals

    def _guards(self, piece: Piece) -> bool:
        """Whether a Character should guard its seat's flag at home by standing on it."""
        queries, seat = self.situation.queries, piece.seat
        home = middle(self.situation.view.options, seat)
        if not any(flag.seat == seat and flag.square == home for flag in self.situation.view.flags):
            return False
        near = self.situation.distances(1 << home)
        friends = [each for each in self._pieces if each.seat == seat and not queries.carrying(each.card)]
        nearest = min(friends, key=lambda each: (near[each.square], each.card), default=piece)
        return nearest.card == piece.card

    def _towards(self, piece: Piece, targets: list[Piece], pull: float) -> list[Goal]:
        """Attract a Character to within the range of its attacks; without attacks it stays with its
        friends.
        """
        squares = mask_of([each.square for each in targets if each.square != OFF])
        if not squares:
            return []
        queries = self.situation.queries
        reaches = [queries.range_of(piece, way) for way in queries.attacks(piece.card)]
        if not reaches:
            return [Goal(pull / 2, squares, 3)]
        return [Goal(pull, squares, FAR if min(reaches) < 0 else max(reaches))]

    @cached_property
    def _pieces(self) -> list[Piece]:
        return [*self.situation.own, *self.situation.enemies]

    @cached_property
    def _enemies(self) -> list[list[Piece]]:
        """The enemies of each seat."""
        return [
            [piece for piece in self._pieces if piece.seat != seat]
            for seat in range(self.situation.view.seats)
        ]
