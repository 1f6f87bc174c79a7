"""Several things at once on the screens of a turn: suggested moves, volleys, the squares worth going to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.engine.grid import squares_of
from bot.engine.language import gettext, ngettext
from bot.engine.wording import Choice
from bot.games.papyrus.menus.prospects import Lookout, Outlook, Prospect, prospect
from bot.games.papyrus.rules.actions import Attack, Move
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.movement import spaces_words
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import placed_at, with_units
from bot.games.papyrus.rules.view import PapyrusView, Unit, unit_name
from bot.games.papyrus.wording.names import marked, place

Planner: TypeAlias = Callable[[PapyrusView], Sequence[Move]]
"""Returns moves that a seat on turn could make one after the other, all of them legal, for its own view."""

BEST_SQUARES = 10
"""Squares that are shown as worth going to."""

_SHOWN = 4
"""Moves and shots that a hint names."""


def no_plan(_view: PapyrusView) -> Sequence[Move]:
    """Suggest nothing: the planner of who has none."""
    return ()


# All at once


def suggested(view: PapyrusView, moves: Sequence[Move]) -> list[Choice]:
    """Return the choice of all moves of a plan, from which the turn can still be changed."""
    if not moves:
        return []
    label = ngettext("Take {number} suggested move", "Take {number} suggested moves", len(moves))
    words = [f"{unit_name(view.units[move.unit])} → {place(view, move.to)}" for move in moves]
    return [Choice("plan", label, _cut(words), tuple(moves))]


def volley(view: PapyrusView, shots: Sequence[Prospect]) -> list[Choice]:
    """Return the choice of several shots at once, the best of each unit, that all stay possible.

    Whatever the dice say, no target of a later shot has fallen to an earlier one, since all their damage
    together would leave it standing. RPGs fire alone: their blast may take anybody.
    """
    left: dict[int, int] = {}
    fired: dict[int, Prospect] = {}
    for shot in shots:
        if shot.unit in fired or view.units[shot.unit].kind is Kind.RPG:
            continue
        hp = left.get(shot.target, view.units[shot.target].hp)
        if hp > 0:
            left[shot.target] = hp - shot.most
            fired[shot.unit] = shot
    if len(fired) < 2:
        return []
    words = [
        f"{unit_name(view.units[shot.unit])} → {marked(view.units[shot.target])}" for shot in fired.values()
    ]
    label = gettext("Fire {number} shots at once", number=len(fired))
    return [Choice("volley", label, _cut(words), tuple([Attack(s.unit, s.target) for s in fired.values()]))]


def _cut(words: Sequence[str]) -> str:
    if len(words) <= _SHOWN:
        return ", ".join(words)
    return gettext("{things} and {number} more", things=", ".join(words[:_SHOWN]), number=len(words) - _SHOWN)


# One unit


class Scout:
    """Finds the squares that are worth going to for one unit."""

    def __init__(self, view: PapyrusView, field: Field, index: int, moves: Mapping[int, Move]) -> None:
        self._view, self._field, self._index, self._moves = view, field, index, moves
        self._lookout = Lookout(field, view.units, index, view.hill)
        enemies = [unit for unit in view.units if unit.seat != view.viewer and unit.hp > 0]
        self._watched = [field.in_sight(unit.kind, unit.square) for unit in enemies]

    def best(self, distances: Mapping[int, int]) -> list[tuple[int, Outlook]]:
        """Return the best squares with what the unit could do there, those of most use first."""
        rated = []
        for square in self._moves:
            outlook = self._lookout.outlook(square)
            if outlook.targets or outlook.patients or outlook.hill:
                rated.append((self._rating(square, outlook), -distances[square], square, outlook))
        rated.sort(key=lambda each: each[:3], reverse=True)
        return [(square, outlook) for *_, square, outlook in rated[:BEST_SQUARES]]

    def watchers(self, square: int) -> int:
        """Return how many enemies could shoot at a square from where they stand."""
        return sum([1 for watched in self._watched if watched >> square & 1])

    def choice(self, square: int, outlook: Outlook, distance: int, then: tuple[str, ...]) -> Choice:
        """Return the choice of going to a square, with the path of the screen that follows."""
        label = f"{place(self._view, square)}: {outlook.words}"
        hint = f"{spaces_words(distance)}, {self._exposed(square)}"
        return Choice(f"w{square}", label, hint, (self._moves[square],), then)

    def strike(self, square: int) -> Choice | None:
        """Return the choice of going to a square and shooting at once, None where there is no target."""
        shots = self._shots(square)
        if not shots:
            return None
        shot = max(shots, key=lambda each: each.gain)
        target = self._view.units[shot.target]
        label = f"{place(self._view, square)} → {marked(target)}"
        actions = (self._moves[square], Attack(self._index, shot.target))
        return Choice(f"s{square}", label, shot.words, actions)

    def _shots(self, square: int) -> list[Prospect]:
        units, critical = self._moved(square), self._view.options.critical
        at = {unit.square: index for index, unit in enumerate(units) if unit.hp > 0}
        return [
            prospect(self._field, units, self._index, at[seen], critical=critical)
            for seen in squares_of(self._lookout.seen(square))
        ]

    def _moved(self, square: int) -> Sequence[Unit]:
        units = self._view.units
        return with_units(units, {self._index: placed_at(units[self._index], square)})

    def _rating(self, square: int, outlook: Outlook) -> float:
        use = outlook.best + 2 * outlook.patients + 2 * outlook.hill
        return use - 0.5 * self.watchers(square)

    def _exposed(self, square: int) -> str:
        watchers = self.watchers(square)
        if not watchers:
            return gettext("in cover")
        return ngettext("seen by {number}", "seen by {number}", watchers)
