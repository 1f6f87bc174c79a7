"""Squares of the grid: their position in the picture, ground, occupants and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.engine.contract import Seat
from bot.games.overcross.rules.field import DEADLY
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.cards.hues import table_palette, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif
from renderers.kit.cards.pictures import round_picture
from renderers.kit.crop import Window
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import (
    GOLD,
    GROUND,
    HEAL,
    HURT,
    INK,
    LIT_PANEL,
    MUTED,
    PANEL,
    PAPER,
    SEATS,
    TABLE,
    Colour,
    mix,
)
from renderers.kit.shapes import outline, placed
from renderers.kit.signs import framed, plate
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.kit.titles import WIDTH
from renderers.overcross.sights import EAST, NORTH, SOUTH, WEST, Spot, Token
from renderers.overcross.signs import flag, sign

# The ground of a square: chequered, with the sign of a deploy zone or the pattern of a terrain.
#
# Zones and kinds of terrain differ in pattern as well as in colour.


_SCALE = 2
_Pen: TypeAlias = ImageDraw.ImageDraw


@kept(256)
def square_ground(cell: int, zone: Seat, kinds: tuple[str, ...], edges: int, dark: bool) -> Image.Image:
    """Return the ground of a square, `cell` pixels wide. Not to be drawn on."""
    size = cell * _SCALE
    image = Image.new("RGB", (size, size), _fill(zone, kinds, dark))
    pen = ImageDraw.Draw(image)
    if zone >= 0 and not kinds:
        # the seat's shape as an outline
        style, middle = SEATS[zone], size / 2
        rim = style.tones[3]
        for share, fill in ((0.3, rim), (0.235, _fill(zone, (), dark=True))):
            pen.polygon(placed(outline(style.shape, size * share), middle, middle, 1), fill=fill)
    for kind in kinds:
        if not (kind == "blocks" and "obstructive" in kinds):
            _PATTERNS[kind](pen, size, kinds)
    line = TABLE if not kinds else INK
    pen.rectangle((0, size - _SCALE, size, size), fill=line)
    pen.rectangle((size - _SCALE, 0, size, size), fill=line)
    if kinds:
        _border(pen, size, edges, _RIMS[kinds[0]])
    return image.reduce(_SCALE)


def _fill(zone: Seat, kinds: tuple[str, ...], dark: bool) -> Colour:
    if kinds:
        return _FILLS["solid" if {"obstructive", "blocks"} <= set(kinds) else kinds[-1]]
    if zone >= 0:
        return mix(PANEL, SEATS[zone].colour, 0.3)
    return PANEL if dark else LIT_PANEL


_FILLS: Mapping[str, Colour] = {
    "solid": mix(GROUND, MUTED, 0.55),
    "obstructive": mix(GROUND, INK, 0.45),
    "blocks": tones_of(7)[1],
    "slow": tones_of(3)[1],
    "harmful": tones_of(0)[1],
    "bonus": tones_of(14)[1],
}
_RIMS: Mapping[str, Colour] = {
    "obstructive": PAPER,
    "blocks": tones_of(7)[4],
    "slow": tones_of(3)[4],
    "harmful": HURT,
    "bonus": tones_of(14)[4],
}
"""The colour of the line around an area, by the first of its kinds."""


def _bricks(pen: _Pen, size: int, kinds: tuple[str, ...]) -> None:
    """Draw courses of bricks: three of whole stones where they block sight, else two of outlines."""
    solid, joint = "blocks" in kinds, max(3, size // 28)
    courses, line = (3, INK) if solid else (2, MUTED)
    for course in range(courses):
        y = size * course // courses
        pen.rectangle((0, y, size, y + joint), fill=line)
        x = size // 2 if course % 2 else 0
        pen.rectangle((x, y, x + joint, size * (course + 1) // courses), fill=line)


def _trees(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    """Draw pointed trees."""
    tone = tones_of(7)[3]
    for x, y in ((0.27, 0.3), (0.73, 0.72)):
        points = [(x, y - 0.17), (x + 0.12, y + 0.15), (x - 0.12, y + 0.15)]
        pen.polygon([(px * size, py * size) for px, py in points], fill=tone)


def _waves(pen: _Pen, size: int, kinds: tuple[str, ...]) -> None:
    """Draw waves; over the pattern of another kind, less of them."""
    tone, step = tones_of(3)[3 if kinds[0] == "slow" else 4], size / 8
    heights, rows = (0, 1, 0, -1), 2 if kinds[0] == "slow" else 1
    for row in range(rows):
        y = size * (row * 2 + 1) / (2 * rows)
        points = [(step * at, y - heights[at % 4] * size * 0.06) for at in range(9)]
        pen.line(points, fill=tone, width=max(3, size // 26), joint="curve")


def _flames(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    """Draw two zigzags."""
    for row in range(2):
        y, step = size * (row + 0.8) / 2, size / 4
        points = [(step * at, y - (at % 2) * size * 0.26) for at in range(5)]
        pen.line(points, fill=HURT, width=max(3, size // 18))


def _crosses(pen: _Pen, size: int, _: tuple[str, ...]) -> None:
    tone, arm, thick = tones_of(14)[3], size * 0.07, max(3, size // 36)
    for row in range(2):
        for column in range(2):
            x, y = size * (column * 2 + 1) / 4, size * (row * 2 + 1) / 4
            pen.rectangle((x - arm, y - thick / 2, x + arm, y + thick / 2), fill=tone)
            pen.rectangle((x - thick / 2, y - arm, x + thick / 2, y + arm), fill=tone)


_PATTERNS: Mapping[str, Callable[[_Pen, int, tuple[str, ...]], None]] = {
    "obstructive": _bricks,
    "blocks": _trees,
    "slow": _waves,
    "harmful": _flames,
    "bonus": _crosses,
}


def _border(pen: _Pen, size: int, edges: int, rim: Colour) -> None:
    """Draw the line around an area at the sides at which it ends."""
    broad = max(6, size // 22)
    for grow, fill in ((4, INK), (0, rim)):
        wide = broad + grow
        for side, box in (
            (NORTH, (0, 0, size, wide)),
            (SOUTH, (0, size - 1 - wide, size, size)),
            (WEST, (0, 0, wide, size)),
            (EAST, (size - 1 - wide, 0, size, size)),
        ):
            if edges & side:
                pen.rectangle(box, fill=fill)


RULER = 52
"""Pixels for the letters and numbers at each side of the grid."""
LARGE = 96
"""The width in pixels of a square from which on a number says how many edits a Character has."""
_WITH_MOTIF = 66
"""The width from which on a Character shows its motif beside its letter; on smaller squares, which only
grids of 15 rows and more have, its letter alone: the names below show motif and letter.
"""
_WIDEST, _HIGHEST, _LEAST = 112, 924, 54
"""Pixels of a square, of the grid from top to bottom, at most; and of a square at least, for its letters."""
_PIECES = PieceCache()
_TOKENS = SpriteCache()
_POINTED = {"reach": HEAL, "target": HURT, "chosen": GOLD}


def layout_of(columns: int, shown: Window, top: int) -> Grid:
    """Return the layout of the visible part of a grid, with its letters and numbers, from this y on.

    Row 1 is at the bottom.
    """
    wide = (WIDTH - 2 * RULER) // shown.columns
    cell = min(_WIDEST, wide, max(_HIGHEST // shown.rows, _LEAST))
    return Grid(
        columns=columns,
        first_column=shown.first_column,
        first_row=shown.first_row,
        shown_columns=shown.columns,
        shown_rows=shown.rows,
        cell=cell,
        left=(WIDTH - cell * shown.columns) // 2,
        top=top + RULER,
        upward=True,
    )


def lay_spot(board: Mosaic, spot: Spot, cell: int, x: int, y: int) -> None:
    """Lay a square, `cell` pixels wide."""
    board.lay_kept(_PIECES, (spot, cell), partial(draw_spot, spot, cell), x, y)


def draw_spot(spot: Spot, cell: int) -> Image.Image:
    """Return the picture of a square."""
    land = spot.land
    kinds, edges = (land.kinds, land.edges) if land else ((), 0)
    image = square_ground(cell, spot.zone, kinds, edges, spot.dark).copy()
    if land is not None and land.centre:
        sign("centre", cell - 8).paste(image, 4, 4)
        if spot.token is None:
            _centre_token(image, kinds, land.counters, cell)
    if spot.token is not None:
        _token(image, spot.token, cell)
        # a Character never carries its own flag, but may share a square with it
        for at, seat in enumerate((*spot.token.carries, *spot.flags)):
            size = cell * 3 // 8
            flag(seat, size).paste(image, cell - size - 1 - at * size // 2, cell - size - cell // 8)
    else:
        for at, seat in enumerate(spot.flags):
            size = cell * 5 // 8
            flag(seat, size).paste(image, cell - size - cell // 6 - at * size // 2, (cell - size) // 2)
    _point(image, spot, cell)
    return image


def _centre_token(image: Image.Image, kinds: tuple[str, ...], counters: int, cell: int) -> None:
    """Draw the token in the centre of an area: its signs, and its counters."""
    size = cell * 2 // 5 if len(kinds) == 1 else cell // 3
    wide = size * len(kinds) + 4 * (len(kinds) - 1)
    left, top = (cell - wide) // 2, (cell - size) // 2 - (cell // 10 if counters else 0)
    pad = max(3, cell // 16)
    framed(image, (left - pad, top - pad, left + wide + pad, top + size + pad), pad * 2, INK, PAPER, 2)
    for at, kind in enumerate(kinds):
        sign(kind, size).paste(image, left + at * (size + 4), top)
    if counters:
        draw_counters(image, counters, cell // 2, cell - cell // 8, cell // 8)


# Characters


def _token(image: Image.Image, token: Token, cell: int) -> None:
    size = cell * 19 // 20
    middle = cell * 12 // 25
    token_sprite(token, size, lettered=cell < _WITH_MOTIF).centre(image, cell // 2, middle)
    small = max(16, cell // 4)
    if token.mark:
        sign(token.mark, cell * 3 // 10).paste(image, cell // 2 - cell * 3 // 20, -cell // 40)
    if cell >= _WITH_MOTIF:
        wide, high = 38, 40
        plate(image, (1, 1, 1 + wide, 1 + high), 8, INK)
        letter, tone = max(ON_A_PHONE, cell // 4), SEATS[token.seat].tones[7]
        x, y = 1 + wide // 2, high // 2
        text.write_bold(image, x, y, token.letter, size=letter, colour=tone, anchor="middle")
    _edits(image, token.edits, cell, small)
    for at, kind in enumerate([kind for kind in ("minor", "major") if getattr(token, kind)]):
        y = cell - cell // 6 - small - at * (small - 2)
        plate(image, (2, y, 2 + small, y + small), small // 3, INK)
        sign(kind, small - 6).paste(image, 5, y + 3)
    if token.counters:
        size = (cell - 6) // DEADLY
        draw_counters(image, token.counters, cell // 2, cell - size // 2 - 4, size)


def token_sprite(token: Token, size: int, *, lettered: bool) -> Sprite:
    """Return a Character: its seat's shape with its motif, or with its letter where it is small."""
    key = (
        token.seat,
        token.motif,
        token.step,
        token.picture,
        token.mark,
        token.major,
        size,
        token.letter if lettered else "",
    )
    return _TOKENS.get(key, lambda: _drawn_token(token, size, lettered=lettered))


