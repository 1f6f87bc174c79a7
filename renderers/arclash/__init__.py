"""Arclash drawn: single cards, a hand with its texts, and the table with every stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.engine.cardgames import STANDARD
from bot.engine.language import N_
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import AnyCard, Library, Pool
from bot.games.arclash.rules.view import ArclashView
from renderers.arclash.alt import card_text, closer_text, hand_names, table_text
from renderers.arclash.cards import printed
from renderers.arclash.closer import PREFIX, draw_closer, parts_of
from renderers.arclash.hand import draw_hand
from renderers.arclash.header import draw_header
from renderers.arclash.latest import latest_lines
from renderers.arclash.layout import layout
from renderers.arclash.panels import draw_panels
from renderers.contract import Picture, Renderer, Sort
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.card import HEIGHT, card_png
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import WIDTH, drawn_player

__all__ = ["ArclashRenderer"]

_LARGE = 200_000
"""Bytes: a picture above this is worth more work."""


class ArclashRenderer(Renderer[ArclashView]):
    """Draws matches of Arclash and single cards. What is cached depends on what is drawn alone."""

    has_hands: ClassVar[bool] = True
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By lineage"), "rank": N_("By level")})

    def __init__(self, library: Library) -> None:
        self._library = library

    def board(
        self,
        view: ArclashView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or one seat's side of it with all texts. Safe to call from several threads.

        The places that `focus` names are seats.
        """
        pool = self._pool(view)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        if part in parts_of(view):
            seat = int(str(part).removeprefix(PREFIX))
            return _picture(draw_closer(view, seat, called[seat], pool), closer_text(view, seat, names, pool))
        lines = latest_lines(recent, pool)
        places = layout(view, len(lines))
        board = Mosaic(WIDTH, places.height, palette=table_palette())
        draw_header(board, view, called)
        draw_panels(board, places, view, called, pool, focus)
        if places.news is not None:
            draw_news(board, places.news, lines)
        return _picture(board, table_text(view, names, recent, pool))

    def parts(self, view: ArclashView) -> Mapping[str, str]:
        """Return a part for each seat, by key with its title: its stack with the texts in force."""
        return parts_of(view)

    def hand(self, view: ArclashView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards with their texts, by lineage or by level; None for who has no seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view), drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort, pool)
        return _picture(board, hand_text(called, hand_names(view, sort, pool)))

    def card(self, face: AnyCard, pool: Pool) -> Picture:
        """Draw one card of a pool, large."""
        return Picture(card_png(printed(face, pool)), card_text(face), CARD_WIDTH, HEIGHT)

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:
        """Draw one card by its set number, of the pool of this hash or, with None, of the standard cards.

        Raises `KeyError` for a card, or a pool, that is not there.
        """
        cards = self._library.standard if pool is None else self._library[pool]
        return self.card(cards.cards[number], cards)

    def _pool(self, view: ArclashView) -> Pool:
        cards = view.options.cards
        return self._library.standard if cards == STANDARD else self._library[cards]


def _picture(board: Mosaic, alt: str) -> Picture:
    return Picture(board.png(_LARGE), alt, board.image.width, board.image.height)
