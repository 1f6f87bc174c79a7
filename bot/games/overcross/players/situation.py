"""One seat's knowledge of a match of Overcross: the Characters' values, and the mean effect of attacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.cards.words import Damage, Heal, Pieces
from bot.games.overcross.rules.aim import Snapshot
from bot.games.overcross.rules.attacks import SIDES, successes
from bot.games.overcross.rules.field import DEADLY, Memory
from bot.games.overcross.rules.reach import Ways
from bot.games.overcross.rules.seen import seen_state
from bot.games.overcross.rules.view import OvercrossView, named_cards

# The weights of a player's evaluation of the Assassination for two, in points of deck cost.


CAUTION = 0.15
"""The weight of the danger to a Character from enemies."""


class Weights(NamedTuple):
    """The weights that differ between players; the defaults are the normal player's.

    A Leader is any Character that the objective requires (OVC-23).
    """

    leader_caution: float = CAUTION
    """The weight of the danger to the own Leader from enemies."""
    leader_away: float = 0.0
    """The value of each step between the own Leader and the nearest enemy, up to `plans.FAR_AWAY`."""
    healer: float = 0.0
    """The value of a Character that heals others being near the own Leader; 0: it follows the others."""
    healing: float = 0.0
    """The value that an event's healing must exceed to be played."""
    burnt_leader: float = 0.0
    """The value of harmful terrain over an enemy Leader."""
    burning: float = 0.0
    """The weight of the counters that a Character takes from terrain at the start of its turn; a Leader's
    always count in full.
    """


USUAL = Weights()
"""The weights of the normal player."""

FITTED = Weights(
    leader_caution=0.5,
    leader_away=0.2,
    healer=3.0,
    healing=6.0,
    burnt_leader=12.0,
    burning=1.0,
)
"""The weights of the hard player: fitted to matches against the normal one (docs/BALANCE.md)."""


KEY = 24.0
"""The value of a Character whose death loses the match."""
LEGEND = 12.0
CARRIER = 12.0
WOUND = 0.55
"""The share of a Character's value that is lost with its fifth counter."""
ATTACKERS = 3
"""The assumed number of enemies that attack the same Character."""


