"""Papyrus drawn: a field of folded paper with origami squads on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.wording import AnyWording, Focus
from bot.games.papyrus.rules.facts import Moved, Shot
from bot.games.papyrus.rules.view import SECRET_PHASES, TURN_PHASES, PapyrusView, Unit
from renderers.contract import Picture, Renderer
from renderers.kit.alt_text import table_text
from renderers.kit.crop import WHOLE, Window, crop
from renderers.kit.titles import drawn_player
from renderers.papyrus.board import Board
from renderers.papyrus.field import Ground, Zones
from renderers.papyrus.header import draw_header
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import Layout, layout
from renderers.papyrus.marks import Marks, ring_pieces, tint_reach, turns
from renderers.papyrus.squads import draw_legend, draw_squad, waiting
from renderers.papyrus.units import signs_sprite, unit_sprite

# Cropping of a field: ground far from everything important is cut off.


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


__all__ = ["PapyrusRenderer"]


class PapyrusRenderer(Renderer[PapyrusView]):
    """Draws a match of Papyrus. Caches depend only on the drawn content."""

    film_part = WHOLE

    def __init__(self, wording: AnyWording) -> None:
        """`wording` writes the alt text, in the words of the channel."""
        self._wording = wording

    def parts(self, view: PapyrusView) -> Mapping[str, str]:
        """Return the whole field, where the usual picture is cut."""
        return {WHOLE: gettext("Whole field")} if window(view, (), None) else {}

    def board(
        self,
        view: PapyrusView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the board with its header, the recent facts, and the highlights for one player.

        Ground far from everything important is cut off, unless `part` is the whole field, as in films. Safe
        to call from several threads at once.
        """
        places = _places(view, None if part == WHOLE else window(view, recent, focus))
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        board = Board(Ground(places, view.barriers, _shown_zones(view), view.hill))
        standing = [unit for unit in view.units if unit.square >= 0 and unit.hp > 0]
        marks = Marks(board, places, view, turns(recent))
        labels = Labels(board, places, marks.fallen.union([unit.square for unit in standing]))
        marks.below_units()
        if focus is not None:
            tint_reach(board, places, focus)
        for unit in standing:
            sprite = unit_sprite(unit, places.cell, dimmed=_has_acted(view, unit))
            board.stamp(sprite, *places.corner(unit.square))
        marks.above_units(labels)
        if focus is not None:
            ring_pieces(board, places, focus, labels)
        for unit in standing:
            signs = signs_sprite(unit, places.cell, dimmed=_has_acted(view, unit))
            board.stamp(signs, *places.corner(unit.square))
        draw_squad(board, places, view)
        draw_header(board, view, called)
        draw_legend(board, places, view)
        return board.picture(table_text("Papyrus", self._wording, view, names, recent))


def _places(view: PapyrusView, shown: Window | None) -> Layout:
    """Return the layout, with space for a legend where units have no names or wait for placement."""
    bare = layout(view.width, view.height, shown)
    if waiting(view) or not (bare.named or view.phase == "picking"):
        return layout(view.width, view.height, shown, legend=True)
    return bare


def _shown_zones(view: PapyrusView) -> Zones:
    return view.zones if view.phase in SECRET_PHASES else ()


def _has_acted(view: PapyrusView, unit: Unit) -> bool:
    return unit.acted and view.phase in TURN_PHASES
