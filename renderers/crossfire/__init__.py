"""Crossfire drawn: a table of playing cards, with their power, their contests and their owners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from PIL import ImageDraw

from bot.base.language import gettext
from bot.engine.wording import AnyWording, Focus
from bot.games.crossfire.rules import cards, facts
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile
from renderers.contract import Picture, Renderer, Sort
from renderers.crossfire import panels
from renderers.crossfire.due import needed
from renderers.crossfire.ground import Kind
from renderers.crossfire.hand import draw_hand, hand_names
from renderers.crossfire.layout import PARTS, Layout, Room, layout, parts_of
from renderers.crossfire.lights import EAST, NORTH, SOUTH, Lights, side_towards
from renderers.crossfire.piles import face_of
from renderers.crossfire.signs import SIGNS as EXPLAINED
from renderers.crossfire.squares import Pointed, Square, draw_ruler, label, lay_square
from renderers.kit.alt_text import hand_text, table_text
from renderers.kit.crop import WHOLE
from renderers.kit.lines import Line, Mark, Run, Sign, Stamp, Written, draw_list, latest_lines, quiet_line
from renderers.kit.mosaic import Mosaic
from renderers.kit.outlines import Point
from renderers.kit.palette import INK, PAPER, SEATS, TABLE, Colour
from renderers.kit.playing_cards import back, chip
from renderers.kit.png import LARGE
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.kit.titles import WIDTH, drawn_player

# Marks of the last turn on the table: new and seized cards, and attacks as arrows.


_ARROWS = SpriteCache()
_LAID = (
    facts.Laid,
    facts.Supported,
    facts.Rebuilt,
    facts.Raised,
    facts.Replaced,
    facts.KeptOne,
    facts.Towered,
)
_FOUGHT = (facts.Attacked, facts.Probed, facts.Answered)


def last_turn(recent: Sequence[Any]) -> tuple[Any, ...]:
    """Return the facts since the beginning of the last turn with an action."""
    done = [at for at, fact in enumerate(recent) if isinstance(fact, (*_LAID, *_FOUGHT, facts.Discarded))]
    last = done[-1] if done else 0
    begun = [at for at, fact in enumerate(recent) if isinstance(fact, facts.TurnBegan) and at <= last]
    return tuple(recent[begun[-1] if begun else 0 :])


def fresh_squares(turn: Sequence[Any]) -> dict[int, int]:
    """Return the squares on which a card was just laid or a pile won, each with the acting seat."""
    return {fact.at: fact.seat for fact in turn if isinstance(fact, (*_LAID, *_FOUGHT, facts.Seized))}


def draw_attacks(board: Mosaic, layout: Layout, turn: Sequence[Any]) -> None:
    """Draw an arrow for each attack, probe and answer."""
    for fact in turn:
        if not isinstance(fact, _FOUGHT) or not (layout.shows(fact.at) and layout.shows(fact.origin)):
            continue
        side = side_towards(fact.origin, fact.at, layout.columns)
        arrow = _arrow(layout.cell, side, fact.seat)
        (ax, ay), (bx, by) = layout.centre(fact.origin), layout.centre(fact.at)
        over = side in (NORTH, SOUTH)
        aside = round((layout.cell_width if over else layout.cell) * 0.36)
        x, y = (ax + bx) // 2, (ay + by) // 2
        back = arrow_length(layout.cell) // 2 - layout.cell // 10
        dx, dy = {NORTH: (0, -1), SOUTH: (0, 1), EAST: (1, 0)}.get(side, (-1, 0))
        x, y = x - dx * back, y - dy * back
        x, y = (x + aside, y) if over else (x, y - aside)
        left, top = x - arrow.width // 2, y - arrow.height // 2
        board.stamp(arrow, left, top)


def arrow_length(cell: int) -> int:
    """Return the length in pixels of arrows on squares of this size."""
    radius, reach = _measures(cell)
    return radius + reach + 12


def _measures(cell: int) -> tuple[int, int]:
    """Return the tail's radius, and the distance of the tip from its middle."""
    radius = max(16, round(cell * 0.11))
    return radius, radius + max(20, round(cell * 0.15))


def _arrow(cell: int, side: int, seat: int) -> Sprite:
    """Return an arrow of this seat over the side of a square."""
    radius, reach = _measures(cell)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for grow, fill in ((3, INK), (0, SEATS[seat].colour)):
            shaft = max(5, cell // 20) + grow
            body: list[Point] = [(0, -shaft), (reach - 14, -shaft), (reach - 14, -shaft - 11)]
            body += [(reach + 4 + grow, 0), (reach - 14, shaft + 11), (reach - 14, shaft), (0, shaft)]
            points = [_turned(point, side, radius, reach) for point in body]
            pen.polygon([(x * scale, y * scale) for x, y in points], fill=(*fill, 255))
            x, y = _turned((0, 0), side, radius, reach)
            big = radius - 3 + grow
            box = ((x - big) * scale, (y - big) * scale, (x + big) * scale, (y + big) * scale)
            pen.ellipse(box, fill=(*fill, 255))

    long, broad = radius + reach + 12, 2 * radius + 8
    wide, high = (broad, long) if side in (NORTH, SOUTH) else (long, broad)
    return _ARROWS.get((cell, side, seat), lambda: drawn(wide, high, draw))


def _turned(point: Point, side: int, radius: int, reach: int) -> Point:
    """Return a point of an arrow to the east, turned towards a side; the tail's middle is at (0, 0)."""
    x, y = point
    edge = radius + 4
    if side == EAST:
        return edge + x, edge + y
    if side == NORTH:
        return edge + y, reach + 8 - x
    if side == SOUTH:
        return edge + y, edge + x
    return reach + 8 - x, edge + y


# The latest events and the contests, a line each, for the lists beside the table.


def _shown(card: Card) -> Run:
    """Return the corner of a face-up card, else the back of its pack."""
    if card < 0:
        return Stamp(back, (cards.pack_of(card), 44), 31, 44)
    face = face_of(card)
    wide = 82 if face.rank == 10 else 68
    return Stamp(chip, (face, wide, 42, PAPER), wide, 42)


SIGNS: Mapping[str, Sign] = {"card": lambda card, _: _shown(card), "square": lambda _, name: name}
"""Drawing functions by the kind of thing that sentences name."""


def deciding(view: CrossfireView) -> list[Line]:
    """Return a line for each seat that still has to redeal or keep its bases (CRF-03)."""
    return [
        quiet_line(gettext("{player} **may redeal**"), player=Mark(seat))
        for seat, waits in enumerate(view.deciding)
        if waits
    ]


def contests(view: CrossfireView, table: Table) -> list[Line]:
    """Return a line for each contest: its square, the leading card, and the strength of an answer."""
    return [
        (table.name(square), _shown(pile.laid[-1].card), *_standing(pile))
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _standing(pile: Pile) -> Line:
    least, rival = needed(pile), pile.rival != NOBODY
    if pile.lapsed:
        said = gettext("{player} **wins it**")
    elif rival:
        said = gettext("{player} **needs {strength}**") if least else gettext("{player} **cannot beat it**")
    elif least:
        said = gettext("{player} **leads** · {strength} beats")
    else:
        said = gettext("{player} **leads** for good")
    return quiet_line(
        said, player=Mark(pile.rival if rival and not pile.lapsed else pile.leader), strength=Written(least)
    )


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

    plate: ClassVar[Colour | None] = TABLE
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
