"""Units on their squares: the figure on its seat's plate, its number and its HP."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import KIND_LETTERS, KIND_TITLES, Unit, unit_name
from renderers.kit import text
from renderers.kit.art import drawings
from renderers.kit.fonts import ON_A_PHONE, face
from renderers.kit.outlines import Drawing, Outline, Part, Point
from renderers.kit.palette import GOLD, GROUND, INK, PANEL, PAPER, SEATS, Colour, mix
from renderers.kit.shapes import outline, placed
from renderers.kit.sprites import Sprite, SpriteCache, canvas, drawn
from renderers.papyrus.layout import NAMED

# The origami: each kind of unit as a few folded facets in a box of 100 by 100, lit from the upper left.
#
# The silhouettes differ before the facets do: a fox's head with two ears, an opened fan, a crane with neck,
# wing and tail, a cross, a rocket.


TONES = "abcdefghi"
"""The tones of a figure's facets, from deep shadow to highlight."""


def _fan() -> Drawing:
    pleats, pivot = 6, (50.0, 92.0)

    def rim(step: float, reach: float) -> Point:
        angle = math.radians(172 - 164 * step / pleats)
        return pivot[0] + 50 * reach * math.cos(angle), pivot[1] - 84 * reach * math.sin(angle)

    facets: list[Part] = []
    for pleat in range(pleats):
        valley, ridge, next_valley = rim(pleat, 0.84), rim(pleat + 0.5, 1.0), rim(pleat + 1, 0.84)
        shade = pleat // 3
        facets.append(Part(TONES[8 - shade], (pivot, valley, ridge)))
        facets.append(Part(TONES[4 - shade], (pivot, ridge, next_valley)))
    facets.append(Part(TONES[1], ((50, 76), (60, 96), (40, 96))))
    return tuple(facets)


FIGURES: Mapping[Kind, Drawing] = {
    Kind.SHOTGUN: _fan(),
    **{kind: drawings("origami")[kind.name.lower()] for kind in Kind if kind is not Kind.SHOTGUN},
}


def fold(
    pen: ImageDraw.ImageDraw,
    kind: Kind,
    tones: Sequence[Colour],
    *,
    left: float,
    top: float,
    size: float,
    scale: int,
    rim: float,
) -> None:
    """Draw a figure into the square at (left, top), with a dark rim and a shadow of `rim` pixels."""

    def corners(points: Outline, shift: float = 0.0) -> list[Point]:
        unit = size / 100
        return [
            ((left + x * unit + shift) * scale, (top + y * unit + shift * 1.2) * scale) for x, y in points
        ]

    facets = FIGURES[kind]
    for _, points in facets:
        pen.polygon(corners(points, rim * 1.1), fill=(*INK, 150))
    # all edges broad and dark, with rounded corners; the facets go on top
    outlines, reach = [corners(points) for _, points in facets], rim * scale
    for edge in outlines:
        pen.line([*edge, edge[0]], fill=(*INK, 255), width=round(reach * 2))
    for x, y in sorted({corner for edge in outlines for corner in edge}):
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=(*INK, 255))
    for tone, points in facets:
        pen.polygon(corners(points), fill=(*tones[TONES.index(tone)], 255))


WEAK_HP = 3
"""HP at or below which the bar changes its colour."""
_DIMMED = 0.36
LETTERED = 54
"""The size in pixels from which squares show a name of two or three characters, such as S3."""
COUNTED = 68
"""The size in pixels from which squares show HP as a number beside the bar.

Below `NAMED` only a unit that lost HP shows it, so that figures stay visible.
"""

SHORT_TITLES = {Kind.SHOTGUN: "Shot", Kind.SNIPER: "Snip", Kind.MEDIC: "Med"}
"""The beginnings of names that are too long for most squares; players may type them so."""
_TAG_EDGE = 3
_NARROWEST = 0.85
"""Names whose letters would have to be narrower than this part of their width are shortened."""

_UNITS = SpriteCache()
_FIGURES = SpriteCache()


def unit_sprite(unit: Unit, cell: int, *, dimmed: bool) -> Sprite:
    """Return the figure of a unit on its plate, as drawn on a square; one that has acted is dimmed."""
    key = (unit.seat, unit.kind, cell, dimmed)
    return _UNITS.get(key, lambda: _standing(unit.seat, unit.kind, cell, dimmed))


def signs_sprite(unit: Unit, cell: int, full_hp: int, *, dimmed: bool) -> Sprite:
    """Return a unit's name and HP, of `full_hp` at most, which are drawn above all arrows."""
    key = (unit.seat, unit.kind, unit.number, unit.hp, full_hp, cell, dimmed)
    return _UNITS.get(key, lambda: Sprite(_signs(unit, cell, full_hp, dimmed)))


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


