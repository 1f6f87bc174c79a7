"""Overcross drawn: the grid with zones, terrain, Characters and flags; hands and single cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.engine.language import N_
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.rules.view import OvercrossView
from renderers.contract import CardRenderer, Picture, Sort
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.card import card_png
from renderers.kit.titles import drawn_player
from renderers.overcross.alt import card_in_words, hand_names, table_text
from renderers.overcross.cards import draw_hand, printed
from renderers.overcross.table import draw_table

__all__ = ["OvercrossRenderer"]

_LARGE = 160_000
"""Bytes: a picture above this is worth more work."""


class OvercrossRenderer(CardRenderer[OvercrossView, Pool]):
    """Draws matches of Overcross and single cards. What is cached depends on what is drawn alone."""

    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType(
        {"suit": N_("By kind"), "rank": N_("By play cost")}
    )

    def board(
        self,
        view: OvercrossView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,  # noqa: ARG002 - the table is drawn whole
    ) -> Picture:
        """Draw the table. Safe to call from several threads. The places that `focus` names are squares."""
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        board = draw_table(view, called, recent, focus, pool)
        return board.picture(table_text(view, names, recent, pool), _LARGE)

    def hand(self, view: OvercrossView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards with their texts; None for who has no seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view.options.cards), drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort, pool)
        return board.picture(hand_text(called, hand_names(view, sort, pool)), _LARGE)

    def card(self, face: AnyCard) -> Picture:
        """Draw one card, large."""
        return Picture(card_png(printed(face)), card_in_words(face), CARD_WIDTH, CARD_HEIGHT)

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:
        """Draw one card by its set number, of the pool of this hash or, with None, of the standard cards.

        Raises `KeyError` for a card, or a pool, that is not there.
        """
        cards = self._pool(pool)
        return self.card(cards.cards[number])
