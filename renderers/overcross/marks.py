"""The latest attacks and moves as arrows across the grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from PIL import ImageDraw

from bot.engine.decks import Card
from bot.games.overcross.rules.view import OvercrossView, owner_of
from renderers.kit.arrows import short_of, shot_sprite
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import HURT, INK, LIT_PANEL, PAPER, SEATS, Colour
from renderers.kit.signs import label
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.overcross.attacks import Attack, attacks, ends_in, ways

_MOST_ATTACKS, _MOST_MOVES = 4, 6
"""Arrows that are drawn at most; older ones would only crowd the grid."""
_TRAILS = SpriteCache()
_PAD = 16

_Spot: TypeAlias = tuple[int, int]


def draw_marks(board: Mosaic, view: OvercrossView, layout: Grid, recent: Sequence[Any]) -> None:
    """Draw the latest moves and attacks, the newest attack with its rolls."""
    standing = {piece.square for piece in view.pieces}
    for card, path in latest_ways(recent):
        points = [layout.centre(square) for square in path if layout.shows(square)]
        if len(points) > 1:
            passed = [layout.centre(square) for square in path[1:-1] if square in standing]
            _move(board, points, passed, SEATS[owner_of(card)].tones[6], layout.cell)
    latest = latest_attacks(view, recent)
    for attack in latest:
        _attack(board, attack, layout)
    for attack in latest[-1:]:
        if layout.shows(attack.aimed.at):
            _result(board, attack, layout)


def latest_attacks(view: OvercrossView, recent: Sequence[Any]) -> list[Attack]:
    """Return the attacks that have arrows."""
    return attacks(view, recent)[-_MOST_ATTACKS:]


def marked(view: OvercrossView, recent: Sequence[Any]) -> Iterator[int]:
    """Yield the squares with marks of the latest moves and attacks."""
    for _, path in latest_ways(recent):
        yield from path
    for attack in latest_attacks(view, recent):
        yield from (attack.origin, attack.aimed.at)


def latest_ways(recent: Sequence[Any]) -> list[tuple[Card, tuple[int, ...]]]:
    """Return the ways that have arrows."""
    return ways(recent)[-_MOST_MOVES:]


def _move(board: Mosaic, points: list[_Spot], passed: list[_Spot], colour: Colour, cell: int) -> None:
    """Draw an arrow along a path, from a ring where it begins to beside who moved.

    It goes behind the Characters that were passed, who stay readable.
    """
    left, top = min(x for x, _ in points) - _PAD, min(y for _, y in points) - _PAD
    along, behind = [tuple([(x - left, y - top) for x, y in spots]) for spots in (points, passed)]
    key = (along, behind, colour, cell)
    board.stamp(_TRAILS.get(key, lambda: _trail(*key)), left, top)


def _trail(points: tuple[_Spot, ...], behind: tuple[_Spot, ...], colour: Colour, cell: int) -> Sprite:
    wide, high = max(x for x, _ in points) + _PAD, max(y for _, y in points) + _PAD
    thick = max(4, cell // 14)
    (px, py), (ex, ey) = points[-2:]
    long = math.hypot(ex - px, ey - py) or 1.0
    ax, ay = (ex - px) / long, (ey - py) / long
    short = cell * 0.36
    tip = (ex - ax * short, ey - ay * short)
    back = (tip[0] - ax * thick * 2.4, tip[1] - ay * thick * 2.4)
    barb = thick * 1.7

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        line = [*points[:-1], back]
        x, y = points[0]
        for grow, fill in ((2, INK), (0, colour)):
            ink, half = (*fill, 255), (thick / 2 + grow) * scale
            scaled = [(px * scale, py * scale) for px, py in line]
            pen.line(scaled, fill=ink, width=round(half * 2), joint="curve")
            radius = (thick + grow) * scale
            pen.ellipse(
                (x * scale - radius, y * scale - radius, x * scale + radius, y * scale + radius), fill=ink
            )
            over = grow * 1.6
            head = [
                (tip[0] + ax * over, tip[1] + ay * over),
                (back[0] - ay * (barb + over) - ax * over, back[1] + ax * (barb + over) - ay * over),
                (back[0] + ay * (barb + over) - ax * over, back[1] - ax * (barb + over) - ay * over),
            ]
            pen.polygon([(hx * scale, hy * scale) for hx, hy in head], fill=ink)
        half = cell / 2 * scale
        for hx, hy in [(hx * scale, hy * scale) for hx, hy in behind]:
            pen.rectangle((hx - half, hy - half, hx + half, hy + half), fill=(*INK, 0))

    return drawn(wide, high, draw)


def _attack(board: Mosaic, attack: Attack, layout: Grid) -> None:
    shown = layout.shows(attack.origin) and layout.shows(attack.aimed.at)
    if not shown or attack.origin == attack.aimed.at:
        return
    start, end = layout.centre(attack.origin), layout.centre(attack.aimed.at)
    beside = layout.cell * 0.3
    ends = short_of(end, start, beside, 1 / 3), short_of(start, end, beside, 1 / 3)
    colour, wide = SEATS[owner_of(attack.aimed.card)].colour, max(6, layout.cell // 10)
    sprite, (x, y) = shot_sprite(*ends, colour, width=wide, missed=not attack.aimed.hit)
    board.stamp(sprite, x, y)


def _result(board: Mosaic, attack: Attack, layout: Grid) -> None:
    fill = HURT if attack.counters else LIT_PANEL
    sprite = label(ends_in(attack), ON_A_PHONE, fill=fill, letters=PAPER, rim=INK)
    x, y = layout.centre(attack.aimed.at)
    left = min(max(layout.left, x - sprite.width // 2), layout.right - sprite.width)
    below = attack.origin < 0 or layout.centre(attack.origin)[1] < y
    if below and y + layout.cell < layout.bottom:
        low = y + layout.cell // 2 - 8
    else:
        low = y - layout.cell // 2 - sprite.height + 8
    board.stamp(sprite, left, low)
