"""Neo-Combat drawn: a battlefield of sectors with cloaked and revealed varans, hands and single cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.engine.language import N_
from bot.engine.wording import Focus
from bot.games.neocombat.cards.cards import ActionCard, Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import CardRenderer, Picture, Sort
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.card import card_png
from renderers.kit.titles import drawn_player
from renderers.neocombat.alt import card_in_words, closer_text, hand_names, table_text, varan_text
from renderers.neocombat.cards import draw_hand, printed
from renderers.neocombat.closer import draw_closer, parts_of, shown_in
from renderers.neocombat.sheet import draw_varan
from renderers.neocombat.table import draw_table

__all__ = ["NeoCombatRenderer"]

_LARGE = 150_000
"""Bytes: a picture above this is worth more work."""


class NeoCombatRenderer(CardRenderer[NeoView, Pool]):
    """Draws matches of Neo-Combat and single cards. What is cached depends on what is drawn alone."""

    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By use"), "rank": N_("By number")})

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
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        tokens = shown_in(view, part)
        if tokens:
            return draw_closer(view, tokens, called, pool).picture(
                closer_text(view, tokens, names, pool), _LARGE
            )
        board = draw_table(view, called, recent, focus, pool)
        return board.picture(table_text(view, names, recent, pool), _LARGE)

    def parts(self, view: NeoView) -> Mapping[str, str]:
        """Return a part for each seat and, where they are few, for each varan, with their titles."""
        return parts_of(view)

    def hand(self, view: NeoView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards with their texts; None for who has no seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view.options.cards), drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort, pool)
        return board.picture(hand_text(called, hand_names(view, sort, pool)), _LARGE)

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:
        """Draw an action card by its number or a varan by its id, of the pool of this hash or, with None, of
        the standard one.

        Raises `KeyError` for a card, or a pool, that is not there.
        """
        cards = self._pool(pool)
        card = cards.cards[number]
        if not isinstance(card, ActionCard):
            return draw_varan(card).picture(varan_text(card), _LARGE)
        return Picture(card_png(printed(card)), card_in_words(card), CARD_WIDTH, CARD_HEIGHT)
