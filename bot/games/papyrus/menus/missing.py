"""Things that the screens of a turn do not offer although a player may look for them: units, and targets of a
unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.wording import Missing
from bot.games.papyrus.menus.turn_screens import Turn
from bot.games.papyrus.rules.actions import Attack
from bot.games.papyrus.rules.view import TURN_PHASES, unit_name
from bot.games.papyrus.wording.names import marked
from bot.games.papyrus.wording.sentences import Talk

_TARGETS = 3
"""The number of enemies named on a unit's screen that cannot be shot at: the nearest ones."""


def missing(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[Missing]:
    """Return the actions that the first screen of a turn, or the screen of a unit, does not offer."""
    view = talk.view
    if view.phase not in TURN_PHASES:
        return ()
    turn = Turn(view, legal)
    if not path:
        idle = [index for index, unit in enumerate(view.units) if unit.seat == view.turn and unit.hp > 0]
        return [
            Missing(unit_name(view.units[index]), Attack(index, nearest[0]))
            for index in idle
            if index not in turn.able and (nearest := _enemies(turn, index))
        ]
    found = []
    for index in turn.able:
        if path == (f"u{index}",):
            others = [each for each in _enemies(turn, index) if each not in turn.attacks.get(index, ())]
            found = [Missing(marked(view.units[each]), Attack(index, each)) for each in others[:_TARGETS]]
    return found


def _enemies(turn: Turn, index: int) -> list[int]:
    """Return the living enemies, the nearest to a unit first."""
    units, grid = turn.view.units, turn.field.grid
    found = [each for each, unit in enumerate(units) if unit.seat != turn.view.turn and unit.hp > 0]
    return sorted(found, key=lambda each: grid.manhattan(units[index].square, units[each].square))
