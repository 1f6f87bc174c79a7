"""The viewer's own hand: in full as tiles with all texts, or brief to fit on a panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from bot.base.language import current
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.slips import height_of_slips, lay_slips, slips_within
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import WIDTH, empty_hand, hand_title

Section: TypeAlias = tuple[str, Sequence[Tile]]
"""Cards under a heading, "" for none."""

_TITLE, _EMPTY, _FOOT = 84, 96, 8
"""The heights in pixels of the title, of the text for an empty hand, and of the bottom margin."""
_BRIEF = 1420
"""Pixels of a brief hand of a usual size: 433 on a phone."""
_PIECES = PieceCache()


def draw_tiled_hand(
    seat: int, name: str, note: str, sections: Sequence[Section], empty: str, *, brief: bool = False
) -> Mosaic:
    """Draw a seat's hand with a title and a note. `empty` is the text of a hand without cards."""
    sections = [section for section in sections if section[1]]
    above = _TITLE + _FOOT + HEADING * sum(bool(title) for title, _ in sections)
    parts = _as_slips(sections, _BRIEF - above) if brief else _as_tiles(sections)
    high = above + sum(part.high for part in parts) + (0 if sections else _EMPTY)
    board = Mosaic(WIDTH, high, palette=table_palette())
    head = (seat, name, note, _TITLE, 44)
    board.lay_kept(_PIECES, (head, current().code), partial(hand_title, *head), 0, 0)
    if not sections:
        board.lay_kept(_PIECES, empty, partial(empty_hand, empty, _EMPTY), 0, _TITLE)
    y = _TITLE
    for part in parts:
        if part.title:
            board.lay_kept(_PIECES, part.title, partial(heading, part.title), 0, y)
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
