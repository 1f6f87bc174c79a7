"""The still ground of a board: folded paper, barriers, deploy zones, coordinates. Drawn once a map."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.engine.grid import column_name
from renderers.kit import text
from renderers.kit.cache import kept, kept_in_budget, numbers
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.palette import (
    GOLD,
    GROUND,
    INK,
    MUTED,
    PAPER,
    SEATS,
    TABLE,
    ZONE_TINTS,
    ground_tone,
    mix,
)
from renderers.kit.png import full_palette
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.papyrus.layout import RULER, Layout

Zones: TypeAlias = tuple[tuple[int, ...], ...]

_BARRIERS = SpriteCache()
_FACET = 300
"""Pixels between the large creases of the sheet."""
_TEAR = 9
"""Pixels: how deep an edge is torn."""


class Ground(NamedTuple):
    """The look of a ground. Equal grounds look alike."""

    layout: Layout
    barriers: tuple[int, ...]
    zones: Zones
    """Tinted in the seats' colours."""
    hill: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number that identifies its look."""
        return _number(self)

    def drawn(self) -> Image.Image:
        """Return the field in the full palette; not to be changed."""
        return _drawn(self)


@kept(1024)
def _number(_ground: Ground) -> int:
    return next(numbers)


@kept_in_budget
def _drawn(ground: Ground) -> Image.Image:
    """Return the field in the full palette; the cached field takes one byte for each pixel."""
    layout, barriers, zones, hill = ground
    board = Image.new("RGB", (1280, layout.height), TABLE)
    pen = ImageDraw.Draw(board)
    _sheet(pen, layout)
    for seat, zone in enumerate(zones):
        for square in zone:
            x, y = layout.corner(square)
            shade = ZONE_TINTS[sum(divmod(square, layout.columns)) % 2]
            fill = mix(GROUND, SEATS[seat].colour, shade)
            pen.rectangle((x, y, x + layout.cell - 1, y + layout.cell - 1), fill=fill)
    _hill(pen, layout, hill)
    _grid(pen, layout)
    for square in filter(layout.shows, barriers):
        _barrier(layout.cell).centre(board, *layout.centre(square))
    # letters and numbers on all four sides; where squares are narrow, every other one
    widest = max(text.width(column_name(column), "semibold", ON_A_PHONE) for column in range(layout.columns))
    step = -(-(widest + 4) // layout.cell)
    outside = (26, RULER // 2, 27, RULER // 2 + 2)
    for x, y, words in layout.ruler(column_name, outside, step):
        text.write(board, x, y, words, size=ON_A_PHONE, colour=MUTED, anchor="middle")
    return full_palette().reduced(board)


def _sheet(pen: ImageDraw.ImageDraw, layout: Layout) -> None:
    """Draw the sheet with its shadow, creased into large facets that catch the light differently."""
    box = (layout.left, layout.top, layout.right, layout.bottom)
    pen.rectangle((box[0] + 6, box[1] + 8, box[2] + 8, box[3] + 10), fill=INK)
    pen.rectangle(box, fill=GROUND)
    across = max(1, round((layout.right - layout.left) / _FACET))
    down = max(1, round((layout.bottom - layout.top) / _FACET))
    for row in range(down):
        for column in range(across):
            corners = [
                _crease(layout, column + right, row + low, across, down)
                for right, low in ((0, 0), (1, 0), (1, 1), (0, 1))
            ]
            # each block is folded into two triangles, along the one or the other diagonal
            first = (column + row) % 2
            turned = corners[first:] + corners[:first]
            light = ((column * 5 + row * 3) % 4) - 1
            pen.polygon([turned[0], turned[1], turned[2]], fill=ground_tone(light))
            pen.polygon([turned[0], turned[2], turned[3]], fill=ground_tone(light - 1))
    pen.rectangle(box, outline=mix(GROUND, PAPER, 0.3), width=2)
    _tears(pen, layout)


def _tears(pen: ImageDraw.ImageDraw, layout: Layout) -> None:
    """Tear the edges at which the field goes on beyond the picture."""
    left, top, right, bottom = layout.left, layout.top, layout.right, layout.bottom
    across, down = range(left, right, 2 * _TEAR), range(top, bottom, 2 * _TEAR)
    if layout.first_column:
        edge = [(left - 1, top), *_teeth(down, bottom, left, swapped=True), (left - 1, bottom)]
        pen.polygon(edge, fill=TABLE)
    if layout.first_column + layout.shown_columns < layout.columns:
        edge = [(right + 10, top), *_teeth(down, bottom, right, -1, swapped=True), (right + 10, bottom + 10)]
        pen.polygon(edge, fill=TABLE)
    if layout.first_row:
        pen.polygon([(left, top - 1), *_teeth(across, right, top), (right, top - 1)], fill=TABLE)
    if layout.first_row + layout.shown_rows < layout.rows:
        edge = [(left, bottom + 12), *_teeth(across, right, bottom, -1), (right + 10, bottom + 12)]
        pen.polygon(edge, fill=TABLE)


def _teeth(
    along: range, end: int, edge: int, inward: int = 1, *, swapped: bool = False
) -> list[tuple[int, int]]:
    """Return the corners of a torn edge; `swapped` for an upright one."""
    corners = []
    for at in along:
        corners += [(at, edge + 3 * inward), (min(at + _TEAR, end), edge + _TEAR * inward)]
    corners.append((end, edge + 3 * inward))
    return [(y, x) for x, y in corners] if swapped else corners


def _crease(layout: Layout, column: int, row: int, across: int, down: int) -> tuple[float, float]:
    """Return where creases meet: on an even lattice, drifted a little unless on the edge."""
    wide = (layout.right - layout.left) / across
    high = (layout.bottom - layout.top) / down
    drift_x = ((column * 7 + row * 13 + 3) % 5 - 2) * 0.16 if 0 < column < across else 0
    drift_y = ((column * 11 + row * 5 + 1) % 5 - 2) * 0.16 if 0 < row < down else 0
    return layout.left + (column + drift_x) * wide, layout.top + (row + drift_y) * high


def _hill(pen: ImageDraw.ImageDraw, layout: Layout, hill: tuple[int, ...]) -> None:
    """Raise the squares of the hill: four lit slopes each, and a golden edge around them all (PAP-25)."""
    cell, width = layout.cell, max(3, layout.cell // 16)
    for square in hill:
        x, y = layout.corner(square)
        corners = [(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell)]
        for side, share in enumerate((0.42, 0.3, 0.2, 0.36)):
            slope = [corners[side], corners[(side + 1) % 4], (x + cell // 2, y + cell // 2)]
            pen.polygon(slope, fill=mix(GROUND, GOLD, share))
    for square in hill:
        x, y = layout.corner(square)
        column = square % layout.columns
        sides = (
            (square - layout.columns, (x, y, x + cell, y)),
            (square + layout.columns, (x, y + cell, x + cell, y + cell)),
            (square - 1 if column else -1, (x, y, x, y + cell)),
            (square + 1 if column < layout.columns - 1 else -1, (x + cell, y, x + cell, y + cell)),
        )
        for beside, edge in sides:
            if beside not in hill:
                pen.line(edge, fill=GOLD, width=width)


def _grid(pen: ImageDraw.ImageDraw, layout: Layout) -> None:
    line = mix(GROUND, INK, 0.32)
    for column in range(1, layout.shown_columns):
        x = layout.left + column * layout.cell
        pen.line((x, layout.top + 2, x, layout.bottom - 2), fill=line)
    for row in range(1, layout.shown_rows):
        y = layout.top + row * layout.cell
        pen.line((layout.left + 2, y, layout.right - 2, y), fill=line)


def _barrier(cell: int) -> Sprite:
    """Return a folded block of paper: a lit lid, two flanks and a shadow."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        def facet(points: tuple[tuple[float, float], ...], share: float) -> None:
            corners = [(x * cell * scale / 100, y * cell * scale / 100) for x, y in points]
            pen.polygon(corners, fill=(*mix(INK, PAPER, share), 255))

        shadow = [
            (x * cell * scale / 100, y * cell * scale / 100)
            for x, y in ((12, 16), (99, 14), (99, 99), (16, 99))
        ]
        pen.polygon(shadow, fill=(*INK, 150))
        facet(((5, 6), (93, 6), (93, 93), (5, 93)), 0.12)
        facet(((8, 9), (90, 9), (66, 40), (32, 32)), 0.74)
        facet(((8, 9), (32, 32), (28, 66), (8, 90)), 0.62)
        facet(((90, 9), (66, 40), (70, 66), (90, 90)), 0.42)
        facet(((8, 90), (28, 66), (70, 66), (90, 90)), 0.32)
        facet(((32, 32), (66, 40), (28, 66)), 0.86)
        facet(((66, 40), (70, 66), (28, 66)), 0.58)

    return _BARRIERS.get(cell, lambda: drawn(cell, cell, draw))
