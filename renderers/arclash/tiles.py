"""Cards as wide tiles with their whole text, for hands and for closer looks at a stack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from bot.engine.language import current, gettext, pgettext
from bot.games.arclash.cards import AnyCard, Character, Pool
from bot.games.arclash.cardtext import rules_text
from renderers.arclash.card import look_of
from renderers.arclash.emblem import Emblem, emblem_of, sigil, small_scene
from renderers.arclash.inks import VELLUM, table_inks, tones_of
from renderers.arclash.names import drawn_name
from renderers.arclash.plates import framed, pips, plate
from renderers.arclash.print import (
    Setting,
    balanced,
    leading,
    lines_needed,
    print_name,
    print_slanted,
    print_text,
    set_text,
)
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, PAPER, TABLE, Colour

WIDTH = 1280
MARGIN, GAP = 20, 14
TILE = (WIDTH - 2 * MARGIN - GAP) // 2
_PAD = 18
_ART = (196, 128)
_TEXT = 29
_HEAD = _ART[1] + 2 * 14
_LONGEST, _BRIEF = 900, 3 * leading(READABLE) + 8
"""Pixels: a tile's text higher than this ends with a hint; the second is for brief ones."""
_RICH, _PLAIN = 12, 20
"""Tiles of one picture up to which they are drawn rich, and plain."""
_PIECES = PieceCache(limit=14_000_000, inks=table_inks)


Dress: TypeAlias = Literal["rich", "plain", "brief"]
"""With the whole emblem; with a sigil and smaller type; and with the beginning of the text alone."""


class Tile(NamedTuple):
    """A card to be shown with its text."""

    card: AnyCard
    note: str = ""
    """A word on it, such as "face down"."""
    copies: int = 1
    dress: Dress = "rich"


def dress_for(count: int) -> Dress:
    """Return how so many tiles of one picture are drawn, so that it does not grow too large."""
    if count <= _RICH:
        return "rich"
    return "plain" if count <= _PLAIN else "brief"


def forget() -> None:
    """Drop all kept tiles, as in a fresh process."""
    _PIECES.clear()
    _laid_out.cache_clear()


def _setting(rules: tuple[str, ...], dress: Dress) -> Setting:
    return _laid_out(rules, dress, current().code)


@lru_cache(maxsize=512)
def _laid_out(rules: tuple[str, ...], dress: Dress, _language: str) -> Setting:
    wide, high = TILE - 2 * _PAD, _BRIEF if dress == "brief" else _LONGEST
    whole = lines_needed(rules, wide, _TEXT if dress == "rich" else READABLE)
    return whole if whole.high <= high else set_text(rules, wide, high, (READABLE,))


def text_is_whole(card: AnyCard) -> bool:
    """Return whether the card's whole text is on its tile in a usual hand."""
    return _setting(rules_text(card), "rich").whole


def needed(tile: Tile) -> int:
    """Return how high a tile must be for its text."""
    return _HEAD + _setting(rules_text(tile.card), tile.dress).high + _PAD