class Situation:
    """A match as one seat sees it."""

    def __init__(self, view: OvercrossView, seat: Seat, pool: Pool, weights: Weights = USUAL) -> None:
        self.view = view
        self.weights = weights
        self.seat = seat
        self.queries = Snapshot(seen_state(view), pool, Memory())
        self.grid = self.queries.grid
        self.own = [piece for piece in view.pieces if piece.seat == seat and piece.square != OFF]
        self.enemies = [piece for piece in view.pieces if piece.seat != seat and piece.square != OFF]
        self._worths: dict[Card, float] = {}
        self._blows: dict[tuple[Card, Attack, Card], float] = {}
        self._distances: dict[int, Sequence[int]] = {}
        self._dangers: dict[Card, list[list[tuple[float, int]]]] = {}

    # What Characters are worth

    def worth(self, piece: Piece) -> float:
        """Return the value of a Character in points of deck cost."""
        points = self._worths.get(piece.card)
        if points is None:
            points = self._worths[piece.card] = self._worth(piece)
        return points

    def _worth(self, piece: Piece) -> float:
        face, objective = self.queries.face(piece.card), self.view.options.objective
        worth = float(max(3, self.queries.kill_cost(piece.card)))
        if self.is_leader(piece):
            worth += KEY
        elif objective == "summoning" and face.mark == "legend":
            worth += LEGEND
        elif objective == "flag" and self.queries.carrying(piece.card):
            worth += CARRIER
        return worth

    def is_leader(self, piece: Piece) -> bool:
        """Whether the Assassination is about a Character: a Leader or Champion that was named (OVC-23)."""
        assassination = self.view.options.objective == "assassination"
        return assassination and piece.card in named_cards(self.view, piece.seat)

    @cached_property
    def leaders(self) -> Sequence[Piece]:
        """The Leaders on the grid."""
        return [piece for piece in (*self.own, *self.enemies) if self.is_leader(piece)]

    @cached_property
    def own_leader(self) -> Piece | None:
        """The own Leader on the grid."""
        return next((piece for piece in self.leaders if piece.seat == self.seat), None)

    def lost(self, piece: Piece, counters: float) -> float:
        """Return the cost of additional counters on a Character to its player; negative for removed ones."""
        return self.worth(piece) * (_wounded(piece.counters + counters) - _wounded(piece.counters))

    # What attacks do

    def blow(self, attacker: Piece, attack: Attack, target: Piece) -> float:
        """Return what an attack costs the target's player on average (OVC-18 to OVC-20)."""
        key = attacker.card, attack, target.card
        if key not in self._blows:
            dmg = self.queries.attack_stat(attacker, "dmg", attack, target.card)
            struck = self.struck(attacker, attack, target) if dmg > 0 else 0.0
            self._blows[key] = struck * self.lost(target, dmg) if struck else 0.0
        return self._blows[key]

    def struck(self, attacker: Piece, attack: Attack, target: Piece) -> float:
        """Return the probability that an attack hits; one without acc is not rolled for (OVC-18, OVC-19)."""
        queries = self.queries
        acc = queries.attack_stat(attacker, "acc", attack, target.card)
        hits = successes(acc) / SIDES if attack.acc else 1.0
        return hits * (1 - successes(queries.defense(target, attacker.card, attack)) / SIDES)

    @cached_property
    def threats(self) -> list[tuple[Piece, list[tuple[int, Attack]]]]:
        """The squares that each enemy's attacks may reach in its next turn, ignoring sight."""
        return [(enemy, self._reaching(enemy)) for enemy in self.enemies if self.queries.attacks(enemy.card)]

    def _reaching(self, enemy: Piece) -> list[tuple[int, Attack]]:
        queries = self.queries
        here = 1 << enemy.square
        there = here | queries.goals(enemy, queries.speed(enemy))
        reaching = []
        for attack in queries.attacks(enemy.card):
            squares = there if attack.size == "M" else here
            reaching.append((queries.in_range(enemy, attack, squares), attack))
        return reaching

    def danger(self, piece: Piece, square: int) -> float:
        """Return the expected cost of enemies' attacks on a Character on a square before it can act again."""
        if piece.card not in self._dangers:
            self._dangers[piece.card] = [self._blows_of(enemy, ways, piece) for enemy, ways in self.threats]
        damages = []
        for blows in self._dangers[piece.card]:
            for blow, squares in blows:
                if squares >> square & 1:
                    damages.append(blow)
                    break
        return sum(sorted(damages)[-ATTACKERS:])

    def _blows_of(
        self, enemy: Piece, ways: list[tuple[int, Attack]], piece: Piece
    ) -> list[tuple[float, int]]:
        """Return the possible cost of each attack of an enemy to a Character, and its squares; the worst
        first.
        """
        blows = [(self.blow(enemy, attack, piece), squares) for squares, attack in ways]
        return sorted(blows, reverse=True)

    @cached_property
    def burning(self) -> Sequence[tuple[int, int]]:
        """The areas that put counters on Characters at the start of their turns, with the number."""
        found = [(area, harm_of(self.queries.face(placed.card))) for placed, area in self.queries.areas]
        return [(area, harm) for area, harm in found if harm]

    # Ways

    def distances(self, goals: int) -> Sequence[int]:
        """Return how many steps each square is from the nearest of some squares, past Characters."""
        if goals not in self._distances:
            layout = self.queries.field.layout
            self._distances[goals] = _steps(layout.on_foot, layout.obstructive, goals)
        return self._distances[goals]


FAR = 99
"""The distance of squares that cannot be reached on foot."""


@lru_cache(maxsize=512)
def _steps(ways: Ways, obstructive: int, goals: int) -> Sequence[int]:
    """Return the distances of all squares from the nearest goal; terrain and goals often stay the same."""
    lengths = [FAR] * ways.grid.size
    layer, free, steps = goals, ways.grid.full & ~goals & ~obstructive, 0
    while layer:
        for square in squares_of(layer):
            lengths[square] = steps
        layer = ways.step(layer) & free
        free &= ~layer
        steps += 1
    return lengths


def harm_of(face: Any) -> int:
    """Return the number of counters that a terrain puts on a Character inside at the start of its turn."""
    effects = [effect for ability in face.abilities if ability.on == "turn" for effect in ability.then]
    return sum([effect.by for effect in effects if isinstance(effect, Damage) and isinstance(effect.by, int)])


def heals_within(face: Any) -> int:
    """Return the distance within which a Character can heal a friend again and again; 0 for none."""
    effects = [effect for ability in face.abilities if ability.on == "activated" for effect in ability.then]
    friends = [effect.to for effect in effects if isinstance(effect, Heal) and isinstance(effect.to, Pieces)]
    return max([to.within for to in friends if "character" in to.kind and to.pieces != "enemy"], default=0)


def _wounded(counters: float) -> float:
    """Return the share of a Character's value that is lost with this number of counters."""
    return 1.0 if counters >= DEADLY else WOUND * max(0.0, counters) / (DEADLY - 1)
