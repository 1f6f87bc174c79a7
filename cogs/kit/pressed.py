"""Describes an action by the labels of the buttons and options of the panel that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Action
from bot.games.game import Game
from cogs.kit.sentences import as_command

_DEEPEST = 3
"""How many screens below the first are searched."""


def as_pressed(game: Game, view: Any, action: Action, names: Sequence[str]) -> str:
    """Return an action as the panel names it, such as "SMG-1 → Move: C7", in markdown.

    An action that no single path of the panel does is shown as its command.
    """
    labels = _way(game, view, action, names, ())
    return " → ".join(dict.fromkeys(labels)) if labels else f"`{as_command(game, view, action)}`"


def _way(
    game: Game, view: Any, action: Action, names: Sequence[str], path: tuple[str, ...]
) -> tuple[str, ...]:
    menu = game.wording.menu(view, [action], path, names)
    choices = [choice for group in menu.groups for choice in group.choices]
    for group in menu.groups:
        for choice in group.choices:
            if choice.actions == (action,):
                return (f"{group.prompt}: {choice.label}" if group.prompt else choice.label,)
    for choice in choices if len(path) < _DEEPEST else ():
        onward = not choice.actions and choice.orders is None
        if onward and (labels := _way(game, view, action, names, (*path, choice.key))):
            return (choice.label, *labels)
    return ()
