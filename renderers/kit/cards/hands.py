"""The viewer's own hand: cards with their whole texts under headings, two in a row, to be read on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from bot.engine.language import current
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import WIDTH, empty_hand, hand_title

Section: TypeAlias = tuple[str, Sequence[Tile]]
"""Cards under a heading, "" for none."""

_TITLE, _EMPTY = 84, 96
"""Pixels of the title, and of what stands in place of the cards."""
_PIECES = PieceCache(limit=1_500_000)


def draw_hand(seat: int, name: str, note: str, sections: Sequence[Section], empty: str) -> Mosaic:
    """Draw a seat's hand, titled with a note; what is `empty` is said where no section has a card."""
    sections = [section for section in sections if section[1]]
    dress = dress_for(sum(len(tiles) for _, tiles in sections))
    sections = [(title, [tile._replace(dress=dress) for tile in tiles]) for title, tiles in sections]
    high = _TITLE + sum(height_of(tiles) + HEADING * bool(title) for title, tiles in sections) + 8
    board = Mosaic(WIDTH, high + (0 if sections else _EMPTY), palette=table_palette())
    head = (seat, name, note, _TITLE, 44)
    board.lay_kept(_PIECES, (head, current().code), partial(hand_title, *head), 0, 0)
    if not sections:
        board.lay_kept(_PIECES, empty, partial(empty_hand, empty, _EMPTY), 0, _TITLE)
    y = _TITLE
    for title, tiles in sections:
        if title:
            board.lay_kept(_PIECES, title, partial(heading, title), 0, y)
            y += HEADING
        y = lay_tiles(board, y, tiles)
    return board
