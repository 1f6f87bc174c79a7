"""Crossfire drawn: a table of playing cards, with their power, their contests and their owners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.base.language import gettext
from bot.engine.wording import AnyWording, Focus
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import CrossfireView
from renderers.contract import Picture, Renderer, Sort
from renderers.crossfire import panels
from renderers.crossfire.ground import Kind
from renderers.crossfire.hand import draw_hand, hand_names
from renderers.crossfire.latest import SIGNS, contests, deciding
from renderers.crossfire.layout import PARTS, Layout, Room, layout, parts_of
from renderers.crossfire.lights import Lights
from renderers.crossfire.marks import draw_attacks, fresh_squares, last_turn
from renderers.crossfire.signs import SIGNS as EXPLAINED
from renderers.crossfire.squares import Pointed, Square, draw_ruler, label, lay_square
from renderers.kit.alt_text import hand_text, table_text
from renderers.kit.crop import WHOLE
from renderers.kit.lines import Line, draw_list, latest_lines
from renderers.kit.mosaic import Mosaic
from renderers.kit.png import LARGE
from renderers.kit.sprites import Sprite
from renderers.kit.titles import WIDTH, drawn_player

__all__ = ["CrossfireRenderer"]

LARGE_ULTIMATE = 240_000
"""Bytes: a table of Ultimate above this is worth more work."""
_TURNS = {2: (0, 180, 0), 4: (0, 270, 180, 90, 0)}
"""The left rotation of the board in degrees for each seat of two or four, the last for squares without a
seat.
"""
_LISTED = (WHOLE, *PARTS)
"""The parts with lists below the table."""
_LINES, _CONTESTS = 2, 3
"""The maximum numbers of lines of latest events, and of contests."""
_LABEL_OVERHANG = 20
"""Pixels by which a label may be wider than its square."""


class CrossfireRenderer(Renderer[CrossfireView]):
    """Draws a match of Crossfire. Caches depend only on the drawn content."""

    has_hands: ClassVar[bool] = True
    film_part = WHOLE
    signs: ClassVar[Mapping[str, Callable[[int], Sprite]]] = MappingProxyType(EXPLAINED)

    def __init__(self, wording: AnyWording) -> None:
        """`wording` writes the lists and the alt text, in the words of the channel."""
        self._wording = wording

    def board(
        self,
        view: CrossfireView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or an enlarged quarter of it. Safe to call from several threads.

        Parts and films have lists of the latest events and of contests below the table; otherwise the message
        has them.
        """
        table = view.table
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        latest, beside = self._lists(table, view, recent) if part in _LISTED else ([], [])
        lines = max(len(latest), len(beside))
        room = Room(view.outcome is not None, panels.are_long(called), lines)
        places = layout(table, part, room)
        board = Mosaic(WIDTH, places.height)
        panels.draw_title(board, view, called, part)
        panels.draw_names(board, places, view, called)
        panels.draw_points(board, places, view)
        panels.draw_seats(board, places, view, called)
        draw_ruler(board, places, table)
        turn = last_turn(recent)
        _draw_squares(board, places, table, view, fresh_squares(turn), focus)
        draw_attacks(board, places, turn)
        _draw_labels(board, places, table, focus)
        draw_list(board, places.latest, latest)
        draw_list(board, places.contests, beside)
        alt = table_text(panels.game_name(view), self._wording, view, names, recent)
        return board.picture(alt, LARGE_ULTIMATE if view.options.ultimate else LARGE)

    def _lists(
        self, table: Table, view: CrossfireView, recent: Sequence[Any]
    ) -> tuple[list[Line], list[Line]]:
        """Return the latest events, and beside them open decisions and contests, or more events."""
        latest = latest_lines(self._wording, view, recent, SIGNS)
        beside = deciding(view) if view.phase == "bases" else contests(view, table)
        if beside:
            return latest[-_LINES:], beside[:_CONTESTS]
        newest = latest[-2 * _LINES :]
        half = -(-len(newest) // 2)
        return newest[:half], newest[half:]

    def parts(self, view: CrossfireView) -> Mapping[str, str]:
        """Return the quarters of a table with small squares, by key with their titles."""
        offered = parts_of(view.table)
        return {part: gettext(title) for part, title in offered.items()}

    def hand(
        self,
        view: CrossfireView,
        *,
        names: Sequence[str],
        sort: Sort = "suit",
        brief: bool = False,  # noqa: ARG002 - a row of cards is brief
    ) -> Picture | None:
        """Draw the viewer's own hand as a row of large cards; None without a seat."""
        if view.viewer is None:
            return None
        called = drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort)
        return board.picture(hand_text(called, hand_names(view, sort)))


def _draw_squares(
    board: Mosaic,
    places: Layout,
    table: Table,
    view: CrossfireView,
    fresh: dict[int, int],
    focus: Focus | None,
) -> None:
    lights, turns = Lights(table, view.board), _TURNS[view.seats]
    for square in range(table.grid.size):
        if not places.shows(square) or not table.has(square):
            continue
        kind, home = _kind(table, square)
        pile = view.board[square]
        state = Square(
            (places.cell_width, places.cell),
            kind,
            home,
            turns[home],
            pile,
            lights.at(square),
            _pointed(focus, square),
            fresh.get(square, -1),
        )
        lay_square(board, state, *places.corner(square))


def _kind(table: Table, square: int) -> tuple[Kind, int]:
    """Return the kind of a square, and the seat whose home it is."""
    if table.base_home[square] >= 0:
        return "base", table.base_home[square]
    if table.support_home[square] >= 0:
        return "support", table.support_home[square]
    if square == table.middle:
        return "middle", -1
    return ("neutral" if square in table.ring else "field"), -1


def _pointed(focus: Focus | None, square: int) -> Pointed:
    if focus is None:
        return ""
    if square == focus.chosen:
        return "chosen"
    if square in focus.targets:
        return "target"
    return "reach" if square in focus.reach else ""


def _draw_labels(board: Mosaic, places: Layout, table: Table, focus: Focus | None) -> None:
    """Write a label on each target, over the upper edge of its square."""
    for square, words in sorted(focus.targets.items()) if focus is not None else ():
        if not words or not places.shows(square) or not table.has(square):
            continue
        sprite = label(words[:12])
        if sprite.width > places.cell_width + _LABEL_OVERHANG:
            continue  # it would hide the squares beside; the panel has it on a button
        x, y = places.centre(square)
        left = min(max(x - sprite.width // 2, 0), WIDTH - sprite.width)
        top = y - places.cell // 2 - sprite.height // 2
        board.stamp(sprite, left, top)