def _signs(unit: Unit, cell: int, full_hp: int, dimmed: bool) -> Image.Image:
    image = Image.new("RGBA", (cell, cell), (*INK, 0))
    _hp_bar(image, unit.hp, full_hp, cell, dimmed)
    if cell >= COUNTED and (cell >= NAMED or unit.hp < full_hp):
        _hp_figures(image, unit.hp, cell, dimmed)
    if cell >= LETTERED:
        tag = _name_tag(_short_name(unit, cell), unit.seat, cell, dimmed)
        image.paste(tag, ((cell - tag.width) // 2, 0))
    return image


def _standing(seat: int, kind: Kind, cell: int, dimmed: bool) -> Sprite:
    """Return the figure on its plate, which all units of a kind have in common."""
    tones = SEATS[seat].tones
    if dimmed:
        tones = tuple(mix(tone, GROUND, _DIMMED) for tone in tones)
    share, above = (0.6, 0.24) if cell >= LETTERED else (0.74, 0.06)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        # the seat's shape is under the figure, so that seats differ without colour
        radius, middle = cell * 0.45, cell * 0.47
        shape = SEATS[seat].shape
        for inset, tone in ((0.0, tones[4]), (max(1.5, cell * 0.035), tones[1])):
            pen.polygon(placed(outline(shape, radius - inset), cell / 2, middle, scale), fill=(*tone, 255))
        size, rim = cell * share, max(1.0, cell / 46)
        fold(pen, kind, tones, left=(cell - size) / 2, top=cell * above, size=size, scale=scale, rim=rim)

    return drawn(cell, cell, draw)


def _hp_bar(image: Image.Image, hp: int, full_hp: int, cell: int, dimmed: bool) -> None:
    """Draw the HP as a bar along the foot of the square, left of the figures where there are any."""
    high = max(4, round(cell * 0.1))
    left, right = round(cell * 0.06), round(cell * (0.56 if cell >= COUNTED else 0.94))
    bottom = round(cell * 0.95)
    pen = ImageDraw.Draw(image)
    pen.rectangle((left, bottom - high, right, bottom), fill=INK)
    end = left + 1 + (right - left - 2) * hp // full_hp
    pen.rectangle((left + 1, bottom - high + 1, end, bottom - 1), fill=_hp_colour(hp, dimmed))


def _hp_colour(hp: int, dimmed: bool) -> Colour:
    colour = GOLD if hp <= WEAK_HP else PAPER
    return mix(colour, GROUND, 0.3) if dimmed else colour


def _hp_figures(image: Image.Image, hp: int, cell: int, dimmed: bool) -> None:
    """Write the HP into the lower right corner."""
    size = max(ON_A_PHONE, round(cell * 0.3))
    ImageDraw.Draw(image).text(
        (cell - 3, cell - 3),
        str(hp),
        font=face("extrabold", size),
        fill=_hp_colour(hp, dimmed),
        anchor="rb",
        stroke_width=max(2, size // 10),
        stroke_fill=INK,
    )


def _short_name(unit: Unit, cell: int) -> str:
    """Return the longest form of a unit's name that fits a square: Medic-3, Med-3 or M3.

    The longer forms can be typed as shown. The letters are those of the board text.
    """
    if cell < NAMED:
        return f"{KIND_LETTERS[unit.kind]}{unit.number}"
    size, whole = _name_size(cell), unit_name(unit)
    if text.width(whole, "extrabold", size) * _NARROWEST <= cell - 2 * _TAG_EDGE:
        return whole
    return f"{SHORT_TITLES.get(unit.kind, KIND_TITLES[unit.kind])}-{unit.number}"


def _name_size(cell: int) -> int:
    return max(ON_A_PHONE, round(cell * 0.27))


@lru_cache(maxsize=512)
def _name_tag(name: str, seat: int, cell: int, dimmed: bool) -> Image.Image:
    """Return a name on a plate in its seat's colour, its letters narrowed where the square needs it."""
    size = _name_size(cell)
    natural, room = text.width(name, "extrabold", size), cell - 2 * _TAG_EDGE
    wide, high = min(natural, room), text.capitals(size) + 8
    letters = Image.new("L", (natural, high))
    ImageDraw.Draw(letters).text(
        (natural // 2, high - 4), name, fill=255, font=face("extrabold", size), anchor="ms"
    )
    if wide < natural:
        letters = letters.resize((wide, high), Image.Resampling.LANCZOS)
    tones = SEATS[seat].tones
    fill, ink = (mix(colour, GROUND, _DIMMED if dimmed else 0) for colour in (tones[0], PAPER))

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        box = (0, 0, tag_wide * scale - 1, high * scale - 1)
        pen.rounded_rectangle(box, radius=5 * scale, fill=(*fill, 255))

    tag_wide = wide + 2 * _TAG_EDGE
    tag = canvas(tag_wide, high, draw)
    tag.paste(ink, (_TAG_EDGE, 0), letters)
    return tag
