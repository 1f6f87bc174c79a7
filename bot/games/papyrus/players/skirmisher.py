"""The Skirmisher: a quick opponent at Papyrus, good enough to learn against."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from math import exp
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import msgspec

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Action, Seat
from bot.engine.grid import mask_of, square_name, squares_of
from bot.engine.players.opponent import (
    ANCHOR,
    GameOpponent,
    Habits,
    Level,
    Novice,
    RankingOpponent,
    best_first,
    plain_reason,
)
from bot.engine.players.searcher import SEARCHES, Searcher
from bot.games.papyrus.players.battlefield import Battlefield
from bot.games.papyrus.players.gunnery import KILL, damages, healing, shot
from bot.games.papyrus.rules import actions
from bot.games.papyrus.rules.actions import (
    Attack,
    EndTurn,
    Formation,
    Heal,
    Move,
    Place,
    Preset,
    Ready,
)
from bot.games.papyrus.rules.actions import (
    Recruit as RecruitUnit,
)
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.legal import steps_left
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import PapyrusState, with_units
from bot.games.papyrus.rules.turns import QUIET_LIMIT
from bot.games.papyrus.rules.view import SECRET_PHASES, PapyrusView, Unit, unit_name
from bot.games.papyrus.rules.weapons import arsenal_of

# Reasons for actions at Papyrus.


SEEN: frozenset[type[Action]] = frozenset((actions.Move, actions.Attack, actions.Heal, actions.EndTurn))
"""The actions that are completely public."""


"""What counts of a move for a reason, in HP."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Preset: N_("A ready squad, chosen among those it trusts."),
    actions.Recruit: N_("One unit is as good as another to it: it draws lots."),
    actions.Formation: N_("The default formation is good enough for the start."),
    actions.Place: N_("It is as good there, and harder to predict."),
    actions.Ready: N_("There is nothing left to choose."),
    actions.EndTurn: N_("No further move or shot gains anything now."),
}


