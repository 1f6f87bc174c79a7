"""Drawing Arclash: single cards, a hand with its texts, and the table with every stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import AnyCard, Pool
from bot.games.arclash.rules.view import ArclashView
from bot.games.arclash.wording.board_text import seat_text
from bot.games.arclash.wording.names import Lexicon, Talk
from renderers.arclash.cards import card_words, emblem_of, printed, signs
from renderers.arclash.hand import draw_hand, hand_names
from renderers.arclash.header import draw_header
from renderers.arclash.layout import layout
from renderers.arclash.panels import crown, draw_panels
from renderers.arclash.zoom import PREFIX, draw_zoom, parts_of
from renderers.contract import Picture, Sort
from renderers.kit.alt_text import alt_player, joined, table_text
from renderers.kit.cards.card import HEIGHT, card_png
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import latest_lines
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import GOLD, INK, PAPER, SEATS
from renderers.kit.png import LARGE_WITH_TEXTS
from renderers.kit.signs import guard, pile, pips, sand, tick
from renderers.kit.sprites import Sprite
from renderers.kit.titles import WIDTH, drawn_player

# The signs of Arclash explained in its glossary.


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    "level": lambda size: pips(2, size // 2, GOLD, INK),
    "crown": crown,
    "guard": lambda size: guard(size, PAPER),
    **{kind: partial(pile, kind, colour=SEATS[0].colour) for kind in ("hand", "deck")},
    "discard": lambda size: pile("discard", size, PAPER),
    "sand": sand,
    "tick": tick,
}
"""The signs of the pictures, by name."""


__all__ = ["ArclashRenderer"]


class ArclashRenderer(CardRenderer[ArclashView, Pool]):
    """Draws matches of Arclash and single cards. Caches depend only on the drawn content."""

    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By lineage"), "rank": N_("By level")})
    signs: ClassVar[Mapping[str, Callable[[int], Sprite]]] = MappingProxyType(SIGNS)
    draw_hand = staticmethod(draw_hand)
    hand_names = staticmethod(hand_names)
    emblem = staticmethod(emblem_of)

    def board(
        self,
        view: ArclashView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or one seat's side of it with all texts.

        It is safe to call this from several threads. `focus` names seats.
        """
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        if part in parts_of(view):
            seat = int(str(part).removeprefix(PREFIX))
            closer = draw_zoom(view, seat, called[seat], pool)
            short = [alt_player(names, each) for each in range(view.seats)]
            words = joined(seat_text(Talk(view, short, Lexicon(pool)), seat))
            return closer.picture(words, LARGE_WITH_TEXTS)
        lines = latest_lines(self._wording, view, recent, signs(pool))
        places = layout(view, len(lines))
        board = Mosaic(WIDTH, places.height, palette=table_palette())
        draw_header(board, view, called)
        draw_panels(board, places, view, called, pool, focus)
        if places.news is not None:
            draw_news(board, places.news, lines, ON_A_PHONE)
        return board.picture(table_text("Arclash", self._wording, view, names, recent))

    def parts(self, view: ArclashView) -> Mapping[str, str]:
        """Return a part for each seat, by key with its title: its stack with the texts in force."""
        return parts_of(view)

    def card(self, face: AnyCard, pool: Pool) -> Picture:
        """Draw one card of a pool, large."""
        return Picture(card_png(printed(face, pool)), card_words(face), CARD_WIDTH, HEIGHT)
