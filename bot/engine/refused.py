"""Why a screen does not offer something: asked of the rules themselves, in a world as the player knows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.engine.contract import Rules
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.wording import Missing


class Reason(NamedTuple):
    """Why something is missing."""

    names: tuple[str, ...]
    """Names a player may look for, safe to print; several if they share a reason."""
    sentence: str
    """What the rules say to the first of them, as plain text."""


def reasons(rules: Rules[Any, Any, Any, Any], view: Any, missing: Iterable[Missing]) -> tuple[Reason, ...]:
    """Return why these cannot be done by the viewer of a view, in their order.

    They are tried in a state that the viewer cannot tell from the true one, drawn from the view alone, so
    the sentences tell nothing that it does not know. What would be carried out there is left out.
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