def reason(view: PapyrusView, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Attack(unit=unit, target=target):
            return _shot(view, view.units[unit], view.units[unit].square, view.units[target])
        case actions.Heal(target=target):
            lost = arsenal_of(view.options).full_hp - view.units[target].hp
            return gettext(
                "{unit} is wounded: it lacks {hp} HP.", unit=unit_name(view.units[target]), hp=lost
            )
        case actions.Move(unit=unit, to=to):
            return _move(Battlefield(view, seat), unit, to)
        case _:
            return plain_reason(_PLAIN, action)


def _shot(view: PapyrusView, shooter: Unit, standing: int, victim: Unit) -> str:
    """Return the expected result of a shot: of six die results, how many hit, and how many kill the
    target.
    """
    field = field_of(view.options, view.seats)
    distance = field.grid.manhattan(standing, victim.square)
    rolls = damages(field.arsenal, shooter.kind, distance, view.options.critical)
    called = f"{unit_name(victim)} ({square_name(victim.square, view.width)})"
    kills = sum([done >= victim.hp for done in rolls])
    if kills:
        return gettext("{number} in 6 that {unit} is taken out.", number=kills, unit=called)
    return gettext(
        "{number} in 6 that {unit} is hit, for up to {damage} of its {hp} HP.",
        number=sum([done > 0 for done in rolls]),
        unit=called,
        damage=max(rolls),
        hp=victim.hp,
    )


def _move(battlefield: Battlefield, index: int, to: int) -> str:
    """Return what speaks most for a move: a shot or a patient there, safety, the hill, or the way."""
    unit = battlefield.units[index]
    acts = battlefield.best_act(unit, to) - battlefield.best_act(unit, unit.square)
    exposed = battlefield.exposure(index)
    safer = exposed[unit.square] - exposed[to]
    if acts > LEAST and acts >= safer:
        return _act_there(battlefield, unit, to)
    if battlefield.hill >> to & 1 and not battlefield.hill >> unit.square & 1:
        return gettext("The squad on the hill wins at the round limit.")
    if safer > LEAST:
        reach = sum([hits.get(to, 0.0) > 0 for hits in battlefield.threats])
        if not reach:
            return gettext("No enemy can shoot at it there next turn.")
        return ngettext(
            "Less fire reaches it there: {number} enemy can shoot at it next turn.",
            "Less fire reaches it there: {number} enemies can shoot at it next turn.",
            reach,
        )
    return gettext("It closes up, to have the enemy in range soon.")


def _act_there(battlefield: Battlefield, unit: Unit, to: int) -> str:
    shots = list(battlefield.clear_shots(unit, to))
    if not shots:
        return gettext("From there it can heal a wounded unit.")
    best = max(
        shots,
        key=lambda enemy: shot(battlefield.field, battlefield.units, unit, to, enemy, battlefield.critical),
    )
    return gettext("From there it has a shot: {odds}", odds=_shot(battlefield.view, unit, to, best))


STEP = 0.02
"""The cost of a space of the pool, so that no unit moves without a reason."""

LEAST = 0.05
"""The minimum gain of a move."""

LOOKED_AT = 16
"""The number of promising moves that are evaluated exactly, with the units in the line of fire."""

RESTLESS = 0.6
"""How likely it shifts one unit more before it is content with its formation."""

LEAD = 14.0
"""The steepness of the chance to win as a function of the share of all remaining strength."""

WHIM = 0.05
"""By how much the dice of its mood may raise a rating, so that no two matches are alike."""

CAUTION = 0.8
"""How much each HP that the enemy's next turn would cost on average counts against a square."""

BOLDNESS = 0.25
"""The same for a squad that attacks: all of it goes in, and each enemy shoots at one."""

REPLY = 1.6
"""How much the enemies' best reply counts against an attack: shots are lost with the units that fall."""

RESOLVE = 2.0
"""By how much less, in HP, an attack that is under way has to pay: half of it is worse than none."""

PATIENCE_ROUNDS = 2
"""Quiet rounds after which it no longer asks that an attack pays at once."""

IMPATIENCE = 3.0
"""By how much less, in HP, an attack has to pay with each further quiet round."""

DESPERATE = 5
"""Quiet rounds waited in vain after which it goes wherever the enemy is."""

PRIZE = 1.0
"""The value of a place on the hill; added again for each quiet round after `PATIENCE_ROUNDS`."""


class _Step(NamedTuple):
    """A move it thinks of."""

    rating: float
    """The gain for each space of the move; the best one comes first."""
    unit: int
    to: int
    cost: int


class _Aims(NamedTuple):
    """The goals of this turn."""

    caution: float
    hill: float


class Skirmisher(RankingOpponent):
    """Keeps out of reach until an attack pays, goes in together, shoots where it counts most, and heals."""

    key: ClassVar[str] = "skirmisher"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Skirmisher"
    description: ClassVar[str] = N_(
        "Seeks good shots, finishes the wounded and heals its own: fair for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("papyrus",))
    level: ClassVar[Level] = "normal"
    hopeless: ClassVar[float] = 0.03
    view_type: ClassVar[Any] = PapyrusView
    seen: ClassVar[frozenset[type[Action]]] = SEEN

    def __init__(
        self, patience: int = PATIENCE_ROUNDS, caution: float = 1.0, fear: float | None = None
    ) -> None:
        """`patience` is the number of quiet rounds after which it attacks even if that does not pay.
        `caution` multiplies the expected loss from enemy fire. `fear` is the weight of an HP of that loss
        in the decision whether an attack pays; None for its own estimate.
        """
        self.patience = patience
        self.caution = caution
        self.fear = fear

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
            # Take the default formation, and shift a few units along their lines, so that no two look alike.
            if any(unit.square < 0 for unit in view.units if unit.seat == seat):
                placing: Action = Formation()
            else:
                shifts = [action for action in legal if isinstance(action, Place) and _in_line(view, action)]
                placing = rng.choice(shifts) if shifts and rng.random() < RESTLESS else Ready()
            yield placing
            return
        battlefield = Battlefield(view, seat)
        if view.phase == "moving" and view.pool:
            yield from _good_moves(battlefield, rng, self._aims(battlefield))
        # The attacks and heals that do any good, that which is worth most first.
        rated = [(worth * (1 + WHIM * rng.random()), action) for worth, action in _acts(battlefield)]
        yield from best_first([(worth, action) for worth, action in rated if worth > 0])
        yield EndTurn()

    def _aims(self, battlefield: Battlefield) -> _Aims:
        aims = _aims(battlefield, self.patience, self.caution)
        return aims if self.fear is None else aims._replace(caution=self.fear)

    def chances(self, rules: Any, view: PapyrusView) -> float | None:  # noqa: ARG002
        """Return the chance to win, estimated from the squads' HP and units."""
        if view.viewer is None or view.phase in SECRET_PHASES:
            return None
        worths = [0.0] * view.seats
        for unit in view.units:
            if unit.hp > 0:
                worths[unit.seat] += unit.hp + KILL[unit.kind]
        own = worths.pop(view.viewer)
        return 1 / (1 + exp(-LEAD * (own - max(worths)) / max(1.0, own + max(worths))))

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return the reason for an action among those it weighs."""
        return reason(view, seat, action)


@lru_cache(maxsize=256)
def planned_moves(view: PapyrusView) -> tuple[Move, ...]:
    """Return the moves that it would make in this turn, one after the other; the same for the same view."""
    rng, moves = random.Random(0), list[Move]()
    while view.phase == "moving" and view.pool and view.viewer is not None:
        battlefield = Battlefield(view, view.viewer)
        best = _good_moves(battlefield, rng, _aims(battlefield, PATIENCE_ROUNDS))
        if not best:
            break
        moves.append(best[0])
        view = _after(battlefield, best[0])
    return tuple(moves)


def _after(battlefield: Battlefield, move: Move) -> PapyrusView:
    """Return the view after a move of one's own, which needs no dice."""
    view, unit = battlefield.view, battlefield.units[move.unit]
    path = battlefield.field.grid.path(unit.square, move.to, battlefield.field.walls | battlefield.occupied)
    cost = len(path or ()) - 1
    gone = msgspec.structs.replace(unit, square=move.to, moved=unit.moved + cost)
    units = with_units(view.units, {move.unit: gone})
    return msgspec.structs.replace(view, units=units, pool=view.pool - cost)


def _aims(battlefield: Battlefield, patience: int, caution: float = 1.0) -> _Aims:
    """Return whether to attack or to wait, and how much to care for the hill (PAP-25)."""
    view, standing = battlefield.view, battlefield.standing()
    waited = max(0, view.quiet - patience)
    left = QUIET_LIMIT - view.quiet
    if view.options.rounds:
        left = min(left, view.options.rounds - view.round)
    urgent = max(waited, patience - left) * (1 - max(0, standing))
    # Whether an attack has begun: a unit that moved is where an enemy can shoot at it.
    moved = [unit.square for _, unit in battlefield.own() if unit.moved]
    attacking = bool(moved) and battlefield.reply(moved) > battlefield.reply(
        [unit.square for _, unit in battlefield.own() if not unit.moved]
    )
    allowed = max(IMPATIENCE * urgent, RESOLVE if attacking else 0.0)
    attack = urgent >= DESPERATE or _pays(battlefield) > -allowed
    hill = PRIZE * (1 + waited) if battlefield.hill else 0.0
    return _Aims(caution * (BOLDNESS if attack else CAUTION), hill)


def _pays(battlefield: Battlefield) -> float:
    """Return the expected gain of an attack: the shots, less the enemies' reply."""
    shots, pool = [], battlefield.view.pool
    blocked = battlefield.field.walls | battlefield.occupied
    for _, unit in battlefield.own():
        prizes, best = battlefield.prizes(unit.kind), (0.0, 0.0, 0.0, 0, unit.square)
        prized = battlefield.prized(unit.kind)
        steps = steps_left(battlefield.field, unit, pool)
        layers = battlefield.field.grid.layers(1 << unit.square, blocked, steps)
        for cost, layer in enumerate(layers):
            for square in squares_of(layer & prized):
                rating = prizes[square] / (cost + 1)
                best = max(best, (rating, prizes[square], -battlefield.danger[square], cost, square))
        shots.append(best)
    gain, squares = 0.0, []
    for _, prize, _, cost, square in sorted(shots, reverse=True):
        if cost <= pool:
            pool -= cost
            gain += prize
            squares.append(square)
    return gain - REPLY * battlefield.reply(squares) if gain else float("-inf")


def _squad_choice(legal: Sequence[Any], rng: random.Random) -> Action | None:
    """Finish a full squad, take any ready-made one, or else recruit random units."""
    if Ready() in legal:
        return Ready()
    presets: list[Action] = [action for action in legal if isinstance(action, Preset)]
    wishes = presets or [action for action in legal if isinstance(action, RecruitUnit)]
    return rng.choice(wishes) if wishes else None


def _in_line(view: PapyrusView, action: Place) -> bool:
    """Whether a unit goes no nearer to the enemy: seats 1 and 2 stand in columns, the others in rows."""
    unit = view.units[action.unit]
    here, there = divmod(unit.square, view.width), divmod(action.to, view.width)
    return here[1] == there[1] if unit.seat < 2 else here[0] == there[0]


def _good_moves(battlefield: Battlefield, rng: random.Random, aims: _Aims) -> list[Move]:
    """Return the moves that gain enough, that which gains most for each space first."""
    pool = battlefield.view.pool
    steps: list[_Step] = []
    known = dict[tuple[Kind, int], list[float]]()
    for index, unit in battlefield.own():
        alike = unit.kind, battlefield.exposed_as(index)
        places = known.get(alike)
        if places is None:
            places = known[alike] = _places(battlefield, *alike, aims)
        steps += _steps(battlefield, index, unit, steps_left(battlefield.field, unit, pool), places)
    rng.shuffle(steps)  # equal values are equal, so the seat on the left has no advantage
    moves = list[tuple[float, Move]]()
    for step in nlargest(LOOKED_AT, steps, key=attrgetter("rating")):
        unit = battlefield.units[step.unit]
        prizes = battlefield.prizes(unit.kind)
        gain = step.rating * (step.cost + 1)
        gain += battlefield.best_act(unit, step.to) - prizes[step.to]
        gain -= battlefield.best_act(unit, unit.square) - prizes[unit.square]
        rating = gain / (step.cost + 1) * (1 + WHIM * rng.random())
        if gain > LEAST and rating > 0:
            moves.append((rating, Move(step.unit, step.to)))
    return best_first(moves)


def _places(battlefield: Battlefield, kind: Kind, exposed_as: int, aims: _Aims) -> list[float]:
    """Return the value of each square for a unit, as if no other unit blocked its shots."""
    march, exposed = battlefield.march(kind), battlefield.exposure(exposed_as)
    places = [
        prize + pull - aims.caution * danger
        for prize, pull, danger in zip(battlefield.prizes(kind), march, exposed, strict=True)
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
    better = mask_of([square for square, place in enumerate(places) if place > here + LEAST])
    for cost, layer in enumerate(battlefield.field.grid.layers(1 << unit.square, blocked, limit)):
        least = here + LEAST + STEP * cost
        for square in squares_of(layer & better):
            if places[square] > least:
                yield _Step((places[square] - here - STEP * cost) / (cost + 1), index, square, cost)


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
            yield healing(battlefield.field.arsenal, ally), Heal(index, place[ally.square])


class Recruit(Novice):
    """Overlooks units and walks into fire."""

    key: ClassVar[str] = "recruit"
    measured: ClassVar[int | None] = 763
    title: ClassVar[str] = "Recruit"
    description: ClassVar[str] = N_("Forgets some of its units, and walks into the enemy's fire.")
    view_type: ClassVar[Any] = Skirmisher.view_type
    normal = Skirmisher(caution=0.7)
    habits = Habits(forgets=0.2, settles=0.2)
    turn = "round"


class Strategist(Searcher):
    """Searches at Papyrus, to the end of the enemy's turn: whether to attack, to hold or to draw back."""

    key: ClassVar[str] = "strategist"
    measured: ClassVar[int | None] = 1201
    title: ClassVar[str] = "Strategist"
    description: ClassVar[str] = SEARCHES
    normal = Skirmisher()
    depth: ClassVar[int] = 100
    width: ClassVar[int] = 1
    tempers: ClassVar[Sequence[GameOpponent]] = tuple(
        [Skirmisher(fear=fear) for fear in (BOLDNESS, CAUTION, 2 * CAUTION)]
    )
    """Players who attack, wait or retreat for the whole turn."""

    def settled(self, view: PapyrusView, state: PapyrusState) -> bool:
        """Whether the other seats have finished their turns."""
        return state.round > view.round and state.turn == view.viewer
