"""The Skirmisher: a quick opponent at Papyrus, good enough to learn against."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import msgspec

from bot.engine.contract import Action, Rules
from bot.engine.grid import squares_of
from bot.engine.language import N_
from bot.games.papyrus.rules.actions import Attack, EndTurn, Formation, Heal, Move, Preset, Ready, Recruit
from bot.games.papyrus.rules.movement import steps_left
from bot.games.papyrus.rules.state import with_units
from bot.games.papyrus.rules.turns import QUIET_LIMIT
from bot.games.papyrus.rules.view import PapyrusView, Unit
from bot.players.battlefield import Battlefield
from bot.players.gunnery import healing, shot
from bot.players.opponent import Opponent

SQUAD = "balanced"
"""The ready-made squad it takes, where there is one of this name."""

STEP = 0.02
"""What a space of the pool costs, so that no unit walks for nothing."""

LEAST = 0.05
"""What a move must gain at least."""

LOOKED_AT = 16
"""How many promising moves are looked at closely, with the units that stand in the way of shots."""

WHIM = 0.05
"""By how much the dice of its mood may raise a rating, so that no two matches are alike."""

CAUTION = 0.8
"""How much each HP that the enemy's next turn would cost on average counts against a square."""

BOLDNESS = 0.25
"""The same for a squad that attacks: all of it goes in, and each enemy shoots at one."""

REPLY = 0.7
"""How much of the enemies' best reply is reckoned with when an attack is thought of."""

PATIENCE = 2
"""Quiet rounds after which it no longer asks that an attack pays at once."""

IMPATIENCE = 3.0
"""By how much less, in HP, an attack has to pay with each further quiet round."""

DESPERATE = 5
"""Quiet rounds waited in vain after which it goes wherever the enemy is."""

PRIZE = 1.0
"""What a place on the hill is worth, and again with each quiet round after `PATIENCE`."""


class _Step(NamedTuple):
    """A move it thinks of."""

    rating: float
    """Gain for each space it costs; the best one comes first."""
    unit: int
    to: int
    cost: int


class _Aims(NamedTuple):
    """What it heeds in this turn."""

    caution: float
    hill: float


