"""The latest attacks and moves as arrows across the grid."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.engine.decks import Card
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.facts import NO_DIE
from bot.games.overcross.rules.view import OvercrossView, owner_of
from renderers.kit.arrows import short_of, shot_sprite
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import HURT, INK, LIT_PANEL, PAPER, SEATS, Colour
from renderers.kit.signs import label
from renderers.kit.sprites import Sprite, SpriteCache, drawn

# The latest events on the grid: attacks with squares and results, and moves.


class Attack(NamedTuple):
    """An attack, and what came of it (OVC-18 to OVC-21)."""

    aimed: facts.Aimed
    origin: int
    """The attacker's square, or -1 if it is not known any more."""
    save: facts.SaveRolled | None = None
    counters: int = 0
    """How many were put on the target."""
    killed: bool = False


def attacks(view: OvercrossView, recent: Sequence[Any]) -> list[Attack]:
    """Return the attacks, the oldest first."""
    latest: list[Attack] = []
    for at, fact in enumerate(recent):
        if isinstance(fact, facts.Aimed):
            latest.append(Attack(fact, _stood(view, recent, at, fact.card)))
        elif latest:
            latest[-1] = _with(latest[-1], fact)
    return latest


def _with(attack: Attack, fact: Any) -> Attack:
    """Return an attack, completed by a later fact."""
    target = attack.aimed.target
    if isinstance(fact, facts.SaveRolled) and fact.card == target:
        return attack._replace(save=fact)
    if isinstance(fact, facts.Harmed) and (fact.card, fact.by) == (target, attack.aimed.card):
        return attack._replace(counters=fact.counters)
    if isinstance(fact, facts.Died | facts.Destroyed) and fact.card == target:
        return attack._replace(killed=True)
    return attack


def _stood(view: OvercrossView, recent: Sequence[Any], at: int, card: Card) -> int:
    """Return a Character's square at the time of a fact, by the facts before and after it, or the view."""
    for fact in reversed(recent[:at]):
        if (way := _way(fact, card)) is not None:
            return way[1]
    for fact in recent[at:]:
        if (way := _way(fact, card)) is not None:
            return way[0]
    return next((piece.square for piece in view.pieces if piece.card == card), OFF)


def _way(fact: Any, card: Card) -> tuple[int, int] | None:
    """Return from where to where a fact has brought a Character; None for another fact."""
    if getattr(fact, "card", None) != card:
        return None
    if isinstance(fact, facts.Moved):
        return fact.path[0], fact.path[-1]
    if isinstance(fact, facts.Teleported):
        return fact.origin, fact.square
    if isinstance(fact, facts.Deployed | facts.Redeployed):
        return OFF, fact.square
    return None


def roll_words(die: int, below: int) -> str:
    """Return a roll with the number that it had to be below: "2<4", "5≥4"; "" without a roll (OVC-18)."""
    if die == NO_DIE:
        return ""
    return f"{die}<{below}" if die < below else f"{die}≥{below}"


def ends_in(attack: Attack) -> str:
    """Return what came of an attack in marks: "2<4 · 5≥4 · −3", of a miss "5≥4"."""
    save = attack.save
    rolls = [
        roll_words(attack.aimed.die, attack.aimed.acc),
        roll_words(save.die, save.defense) if save is not None else "",
    ]
    harm = f"−{attack.counters}" if attack.counters else ""
    return " · ".join(filter(None, [*rolls, harm])) or ("0" if attack.aimed.hit else "×")


def ways(recent: Sequence[Any]) -> list[tuple[Card, tuple[int, ...]]]:
    """Return who moved, was pushed or teleported along which squares, the oldest first."""
    paths: list[tuple[Card, tuple[int, ...]]] = []
    for fact in recent:
        if isinstance(fact, facts.Moved) and len(fact.path) > 1:
            paths.append((fact.card, fact.path))
        elif isinstance(fact, facts.Teleported):
            paths.append((fact.card, (fact.origin, fact.square)))
    return paths


_MOST_ATTACKS, _MOST_MOVES = 4, 6
"""Arrows that are drawn at most; older ones would only crowd the grid."""
_TRAILS = SpriteCache()
_PAD = 16

