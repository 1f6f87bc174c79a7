"""Neo-Combat drawn: a battlefield of sectors with cloaked and revealed varans, hands and single cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.engine.language import N_
from bot.engine.wording import Focus
from bot.games.neocombat.cards import Library, Pool
from bot.games.neocombat.options import STANDARD
from bot.games.neocombat.view import NeoView
from renderers.contract import Picture, Renderer, Sort
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news, height_of_news
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import MARGIN, WIDTH, drawn_player
from renderers.neocombat.alt import hand_names, table_text
from renderers.neocombat.footer import Footer
from renderers.neocombat.ground import lay_ground, lay_sector
from renderers.neocombat.hand import draw_hand
from renderers.neocombat.header import HEADER, draw_header
from renderers.neocombat.latest import latest_lines
from renderers.neocombat.layout import Field, field_of
from renderers.neocombat.marks import Marks
from renderers.neocombat.seats import draw_cards, height_of_cards
from renderers.neocombat.sights import Sight, sights
from renderers.neocombat.tokens import lay_token
from renderers.neocombat.window import draw_window, height_of_window

__all__ = ["NeoCombatRenderer"]

_LARGE = 150_000
"""Bytes: a picture above this is worth more work."""
_NEWS = 5
"""Lines of what happened last, at most."""


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
        seen = list(sights(view, pool))
        field, footer = field_of(seen), Footer(view, pool)
        lines = latest_lines(view, recent, pool)[-_NEWS:]
        top = HEADER + height_of_window(view)
        ground = top + height_of_cards(view.seats)
        below = ground + field.high + 8
        news = below + footer.high
        high = news + (height_of_news(len(lines)) + 16 if lines else 0)
        board = Mosaic(WIDTH, high, palette=table_palette())
        draw_header(board, view, called)
        draw_window(board, view, pool, called, HEADER)
        draw_cards(board, view, called, top)
        _draw_field(board, field, seen, ground, focus)
        Marks(board, field, ground, view.options.team, pool).draw(recent)
        footer.draw(board, below)
        if lines:
            draw_news(board, (MARGIN, news, WIDTH - MARGIN, high - 16), lines)
        return _picture(board, table_text(view, names, recent, pool))

    def hand(self, view: NeoView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards with their texts; None for who has no seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view), drawn_player(names, view.viewer)
        board = draw_hand(view, called, sort, pool)
        return _picture(board, hand_text(called, hand_names(view, sort, pool)))

    def _pool(self, view: NeoView) -> Pool:
        cards = view.options.cards
        return self._library.standard if cards == STANDARD else self._library[cards]


def _draw_field(board: Mosaic, field: Field, seen: Sequence[Sight], top: int, focus: Focus | None) -> None:
    lay_ground(board, top, field.high)
    for number, (left, upper, right, lower) in field.sectors.items():
        seats = tuple(sorted({each.seat for each in seen if each.sector == number}))
        reached = focus is not None and number in focus.reach
        lay_sector(board, number, (left, upper + top, right, lower + top), seats, open_to=reached)
    for each in seen:
        left, upper, right, lower = field.tokens[each.token]
        lay_token(board, (left, upper + top, right, lower + top), each, field.size, focus)


def _picture(board: Mosaic, alt: str) -> Picture:
    return Picture(board.png(_LARGE), alt, board.image.width, board.image.height)
