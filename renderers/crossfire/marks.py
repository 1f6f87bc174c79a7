"""Marks of the last turn on the table: new and seized cards, and attacks as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import ImageDraw

from bot.games.crossfire.rules import facts
from renderers.crossfire.layout import Layout
from renderers.crossfire.lights import EAST, NORTH, SOUTH, side_towards
from renderers.kit.mosaic import Mosaic
from renderers.kit.outlines import Point
from renderers.kit.palette import INK, SEATS
from renderers.kit.sprites import Sprite, SpriteCache, drawn

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
