"""Cards as wide tiles with their whole text: for the own whole hand and for closer looks at a stack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.cards.card import PrintedCard
from renderers.kit.cards.emblem import Emblem, sigil, small_scene
from renderers.kit.cards.hues import VELLUM, tones_of
from renderers.kit.cards.typesetting import (
    Setting,
    balanced,
    leading,
    lines_needed,
    print_name,
    print_slanted,
    print_text,
    set_text,
)
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, TABLE
from renderers.kit.signs import framed, pips, plate
from renderers.kit.titles import MARGIN, WIDTH, write_title

GAP = 14
HEADING = 58
"""Pixels of a heading over tiles."""
TILE = (WIDTH - 2 * MARGIN - GAP) // 2
_PAD = 18
_ART = (196, 144)
_WORD = (ON_A_PHONE, 34, 31, 28)
"""The sizes of single words on a tile: the first that fits is taken."""
_HEAD = _ART[1] + 2 * 14
_LONGEST, _BRIEF = 1200, 3 * leading(ON_A_PHONE) + 8
"""Pixels: a tile's text higher than this ends with a hint; the second is for brief ones."""
_RICH, _PLAIN = 12, 16
"""Tiles of one picture up to which they are drawn rich, and plain."""
_PIECES = PieceCache()


Dress: TypeAlias = Literal["rich", "plain", "brief"]
"""With the whole emblem; with a sigil; and with the beginning of the text alone."""


class Tile(NamedTuple):
    """A card to be shown with its text."""

    card: PrintedCard
    note: str = ""
    """A word on it, such as "face down"."""
    copies: int = 1
    dress: Dress = "rich"


def dress_for(count: int) -> Dress:
    """Return how this number of tiles is drawn in one picture, so that it does not become too large."""
    if count <= _RICH:
        return "rich"
    return "plain" if count <= _PLAIN else "brief"


@kept(512)
def _setting(rules: tuple[str, ...], dress: Dress, more: str) -> Setting:
    high = _BRIEF if dress == "brief" else _LONGEST
    return set_text(rules, TILE - 2 * _PAD, high, (ON_A_PHONE,), more)


class _Head(NamedTuple):
    """How the upper part of a tile is laid out."""

    name: tuple[int, tuple[str, ...]]
    """The size of the name, and its lines."""
    above: int
    """Pixels above the art that a name takes which does not fit beside it; else 0."""
    level: tuple[str, ...]
    """The lines that name the kind of card."""
    below: int
    """Pixels that the lines beside the art need below it."""

    @property
    def high(self) -> int:
        """Pixels down to where the text begins."""
        return _HEAD + self.above + self.below


_BESIDE = TILE - 14 - _ART[0] - 16 - 18
"""Pixels beside the art."""


@kept(512)
def _head(name: str, level: str, power: str, indent: int) -> _Head:
    """Return the layout of a tile's head. `indent` is the width in pixels before the level."""
    room = _BESIDE - text.width(power, "extrabold", 50) - 12 - indent
    _, lines = balanced(level, room, (ON_A_PHONE,), (ON_A_PHONE,))
    beside = balanced(name, _BESIDE, (44, 41, 38), (40, ON_A_PHONE))
    if not any(line.endswith(text.ELLIPSIS) for line in beside[1]):
        return _Head(beside, 0, lines, 24 if len(beside[1]) + len(lines) > 3 else 0)
    across = balanced(name, TILE - 2 * _PAD, (44, 41, 38), (40, ON_A_PHONE))
    return _Head(across, 12 + len(across[1]) * leading(across[0]), lines, 0)


def _head_of(card: PrintedCard) -> _Head:
    return _head(card.name, "" if card.badge else card.level, card.power, 112 if card.ranked else 0)


def needed(tile: Tile) -> int:
    """Return how high a tile must be for its text."""
    head = _head_of(tile.card)
    return head.high + _setting(tile.card.rules, tile.dress, tile.card.more).high + _PAD


