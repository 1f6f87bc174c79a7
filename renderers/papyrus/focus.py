"""What is pointed out to one player alone: the chosen unit, where it can go, what it can act upon."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.engine.wording import Focus
from renderers.kit.palette import GOLD, INK, PAPER, REACH_TINT, Colour
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import Layout

_RINGS = SpriteCache(limit=1_000_000)


def tint_reach(board: Image.Image, layout: Layout, focus: Focus) -> None:
    """Lighten the squares within reach and dot their middles; drawn below the units."""
    pen = ImageDraw.Draw(board)
    inset = max(1, layout.cell // 24)
    dot = max(2, layout.cell // 12)
    for square in sorted(focus.reach):
        if not 0 <= square < layout.columns * layout.rows:
            continue
        x, y = layout.corner(square)
        box = (x + inset, y + inset, x + layout.cell - inset, y + layout.cell - inset)
        under = board.crop(box)
        board.paste(Image.blend(under, Image.new("RGB", under.size, PAPER), REACH_TINT), box)
        middle_x, middle_y = layout.centre(square)
        pen.ellipse((middle_x - dot, middle_y - dot, middle_x + dot, middle_y + dot), fill=GOLD)


def ring_pieces(board: Image.Image, layout: Layout, focus: Focus, labels: Labels) -> None:
    """Ring the chosen square and the targets; drawn above the units."""
    squares = range(layout.columns * layout.rows)
    for square, words in sorted(focus.targets.items()):
        if square in squares:
            _frame(layout.cell, PAPER).centre(board, *layout.centre(square))
            labels.at(layout.centre(square), words, "chance")
    if focus.chosen is not None and focus.chosen in squares:
        _frame(layout.cell, GOLD).centre(board, *layout.centre(focus.chosen))


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
