"""Marks on the field: the latest events, and highlights for one player alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import gettext
from bot.engine.wording import Focus
from bot.games.papyrus.rules.facts import Healed, Hurt, Moved, Shot, TurnBegan
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import PapyrusView
from renderers.kit import arrows
from renderers.kit.outlines import Box
from renderers.kit.palette import (
    BLAST_TINT,
    GOLD,
    GROUND,
    HEAL,
    HURT,
    INK,
    PAPER,
    REACH_TINT,
    SEATS,
    Colour,
    mix,
)
from renderers.kit.shapes import outline, placed
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.papyrus.board import Board, around
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import Layout

_MARKS = SpriteCache()
_RINGS = SpriteCache()
_MINUS = "−"
_ROOMY = 40
"""Pixels: on smaller squares the arrows of the turn before would only crowd the field."""


class TurnParts(msgspec.Struct, frozen=True):
    """The recent facts in two parts: the turn that is looked at, and what came before it."""

    before: tuple[Any, ...]
    now: tuple[Any, ...]


def turns(recent: Sequence[Any]) -> TurnParts:
    """Part the facts where the last turn began in which something was done on the field."""
    done = [at for at, fact in enumerate(recent) if isinstance(fact, Moved | Shot | Healed)]
    last = done[-1] if done else 0
    begun = [at for at, fact in enumerate(recent) if isinstance(fact, TurnBegan) and at <= last]
    start = begun[-1] if begun else 0
    return TurnParts(tuple(recent[:start]), tuple(recent[start:]))


class Marks:
    """Draws the recent facts of one view onto one board."""

    def __init__(self, board: Board, layout: Layout, view: PapyrusView, facts: TurnParts) -> None:
        self._board = board
        self._layout = layout
        self._view = view
        self._facts = facts
        self._older = facts.before if layout.cell >= _ROOMY else ()
        self._whereabouts = _whereabouts(view, (*facts.before, *facts.now))

    @property
    def fallen(self) -> frozenset[int]:
        """The squares on which a unit fell."""
        return frozenset([square for _, square in self._falls()])

    def below_units(self) -> None:
        """Draw the marks below units: paths, blasts, fallen units."""
        for fact in self._facts.now:
            if isinstance(fact, Shot):
                self._blast(fact)
        for unit, squares in _journeys(self._older):
            self._path(unit, squares, 0.22)
        for unit, squares in _journeys(self._facts.now):
            self._path(unit, squares, 0.66)
        for unit, square in self._falls():
            scraps = _scraps(self._view.units[unit].seat, self._layout.cell)
            self._board.centre(scraps, *self._layout.centre(square))
        for fact in self._facts.now:
            if isinstance(fact, Healed) and self._view.units[fact.target].square >= 0:
                halo = _ring(HEAL, self._layout.cell)
                self._board.centre(halo, *self._layout.centre(self._view.units[fact.target].square))

    def above_units(self, labels: Labels) -> None:
        """Draw shots and healings, and hand their labels in."""
        for fact in self._older:
            if isinstance(fact, Shot):
                self._shot(fact, faint=True)
        for fact in self._facts.now:
            if isinstance(fact, Shot):
                self._shot(fact, faint=False)
            elif isinstance(fact, Healed):
                self._healing(fact)
        for fact in self._facts.now:
            if isinstance(fact, Shot):
                self._say(fact, labels)
            elif isinstance(fact, Healed) and self._view.units[fact.target].square >= 0:
                labels.at(
                    self._layout.centre(self._view.units[fact.target].square), gettext("healed"), "heal"
                )

    def _path(self, unit: int, squares: Sequence[int], share: float) -> None:
        points = tuple([self._layout.centre(square) for square in squares])
        colour = mix(GROUND, SEATS[self._view.units[unit].seat].colour, share)
        width = max(4, self._layout.cell // 9)
        short = round(self._layout.cell * 0.36)
        self._board.paint(around(points, 3 * width), arrows.path, points, colour, width=width, short=short)

    def _shot(self, fact: Shot, *, faint: bool) -> None:
        cell = self._layout.cell
        origin, end = self._layout.centre(fact.origin), self._layout.centre(fact.at)
        missed = fact.grade == "miss"
        start, stop = _trimmed(origin, end, cell * 0.36, cell * (0.2 if missed else 0.24))
        style = SEATS[self._view.units[fact.unit].seat]
        colour = mix(GROUND, style.colour, 0.5) if faint else style.tones[7 if missed else 6]
        width = max(3, cell // (12 if missed else 10))
        sprite, corner = arrows.shot_sprite(start, stop, colour, width=width, missed=missed)
        self._board.stamp(sprite, *corner)

    def _say(self, fact: Shot, labels: Labels) -> None:
        origin, end = self._layout.centre(fact.origin), self._layout.centre(fact.at)
        labels.along(origin, end, _result(fact), fact.grade)
        for hurt in fact.hurt:
            square = self._square_of(hurt)
            if hurt.unit != fact.target and square >= 0:
                labels.at(self._layout.centre(square), f"{_MINUS}{hurt.damage}", "hit")

    def _blast(self, fact: Shot) -> None:
        """Tint the eight squares around the target where a hit splashed (PAP-18)."""
        if fact.grade == "miss" or self._view.units[fact.unit].kind is not Kind.RPG:
            return
        row, column = divmod(fact.at, self._layout.columns)
        left, top = self._layout.corner(max(0, row - 1) * self._layout.columns + max(0, column - 1))
        right, bottom = self._layout.corner(
            min(self._layout.rows - 1, row + 1) * self._layout.columns
            + min(self._layout.columns - 1, column + 1)
        )
        box = (left, top, right + self._layout.cell - 1, bottom + self._layout.cell - 1)
        self._board.paint((*box[:2], box[2] + 1, box[3] + 1), _draw_blast, box)

    def _falls(self) -> Iterator[tuple[int, int]]:
        """Yield each unit that fell, and the square where it did."""
        for fact in (*self._facts.before, *self._facts.now):
            for hurt in fact.hurt if isinstance(fact, Shot) else ():
                square = self._square_of(hurt) if hurt.unit != fact.target else fact.at
                if hurt.hp == 0 and square >= 0:
                    yield hurt.unit, square

    def _healing(self, fact: Healed) -> None:
        medic, ally = self._view.units[fact.unit].square, self._view.units[fact.target].square
        if ally < 0:
            return
        centre = self._layout.centre(ally)
        if medic >= 0:
            cell = self._layout.cell
            start, stop = _trimmed(self._layout.centre(medic), centre, cell * 0.3, cell * 0.3)
            sprite, corner = arrows.shot_sprite(start, stop, HEAL, width=max(3, cell // 10))
            self._board.stamp(sprite, *corner)

    def _square_of(self, hurt: Hurt) -> int:
        """Return the square on which a unit was hurt: as given, else its present or last one, or -1."""
        return hurt.square if hurt.square >= 0 else self._whereabouts.get(hurt.unit, -1)


def _draw_blast(image: Image.Image, box: Box) -> None:
    _tint(image, box, HURT, BLAST_TINT)
    ImageDraw.Draw(image).rectangle(box, outline=HURT, width=3)


def _tint(image: Image.Image, box: Box, colour: Colour, share: float) -> None:
    under = image.crop(box)
    image.paste(Image.blend(under, Image.new("RGB", under.size, colour), share), box[:2])


def _result(fact: Shot) -> str:
    """Return the label of a shot."""
    loss = f"{_MINUS}{fact.damage}"
    if fact.grade == "miss":
        return gettext("miss")
    if fact.grade == "critical":
        return gettext("crit {loss}", loss=loss)
    if fact.grade == "nick":
        return gettext("nick {loss}", loss=loss)
    return loss


def _journeys(facts: Sequence[Any]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the way each unit went, its moves joined where one goes on from the other."""
    ways: list[tuple[int, tuple[int, ...]]] = []
    latest: dict[int, int] = {}
    for fact in facts:
        if not isinstance(fact, Moved) or len(fact.path) < 2:
            continue
        at = latest.get(fact.unit)
        if at is not None and ways[at][1][-1] == fact.path[0]:
            ways[at] = (fact.unit, ways[at][1] + fact.path[1:])
        else:
            latest[fact.unit] = len(ways)
            ways.append((fact.unit, fact.path))
    return ways