def rows_of(tiles: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """Return tiles two by two."""
    return [tuple(tiles[at : at + 2]) for at in range(0, len(tiles), 2)]


def height_of(tiles: Sequence[Tile]) -> int:
    """Return the height in pixels of this number of tiles, with the gap below."""
    return sum(max(needed(tile) for tile in row) + GAP for row in rows_of(tiles))


def lay_tiles(board: Mosaic, y: int, tiles: Sequence[Tile]) -> int:
    """Place tiles in two columns from `y` on; return the y below them."""
    for row in rows_of(tiles):
        high = max(needed(tile) for tile in row)
        for column, tile in enumerate(row):
            x = MARGIN + column * (TILE + GAP)
            board.lay_kept(_PIECES, (tile, high), partial(_draw_tile, tile, high), x, y)
        y += high + GAP
    return y


def _draw_tile(tile: Tile, high: int) -> Image.Image:
    card, colours = tile.card, tile.card.colours
    image = Image.new("RGB", (TILE, high), TABLE)
    framed(image, (0, 0, TILE, high), 16, VELLUM if card.light else colours.box, card.rim, 4)
    head = _head_of(card)
    plate(image, (13, 13 + head.above, 15 + _ART[0], 15 + head.above + _ART[1]), 8, card.rim)
    if tile.dress == "rich":
        art = tile_art(card.emblem)
    else:
        art = Image.new("RGB", _ART, tones_of(card.emblem.step)[2])
        sigil(card.emblem, _ART[1] - 20).centre(art, _ART[0] // 2, _ART[1] // 2)
    image.paste(art, (14, 14 + head.above))
    _heading(image, tile, head)
    setting = _setting(card.rules, tile.dress, card.more)
    print_text(image, _PAD, head.high - 2, setting, colours.print, colours.strong)
    if tile.dress == "rich" and card.flavour:
        flavour = lines_needed((card.flavour,), TILE - 4 * _PAD, ON_A_PHONE)
        top = head.high - 2 + setting.high
        spare = high - top - flavour.high - _PAD
        if spare >= 12:  # the tile is higher than its own text needs
            print_slanted(image, TILE // 2, top + (spare + _PAD) // 2, flavour, colours.quiet)
    return image


def tile_art(emblem: Emblem) -> Image.Image:
    """Return the art of a card on its tile. Not to be drawn on."""
    return small_scene(emblem, *_ART, 3, 1.2)


def _heading(image: Image.Image, tile: Tile, head: _Head) -> None:
    card, colours, left, right = tile.card, tile.card.colours, 14 + _ART[0] + 16, TILE - 18
    if head.above:
        print_name(image, _PAD, 8 + head.above // 2, head.name, colours.print)
    else:
        print_name(image, left, 44 if len(head.name[1]) == 1 else 52, head.name, colours.print)
    y = 14 + _ART[1] - 23 + head.above + head.below
    right -= text.write_bold(image, right, y - 4, card.power, size=50, colour=colours.strong, anchor="right")
    if card.badge:
        size = text.largest(card.badge, "extrabold", _WORD, right - left - 12)
        text.write_bold(image, left, y, card.badge, size=size, colour=colours.strong)
    else:
        if card.ranked:
            pips(card.emblem.level, 26, GOLD, tones_of(card.emblem.step)[2]).paste(image, left - 2, y - 13)
            left += 112
        for line, words in enumerate(reversed(head.level)):
            text.write_bold(
                image, left, y - line * leading(ON_A_PHONE), words, size=ON_A_PHONE, colour=colours.print
            )
    note = tile.note or (f"×{tile.copies}" if tile.copies > 1 else "")
    if note:
        wide = min(_ART[0] + 8, text.width(note, "extrabold", ON_A_PHONE) + 24)
        print_ribbon(image, 16, 14 + head.above + _ART[1] - 27, wide, note)


def print_ribbon(image: Image.Image, left: int, middle: int, wide: int, note: str) -> None:
    """Print a word on a golden ribbon, centred on the height `middle`."""
    plate(image, (left, middle - 23, left + wide, middle + 23), 9, INK)
    plate(image, (left + 2, middle - 21, left + wide - 2, middle + 21), 8, GOLD)
    across = left + wide // 2
    text.centre(image, across, middle, note, size=ON_A_PHONE, colour=INK, bold=True, room=wide - 8)


def heading(words: str) -> Image.Image:
    """Return a heading over tiles, across the whole picture."""
    image = Image.new("RGB", (WIDTH, HEADING), TABLE)
    write_title(image, words, HEADING // 2, size=40, right=WIDTH - MARGIN - 4)
    return image
