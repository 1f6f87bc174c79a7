"""Playing cards: the card and its square (OVC-10 to OVC-13)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from bot.engine.decks import Card
from bot.engine.grid import mask_of, squares_of
from bot.games.overcross.cards.field import BEARER, SELF, Piece
from bot.games.overcross.cards.words import Heal
from bot.games.overcross.players.effects import Effects
from bot.games.overcross.players.plans import WHIM, Plan
from bot.games.overcross.players.situation import harm_of
from bot.games.overcross.rules.actions import Play
from bot.games.overcross.rules.geometry import within

DEPLOYED = 4.0
"""The value of a further Character of any kind."""
PLACE = 0.1
"""The weight of the square of a deployed Character: to deploy it at all is worth more."""
LEAST_PLAY = 0.25
TRIFLE = 0.35
"""The value of a terrain anywhere: it is of no use in the hand."""


class Plays:
    """The values of playing the cards in the seat's hand."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.plans = effects.plans
        self.situation = effects.situation
        self.queries = effects.queries

    def good_plays(self, plays: Iterable[Play]) -> list[Plan]:
        """Return the plays that are better than keeping the card."""
        plans = [Plan(self._worth(play) + WHIM * self.plans.rng.random(), play) for play in plays]
        return [plan for plan in plans if plan.worth > LEAST_PLAY]

    def _worth(self, play: Play) -> float:
        face = self.queries.face(play.card)
        if face.kind == "character":
            return self._deployed(play)
        if face.kind == "edit":
            return self._attached(play.card, self.queries.at(play.at))
        if face.kind == "terrain":
            return self._put(face, play.at)
        names = {SELF: (play.card,)}
        worth = sum([self.effects.worth(ability.then, names) for ability in face.abilities])
        heals = any(isinstance(effect, Heal) for ability in face.abilities for effect in ability.then)
        return worth - self.situation.weights.healing if heals else worth

    # Characters

    def _deployed(self, play: Play) -> float:
        face, seat = self.queries.face(play.card), self.situation.seat
        piece = Piece(play.card, seat, play.at, deployed=self.situation.view.turn)
        worth = DEPLOYED + face.deck
        if self.situation.view.options.objective == "summoning" and face.mark == "legend":
            worth += 20
        return float(worth + PLACE * self.plans.nearness(piece, play.at))

    # Edits

    def _attached(self, card: Card, bearer: Piece | None) -> float:
        if bearer is None or self._has(bearer, self.queries.face(card).name):
            return -1.0
        face, worth = self.queries.face(card), 0.0
        names = {SELF: (card,), BEARER: (bearer.card,)}
        for ability in face.abilities:
            lasting = ability.on == "always"
            gained = self.effects.worth(ability.then, names, lasting=lasting)
            worth += gained if lasting else 0.8 * max(0.0, gained)
        return float(worth + face.deck * (0.1 + 0.04 * min(12.0, self.situation.worth(bearer))))

    def _has(self, bearer: Piece, name: str) -> bool:
        return any(self.queries.face(edit.card).name == name for edit in bearer.edits)

    # Terrain

    def _put(self, face: Any, centre: int) -> float:
        """Return the value of a terrain there.

        Harmful terrain belongs where enemies go, helpful terrain where friends are.
        """
        area = within(self.situation.grid, centre, face.radius)
        if _helps(face):
            return TRIFLE + 0.4 * (_inside(area, self.situation.own) - _inside(area, self.situation.enemies))
        theirs = sum([_share(area, squares) for squares in self._enemy_ways])
        own = sum([_share(area, squares) for squares in self._own_ways])
        return TRIFLE + min(2.0, 1.5 * theirs - 1.2 * own) + self._burnt_leaders(face, area)

    def _burnt_leaders(self, face: Any, area: int) -> float:
        """Return the value of harmful terrain over Leaders."""
        weight, seat = self.situation.weights.burnt_leader, self.situation.seat
        if not weight or not harm_of(face):
            return 0.0
        inside = [leader for leader in self.situation.leaders if area >> leader.square & 1]
        return sum([-weight if leader.seat == seat else weight for leader in inside])

    @cached_property
    def _enemy_ways(self) -> list[int]:
        return [self._ways(enemy) for enemy in self.situation.enemies]

    @cached_property
    def _own_ways(self) -> list[int]:
        return [self._ways(piece) for piece in self.situation.own]

    def _ways(self, piece: Piece) -> int:
        """Return the squares to which a Character can move that bring it closer to its objective."""
        queries, aims = self.queries, self.plans.aims
        goals = queries.goals(piece, queries.speed(piece))
        now = aims.progress(piece, piece.square)
        return mask_of([square for square in squares_of(goals) if aims.progress(piece, square) > now])


def _inside(area: int, pieces: list[Piece]) -> int:
    """Return the number of Characters in an area."""
    return sum([area >> piece.square & 1 for piece in pieces])


def _share(area: int, squares: int) -> float:
    return (area & squares).bit_count() / max(4, squares.bit_count())


def _helps(face: Any) -> bool:
    """Whether a terrain is good for a Character in it."""
    if face.obstructive or face.slow:
        return False
    return any(
        isinstance(effect, Heal) or any(getattr(effect, stat, 0) > 0 for stat in ("acc", "defense", "dmg"))
        for ability in face.abilities
        for effect in ability.then
    )