def _whereabouts(view: PapyrusView, facts: Sequence[Any]) -> dict[int, int]:
    known = {fact.unit: fact.path[-1] for fact in facts if isinstance(fact, Moved) and fact.path}
    known.update({number: unit.square for number, unit in enumerate(view.units) if unit.square >= 0})
    return known


def _trimmed(
    origin: tuple[int, int], end: tuple[int, int], start: float, stop: float
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return both points moved towards each other by `start` and `stop` pixels."""
    dx, dy = end[0] - origin[0], end[1] - origin[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)

    def on(distance: float) -> tuple[int, int]:
        return round(origin[0] + dx * distance / length), round(origin[1] + dy * distance / length)

    return on(start), on(length - stop)


def _scraps(seat: int, cell: int) -> Sprite:
    """Return the remains of a unit: its seat's shape, torn in two."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        tones = SEATS[seat].tones
        middle, radius = cell / 2, cell * 0.34
        for grow, fill in ((max(2.0, cell * 0.05), INK), (0.0, tones[3])):
            shape = outline(SEATS[seat].shape, radius + grow)
            pen.polygon(placed(shape, middle, middle, scale), fill=(*fill, 255))
        arm = cell * 0.36
        for width, fill in ((cell * 0.2, INK), (cell * 0.09, PAPER)):
            for slant in (1, -1):
                ends = [(middle + side * arm, middle + side * slant * arm) for side in (-1, 1)]
                pen.line(
                    [(x * scale, y * scale) for x, y in ends], fill=(*fill, 255), width=round(width * scale)
                )

    return _MARKS.get(("scraps", seat, cell), lambda: drawn(cell, cell, draw))


def _ring(colour: Colour, cell: int) -> Sprite:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, width, fill in ((0.0, 0.1, INK), (0.02, 0.06, colour)):
            edge = cell * inset * scale
            box = (edge, edge, cell * scale - edge - 1, cell * scale - edge - 1)
            pen.ellipse(box, outline=(*fill, 255), width=max(scale * 2, round(cell * width * scale)))

    return _MARKS.get(("ring", colour, cell), lambda: drawn(cell, cell, draw))


# --- what is pointed out ----------------------------------------------------------------------------------


def tint_reach(board: Board, layout: Layout, focus: Focus) -> None:
    """Lighten the squares within reach and dot their middles; drawn below the units."""
    inset = max(1, layout.cell // 24)
    dot = max(2, layout.cell // 12)
    for square in sorted(filter(layout.shows, focus.reach)):
        x, y = layout.corner(square)
        box = (x + inset, y + inset, x + layout.cell - inset, y + layout.cell - inset)
        board.paint(box, _draw_reach, box, layout.centre(square), dot)


def _draw_reach(image: Image.Image, box: Box, middle: tuple[int, int], dot: int) -> None:
    _tint(image, box, PAPER, REACH_TINT)
    x, y = middle
    ImageDraw.Draw(image).ellipse((x - dot, y - dot, x + dot, y + dot), fill=GOLD)


def ring_pieces(board: Board, layout: Layout, focus: Focus, labels: Labels) -> None:
    """Ring the chosen square and the targets; drawn above the units."""
    for square, words in sorted(focus.targets.items()):
        if layout.shows(square):
            board.centre(_frame(layout.cell, PAPER), *layout.centre(square))
            labels.at(layout.centre(square), words, "chance")
    if focus.chosen is not None and layout.shows(focus.chosen):
        board.centre(_frame(layout.cell, GOLD), *layout.centre(focus.chosen))


def _frame(cell: int, colour: Colour) -> Sprite:
    """Return four corners around a square, a little larger than it."""
    size = cell + max(8, cell // 6)
    width = max(4, cell // 14)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, thick, fill in ((0, width + 3, INK), (2, width, colour)):
            box = [inset * scale, inset * scale, (size - inset) * scale - 1, (size - inset) * scale - 1]
            pen.rounded_rectangle(box, radius=cell // 6 * scale, outline=(*fill, 255), width=thick * scale)
        gap = size * 0.3
        middle, ends = (gap * scale, (size - gap) * scale), (-1, size * scale + 1)
        pen.rectangle((middle[0], ends[0], middle[1], ends[1]), fill=(*INK, 0))
        pen.rectangle((ends[0], middle[0], ends[1], middle[1]), fill=(*INK, 0))

    return _RINGS.get((cell, colour), lambda: drawn(size, size, draw))
