"""Whether an action wins the match at once, whatever its reader cannot know and however the dice fall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from bot.engine.contract import Action, AnyRules
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream

LOOKED_AT: Final = 2_000
"""The maximum number of actions that are tried."""
WORLDS: Final = 60
"""The number of worlds, each with its own dice, in which an action has to win: one that fails once in six is
detected in 99,998 of 100,000 cases.
"""


def sure_win(rules: AnyRules, view: Any, legal: Sequence[Any]) -> Action | None:
    """Return the first action that wins for the viewer's seat in all worlds with the same view; None if there
    is none.
    """
    first = rules.resample(view, _luck(0))
    for action in islice(legal, LOOKED_AT):
        if _wins(rules, rules.clone(first), view, action, 0) and _wins_everywhere(rules, view, action):
            found: Action = action
            return found
    return None


def _wins_everywhere(rules: AnyRules, view: Any, action: Any) -> bool:
    return all(
        _wins(rules, rules.resample(view, _luck(world)), view, action, world) for world in range(1, WORLDS)
    )


def _wins(rules: AnyRules, state: Any, view: Any, action: Any, world: int) -> bool:
    """Whether an action ends the match with the viewer's seat among the winners, and with a loser."""
    try:
        rules.apply(state, view.viewer, action, _luck(world))
    except IllegalAction:
        return False
    outcome = rules.outcome(state)
    return outcome is not None and view.viewer in outcome.winners and len(outcome.winners) < view.seats


def _luck(world: int) -> Stream:
    return Stream("sure win", world.to_bytes(SEED_BYTES))