def rows_of(tiles: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """Return tiles two by two."""
    return [tuple(tiles[at : at + 2]) for at in range(0, len(tiles), 2)]


def height_of(tiles: Sequence[Tile]) -> int:
    """Return how many pixels so many tiles take, with the gap below."""
    return sum(max(needed(tile) for tile in row) + GAP for row in rows_of(tiles))


def lay_tiles(board: Mosaic, y: int, tiles: Sequence[Tile], pool: Pool) -> int:
    """Lay tiles in two columns from `y` on; return where the next thing can begin."""
    for row in rows_of(tiles):
        high = max(needed(tile) for tile in row)
        for column, tile in enumerate(row):
            key = (tile.card.number, *tile[1:], high, pool.hash, current().code)
            piece = _PIECES.get(key, partial(_draw_tile, tile, high, pool))
            board.lay(piece, MARGIN + column * (TILE + GAP), y)
        y += high + GAP
    return y


def _draw_tile(tile: Tile, high: int, pool: Pool) -> Image.Image:
    card, emblem = tile.card, emblem_of(tile.card, pool)
    look = look_of(emblem.step, not isinstance(card, Character))
    image = Image.new("RGB", (TILE, high), TABLE)
    rim = GOLD if card.level == 4 else look.frame
    framed(image, (0, 0, TILE, high), 16, look.box if card.level else VELLUM, rim, 4)
    plate(image, (13, 13, 15 + _ART[0], 15 + _ART[1]), 8, rim)
    image.paste(_art(emblem, tile.dress), (14, 14))
    _heading(image, tile, look.print, look.strong, tones_of(emblem.step)[2])
    setting = _setting(rules_text(card), tile.dress)
    print_text(image, _PAD, _HEAD - 2, setting, look.print, look.strong)
    if tile.dress == "rich" and card.flavour:
        _flavour(image, pgettext("card", card.flavour), _HEAD - 2 + setting.high, look.quiet)
    return image


def _flavour(image: Image.Image, words: str, top: int, colour: Colour) -> None:
    """Print the flavour where a tile is higher than its own text needs."""
    setting = lines_needed((words,), TILE - 4 * _PAD, READABLE)
    spare = image.height - top - setting.high - _PAD
    if spare >= 12:
        print_slanted(image, TILE // 2, top + (spare + _PAD) // 2, setting, colour)


def _art(emblem: Emblem, dress: Dress) -> Image.Image:
    if dress == "rich":
        return small_scene(emblem, *_ART, 3, 1.2)
    image = Image.new("RGB", _ART, tones_of(emblem.step)[2])
    sigil(emblem, _ART[1] - 20).centre(image, _ART[0] // 2, _ART[1] // 2)
    return image


def _heading(image: Image.Image, tile: Tile, colour: Colour, strong: Colour, empty: Colour) -> None:
    card, left, right = tile.card, 14 + _ART[0] + 16, TILE - 18
    name = balanced(drawn_name(card), right - left, (36, 34), (32, 30, 28, READABLE))
    print_name(image, left, 40 if len(name[1]) == 1 else 48, name, colour)
    y = 14 + _ART[1] - 23
    if isinstance(card, Character):
        pips(card.level, 26, GOLD, empty).paste(image, left - 2, y - 13)
        level = gettext("Lv {level}", level=card.level)
        text.write(image, left + 112, y, level, size=28, colour=colour, weight="extrabold")
        power = str(card.power)
        text.write(image, right, y - 4, power, size=50, colour=strong, weight="extrabold", anchor="right")
    else:
        text.write(image, left, y, gettext("SUPPORT"), size=28, colour=strong, weight="extrabold")
    note = tile.note or (f"×{tile.copies}" if tile.copies > 1 else "")
    if note:
        _ribbon(image, note)


def _ribbon(image: Image.Image, note: str) -> None:
    """Set a word on the emblem."""
    wide = min(_ART[0] - 8, text.width(note, "extrabold", READABLE) + 24)
    left, top = 18, 14 + _ART[1] - 42
    plate(image, (left, top, left + wide, top + 38), 9, INK)
    plate(image, (left + 2, top + 2, left + wide - 2, top + 36), 8, GOLD)
    words = text.fitted(note, "extrabold", READABLE, wide - 12)
    text.write(
        image,
        left + wide // 2,
        top + 19,
        words,
        size=READABLE,
        colour=INK,
        weight="extrabold",
        anchor="middle",
    )


def heading_piece(words: str, quiet: str = "", colour: Colour = PAPER) -> Image.Image:
    """Return a heading over tiles, across the whole picture."""
    image = Image.new("RGB", (WIDTH, 58), TABLE)
    right = WIDTH - MARGIN - 4
    if quiet:
        quiet = text.fitted(quiet, "semibold", READABLE, 700)
        right -= (
            text.write(image, right, 29, quiet, size=READABLE, colour=(168, 177, 196), anchor="right") + 20
        )
    words = text.fitted(words, "extrabold", 34, right - MARGIN - 4)
    text.write(image, MARGIN + 4, 29, words, size=34, colour=colour, weight="extrabold")
    return image