def _drawn_token(token: Token, size: int, *, lettered: bool) -> Sprite:
    style = SEATS[token.seat]
    inner: Colour = style.tones[1 if not token.major else 0]
    rim = style.colour if not token.major else style.tones[3]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge, half = size * scale, size * scale / 2
        layers = [(0.46, INK), (0.43, GOLD), (0.4, INK)] if token.mark else [(0.46, INK)]
        share = layers[-1][0] - 0.03
        layers += [(share, rim)] if lettered else [(share, rim), (share - 0.08, inner)]
        for part, fill in layers:
            pen.polygon(placed(outline(style.shape, edge * part), half, half, 1), fill=(*fill, 255))
        if not lettered:
            low, small = (0.09, 0.22) if style.shape == "triangle" else (0.0, 0.29)
            tones = tones_of(token.step)
            if token.major:
                tones = tuple([mix(tone, INK, 0.35) for tone in tones])
            colours = {"d": tones[3], "m": tones[4], "l": tones[5], "p": tones[6], "g": GOLD, "k": tones[0]}
            stance = Stance(half, half + low * edge, edge * small)
            if not token.picture:
                draw_motif(pen, token.motif, stance, colours, 2 * scale, INK)

    sprite = drawn(size, size, draw)
    if lettered:
        return _with_letter(sprite, token, size)
    return _with_picture(sprite, token, size) if token.picture else sprite


