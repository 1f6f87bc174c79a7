"""The Skirmisher: a quick opponent at Papyrus, good enough to learn against."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import exp
from typing import Any, ClassVar, NamedTuple

from bot.engine.contract import Action, Seat
from bot.engine.grid import squares_of
from bot.engine.language import N_
from bot.games.papyrus.rules.actions import Attack, EndTurn, Formation, Heal, Move, Preset, Ready, Recruit
from bot.games.papyrus.rules.movement import steps_left
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import PapyrusView, Unit
from bot.players.battlefield import Battlefield
from bot.players.gunnery import KILL, healing, shot
from bot.players.opponent import Level, RankingOpponent, best_first

SQUAD = "balanced"
"""The ready-made squad it takes, where there is one of this name."""

STEP = 0.02
"""What a space of the pool costs, so that no unit walks for nothing."""

LEAST = 0.05
"""What a move must gain at least."""

LOOKED_AT = 16
"""How many promising moves are looked at closely, with the units that stand in the way of shots."""

LEAD = 14.0
"""How steeply the chance to win rises with the share of all that is left."""

WHIM = 0.05
"""By how much the dice of its mood may raise a rating, so that no two matches are alike."""


class _Step(NamedTuple):
    """A move it thinks of."""

    rating: float
    """Gain for each space it costs; the best one comes first."""
    unit: int
    to: int
    cost: int


class Skirmisher(RankingOpponent):
    """Moves to where shots are worth most, shoots where it counts most, heals, and does not wait for ever."""

    key: ClassVar[str] = "skirmisher"
    title: ClassVar[str] = "Skirmisher"
    description: ClassVar[str] = N_(
        "Seeks good shots, finishes the wounded and heals its own: fair for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("papyrus",))
    level: ClassVar[Level] = "normal"
    hopeless: ClassVar[float] = 0.03
    view_type: ClassVar[Any] = PapyrusView

    def __init__(self, caution: float = 1.0) -> None:
        """`caution` is by what its fear of the enemy's fire is multiplied."""
        self.caution = caution

    def ideas(
        self,
        rules: Any,  # noqa: ARG002 - what all computer players are given
        view: PapyrusView,
        seat: Seat,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Iterator[Action]:
        """Yield moves, then attacks and heals, then the end of the turn."""
        if view.phase == "picking":
            choice = _squad_choice(legal, rng)
            if choice is not None:
                yield choice
            return
        if view.phase == "placing":
            standing = all(unit.square >= 0 for unit in view.units if unit.seat == seat)
            yield Ready() if standing else Formation()
            return
        battlefield = Battlefield(view, seat, self.caution)
        if view.phase == "moving" and view.pool:
            yield from _good_moves(battlefield, rng)
        yield from _good_acts(battlefield, rng)
        yield EndTurn()

    def chances(self, rules: Any, view: PapyrusView) -> float | None:  # noqa: ARG002
        """Return the chance to win by what the squads are worth, HP and units."""
        if view.viewer is None or view.phase in ("picking", "placing"):
            return None
        worths = [0.0] * view.seats
        for unit in view.units:
            if unit.hp > 0:
                worths[unit.seat] += unit.hp + KILL[unit.kind]
        own = worths.pop(view.viewer)
        return 1 / (1 + exp(-LEAD * (own - max(worths)) / max(1.0, own + max(worths))))


def _squad_choice(legal: Sequence[Any], rng: random.Random) -> Action | None:
    """Finish a full squad, take a ready-made one, or else recruit whoever comes."""
    choices = list(legal)
    if Ready() in choices:
        return Ready()
    presets = [action for action in choices if isinstance(action, Preset)]
    named = [action for action in presets if action.squad == SQUAD]
    recruits: list[Action] = [action for action in choices if isinstance(action, Recruit)]
    wishes = named or presets or recruits
    return rng.choice(wishes) if wishes else None


def _good_moves(battlefield: Battlefield, rng: random.Random) -> list[Move]:
    """Return the moves that gain enough, that which gains most for each space first."""
    pool = battlefield.view.pool
    steps: list[_Step] = []
    worth_by_kind: dict[Kind, list[float]] = {}
    here: dict[int, float] = {}
    for index, unit in battlefield.own():
        if unit.kind not in worth_by_kind:
            worth_by_kind[unit.kind] = battlefield.rough_worth(unit.kind)
        here[index] = battlefield.worth(unit, unit.square)
        limit = steps_left(unit, pool)
        steps += _steps(battlefield, index, unit, limit, worth_by_kind[unit.kind], here[index])
    found = list[tuple[float, Move]]()
    for step in nlargest(LOOKED_AT, steps):
        gain = battlefield.worth(battlefield.units[step.unit], step.to) - here[step.unit] - STEP * step.cost
        rating = gain / (step.cost + 1) * (1 + WHIM * rng.random())
        if gain > LEAST and rating > 0:
            found.append((rating, Move(step.unit, step.to)))
    return best_first(found)


def _steps(
    battlefield: Battlefield, index: int, unit: Unit, limit: int, worth: list[float], here: float
) -> Iterator[_Step]:
    """Yield the moves of one unit that promise to gain enough."""
    blocked = battlefield.field.walls | battlefield.occupied
    for cost, layer in enumerate(battlefield.field.grid.layers(1 << unit.square, blocked, limit)):
        least = here + LEAST + STEP * cost
        for square in squares_of(layer):
            if cost and worth[square] > least:
                yield _Step((worth[square] - here - STEP * cost) / (cost + 1), index, square, cost)


def _good_acts(battlefield: Battlefield, rng: random.Random) -> list[Action]:
    """Return the attacks and heals that do any good, that which is worth most first."""
    rated = [(worth * (1 + WHIM * rng.random()), action) for worth, action in _acts(battlefield)]
    return best_first([(worth, action) for worth, action in rated if worth > 0])


def _acts(battlefield: Battlefield) -> Iterator[tuple[float, Action]]:
    """Yield every attack and heal with its worth."""
    place = {unit.square: index for index, unit in enumerate(battlefield.units) if unit.hp > 0}
    for index, unit in battlefield.own():
        if unit.acted:
            continue
        for enemy in battlefield.clear_shots(unit, unit.square):
            worth = shot(battlefield.field, battlefield.units, unit, unit.square, enemy, battlefield.critical)
            yield worth, Attack(index, place[enemy.square])
        for ally in battlefield.patients(unit, unit.square):
            yield healing(ally), Heal(index, place[ally.square])
