"""Slips: cards in the full width of the picture, with name, level and power in a line above their text.

Texts are cut where they do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image

from bot.base.language import current
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.cards.emblem import sigil
from renderers.kit.cards.hues import VELLUM, table_palette, tones_of
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles, print_ribbon
from renderers.kit.cards.typesetting import Setting, leading, print_text, run_together
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, TABLE
from renderers.kit.signs import framed, pips
from renderers.kit.titles import MARGIN, WIDTH, empty_hand, hand_title

# The viewer's own hand: in full as tiles with all texts, or brief to fit on a panel.


Section: TypeAlias = tuple[str, Sequence[Tile]]
"""Cards under a heading, "" for none."""

_TITLE, _EMPTY, _HAND_FOOT = 84, 96, 8
"""The heights in pixels of the title, of the text for an empty hand, and of the bottom margin."""
_BRIEF = 1420
"""Pixels of a brief hand of a usual size: 433 on a phone."""
_HAND_PIECES = PieceCache()


def draw_tiled_hand(
    seat: int, name: str, note: str, sections: Sequence[Section], empty: str, *, brief: bool = False
) -> Mosaic:
    """Draw a seat's hand with a title and a note. `empty` is the text of a hand without cards."""
    sections = [section for section in sections if section[1]]
    above = _TITLE + _HAND_FOOT + HEADING * sum(bool(title) for title, _ in sections)
    parts = _as_slips(sections, _BRIEF - above) if brief else _as_tiles(sections)
    high = above + sum(part.high for part in parts) + (0 if sections else _EMPTY)
    board = Mosaic(WIDTH, high, palette=table_palette())
    head = (seat, name, note, _TITLE, 44)
    board.lay_kept(_HAND_PIECES, (head, current().code), partial(hand_title, *head), 0, 0)
    if not sections:
        board.lay_kept(_HAND_PIECES, empty, partial(empty_hand, empty, _EMPTY), 0, _TITLE)
    y = _TITLE
    for part in parts:
        if part.title:
            board.lay_kept(_HAND_PIECES, part.title, partial(heading, part.title), 0, y)
            y += HEADING
        y = part.lay(board, y)
    return board


class _Part(NamedTuple):
    """A section as it is drawn."""

    title: str
    high: int
    """Pixels without the title."""
    lay: Callable[[Mosaic, int], int]
    """Place the section from this y on, and return the y below it."""


def _as_tiles(sections: Sequence[Section]) -> list[_Part]:
    dress, parts = dress_for(sum(len(tiles) for _, tiles in sections)), []
    for title, tiles in sections:
        dressed = [tile._replace(dress=dress) for tile in tiles]
        parts.append(_Part(title, height_of(dressed), partial(lay_tiles, tiles=dressed)))
    return parts


def _as_slips(sections: Sequence[Section], room: int) -> list[_Part]:
    left = iter(slips_within([tile for _, tiles in sections for tile in tiles], room))
    slips = [(title, [next(left) for _ in tiles]) for title, tiles in sections]
    return [_Part(title, height_of_slips(each), partial(lay_slips, slips=each)) for title, each in slips]


GAP = 8
"""Pixels below a slip."""
_WIDE = WIDTH - 2 * MARGIN
_HEAD, _FOOT, _SIDE, _SIGIL, _APART = 58, 10, 14, 46, 18
_MOST = 9
"""The greatest number of text lines; no card of the shipped games needs more."""
_PIECES = PieceCache()


class Slip(NamedTuple):
    """A card with a maximum number of lines of its text."""

    tile: Tile
    lines: int

    @property
    def high(self) -> int:
        """Pixels."""
        lines = len(_setting(self.tile.card.rules, self.lines).lines) if self.lines else 0
        return _HEAD + (lines * leading(ON_A_PHONE) + _FOOT if lines else 0)


@kept(512)
def _setting(rules: tuple[str, ...], lines: int) -> Setting:
    return run_together(rules, _WIDE - 2 * _SIDE - 4, ON_A_PHONE, lines)


def slips_within(tiles: Sequence[Tile], high: int) -> list[Slip]:
    """Return a slip for each card, with as many lines of each text as fit in total."""
    slips = [Slip(tile, 0) for tile in tiles]
    room = high - height_of_slips(slips)
    for lines in range(1, _MOST + 1):
        for at, slip in enumerate(slips):
            if slip.lines < lines - 1:
                continue  # its text has ended, or has no room
            longer = slip._replace(lines=lines)
            more = longer.high - slip.high
            if 0 < more <= room:
                slips[at], room = longer, room - more
    return slips


def height_of_slips(slips: Sequence[Slip]) -> int:
    """Return how many pixels slips take, with the gaps below."""
    return sum(slip.high + GAP for slip in slips)


def lay_slips(board: Mosaic, y: int, slips: Sequence[Slip]) -> int:
    """Place slips from `y` on; return the y below them."""
    for slip in slips:
        board.lay_kept(_PIECES, slip, partial(_draw, slip), MARGIN, y)
        y += slip.high + GAP
    return y


def _draw(slip: Slip) -> Image.Image:
    card, colours, high = slip.tile.card, slip.tile.card.colours, slip.high
    image = Image.new("RGB", (_WIDE, high), TABLE)
    framed(image, (0, 0, _WIDE, high), 14, VELLUM if card.light else colours.box, card.rim, 4)
    sigil(card.emblem, _SIGIL).paste(image, _SIDE, (_HEAD - _SIGIL) // 2)
    _heading(image, slip.tile)
    if high > _HEAD:
        setting = _setting(card.rules, slip.lines)
        print_text(image, _SIDE + 2, _HEAD - 4, setting, colours.print, colours.strong)
    return image


def _heading(image: Image.Image, tile: Tile) -> None:
    """Write from the right its power, its level or kind and a word about it, and its name from the left."""
    card, colours, middle, right = tile.card, tile.card.colours, _HEAD // 2, _WIDE - _SIDE - 4
    if card.power:
        wide = text.width("0000", "extrabold", 46)
        text.write_bold(image, right, middle, card.power, size=46, colour=colours.strong, anchor="right")
        right -= max(wide, text.width(card.power, "extrabold", 46)) + _APART
    if card.badge:
        right -= text.write_bold(
            image, right, middle, card.badge, size=ON_A_PHONE, colour=colours.strong, anchor="right"
        )
        right -= _APART
    elif card.ranked:
        mark = pips(card.emblem.level, 26, GOLD, tones_of(card.emblem.step)[2])
        right -= mark.width
        mark.paste(image, right, middle - mark.height // 2)
        right -= _APART
    elif card.level:
        right -= text.write_bold(
            image, right, middle, card.level, size=ON_A_PHONE, colour=colours.print, anchor="right"
        )
        right -= _APART
    note = tile.note or (f"×{tile.copies}" if tile.copies > 1 else "")
    if note:
        wide = text.width(note, "extrabold", ON_A_PHONE) + 24
        right -= wide
        print_ribbon(image, right, middle, wide, note)
        right -= _APART
    left = _SIDE + _SIGIL + 12
    size = text.largest(card.name, "extrabold", (42, ON_A_PHONE), right - left)
    text.write_bold(image, left, middle, card.name, size=size, colour=colours.print, room=right - left)
