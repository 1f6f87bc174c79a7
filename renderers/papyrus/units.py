"""Units on their squares: the figure on its seat's plate, its number and its HP."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import Unit
from renderers.kit.fonts import READABLE, face
from renderers.kit.palette import GOLD, GROUND, INK, PANEL, PAPER, SEATS, Colour, mix
from renderers.kit.shapes import outline, placed
from renderers.kit.sprites import Sprite, SpriteCache, canvas, drawn
from renderers.papyrus.origami import fold

FULL_HP = 10
WEAK_HP = 3
"""HP at or below which the bar changes its colour."""
_DIMMED = 0.36
NUMBERED = 44
"""Pixels: squares from this size on have room for a unit's number in readable figures."""
COUNTED = 56
"""Pixels: squares from this size on have room for the HP in figures too, besides the bar."""

_UNITS = SpriteCache(limit=10_000_000)
_FIGURES = SpriteCache(limit=4_000_000)


def unit_sprite(unit: Unit, cell: int, *, dimmed: bool) -> Sprite:
    """Return a unit as it stands on a square of `cell` pixels; one that has acted is dimmed."""
    key = (unit.seat, unit.kind, unit.number, unit.hp, cell, dimmed)
    return _UNITS.get(key, lambda: Sprite(_unit_image(unit, cell, dimmed)))


def figure(kind: Kind, seat: int | None, size: int, *, faded: bool = False) -> Sprite:
    """Return the figure of a kind alone, in a seat's colour or in plain paper; faded on a panel."""
    tones = tuple(mix(tone, PANEL, 0.7) for tone in _tones(seat)) if faded else _tones(seat)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        inner = size * 0.84
        place = size * 0.06
        fold(pen, kind, tones, left=place, top=place, size=inner, scale=scale, rim=max(1.2, size / 34))

    return _FIGURES.get((kind, seat, size, faded), lambda: drawn(size, size, draw))


def _tones(seat: int | None) -> tuple[Colour, ...]:
    if seat is not None:
        return SEATS[seat].tones
    return tuple(mix(INK, PAPER, share) for share in (0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0))


def _unit_image(unit: Unit, cell: int, dimmed: bool) -> Image.Image:
    image = _standing(unit.seat, unit.kind, cell, dimmed).copy()
    _hp_bar(image, unit.hp, cell, dimmed)
    if cell >= NUMBERED:
        _numerals(image, unit, cell, dimmed)
    return image


@lru_cache(maxsize=160)
def _standing(seat: int, kind: Kind, cell: int, dimmed: bool) -> Image.Image:
    """Return the figure on its plate, which all units of a kind have in common."""
    tones = SEATS[seat].tones
    if dimmed:
        tones = tuple(mix(tone, GROUND, _DIMMED) for tone in tones)
    share, above = (0.64, 0.11) if cell >= COUNTED else (0.74, 0.06)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        _plate(pen, seat, cell, tones, scale)
        size, rim = cell * share, max(1.0, cell / 46)
        fold(pen, kind, tones, left=(cell - size) / 2, top=cell * above, size=size, scale=scale, rim=rim)

    return canvas(cell, cell, draw)


def _plate(pen: ImageDraw.ImageDraw, seat: int, cell: int, tones: tuple[Colour, ...], scale: int) -> None:
    """Draw the seat's shape under the figure, so that seats are told apart without colour."""
    radius, middle = cell * 0.45, cell * 0.47
    shape = SEATS[seat].shape
    for inset, tone in ((0.0, tones[4]), (max(1.5, cell * 0.035), tones[1])):
        pen.polygon(placed(outline(shape, radius - inset), cell / 2, middle, scale), fill=(*tone, 255))


def _hp_bar(image: Image.Image, hp: int, cell: int, dimmed: bool) -> None:
    """Draw the HP as a bar along the foot of the square, left of the figures where there are any."""
    high = max(4, round(cell * 0.1))
    left, right = round(cell * 0.06), round(cell * (0.56 if cell >= COUNTED else 0.94))
    bottom = round(cell * 0.95)
    pen = ImageDraw.Draw(image)
    pen.rectangle((left, bottom - high, right, bottom), fill=INK)
    end = left + 1 + (right - left - 2) * hp // FULL_HP
    pen.rectangle((left + 1, bottom - high + 1, end, bottom - 1), fill=_hp_colour(hp, dimmed))


def _hp_colour(hp: int, dimmed: bool) -> Colour:
    colour = GOLD if hp <= WEAK_HP else PAPER
    return mix(colour, GROUND, 0.3) if dimmed else colour


def _numerals(image: Image.Image, unit: Unit, cell: int, dimmed: bool) -> None:
    """Write the unit's number into the upper left corner and, with room, its HP into the lower right one."""
    pen = ImageDraw.Draw(image)
    size = max(READABLE, round(cell * 0.34))
    font, stroke = face("extrabold", size), max(2, size // 10)
    colour = mix(PAPER, GROUND, 0.3) if dimmed else PAPER
    shown = [(str(unit.number), (3, 2), "lt", colour)]
    if cell >= COUNTED:
        shown.append((str(unit.hp), (cell - 3, cell - 3), "rb", _hp_colour(unit.hp, dimmed)))
    for words, place, anchor, fill in shown:
        pen.text(place, words, font=font, fill=fill, anchor=anchor, stroke_width=stroke, stroke_fill=INK)