def _with_picture(sprite: Sprite, token: Token, size: int) -> Sprite:
    """Return a Character with its picture instead of its motif; darker if its action is used."""
    image = Image.new("RGBA", (size, size), (*INK, 0))
    sprite.paste(image, 0, 0)
    triangle = SEATS[token.seat].shape == "triangle"
    share, low = (0.46, 0.09) if triangle else (0.58, 0.0)
    shade = 0.35 if token.major else 0.0
    face = round_picture(token.picture, round(size * share), INK, table_palette(), shade)
    face.centre(image, size // 2, size // 2 + round(low * size))
    return Sprite(image)


def _with_letter(sprite: Sprite, token: Token, size: int) -> Sprite:
    image = Image.new("RGBA", (size, size), (*INK, 0))
    sprite.paste(image, 0, 0)
    low = size // 10 if SEATS[token.seat].shape == "triangle" else 0
    colour = PAPER if token.major else INK
    x, y = size // 2, size // 2 + low
    text.write_bold(image, x, y, token.letter, size=ON_A_PHONE, colour=colour, anchor="middle")
    return Sprite(image)


def _edits(image: Image.Image, count: int, cell: int, small: int) -> None:
    """Draw how many edits are attached, in the upper right corner."""
    if not count:
        return
    if cell < LARGE:
        for at in reversed(range(min(count, 2))):
            left, top = cell - small - 2 - at * 7, 2 + at * 7
            plate(image, (left, top, left + small, top + small), 4, INK)
            sign("edits", small - 2).paste(image, left + 1, top + 1)
        return
    wide = small + (26 if count > 1 else 0)
    plate(image, (cell - wide - 5, 2, cell - 3, small + 6), 6, INK)
    sign("edits", small).paste(image, cell - small - 4, 4)
    if count > 1:
        text.write_bold(image, cell - wide - 2, small // 2 + 4, str(count), size=ON_A_PHONE, colour=PAPER)


def draw_counters(image: Image.Image, counters: int, x: int, y: int, size: int) -> None:
    """Draw counters as full pips, and empty ones up to the one that kills (OVC-20), centred on a point."""
    size = max(8, size)
    left, top = x - size * DEADLY // 2, y - size // 2
    plate(image, (left - 3, top - 3, left + size * DEADLY + 3, top + size + 3), size // 2 + 3, INK)
    for at in range(DEADLY):
        pip(size, full=at < counters).paste(image, left + at * size, top)


def pip(size: int, *, full: bool) -> Sprite:
    """Return a counter, or the place for one."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        for inset, fill in (
            (0.06, PAPER if full else mix(PANEL, PAPER, 0.35)),
            (0.17, HURT if full else INK),
        ):
            box = (edge * inset, edge * inset, edge * (1 - inset), edge * (1 - inset))
            pen.ellipse(box, fill=(*fill, 255))

    return _TOKENS.get(("pip", size, full), lambda: drawn(size, size, draw))


# Highlights


def _point(image: Image.Image, spot: Spot, cell: int) -> None:
    """Draw the viewer's highlights: a frame, for squares within reach also a ring, and a label."""
    if not spot.pointed:
        return
    colour = _POINTED[spot.pointed]
    pen = ImageDraw.Draw(image)
    pen.rectangle((1, 1, cell - 2, cell - 2), outline=INK, width=max(4, cell // 14))
    pen.rectangle((2, 2, cell - 3, cell - 3), outline=colour, width=max(3, cell // 20))
    if spot.pointed == "reach" and spot.token is None and not (spot.land and spot.land.centre):
        radius = cell // 7
        ring = (cell // 2 - radius, cell // 2 - radius, cell // 2 + radius, cell // 2 + radius)
        pen.ellipse(ring, fill=HEAL, outline=INK, width=3)
    half, middle = text.width(spot.label, "extrabold", ON_A_PHONE) // 2 + 4, cell // 2
    if spot.label and 2 * half <= cell:
        plate(image, (middle - half, middle - 21, middle + half, middle + 21), 7, INK)
        text.write_bold(image, middle, middle, spot.label, size=ON_A_PHONE, colour=PAPER, anchor="middle")
