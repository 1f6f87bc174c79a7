"""The reasons why a screen does not offer something, from the rules, in a state consistent with the player's
knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.engine.contract import AnyRules
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.wording import Missing


class Reason(NamedTuple):
    """The reason why something is missing."""

    names: tuple[str, ...]
    """The names a player may look for, safe to print; several if they share a reason."""
    sentence: str
    """The refusal of the rules for the first of them, as plain text."""


def reasons(rules: AnyRules, view: Any, missing: Iterable[Missing]) -> tuple[Reason, ...]:
    """Return the reasons why the viewer of a view cannot do these, in order.

    They are tried in a state that the viewer cannot tell from the true one, generated from the view alone, so
    the sentences reveal nothing new. Actions that succeed there are left out.
    """
    wanted = list(missing)
    if not wanted:
        return ()
    rng = Stream("missing", bytes(SEED_BYTES))
    world = rules.resample(view, rng)
    found: dict[str, Reason] = {}
    for each in wanted:
        try:
            rules.apply(rules.clone(world), view.viewer, each.action, rng)
        except IllegalAction as refusal:
            said = refusal.sentence
            first = found.setdefault(said.replace(each.name, ""), Reason((), said))
            if each.name not in first.names:
                found[said.replace(each.name, "")] = Reason((*first.names, each.name), first.sentence)
    return tuple(found.values())
