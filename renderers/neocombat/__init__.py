"""Neo-Combat drawn: a battlefield of sectors with cloaked and revealed varans, hands and single cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.engine.cardgames import STANDARD
from bot.engine.language import N_
from bot.engine.wording import Focus
from bot.games.neocombat.cards.cards import ActionCard, Library, Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import Picture, Renderer, Sort
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.card import card_png
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import drawn_player
from renderers.neocombat.alt import card_in_words, closer_text, hand_names, table_text, varan_text
from renderers.neocombat.cards import printed
from renderers.neocombat.closer import draw_closer, parts_of, shown_in
from renderers.neocombat.hand import draw_hand
from renderers.neocombat.sheet import draw_varan
from renderers.neocombat.table import draw_table

__all__ = ["NeoCombatRenderer"]

_LARGE = 150_000
"""Bytes: a picture above this is worth more work."""


class NeoCombatRenderer(Renderer[NeoView]):
    """Draws matches of Neo-Combat and single cards. What is cached depends on what is drawn alone."""

    has_hands: ClassVar[bool] = True
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By use"), "rank": N_("By number")})

    def __init__(self, library: Library) -> None:
        self._library = library

    def board(
        self,
        view: NeoView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or one seat's varans with all that is known of them.

        Safe to call from several threads. Of the places that `focus` names, `chosen` and `targets` are
        tokens and `reach` are sectors.
        """
        pool = self._pool(view)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        tokens = shown_in(view, part)
        if tokens:
            return _picture(draw_closer(view, tokens, called, pool), closer_text(view, tokens, names, pool))
        board = draw_table(view, called, recent, focus, pool)
        return _picture(board, table_text(view, names, recent, pool))

    def parts(self, view: NeoView) -> Mapping[str, str]:
        """Return a part for each seat and, where they are few, for each varan, with their titles."""
        return parts_of(view)

    def hand(self, view: NeoView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards with their texts; None for who has no seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view), drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort, pool)
        return _picture(board, hand_text(called, hand_names(view, sort, pool)))

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:
        """Draw an action card by its number or a varan by its id, of the pool of this hash or, with None, of
        the standard one.

        Raises `KeyError` for a card, or a pool, that is not there.
        """
        cards = self._library.standard if pool is None else self._library[pool]
        card = cards.cards[number]
        if not isinstance(card, ActionCard):
            return _picture(draw_varan(card), varan_text(card))
        return Picture(card_png(printed(card)), card_in_words(card), CARD_WIDTH, CARD_HEIGHT)

    def _pool(self, view: NeoView) -> Pool:
        cards = view.options.cards
        return self._library.standard if cards == STANDARD else self._library[cards]


def _picture(board: Mosaic, alt: str) -> Picture:
    return Picture(board.png(_LARGE), alt, board.image.width, board.image.height)
