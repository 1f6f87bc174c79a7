"""Combined actions on the screens of a turn: suggested moves, volleys, the best squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.base.language import gettext, ngettext
from bot.engine.grid import squares_of
from bot.engine.menus import buttons, select
from bot.engine.sentences import cut
from bot.engine.wording import Choice, Focus, Menu
from bot.games.papyrus.menus.prospects import Lookout, Outlook, Prospect, prospect
from bot.games.papyrus.rules.actions import Attack, Move
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.legal import spaces_words, steps_left
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import occupied, placed_at, with_units
from bot.games.papyrus.rules.view import PapyrusView, unit_name
from bot.games.papyrus.wording.sentences import marked, place

Planner: TypeAlias = Callable[[PapyrusView], Sequence[Move]]
"""Returns a sequence of legal moves for the seat to act, from its own view."""

BEST_SQUARES = 10
"""The number of recommended squares shown."""

_SHOWN = 4
"""The number of moves and shots named in a hint."""


def no_plan(_view: PapyrusView) -> Sequence[Move]:
    """Suggest nothing: the planner when no computer player is available."""
    return ()


# All at once

CHANGE = "change"
"""The key of the screen on which suggested moves are changed."""
_LEFT_OUT = 2
"""The maximum number of units that can be left out of a plan. To change more, a player moves units one by
one.
"""


def suggested(view: PapyrusView, moves: Sequence[Move]) -> list[Choice]:
    """Return the choice of all moves of a plan, and the choice to change them first."""
    if not moves:
        return []
    return [_taken(view, moves), Choice(CHANGE, gettext("Change them"))]


def _taken(view: PapyrusView, moves: Sequence[Move], style: str = "plain") -> Choice:
    label = ngettext("Take {number} suggested move", "Take {number} suggested moves", len(moves))
    words = [f"{unit_name(view.units[move.unit])} → {place(view, move.to)}" for move in moves]
    return Choice("plan", label, _cut(words), tuple(moves), style=style)


def change_screen(
    view: PapyrusView, field: Field, moves: Sequence[Move], left_out: Sequence[str]
) -> Menu | None:
    """Return a plan with the result of each of its moves, without the units left out by these keys; None if
    there is no such plan.
    """
    kept = list(moves)
    for key in left_out:
        shorter = [move for move in kept if _out_key(move) != key]
        if len(shorter) == len(kept):
            return None
        kept = _possible(view, field, shorter)
    if not kept or len(left_out) > _LEFT_OUT:
        return None
    lines = [_brings(view, field, move) for move in kept]
    units = list({move.unit: move for move in kept}.values())
    room = len(left_out) < _LEFT_OUT and len(units) > 1
    leaving = [
        Choice(_out_key(move), unit_name(view.units[move.unit]), place(view, move.to))
        for move in (units if room else ())
    ]
    return Menu(
        "\n".join([gettext("**Suggested moves**, to be taken as they are or without some of them:"), *lines]),
        (*buttons([_taken(view, kept, "main")]), *select(gettext("Leave a unit where it is"), leaving)),
        Focus(reach=frozenset([move.to for move in kept])),
    )


def _out_key(move: Move) -> str:
    return f"o{move.unit}"


def _brings(view: PapyrusView, field: Field, move: Move) -> str:
    outlook = Lookout(field, view.units, move.unit, view.hill).outlook(move.to)
    return f"- {marked(view.units[move.unit])} → {place(view, move.to)}: {outlook.words}"


def _possible(view: PapyrusView, field: Field, moves: Sequence[Move]) -> list[Move]:
    """Return those of these moves that can be made in sequence (PAP-06 to PAP-08).

    A move that is left out may have made room for others.
    """
    units, pool, possible = view.units, view.pool, list[Move]()
    for move in moves:
        unit = units[move.unit]
        path = field.grid.path(
            unit.square, move.to, field.walls | occupied(units), steps_left(field, unit, pool)
        )
        if path is not None:
            cost = len(path) - 1
            units = with_units(units, {move.unit: replace(unit, square=move.to, moved=unit.moved + cost)})
            pool -= cost
            possible.append(move)
    return possible


def volley(view: PapyrusView, shots: Sequence[Prospect]) -> list[Choice]:
    """Return the choice of several shots at once, the best of each unit, that all remain possible.

    With any dice, no target of a later shot has fallen to an earlier one, because their total damage cannot
    kill it. RPGs fire alone: their blast may hit anybody.
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
    shown, more = cut(words, _SHOWN)
    if not more:
        return ", ".join(words)
    return gettext("{things} and {number} more", things=", ".join(shown), number=more)