_Spot: TypeAlias = tuple[int, int]


def draw_marks(board: Mosaic, view: OvercrossView, layout: Grid, recent: Sequence[Any]) -> None:
    """Draw the latest moves and attacks; `lay_rolls` adds the rolls of one."""
    standing = {piece.square for piece in view.pieces}
    for card, path in latest_ways(recent):
        points = [layout.centre(square) for square in path if layout.shows(square)]
        if len(points) > 1:
            passed = [layout.centre(square) for square in path[1:-1] if square in standing]
            # an arrow from a ring where the path begins to beside who moved; it goes behind the
            # Characters that were passed, who stay readable
            colour = SEATS[owner_of(card)].tones[6]
            left, top = min(x for x, _ in points) - _PAD, min(y for _, y in points) - _PAD
            along, behind = [tuple([(x - left, y - top) for x, y in spots]) for spots in (points, passed)]
            key = (along, behind, colour, layout.cell)
            board.stamp(_TRAILS.get(key, partial(_trail, *key)), left, top)
    for attack in latest_attacks(view, recent):
        _attack(board, attack, layout)


def latest_attacks(view: OvercrossView, recent: Sequence[Any]) -> list[Attack]:
    """Return the attacks that have arrows: the latest, with one that killed even if it is older."""
    shown = attacks(view, recent)
    older = [attack for attack in shown[:-_MOST_ATTACKS] if attack.killed]
    return [*older[-1:], *shown[-_MOST_ATTACKS:]]


def told_attack(view: OvercrossView, recent: Sequence[Any]) -> Attack | None:
    """Return the attack whose rolls are shown: the latest that killed, else the latest; None without one."""
    latest = latest_attacks(view, recent)
    return next((attack for attack in reversed(latest) if attack.killed), latest[-1] if latest else None)


def marked(view: OvercrossView, recent: Sequence[Any]) -> Iterator[int]:
    """Yield the squares with marks of the latest moves and attacks."""
    for _, path in latest_ways(recent):
        yield from path
    for attack in latest_attacks(view, recent):
        yield from (attack.origin, attack.aimed.at)


def latest_ways(recent: Sequence[Any]) -> list[tuple[Card, tuple[int, ...]]]:
    """Return the ways that have arrows."""
    return ways(recent)[-_MOST_MOVES:]


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


def rolls_sprite(attack: Attack) -> Sprite:
    """Return the label with the rolls of an attack and its counters, red if it harmed."""
    fill = HURT if attack.counters else LIT_PANEL
    return label(ends_in(attack), ON_A_PHONE, fill=fill, letters=PAPER, rim=INK)


class Rolls(NamedTuple):
    """The same label within a line."""

    attack: Attack

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        sprite = rolls_sprite(self.attack)
        sprite.paste(image, x, y - sprite.height // 2)
        return sprite.width


def place_of_rolls(attack: Attack, layout: Grid, taken: Collection[int]) -> tuple[int, int] | None:
    """Return the corner of the place for an attack's label: beside the square attacked, as near as it can be.

    It covers no square that is `taken` and no coordinate; None where there is no such place.
    """
    at = attack.aimed.at
    if not layout.shows(at):
        return None
    sprite, cell, (x, y) = rolls_sprite(attack), layout.cell, layout.centre(at)
    wide, high, half = sprite.width, sprite.height, cell // 2
    corners = [layout.corner(square) for square in taken if layout.shows(square)]
    aside = half + wide // 2
    middles = {(x, y): 0, (x - aside, y): aside, (x + aside, y): aside}
    for shift in range(-aside, aside + 1, 8):
        for side in (-1, 1):
            middles[x + shift, y + side * (half + high // 2)] = half + abs(shift)
    for (mx, my), _ in sorted(middles.items(), key=lambda each: each[1]):
        left, top = mx - wide // 2, my - high // 2
        inside = layout.left <= left <= layout.right - wide and layout.top <= top <= layout.bottom - high
        covered = [
            (cx, cy)
            for cx, cy in corners
            if left < cx + cell and cx < left + wide and top < cy + cell and cy < top + high
        ]
        if inside and not covered:
            return left, top
    return None
