"""The viewer's own hand: its cards with their whole texts, two in a row, and the varans of the draft."""

from __future__ import annotations

from collections import Counter
from functools import partial

from bot.engine.language import current, gettext, ngettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import Sort
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.tiles import Tile, dress_for, height_of, lay_tiles
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import WIDTH, empty_hand, hand_note, hand_title, no_cards
from renderers.neocombat.cards import SORTS, printed, sort_of
from renderers.neocombat.sights import face_of

_TITLE = 84
_EMPTY = 96
_PIECES = PieceCache(limit=1_500_000)


def in_order(view: NeoView, sort: Sort, pool: Pool) -> list[int]:
    """Return the kinds of cards in hand, each once, by what they are played as ("suit") or by number."""
    kinds = sorted(set(view.hand), key=lambda kind: face_of(pool, kind).number)
    if sort == "rank":
        return kinds
    return sorted(kinds, key=lambda kind: SORTS.index(sort_of(face_of(pool, kind))))


def draw_hand(view: NeoView, name: str, sort: Sort, pool: Pool) -> Mosaic:
    """Draw what the viewer, who must have a seat, holds."""
    copies, chosen = Counter(view.hand), Counter(view.plan.cards)
    kinds = in_order(view, sort, pool)
    dress = dress_for(len(kinds))
    tiles = [
        Tile(printed(face_of(pool, kind)), _note(chosen[kind], copies[kind]), copies[kind], dress)
        for kind in kinds
    ]
    high = _TITLE + height_of(tiles) + 8 + (0 if tiles else _EMPTY)
    board = Mosaic(WIDTH, high, palette=table_palette())
    head = (view.viewer or 0, name, hand_note(len(view.hand), view.deck, len(view.discard)), _TITLE, 44)
    board.lay_kept(_PIECES, (head, current().code), partial(hand_title, *head), 0, 0)
    if not tiles:
        words = no_cards()
        board.lay_kept(_PIECES, words, partial(empty_hand, words, _EMPTY), 0, _TITLE)
    lay_tiles(board, _TITLE, tiles)
    return board


def _note(chosen: int, copies: int) -> str:
    """Return what is written on a card that is chosen for Repair."""
    if not chosen:
        return ""
    if copies == 1:
        return gettext("chosen")
    return ngettext("{number} chosen", "{number} chosen", chosen)