# One unit


class Scout:
    """Finds the best destinations for one unit."""

    def __init__(self, view: PapyrusView, field: Field, index: int, moves: Mapping[int, Move]) -> None:
        self._view, self._field, self._index, self._moves = view, field, index, moves
        self._lookout = Lookout(field, view.units, index, view.hill)
        enemies = [unit for unit in view.units if unit.seat != view.viewer and unit.hp > 0]
        self._enemies = [unit.square for unit in enemies]
        self._watched = [field.in_sight(unit.kind, unit.square) for unit in enemies]

    def best(self, distances: Mapping[int, int]) -> list[tuple[int, Outlook]]:
        """Return the best squares with the unit's options there, the best first.

        If there is room, covered squares on the way to the enemy follow.
        """
        useful = self._useful(distances)
        room = BEST_SQUARES - len(useful)
        if not room:
            return useful
        known = {square for square, _ in useful}
        covers = [square for square in self._covers() if square not in known]
        return [*useful, *[(square, self._lookout.outlook(square)) for square in covers[:room]]]

    def _covers(self) -> list[int]:
        """Return the squares that no enemy could shoot at and that are nearer to an enemy, the nearest
        first.
        """
        here = self._nearest(self._view.units[self._index].square)
        ahead = [(self._nearest(square), square) for square in self._moves if not self.watchers(square)]
        return [square for away, square in sorted(ahead) if away < here]

    def _nearest(self, square: int) -> int:
        """Return the distance to the nearest enemy in spaces (PAP-06)."""
        return min([self._field.grid.manhattan(square, enemy) for enemy in self._enemies], default=0)

    def _useful(self, distances: Mapping[int, int]) -> list[tuple[int, Outlook]]:
        rated = []
        for square in self._moves:
            outlook = self._lookout.outlook(square)
            if outlook.useful:
                use = outlook.best + 2 * outlook.patients + 2 * outlook.hill
                rated.append((use - 0.5 * self.watchers(square), -distances[square], square, outlook))
        rated.sort(key=lambda each: each[:3], reverse=True)
        return [(square, outlook) for *_, square, outlook in rated[:BEST_SQUARES]]

    def watchers(self, square: int) -> int:
        """Return the number of enemies that could shoot at a square from their current squares."""
        return sum([1 for watched in self._watched if watched >> square & 1])

    def choice(self, square: int, outlook: Outlook, distance: int, then: tuple[str, ...]) -> Choice:
        """Return the choice of moving to a square, with the path of the next screen."""
        if outlook.useful:
            words = outlook.words
        else:
            away = self._nearest(square)
            words = ngettext("{number} space from the enemy", "{number} spaces from the enemy", away)
        label = f"{place(self._view, square)}: {words}"
        watchers = self.watchers(square)
        if not watchers:
            exposed = gettext("in cover")
        else:
            exposed = ngettext("seen by {number}", "seen by {number}", watchers)
        hint = f"{spaces_words(distance)}, {exposed}"
        return Choice(f"w{square}", label, hint, (self._moves[square],), then)

    def strike(self, square: int) -> Choice | None:
        """Return the choice of moving to a square and shooting immediately; None if there is no target."""
        shots = self._shots(square)
        if not shots:
            return None
        shot = max(shots, key=lambda each: each.gain)
        target = self._view.units[shot.target]
        label = f"{place(self._view, square)} → {marked(target)}"
        actions = (self._moves[square], Attack(self._index, shot.target))
        return Choice(f"s{square}", label, shot.words, actions)

    def _shots(self, square: int) -> list[Prospect]:
        units, critical = self._view.units, self._view.options.critical
        units = with_units(units, {self._index: placed_at(units[self._index], square)})
        at = {unit.square: index for index, unit in enumerate(units) if unit.hp > 0}
        return [
            prospect(self._field, units, self._index, at[seen], critical=critical)
            for seen in squares_of(self._lookout.seen(square))
        ]
