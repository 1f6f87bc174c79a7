"""The viewer's own hand: its cards with their whole texts, two in a row, and the varans of the draft."""

from __future__ import annotations

from collections import Counter

from bot.engine.language import gettext, ngettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import Sort
from renderers.kit.cards import hands
from renderers.kit.cards.tiles import Tile
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import hand_note, no_cards
from renderers.neocombat.cards import SORTS, printed, sort_of
from renderers.neocombat.sights import face_of


def in_order(view: NeoView, sort: Sort, pool: Pool) -> list[int]:
    """Return the kinds of cards in hand, each once, by what they are played as ("suit") or by number."""
    kinds = sorted(set(view.hand), key=lambda kind: face_of(pool, kind).number)
    if sort == "rank":
        return kinds
    return sorted(kinds, key=lambda kind: SORTS.index(sort_of(face_of(pool, kind))))


def draw_hand(view: NeoView, name: str, sort: Sort, pool: Pool) -> Mosaic:
    """Draw what the viewer, who must have a seat, holds."""
    copies, chosen = Counter(view.hand), Counter(view.plan.cards)
    tiles = [
        Tile(printed(face_of(pool, kind)), _note(chosen[kind], copies[kind]), copies[kind])
        for kind in in_order(view, sort, pool)
    ]
    note = hand_note(len(view.hand), view.deck, len(view.discard))
    return hands.draw_hand(view.viewer or 0, name, note, [("", tiles)], no_cards())


def _note(chosen: int, copies: int) -> str:
    """Return what is written on a card that is chosen for Repair."""
    if not chosen:
        return ""
    if copies == 1:
        return gettext("chosen")
    return ngettext("{number} chosen", "{number} chosen", chosen)