class Skirmisher(Opponent):
    """Keeps out of reach until an attack pays, goes in together, shoots where it counts most, and heals.

    `patience` is after how many quiet rounds it goes though it does not pay.
    """

    key: ClassVar[str] = "skirmisher"
    title: ClassVar[str] = "Skirmisher"
    description: ClassVar[str] = N_(
        "Seeks good shots, finishes the wounded and heals its own: fair for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("papyrus",))

    def __init__(self, patience: int = PATIENCE) -> None:
        self.patience = patience

    def choose(
        self,
        rules: Rules[Any, Any, Any, Any],  # noqa: ARG002 - what all computer players are given
        view: Any,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Action:
        """Return what it thinks best; where it has no idea, or an illegal one, any legal action."""
        action = _idea(view, legal, rng, self.patience)
        if action is None or action not in legal:
            action = legal[rng.randrange(len(legal))]
        return action


def _idea(view: PapyrusView, legal: Sequence[Any], rng: random.Random, patience: int) -> Action | None:
    if view.phase == "picking":
        return _squad_choice(legal, rng)
    if view.phase == "placing":
        standing = all(unit.square >= 0 for unit in view.units if unit.seat == view.viewer)
        return Ready() if standing else Formation()
    if view.viewer is None:
        return None
    battlefield = Battlefield(view, view.viewer)
    move = None
    if view.phase == "moving" and view.pool:
        move = _best_move(battlefield, rng, _aims(battlefield, patience))
    return move or _best_act(battlefield, rng) or EndTurn()


@lru_cache(maxsize=256)
def planned_moves(view: PapyrusView) -> tuple[Move, ...]:
    """Return the moves that it would make in this turn, one after the other; the same for the same view."""
    rng, moves = random.Random(0), list[Move]()
    while view.phase == "moving" and view.pool and view.viewer is not None:
        battlefield = Battlefield(view, view.viewer)
        move = _best_move(battlefield, rng, _aims(battlefield, PATIENCE))
        if move is None:
            break
        moves.append(move)
        view = _after(battlefield, move)
    return tuple(moves)


def _after(battlefield: Battlefield, move: Move) -> PapyrusView:
    """Return the view after a move of one's own, which needs no dice."""
    view, unit = battlefield.view, battlefield.units[move.unit]
    path = battlefield.field.grid.path(unit.square, move.to, battlefield.field.walls | battlefield.occupied)
    cost = len(path or ()) - 1
    gone = msgspec.structs.replace(unit, square=move.to, moved=unit.moved + cost)
    units = with_units(view.units, {move.unit: gone})
    return msgspec.structs.replace(view, units=units, pool=view.pool - cost)


def _aims(battlefield: Battlefield, patience: int) -> _Aims:
    """Return whether to attack or to wait, and how much to care for the hill (PAP-25)."""
    view, standing = battlefield.view, battlefield.standing()
    waited = max(0, view.quiet - patience)
    left = QUIET_LIMIT - view.quiet
    if view.options.rounds:
        left = min(left, view.options.rounds - view.round)
    urgent = max(waited, patience - left) * (1 - max(0, standing))
    attack = urgent >= DESPERATE or _attacking(battlefield) or _pays(battlefield) > -IMPATIENCE * urgent
    hill = PRIZE * (1 + waited) if battlefield.hill else 0.0
    return _Aims(BOLDNESS if attack else CAUTION, hill)


def _attacking(battlefield: Battlefield) -> bool:
    """Whether an attack is under way: a unit that has moved stands where the enemy can shoot at it."""
    moved = [unit.square for _, unit in battlefield.own() if unit.moved]
    return bool(moved) and battlefield.reply(moved) > battlefield.reply(
        [unit.square for _, unit in battlefield.own() if not unit.moved]
    )


def _pays(battlefield: Battlefield) -> float:
    """Return what an attack is thought to gain: the shots, less the enemies' reply beyond that to waiting."""
    shots, pool = [], battlefield.view.pool
    blocked = battlefield.field.walls | battlefield.occupied
    for _, unit in battlefield.own():
        prizes, best = battlefield.prizes(unit.kind), (0.0, 0.0, 0.0, 0, unit.square)
        layers = battlefield.field.grid.layers(1 << unit.square, blocked, steps_left(unit, pool))
        for cost, layer in enumerate(layers):
            for square in squares_of(layer):
                if prizes[square]:
                    rating = prizes[square] / (cost + 1)
                    best = max(best, (rating, prizes[square], -battlefield.danger[square], cost, square))
        shots.append(best)
    gain, squares = 0.0, []
    for _, prize, _, cost, square in sorted(shots, reverse=True):
        if cost <= pool:
            pool -= cost
            gain += prize
            squares.append(square)
    if not gain:
        return float("-inf")
    staying = battlefield.reply([unit.square for _, unit in battlefield.own()])
    return gain - REPLY * (battlefield.reply(squares) - staying)


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


def _best_move(battlefield: Battlefield, rng: random.Random, aims: _Aims) -> Move | None:
    """Return the move that gains most for each space, or None when none gains enough."""
    pool = battlefield.view.pool
    steps: list[_Step] = []
    for index, unit in battlefield.own():
        places = _places(battlefield, index, unit, aims)
        steps += _steps(battlefield, index, unit, steps_left(unit, pool), places)
    rng.shuffle(steps)  # equal ones are of equal right: who plays from the left is no better off
    best, best_rating = None, 0.0
    for step in nlargest(LOOKED_AT, steps, key=attrgetter("rating")):
        unit = battlefield.units[step.unit]
        prizes = battlefield.prizes(unit.kind)
        gain = step.rating * (step.cost + 1)
        gain += battlefield.best_act(unit, step.to) - prizes[step.to]
        gain -= battlefield.best_act(unit, unit.square) - prizes[unit.square]
        rating = gain / (step.cost + 1) * (1 + WHIM * rng.random())
        if gain > LEAST and rating > best_rating:
            best, best_rating = Move(step.unit, step.to), rating
    return best


def _places(battlefield: Battlefield, index: int, unit: Unit, aims: _Aims) -> list[float]:
    """Return what each square is worth to a unit, as if no other were in the way of its shots."""
    march, exposed = battlefield.march(unit.kind), battlefield.exposure(index)
    places = [
        prize + pull - aims.caution * danger
        for prize, pull, danger in zip(battlefield.prizes(unit.kind), march, exposed, strict=True)
    ]
    if aims.hill:
        for square in squares_of(battlefield.hill):
            places[square] += aims.hill
    return places


def _steps(
    battlefield: Battlefield, index: int, unit: Unit, limit: int, places: list[float]
) -> Iterator[_Step]:
    """Yield the moves of one unit that promise to gain enough."""
    blocked = battlefield.field.walls | battlefield.occupied
    here = places[unit.square]
    for cost, layer in enumerate(battlefield.field.grid.layers(1 << unit.square, blocked, limit)):
        least = here + LEAST + STEP * cost
        for square in squares_of(layer):
            if cost and places[square] > least:
                yield _Step((places[square] - here - STEP * cost) / (cost + 1), index, square, cost)


def _best_act(battlefield: Battlefield, rng: random.Random) -> Action | None:
    """Return the attack or heal that is worth most, or None when none does any good."""
    best, best_worth = None, 0.0
    for worth, action in _acts(battlefield):
        worth *= 1 + WHIM * rng.random()
        if worth > best_worth:
            best, best_worth = action, worth
    return best


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
