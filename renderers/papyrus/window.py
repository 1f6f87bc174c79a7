"""Cropping of a field: ground far from everything important is cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.wording import Focus
from bot.games.papyrus.rules.facts import Moved, Shot
from bot.games.papyrus.rules.view import SECRET_PHASES, PapyrusView
from renderers.kit.crop import Window, crop

_FEWEST = (8, 6)
"""Columns and rows that are always shown: the size of the smallest field."""


def window(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Window | None:
    """Return the part of the field to show, None for the whole.

    It contains all units, the hill, all arrows and highlights, and a margin. The whole field is shown while
    squads are picked and placed.
    """
    if view.phase in SECRET_PHASES:
        return None
    return crop(_mattering(view, recent, focus), view.width, view.height, _FEWEST)


def _mattering(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Iterator[int]:
    yield from view.hill
    yield from (unit.square for unit in view.units if unit.hp > 0)
    for fact in recent:
        if isinstance(fact, Moved):
            yield from fact.path
        elif isinstance(fact, Shot):
            yield from (fact.origin, fact.at, *(hurt.square for hurt in fact.hurt))
    if focus is not None:
        yield from (*focus.reach, *focus.targets)
        if focus.chosen is not None:
            yield focus.chosen
